"""How often the arena's intervals hold the truth: `python -m benchmarks.coverage`.

An agent meets copies of itself, so its true win rate is known: one over the number of players. Of
many short matches, 95 % should have it inside their interval, raw and adjusted.
"""

from dataclasses import dataclass

import numpy as np
import tyro
from rich.console import Console
from rich.table import Table

from uno_agents.blocks import Settings
from uno_agents.deals import Match
from uno_agents.results import Estimate, estimate, standing
from uno_agents.workers import Workers
from uno_env import Rules


@dataclass
class Args:
    """Play many matches of an agent against itself, and count the intervals that hold."""

    agent: str = "random"
    """A name, policy:NAME, or module:Class."""
    players: int = 2
    """At the table."""
    repetitions: int = 1000
    """Matches."""
    deals: int = 200
    """Of each match."""
    seed: int = 1
    """Of the deals and of the agents' chance."""


def main(args: Args) -> None:
    """Play, count and print."""
    settings = Settings(Rules(players=args.players), args.seed, block=args.deals)
    match = Match([args.agent, args.agent], settings, args.deals * args.repetitions)
    with Workers() as workers:
        match.play(workers)
    standings = [standing(block, args.agent, [0], None) for block in match.blocks.values()]
    raw = [one.win_rate for one in standings]
    adjusted = [one.win_rate_adjusted for one in standings]
    table = Table(
        title=f"{args.repetitions} matches of {args.deals} deals, {args.agent} and itself"
    )
    for column in ("win rate", "hold the truth, %", "mean, %", "width, points", "variance"):
        table.add_column(column, justify="right")
    for name, estimates, ratios in (
        ("raw", raw, [one.variance_ratio for one in standings]),
        ("adjusted", adjusted, [one.variance_ratio_adjusted for one in standings]),
    ):
        table.add_row(name, *_row(estimates, ratios, match.chance))
    console = Console()
    console.print(table)
    differences = estimate(np.array([a.mean - r.mean for a, r in zip(adjusted, raw, strict=True)]))
    console.print(f"adjusted less raw: {_percent(differences)} points")


def _row(estimates: list[Estimate], ratios: list[float], truth: float) -> list[str]:
    held = np.mean([one.low <= truth <= one.high for one in estimates])
    width = np.mean([one.high - one.low for one in estimates])
    mean = estimate(np.array([one.mean for one in estimates]))
    return [f"{100 * held:.1f}", _percent(mean), f"{100 * width:.2f}", f"{np.mean(ratios):.2f}"]


def _percent(rate: Estimate) -> str:
    return f"{100 * rate.mean:.3f} ({100 * rate.low:.3f} - {100 * rate.high:.3f})"


if __name__ == "__main__":
    main(tyro.cli(Args, description=Args.__doc__))
