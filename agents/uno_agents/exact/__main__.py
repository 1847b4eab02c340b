"""Solve a tiny game and measure agents in it exactly.

python -m uno_agents.exact --against heuristic,random
"""

import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from uno_agents.exact.asking import strategy_of
from uno_agents.exact.solving import (
    Response,
    Solution,
    Value,
    best_response,
    frequency,
    solve,
    value_against,
)
from uno_agents.exact.tables import TINY
from uno_agents.exact.tree import Tree
from uno_env import Rules


@dataclass(frozen=True)
class Args:
    """Grow the whole tree of a tiny two-player game, solve it, and measure agents exactly."""

    against: str = "heuristic,random,uniform"
    """Names of agents with commas between."""
    rules: str = TINY
    """A rules text with a deck small enough."""
    iterations: int = 500
    """Of CFR+, at most."""
    enough: float = 0.05
    """Stop when a best response wins no more than this many points of win % from the solution."""
    times: int = 1_000
    """How often an agent that leaves its choice to chance is asked in each view."""
    seed: int = 0
    """Of the agents' chance."""
    json: Path | None = None
    """Write the numbers to this file as well."""


def main(args: Args) -> dict[str, Any]:
    """Grow, solve, measure, print; all numbers as JSON types.

    Raises:
        ValueError: rules that cannot be solved, or an unknown agent.
    """
    errors, console = Console(stderr=True), Console()
    began = time.perf_counter()
    with Progress(console=errors, transient=True) as bar:
        task = bar.add_task("growing the tree", total=1.0)
        tree = Tree.grow(Rules.named(args.rules), lambda share: bar.update(task, completed=share))
    grown = time.perf_counter()
    with errors.status("CFR+") as status:
        solution = solve(
            tree,
            args.iterations,
            args.enough / _PER_REWARD,
            progress=lambda done, left: status.update(
                f"CFR+: {done} iterations, exploitable by {_PER_REWARD * left:.3f} points"
            ),
        )
    solved = time.perf_counter()
    found = _facts(tree, solution) | {
        "seconds": {"growing": grown - began, "solving": solved - grown}
    }
    agents = {}
    for name in filter(None, map(str.strip, args.against.split(","))):
        strategy = strategy_of(tree, name, args.times, args.seed)
        value = value_against(tree, strategy, solution.strategy)
        agents[name] = _measured(value, best_response(tree, strategy))
    found["agents"] = agents
    report(found, console)
    if args.json:
        args.json.write_text(json.dumps(found, indent=2), encoding="utf-8")
    return found


_PER_REWARD = 50
"""Points of win % (a game nobody wins counts as half) that a reward of 1 is worth."""


def _facts(tree: Tree, solution: Solution) -> dict[str, Any]:
    return {
        "rules": str(tree.rules),
        "rules_fingerprint": tree.rules.fingerprint,
        "deals": len(tree.roots),
        "nodes": len(tree.nodes),
        "views": len(tree.keys),
        "memories": len(tree.memory_base) - 1,
        "choices": len(tree.actions),
        "iterations": solution.curve[-1][0],
        "exploitability": _PER_REWARD * solution.exploitability,
        "curve": [[done, _PER_REWARD * left] for done, left in solution.curve],
        "value_of_beginning": _percent(solution.value),
        "challenges": frequency(tree, solution.strategy, "challenge"),
    }


def _percent(reward: float) -> float:
    """A reward as a win %, in which a game that nobody wins is half a win."""
    return 50 + _PER_REWARD * reward


def _measured(value: Value, response: Response) -> dict[str, float]:
    return {
        "against_equilibrium": _percent(value.reward),
        "wins": 100 * value.win,
        "nobody": 100 * (1 - value.win - value.lose),
        "best_response": _percent(response.reward),
        "best_response_wins": 100 * response.win,
        "best_response_beginning": _percent(response.by_seat[0]),
        "best_response_second": _percent(response.by_seat[1]),
        "exploitability": _PER_REWARD * response.reward,
    }


def report(found: dict[str, Any], console: Console) -> None:
    """Print the game's size and value, and a row for each agent."""
    table = Table(
        title=f"exact, rules: {found['rules']}",
        caption="win %, both seats; a game that nobody wins is half a win",
    )
    table.add_column("agent")
    for heading in ("against the equilibrium", "best response to it", "exploitability"):
        table.add_column(heading, justify="right")
    for name, row in found["agents"].items():
        columns = ("against_equilibrium", "best_response", "exploitability")
        table.add_row(name, *(f"{row[column]:.2f}" for column in columns))
    left = found["exploitability"]
    table.add_row("equilibrium", "50.00", f"{50 + left:.3f}", f"{left:.3f}")
    console.print(table)
    seconds = found["seconds"]
    console.print(
        f"{found['deals']:,} deals, {found['nodes']:,} nodes, {found['views']:,} views "
        f"({found['memories']:,} with a perfect memory), grown in {seconds['growing']:.0f} s | "
        f"{found['iterations']} iterations of CFR+ in {seconds['solving']:.0f} s | who begins gets "
        f"{found['value_of_beginning']:.2f} % | the equilibrium meets {found['challenges'][0]:.2f} "
        f"Wild Draw Fours a game that may be challenged, and challenges "
        f"{100 * found['challenges'][1]:.0f} % of them"
    )


def run() -> None:
    """The command line: a mistake in the arguments is a message, not a traceback."""
    args = tyro.cli(Args, prog="python -m uno_agents.exact")
    try:
        main(args)
    except ValueError as error:
        Console(stderr=True).print(f"[red]exact:[/] {escape(str(error))}", highlight=False)
        sys.exit(2)


if __name__ == "__main__":
    run()
