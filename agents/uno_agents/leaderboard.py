"""The leaderboard: `python -m uno_agents.leaderboard` (`make leaderboard`), `--check` to verify it.

Everybody of `uno_agents.yardsticks` meets everybody at tables of two and of four, official rules.
The numbers go into docs/leaderboard.json and from there into docs/leaderboard.md. `--check` plays
the hashed games of each row again, and says whether the row still holds.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console
from rich.progress import track

from uno_agents.blocks import BLOCK, Settings
from uno_agents.cross import cross_result, pairings, play_matches
from uno_agents.deals import Match
from uno_agents.export import write_json
from uno_agents.kept import match_folder
from uno_agents.leaderboard_page import page
from uno_agents.leaderboard_rows import best_responses, rows
from uno_agents.replay import games_hash
from uno_agents.workers import Workers
from uno_agents.yardsticks import ENTRIES, Entry, meet, present
from uno_env import Rules

SLOW_BLOCK = 50
"""Deals in a block of slow agents."""


@dataclass
class Args:
    """Play the leaderboard and write it, or check the one that is written."""

    check: bool = False
    """Replay the hashed games of each row and compare; nothing is written."""
    only: tuple[str, ...] = ()
    """With --check: these agents alone."""
    players: tuple[int, ...] = (2, 4)
    """The tables."""
    seed: int = 1
    """Of the deals and of the agents' chance."""
    deals: int | None = None
    """Of each match at most, for a trial."""
    replayed: int | None = None
    """Hashed games at most, for a trial."""
    agents: tuple[str, ...] = ()
    """These entries alone, for a trial."""
    processes: int = 0
    """How many play at once; 0 is one for each core."""
    keep: Path = Path("runs/leaderboard")
    """Finished blocks: the same command goes on from them."""
    data: Path = Path("docs/leaderboard.json")
    """The numbers."""
    page: Path = Path("docs/leaderboard.md")
    """The page."""
    best_response: Path = Path("docs/best_response.json")
    """What best responses won, as uno_train.best_response --json writes it."""


def main(args: Args) -> bool:
    """Play and write, or check; whether all rows hold.

    Raises:
        ValueError: an argument that cannot be, or a leaderboard that cannot be read.
    """
    if args.check:
        return check(args)
    entries = [
        _trial(entry, args) for entry in ENTRIES if not args.agents or entry.name in args.agents
    ]
    tables = [table(players, entries, args) for players in args.players]
    write_json(args.data, {"tables": tables})
    args.page.write_text(page(tables), encoding="utf-8")
    print(f"{args.data} and {args.page} are written")
    return True


def _trial(entry: Entry, args: Args) -> Entry:
    return replace(
        entry,
        deals=min(entry.deals, args.deals or entry.deals),
        replayed=min(entry.replayed, args.replayed or entry.replayed),
    )


def table(players: int, entries: Sequence[Entry], args: Args) -> dict[str, Any]:
    """Play the table of `players`; its rows, the best first."""
    here, missing = present(players, entries)
    rules = Rules(players=players)
    matches = table_matches(here, rules, args)
    console = Console(stderr=True)
    console.print(f"{players} players: {len(here)} agents, {len(matches)} matches")
    with Workers(args.processes) as workers:
        for match in track(matches, f"{players} players", console=console, transient=True):
            play_matches([match], workers)
    result = cross_result(matches)
    if result is None:
        raise ValueError(f"{players} players: fewer than two of these agents can meet")
    hashes = {
        entry.name: games_hash(entry.name, rules, entry.replayed)
        for entry in track(here, "games to hash", console=console, transient=True)
    }
    return {
        "players": players,
        "rules": str(rules),
        "rules_fingerprint": rules.fingerprint,
        "seed": args.seed,
        "rows": rows(here, result, hashes, best_responses(args.best_response)),
        "left_out": missing,
        "cycles": [list(cycle) for cycle in result.ratings.cycles],
        "versions": result.pairs[0].versions,
    }


def table_matches(entries: Sequence[Entry], rules: Rules, args: Args) -> list[Match]:
    """The matches of a table, none of them played; slow agents meet only yardsticks."""
    of_name = {entry.name: entry for entry in entries}
    matches = []
    for pair in pairings(list(of_name), rules.players):
        one, other = (of_name[name] for name in pair)
        if meet(one, other, rules.players):
            block = SLOW_BLOCK if one.slow or other.slow else BLOCK
            folder = match_folder(args.keep / f"{rules.players}p", list(pair))
            settings = Settings(rules, args.seed, block)
            deals = min(entry.deals_at(rules.players) for entry in (one, other))
            matches.append(Match(pair, settings, deals, folder))
    return matches


def check(args: Args) -> bool:
    """Replay the hashed games of each row; whether all hold.

    Raises:
        ValueError: there is no leaderboard, or no row of an agent that was asked for.
    """
    if not args.data.is_file():
        raise ValueError(f"there is no {args.data}: make leaderboard writes it")
    tables = json.loads(args.data.read_text(encoding="utf-8"))["tables"]
    found = {row["agent"] for of_table in tables for row in of_table["rows"]}
    if unknown := set(args.only) - found:
        raise ValueError(
            f"no row of {', '.join(sorted(unknown))}; there are {', '.join(sorted(found))}"
        )
    all_hold = True
    for of_table in tables:
        for row in of_table["rows"]:
            if row["players"] in args.players and (not args.only or row["agent"] in args.only):
                verdict = _verdict(row, of_table)
                all_hold &= verdict == "holds"
                print(f"{row['players']} players  {row['agent']:<24} {verdict}", flush=True)
    return all_hold


def _verdict(row: dict[str, Any], of_table: dict[str, Any]) -> str:
    rules = Rules.parse(of_table["rules"])
    if rules.fingerprint != of_table["rules_fingerprint"]:
        return f"rules {rules.fingerprint}, written with {of_table['rules_fingerprint']}"
    try:
        now = games_hash(row["agent"], rules, row["replayed_games"])
    except ValueError as error:
        return f"cannot be played: {error}"
    return (
        "holds" if now == row["games_hash"] else f"plays otherwise: {now}, was {row['games_hash']}"
    )


def run() -> None:
    """The command line; a row that does not hold is exit code 1."""
    args = tyro.cli(Args, prog="python -m uno_agents.leaderboard", description=Args.__doc__)
    try:
        sys.exit(0 if main(args) else 1)
    except ValueError as error:
        sys.exit(f"leaderboard: {error}")


if __name__ == "__main__":
    run()
