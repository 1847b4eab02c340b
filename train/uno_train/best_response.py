"""How exploitable an agent is: `python -m uno_train.best_response --against NAME --minutes 4`.

The agent is frozen and a policy learns nothing but to beat it, once from scratch and, if the agent
is a learned policy, once from its own weights. What the better of the two wins is a lower bound of
what a best response would: an agent near equilibrium leaves nothing to be found, one that merely
beats weak opponents does. The learner is greedy and measured on deals that it never trained on.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
import tyro
from rich.console import Console
from rich.table import Table

from uno_agents.policy_files import read
from uno_agents.results import Estimate
from uno_env import Layout, Rules
from uno_env.seating import SeatedAgent, seat_agents, widest
from uno_train import ppo, report
from uno_train.budget import Budget
from uno_train.endings import refusals
from uno_train.files import prepare_folder, write_json
from uno_train.frozen import FrozenAgent
from uno_train.games import tables_of
from uno_train.network import take_weights
from uno_train.record import command, present_versions
from uno_train.selfplay import SelfPlayPPO
from uno_train.watch import CurvePoint, EndOfRun, LearningCurve, ProgressBar, StopRequest

GENTLE = (1e-3, 1e-4)
"""The learning rate from the agent's own weights, which a usual one would wreck at once."""

CURVE_DEALS = 1000

Start = Literal["scratch", "own"]


@dataclass(frozen=True)
class Args:
    """Train against a frozen agent, and say what the learner wins of it."""

    program: ClassVar[str] = "uno_train.best_response"

    against: str
    """The agent: a name, policy:NAME, or module:Class."""
    minutes: float | None = None
    """Length of each training, compiling and evaluation apart."""
    decisions: int | None = None
    """Length in the learner's decisions, in place of minutes."""
    start: tuple[Start, ...] = ()
    """Where learning begins: scratch, own (the agent's weights), by default each that there is."""
    rules: str = ""
    """A preset or options, as in uno_train.ppo."""
    players: int | None = None
    """Seats at the table; the agent has all but one."""
    seed: int = 1
    """Fixes the beginning, the games and every choice."""
    threads: int = ppo.Args.threads
    """Threads that share an update."""
    curve_points: int = 8
    """Measurements on the way, of 1,000 deals each."""
    deals: int = 20_000
    """Deals of the result, each played from every seat."""
    out: Path = Path("runs/best-response")
    """Folder for policies, curves and results."""
    json: Path | None = None
    """A file that collects the results of several agents, such as docs/best_response.json."""
    overwrite: bool = False
    """Replace what the folder holds."""


class BestResponsePPO(SelfPlayPPO):
    """PPO against an agent that never changes, on one seat of each game.

    Args:
        frozen: the agent, seated.
        options: all that SelfPlayPPO takes.
    """

    def __init__(self, *args: Any, frozen: SeatedAgent, **options: Any) -> None:
        self.frozen = frozen
        super().__init__(*args, **options)

    def others_at(self, players: np.ndarray, seed: int | None) -> FrozenAgent:
        """The agent in all seats but one."""
        return FrozenAgent(self.frozen, players, seed)

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "frozen"]


@dataclass(frozen=True)
class Response:
    """A policy that was trained against the agent, and what it wins.

    Attributes:
        won: its win rate on fresh deals.
        curve: on the way.
    """

    won: Estimate
    curve: Sequence[CurvePoint]
    decisions: int
    seconds: float


def main(args: Args) -> dict[Start, Response]:
    """Train from each start, print and keep what came of it.

    Raises:
        ValueError: bad rules, an unknown agent, a start that there is not, a folder in use; nothing
            has been trained then.
    """
    Budget(args.minutes, args.decisions)
    (rules,) = tables_of((args.rules,), () if args.players is None else (args.players,))
    frozen = seat_agents([args.against], rules.players)[0]
    own = own_policy(args.against)
    starts = args.start or (("scratch",) if own is None else ("scratch", "own"))
    if "own" in starts and own is None:
        raise ValueError(f"--start own: {args.against} has no weights to begin from, only scratch")
    if args.json is not None:
        collected(args.json)
    prepare_folder(args.out, args.overwrite)
    found: dict[Start, Response] = {}
    for start in starts:
        begin_with = own if start == "own" else None
        found[start] = respond(args, rules, frozen, begin_with, args.out / start)
    console = Console()
    print_table(args, rules, found, console)
    keep(args, rules, found)
    return found


def own_policy(name: str) -> tuple[dict[str, np.ndarray], dict[str, Any]] | None:
    """Weights and card of a learned policy, as `policy:NAME` finds it; None for other agents."""
    kind, _, path = name.partition(":")
    return read(path) if kind == "policy" else None


def respond(
    args: Args,
    rules: Rules,
    frozen: SeatedAgent,
    own: tuple[Mapping[str, np.ndarray], Mapping[str, Any]] | None,
    out: Path,
) -> Response:
    """Train against the agent, from its own weights if they are given, and measure."""
    settings = ppo.Args(
        out=out, decisions=args.decisions, minutes=args.minutes, seed=args.seed,
        threads=args.threads, history=frozen.layout.history,
    )  # fmt: skip
    if own is not None:
        weights, card = own
        settings = replace(
            settings,
            learning_rate=GENTLE,
            widths=widths_of(weights),
            view=card["view"],
        )
    layout = widest([ppo.layout_of([rules], settings.history), frozen.layout])
    frozen.sit_down(layout, rules)
    budget = Budget(args.minutes, args.decisions)
    options: dict[str, Any] = {"kind": BestResponsePPO, "shown": layout, "frozen": frozen}
    ppo.warm_up(settings, [rules], **options)
    model = ppo.trainer(settings, [rules], budget, **options)
    if own is not None:
        take_weights(model.policy, weights)
        model.begin_average()
    evaluate = partial(strength, args, rules, layout, ppo.CURVE_SEED, CURVE_DEALS)
    curve = LearningCurve(evaluate, budget, args.curve_points)
    request, bar = StopRequest(), ProgressBar(budget, curve, args.against)
    with request.heeding_signals(), bar:
        model.learn(args.decisions or 1 << 60, [EndOfRun(budget, request), curve, bar])
    won = strength(args, rules, layout, ppo.TABLE_SEED, args.deals, model)
    facts = {"against": args.against, "decisions": model.num_timesteps}
    report.save_policy(out, model.policy_for_play, layout, facts)
    report.draw_curve(
        curve.points, args.against, report.chance_of([rules]), out / "learning_curve.png"
    )
    return Response(won, curve.points, model.num_timesteps, round(budget.seconds, 1))


def widths_of(weights: Mapping[str, np.ndarray]) -> tuple[int, ...]:
    """The widths of a stored policy's shared layers."""
    trunk = [name for name in sorted(weights) if name.startswith("trunk.") and "bias" in name]
    return tuple(len(weights[name]) for name in trunk)


def strength(
    args: Args, rules: Rules, layout: Layout, seed: int, deals: int, model: SelfPlayPPO
) -> Estimate:
    """What the learner wins of the agent, on deals of their own."""
    agent = report.for_play(model.policy_for_play, layout)
    return report.won(report.measure(agent, args.against, rules, deals, seed + args.seed))


def print_table(
    args: Args, rules: Rules, found: Mapping[Start, Response], console: Console
) -> None:
    """What each learner won, and what that says."""
    chance = report.chance_of([rules])
    table = Table(
        title=f"Trained against {args.against}: {rules.players} players, "
        f"{str(rules) or 'official rules'}, {args.deals:,} duplicate deals, chance {chance:.1%}"
    )
    for heading in ("learned from", "wins", "95 % interval", "decisions", "seconds"):
        table.add_column(heading, justify="right")
    for start, response in found.items():
        won = response.won
        table.add_row(
            {"scratch": "scratch", "own": "its own weights"}[start],
            f"{won.mean:.2%}",
            f"{won.low:.2%} - {won.high:.2%}",
            f"{response.decisions:,}",
            f"{response.seconds:.0f}",
        )
    console.print(table)
    console.print("A lower bound of what a best response wins; equal agents win by chance.")


def keep(args: Args, rules: Rules, found: Mapping[Start, Response]) -> None:
    """Write the results into the folder, and add them to the collection if there is one."""
    kept = {
        "command": command(args.program),
        "against": args.against,
        **report.describe_table(rules),
        "deals": args.deals,
        "seed": args.seed,
        "versions": present_versions(),
        "starts": {start: as_json(response) for start, response in found.items()},
    }
    write_json(args.out / "results.json", kept)
    if args.json is not None:
        write_json(args.json, collected(args.json) | {f"{args.against} of {rules.players}": kept})


def collected(path: Path) -> dict[str, Any]:
    """The results that a collection has already.

    Raises:
        ValueError: the file is something else.
    """
    if not path.exists():
        return {}
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise ValueError(f"--json {path}: no collection of results ({error})") from None


def as_json(response: Response) -> dict[str, Any]:
    """A response as JSON types."""
    won = response.won
    return {
        "win_rate": {"mean": won.mean, "low": won.low, "high": won.high},
        "decisions": response.decisions,
        "seconds": response.seconds,
        "curve": report.curve_as_json(response.curve),
    }


if __name__ == "__main__":
    with refusals(Args.program):
        main(tyro.cli(Args, prog="python -m uno_train.best_response", description=Args.__doc__))
