"""Games and results as files that other programs read: Parquet, one row a game, and JSON."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from uno_agents.deals import Match

_HOW = "install the extra that brings it: pip install 'uno-env[arena]'"


@contextmanager
def written_aside(path: Path | None, option: str) -> Iterator[Path | None]:
    """A path that is known to be writable before play; what lies there takes its name at the end.

    Args:
        path: of the file; None gives None.
        option: that asked for it, for the message.

    Raises:
        ValueError: it cannot be written.
    """
    if path is None:
        yield None
        return
    aside = path.with_name(path.name + ".part")
    try:
        if path.is_dir():
            raise IsADirectoryError(f"{path} is a folder")
        aside.open("w").close()
    except OSError as error:
        raise ValueError(f"{option} {path} cannot be written: {error}") from None
    try:
        yield aside
        if aside.stat().st_size:
            os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write a result."""
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def require(package: str, for_what: str) -> Any:
    """Import an optional package.

    Raises:
        ValueError: it is not installed; says how to get it.
    """
    try:
        return __import__(package, fromlist=["_"])
    except ImportError:
        top = package.partition(".")[0]
        raise ValueError(f"{for_what} needs {top}, which is not installed: {_HOW}") from None


def write_games(path: Path, matches: Sequence[Match]) -> None:
    """Write every game of these matches as a row of a Parquet file.

    All matches must have as many players. Columns: `match`, `deal` (its number), `deal_seed`,
    `rotation`, `first_seat` (left of the dealer), `seat_0` ... (the agent there), `winner` (the
    agent; none where nobody won alone), `winner_seat` (-1 likewise), `points_0` ..., `decisions`,
    `truncated`, `at_fault` (the seat that lost by a fault, or -1).

    Raises:
        ValueError: pyarrow is not installed.
    """
    arrow = require("pyarrow", "--parquet")
    parquet = require("pyarrow.parquet", "--parquet")
    tables = [arrow.table(game_columns(match)) for match in matches if match.blocks]
    first = matches[0].settings
    says = {
        "rules": str(first.rules),
        "rules_fingerprint": first.rules.fingerprint,
        "seed": str(first.seed),
        "block": str(first.block),
    }
    whole = arrow.concat_tables(tables)
    kept = {**(whole.schema.metadata or {}), **{f"uno_env.{k}": v for k, v in says.items()}}
    parquet.write_table(whole.replace_schema_metadata(kept), path)


def game_columns(match: Match) -> dict[str, np.ndarray]:
    """The games of a match as columns, in the order of deals and rotations."""
    outcomes = match.outcomes
    deals, players = outcomes.decisions.shape
    at = np.empty(players, object)
    for name, _, places in match.table.entries:
        at[list(places)] = name
    rotation = np.tile(np.arange(players), deals)
    place_of_seat = (np.arange(players) - rotation[:, None]) % players  # [games, P]
    wins = outcomes.wins.reshape(-1, players)
    winner_place = np.where(wins.max(axis=1) == 1, wins.argmax(axis=1), -1)
    winner = at[winner_place]
    winner[winner_place < 0] = None
    at_fault = outcomes.at_fault.reshape(-1).astype(np.int64)
    points = np.take_along_axis(outcomes.points.reshape(-1, players), place_of_seat, axis=1)
    columns: dict[str, np.ndarray] = {
        "match": np.full(len(rotation), " vs ".join(match.names), object),
        "deal": np.repeat(np.arange(deals), players),
        "deal_seed": np.repeat(outcomes.seeds, players),
        "rotation": rotation,
        "first_seat": np.repeat(outcomes.first, players),
        "winner": winner,
        "winner_seat": _seat(winner_place, rotation, players),
        "decisions": outcomes.decisions.reshape(-1),
        "truncated": outcomes.truncated.reshape(-1),
        "at_fault": _seat(at_fault, rotation, players),
    }
    for seat in range(players):
        columns[f"seat_{seat}"] = at[place_of_seat[:, seat]]
        columns[f"points_{seat}"] = points[:, seat]
    return columns


def _seat(place: np.ndarray, rotation: np.ndarray, players: int) -> np.ndarray:
    return np.where(place < 0, -1, (place + rotation) % players)
