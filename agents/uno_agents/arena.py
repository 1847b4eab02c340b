"""The arena: agents meet on seat-rotated duplicate deals.

python -m uno_agents.arena --agents heuristic,random --players 2 --deals 20000
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import tyro
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from uno_agents.deals import play
from uno_agents.registry import names
from uno_agents.results import Estimate, Result, Standing
from uno_env import Rules


@dataclass
class Args:
    """Play seat-rotated duplicate deals and print win rates with 95 % intervals."""

    agents: str
    """Names with commas between. Two: the first against copies of the second; else one a seat."""
    players: int | None = None
    """How many sit at the table; by default what the rules say."""
    deals: int = 20_000
    """Deals; each is played once from every seat."""
    rules: str = ""
    """A preset's name, or a text such as "stacking=same,seven_swap"."""
    seed: int = 0
    """Of the deals and of the agents' chance."""
    json: Path | None = None
    """Write the numbers to this file as well."""


def main(args: Args) -> Result:
    """Play, print, and write what was asked for.

    Raises:
        ValueError: anything in the arguments that cannot be; nothing has been played then.
    """
    rules = Rules.named(args.rules)
    if args.players is not None:
        rules = rules.replace(players=args.players)
    line_up = [name.strip() for name in args.agents.split(",")]
    with _writable(args.json) as file:
        with _progress(args.deals) as advance:
            result = play(line_up, rules, args.deals, args.seed, advance)
        if file:
            json.dump(result.to_dict(), file, indent=2)
    report(result, Console())
    return result


@contextmanager
def _writable(path: Path | None) -> Iterator:
    """A file that is known to be writable before play, and takes its name when all is written."""
    if path is None:
        yield None
        return
    aside = path.with_name(path.name + ".part")
    try:
        if path.is_dir():
            raise IsADirectoryError(f"{path} is a folder")
        file = aside.open("w", encoding="utf-8")
    except OSError as error:
        raise ValueError(f"--json {path} cannot be written: {error}") from None
    try:
        with file:
            yield file
        os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)


@contextmanager
def _progress(deals: int) -> Iterator:
    """A bar that the function it gives moves on by a number of deals."""
    columns = TextColumn("deals"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("deals", total=max(deals, 1))
        yield lambda finished: bar.advance(task, finished)


_CAPTION = "by seat: win % on each seat, counted from the dealer's left"


def report(result: Result, console: Console) -> None:
    """Print a result: a table of the agents, and a line about the games."""
    title = f"{result.deals:,} deals x {result.players} rotations, seed {result.seed}"
    table = Table(title=f"{title}, rules: {result.rules or 'official'}", caption=_CAPTION)
    table.add_column("agent")
    for heading in ("win %", "95 %", "by seat", "points", "µs a move"):
        table.add_column(heading, justify="right")
    for standing in result.standings:
        table.add_row(*_row(standing))
    console.print(table)
    console.print(
        f"chance {result.chance:.1%} | {result.decisions_per_game:.1f} decisions a game | "
        f"{result.truncated:,} cut off by the turn limit | "
        f"{result.without_winner:,} without a winner | "
        f"{result.games_per_second:,.0f} games/s in {result.seconds:.1f} s"
    )


def _row(standing: Standing) -> tuple[str, ...]:
    copies = f" x{len(standing.places)}" if len(standing.places) > 1 else ""
    how = {True: " (greedy)", False: " (sampled)", None: ""}[standing.greedy]
    win = standing.win_rate
    return (
        standing.agent + copies + how,
        f"{100 * win.mean:.2f}",
        f"{100 * win.low:.2f} - {100 * win.high:.2f}",
        " ".join(f"{100 * share:.1f}" for share in standing.win_rate_by_seat),
        _plus_minus(standing.points),
        f"{standing.move_us:.2f}",
    )


def _plus_minus(points: Estimate) -> str:
    return f"{points.mean:.1f} ± {points.high - points.mean:.1f}"


def run() -> None:
    """The command line: a mistake in the arguments is a message, not a traceback."""
    args = tyro.cli(Args, description=f"{Args.__doc__} Agents: {', '.join(names())}.")
    try:
        main(args)
    except ValueError as error:
        Console(stderr=True).print(f"[red]arena:[/] {escape(str(error))}", highlight=False)
        sys.exit(2)


if __name__ == "__main__":
    run()
