"""Recorded games of the arena: a part of the file for each block, joined at the end.

Blocks may be played in several processes, so each writes its own part into a folder beside the
file; parts are whole lines (or whole gzip members) and are joined in the order of the blocks.
"""

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from uno_agents.outcomes import Outcomes
from uno_agents.table import Table
from uno_env.record import GameWriter, SavedGame, from_actions

Steps = list[tuple[np.ndarray, np.ndarray]]
"""For each step, the games still running `[n]` and their actions `[n]`."""

_TOGETHER = 2_000


def make_room(path: Path) -> None:
    """Make the folder of the parts, anew if one is left from a run that was cut off.

    Raises:
        ValueError: the file cannot be written there.
    """
    try:
        if path.is_dir():
            raise IsADirectoryError(f"{path} is a folder")
        shutil.rmtree(_parts(path), ignore_errors=True)
        _parts(path).mkdir()
    except OSError as error:
        raise ValueError(f"--record {path} cannot be written: {error}") from None


def write_part(path: Path, number: int, table: Table, outcomes: Outcomes, steps: Steps) -> None:
    """Write the games of a block: every deal in its first rotation, then in the next.

    A game that a fault has ended is recorded as far as it came.
    """
    with GameWriter(_part(path, number)) as out:
        for saved in _games(table, outcomes, steps):
            out.write(saved)


def join_parts(path: Path, counted: Iterable[int]) -> None:
    """Make the file of the parts of the blocks that count, and drop all parts."""
    aside = _parts(path) / "joined"
    with aside.open("wb") as out:
        for number in sorted(counted):
            with _part(path, number).open("rb") as part:
                shutil.copyfileobj(part, out)
    os.replace(aside, path)
    shutil.rmtree(_parts(path), ignore_errors=True)


def _parts(path: Path) -> Path:
    return path.with_name(f"{path.name}.parts")


def _part(path: Path, number: int) -> Path:
    return _parts(path) / f"{number:05}-{path.name}"


def _games(table: Table, outcomes: Outcomes, steps: Steps) -> Iterator[SavedGame]:
    deals, players = len(outcomes), table.players
    games = np.concatenate([running for running, _ in steps])
    order = np.argsort(games, kind="stable")
    actions = np.concatenate([made for _, made in steps]).astype(np.uint8)[order]
    ends = np.searchsorted(games[order], np.arange(deals * players + 1))
    names = {place: name for name, _, places in table.entries for place in places}
    for first in range(0, deals * players, _TOGETHER):
        rows = range(first, min(first + _TOGETHER, deals * players))
        seats = [
            [names[(seat - row // deals) % players] for seat in range(players)] for row in rows
        ]
        yield from from_actions(
            table.rules,
            [int(outcomes.seeds[row % deals]) for row in rows],
            [actions[ends[row] : ends[row + 1]].tobytes() for row in rows],
            seats,
        )
