"""What a run leaves behind: the policy with its card, a table, a picture of the curve, settings."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from uno_agents.deals import play
from uno_agents.policy import Policy
from uno_agents.policy_files import describe, save
from uno_agents.results import Estimate, Result
from uno_env import Layout, Rules
from uno_train.network import TablePolicy, trunk_names, weights_for_play
from uno_train.watch import CurvePoint

OPPONENTS = ("random", "heuristic", "uniform")


def card_of(policy: TablePolicy, layout: Layout, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The card of a policy: what the format demands, and the facts of its training."""
    needed = {"activation": "relu", "trunk": trunk_names(policy)}
    return {**describe(layout.seats, layout.history, policy.view), **needed, **facts}


def for_play(policy: TablePolicy, layout: Layout) -> Policy:
    """The policy as an agent: greedy, on NumPy, with the present weights."""
    return Policy(weights_for_play(policy), card_of(policy, layout, {}))


def save_policy(
    folder: Path, policy: TablePolicy, layout: Layout, facts: Mapping[str, Any]
) -> Path:
    """Write `policy.safetensors` and its card; the path of the weights."""
    return save(folder, weights_for_play(policy), card_of(policy, layout, facts))


def measure(agent: Policy, opponent: str, rules: Rules, deals: int, seed: int) -> Result:
    """Duplicate deals of the agent against copies of an opponent."""
    return play([agent, opponent], rules, deals, seed)


def won(result: Result) -> Estimate:
    """The win rate of the agent that was measured."""
    return result.standings[0].win_rate


def strength(
    agent: Policy, opponent: str, tables: Sequence[Rules], deals: int, seed: int
) -> Estimate:
    """The mean win rate over some tables, with the deals shared among them."""
    each = -(-deals // len(tables))
    return mean_of([won(measure(agent, opponent, rules, each, seed)) for rules in tables])


def mean_of(estimates: Sequence[Estimate]) -> Estimate:
    """The mean of independent estimates with its 95 % interval."""
    n = len(estimates)
    mean = sum(e.mean for e in estimates) / n
    below = sum((e.mean - e.low) ** 2 for e in estimates) ** 0.5 / n
    above = sum((e.high - e.mean) ** 2 for e in estimates) ** 0.5 / n
    return Estimate(mean, mean - below, mean + above)


def describe_table(rules: Rules) -> dict[str, Any]:
    """A table as settings and cards list it."""
    return {
        "rules": str(rules),
        "rules_fingerprint": rules.fingerprint,
        "players": rules.players,
    }


def print_table(results: Mapping[str, Result], console: Console) -> None:
    """The new agent against each opponent at one table, with 95 % intervals."""
    first = next(iter(results.values()))
    rules = first.rules or "official rules"
    table = Table(
        title=f"The trained agent, greedy; {first.players} players, {rules}, "
        f"{first.deals:,} duplicate deals each, chance {first.chance:.1%}"
    )
    for heading in ("against", "wins", "95 % interval", "points a game"):
        table.add_column(heading, justify="left" if heading == "against" else "right")
    for opponent, result in results.items():
        rate, points = won(result), result.standings[0].points
        interval = f"{rate.low:.1%} to {rate.high:.1%}"
        table.add_row(opponent, f"{rate.mean:.1%}", interval, f"{points.mean:.1f}")
    console.print(table)


def chance_of(tables: Sequence[Rules]) -> float:
    """The mean win rate of equal agents."""
    return sum(1 / 2 if rules.teams else 1 / rules.players for rules in tables) / len(tables)


def draw_curve(points: Sequence[CurvePoint], opponent: str, chance: float, path: Path) -> None:
    """A picture of win rate over training time, with 95 % intervals."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    seconds = [point.seconds for point in points]
    mean = [100 * point.win_rate.mean for point in points]
    low = [100 * point.win_rate.low for point in points]
    high = [100 * point.win_rate.high for point in points]
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    axes.fill_between(seconds, low, high, alpha=0.25, label="95 % interval")
    axes.plot(seconds, mean, marker="o", label=f"greedy policy against {opponent}")
    axes.axhline(100 * chance, linestyle="--", color="grey", label="chance")
    axes.set_xlabel("seconds of training")
    axes.set_ylabel("games won, %")
    axes.set_title(f"{points[-1].decisions:,} decisions of self-play")
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=120)


def curve_as_json(points: Sequence[CurvePoint]) -> list[dict[str, Any]]:
    """The points of the curve as JSON types."""
    return [asdict(point) for point in points]
