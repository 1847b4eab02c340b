"""The arena: agents meet on seat-rotated duplicate deals.

python -m uno_agents.arena --agents heuristic,random --players 2 --deals 20000
python -m uno_agents.arena --cross --agents heuristic,random,uniform --deals 2000 --keep runs/cross
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import tyro
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from uno_agents.blocks import BLOCK, Settings
from uno_agents.cross import CrossResult, cross_matches, cross_result, play_matches
from uno_agents.deals import Match, Stopped
from uno_agents.export import require, write_games, write_json, written_aside
from uno_agents.faults import OnFault
from uno_agents.pictures import draw
from uno_agents.registry import names
from uno_agents.report import report, report_cross, wide_console
from uno_agents.results import Result
from uno_agents.table import IllegalAnswer
from uno_agents.workers import Workers
from uno_env import Rules


@dataclass
class Args:
    """Play seat-rotated duplicate deals and print win rates with 95 % intervals."""

    agents: str
    """Names with commas between. Two: the first against copies of the second; else one a seat."""
    players: int | None = None
    """How many sit at the table; by default what the rules say."""
    deals: int = 20_000
    """Deals; each is played once from every seat. With --cross, of each pair."""
    rules: str = ""
    """A preset's name, or a text such as "stacking=same,seven_swap"."""
    seed: int = 0
    """Of the deals and of the agents' chance."""
    cross: bool = False
    """Everybody meets everybody (copies of everybody, with three players or more), with ratings."""
    until_decided: bool = False
    """Stop as soon as the first agent is above or below chance for certain; --deals at most."""
    on_fault: OnFault = "stop"
    """An agent that raises, answers illegally or is too slow stops the run, or loses the game."""
    move_seconds: float | None = None
    """The time a move may take."""
    processes: int = 0
    """How many play at once; 0 is one for each core. The games are the same."""
    block: int = BLOCK
    """Deals that are played as one batch and kept together; another size is another set of games.
    For slow agents take fewer."""
    keep: Path | None = None
    """A folder for finished blocks: the same command goes on from them."""
    json: Path | None = None
    """Write the numbers to this file as well."""
    parquet: Path | None = None
    """Write every game as a row of this file."""
    record: Path | None = None
    """Record every game in this file, packed if it ends in .gz; see `uno_env.record`."""
    plots: Path | None = None
    """With --cross: draw a heat map and the ratings into this folder."""


def main(args: Args) -> Result | CrossResult:
    """Play, print, and write what was asked for.

    Raises:
        ValueError: anything in the arguments that cannot be; nothing has been played then.
        IllegalAnswer: an agent's fault stopped the run; what was finished has been printed and
            written.
    """
    _check(args)
    with ExitStack() as stack:
        json_file = stack.enter_context(written_aside(args.json, "--json"))
        parquet_file = stack.enter_context(written_aside(args.parquet, "--parquet"))
        matches = _matches(args)
        fault = _play(matches, args)
        result: Result | CrossResult | None
        if args.cross:
            result = cross_result(matches)
        else:
            result = matches[0].result() if matches[0].blocks else None
        if result is not None:
            if json_file:
                write_json(json_file, result.to_dict())
            if parquet_file:
                write_games(parquet_file, matches)
            _show(result, args)
    if fault is not None:
        raise fault
    assert result is not None
    return result


def _check(args: Args) -> None:
    if args.cross and args.until_decided:
        raise ValueError("--until-decided is for one match: there is no one question in a --cross")
    if args.plots and not args.cross:
        raise ValueError("--plots draws cross tables: add --cross")
    if args.record and (args.cross or args.keep):
        raise ValueError("--record is for one match played in one go: without --cross and --keep")
    if args.parquet:
        require("pyarrow", "--parquet")
    if args.plots:
        require("matplotlib", "--plots")


def _matches(args: Args) -> list[Match]:
    rules = Rules.named(args.rules)
    if args.players is not None:
        rules = rules.replace(players=args.players)
    settings = Settings(rules, args.seed, args.block, args.on_fault, args.move_seconds)
    line_up = [name.strip() for name in args.agents.split(",")]
    if args.cross:
        return cross_matches(line_up, settings, args.deals, args.keep)
    return [Match(line_up, settings, args.deals, args.keep, record=args.record)]


def _play(matches: list[Match], args: Args) -> IllegalAnswer | None:
    """Play them; the fault that stopped the run, if one did."""
    try:
        with Workers(args.processes) as workers, _progress(args.deals * len(matches)) as advance:
            if args.cross:
                play_matches(matches, workers, advance)
            else:
                matches[0].play(workers, advance, args.until_decided)
    except IllegalAnswer as fault:
        return fault if isinstance(fault, Stopped) else Stopped(str(fault))
    return None


def _show(result: Result | CrossResult, args: Args) -> None:
    if isinstance(result, Result):
        report(result, wide_console())
        return
    report_cross(result, wide_console())
    if args.plots:
        print("drawn:", *draw(result, args.plots))


@contextmanager
def _progress(deals: int) -> Iterator[Callable[[float], None]]:
    """A bar that the function it gives moves on by a number of deals."""
    columns = TextColumn("deals"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("deals", total=max(deals, 1))
        yield lambda finished: bar.advance(task, finished)


def run() -> None:
    """The command line: a mistake in the arguments is a message, not a traceback."""
    args = tyro.cli(
        Args,
        prog="python -m uno_agents.arena",
        description=f"{Args.__doc__} Agents: {', '.join(names())}.",
    )
    try:
        main(args)
    except ValueError as error:
        Console(stderr=True).print(f"[red]arena:[/] {escape(str(error))}", highlight=False)
        sys.exit(3 if isinstance(error, IllegalAnswer) else 2)
    except KeyboardInterrupt:
        kept = (
            f"; finished blocks are in {args.keep}" if args.keep else "; --keep would keep blocks"
        )
        Console(stderr=True).print(f"arena: stopped{escape(kept)}", highlight=False)
        sys.exit(130)


if __name__ == "__main__":
    run()
