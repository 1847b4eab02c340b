"""Recorded games as Parquet, for offline learning: what agents saw, did and were paid.

| file | column | what |
|---|---|---|
| `decisions.parquet` | `game`, `step`, `seat` | which decision of which game, and whose |
| | `observation`, `mask` | [D] float32 and [77] int8: what the seat on move saw, and could do |
| | `action`, `reward`, `last` | what it did; what it was paid; whether it decides no more |
| `hidden.parquet` | `game`, `step` | the same decisions in the same order |
| | `other_hands` | [(P - 1) * 58] int8: cards by kind, seats clockwise from the one on move |
| | `draw_pile` | its kinds, next card first |
| `games.parquet` | `game`, `rules`, `seed`, `agents` | how the game began |
| | `decisions`, `how`, `winner`, `scores` | how it ended |

`reward` is everything that the seat is paid until it decides again or the recording ends, so a
seat's decisions are a trajectory of its own; `last` marks the seat's last decision of the game. The
hidden part holds what no observation may: it is for critics.
"""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from uno_env.actions import ACTIONS
from uno_env.batch import GameBatch
from uno_env.cards import KINDS
from uno_env.fields import observation_layout
from uno_env.record.files import GameReader, Refusal
from uno_env.record.playback import play_back
from uno_env.record.saved import SavedGame

CHUNK = 32_768
"""Decisions that are in memory at once, as long as no single game has more."""

_LARGEST = 2048
"""Games in a chunk at most."""


@dataclass(frozen=True)
class Exported:
    """What an export has written, and what of the file it has left out."""

    games: int
    decisions: int
    refused: tuple[Refusal, ...]


def export(
    path: str | os.PathLike,
    out: str | os.PathLike,
    *,
    seats: int | None = None,
    history: int = 0,
    reward: str = "win",
) -> Exported:
    """Play the games of a file again and write three Parquet files into a folder.

    Args:
        path: the recorded games. Those that are refused or do not go as recorded are left out.
        out: the folder.
        seats: places in the observation; by default the most players of any game in the file.
        history: public events in the observation.
        reward: `"win"`, `"points"` or `"match"`.

    Raises:
        ValueError: no game in the file, more players than seats.
        ImportError: pyarrow is not installed.
    """
    reader = GameReader(path)
    most = max((game.rules.players for game in reader), default=0)
    if most == 0:
        raise ValueError(f"{path}: no recorded game ({len(reader.refused)} lines refused)")
    layout = observation_layout(most if seats is None else seats, history)
    if most > layout.seats:
        raise ValueError(f"seats={seats} cannot hold players={most}: set seats={most}")
    look = {"seats": layout.seats, "history": layout.history, "reward": reward}
    told = {"uno_env": json.dumps(look | {"layout": layout.fingerprint, "file": str(path)})}
    wrong: list[Refusal] = []
    games = decisions = 0
    with _Tables(Path(out), layout.size, layout.seats, told) as tables:
        for chunk in _chunks(reader):
            seen = _Seen(chunk, layout.size, layout.seats)
            problems = play_back(chunk, seen, **look)
            fine = np.array([problem is None for problem in problems])
            tables.write(chunk, seen, fine, games)
            wrong += [
                Refusal(game.line, problem)
                for game, problem in zip(chunk, problems, strict=True)
                if problem is not None
            ]
            games += int(fine.sum())
            decisions += int(seen.length[fine].sum())
    refused = sorted([*reader.refused, *wrong], key=lambda refusal: refusal.line)
    return Exported(games, decisions, tuple(refused))


def _chunks(games: Iterable[SavedGame]) -> Iterator[list[SavedGame]]:
    """Games in order, as many together as fit into memory."""
    chunk: list[SavedGame] = []
    size = 0
    for game in games:
        if chunk and (size + len(game.actions) > CHUNK or len(chunk) == _LARGEST):
            yield chunk
            chunk, size = [], 0
        chunk.append(game)
        size += len(game.actions)
    if chunk:
        yield chunk


class _Seen:
    """Everything that is seen while the games of a chunk are played again.

    Decision `t` of the game at place `g` is row `start[g] + t`, `N` in all.
    """

    def __init__(self, games: Sequence[SavedGame], width: int, seats: int) -> None:
        self.length = np.array([len(game.actions) for game in games], np.int64)
        self.start = np.cumsum(self.length) - self.length
        total = int(self.length.sum())
        self.place = np.repeat(np.arange(len(games)), self.length)
        self.step = np.arange(total) - self.start[self.place]
        everything = b"".join(game.actions for game in games)
        self.action = np.frombuffer(everything, np.uint8).astype(np.int8)
        self.seat = np.zeros(total, np.int8)
        self.observation = np.zeros((total, width), np.float32)
        self.mask = np.zeros((total, ACTIONS.size), np.int8)
        self.other_hands = np.zeros((total, (seats - 1) * KINDS), np.int8)
        self.pile: list[np.ndarray] = [np.empty(0, np.int8)] * total
        self.paid = np.zeros((total, seats), np.float64)

    def before(self, games: GameBatch, rows: np.ndarray, places: np.ndarray, step: int) -> None:
        at = self.start[places] + step
        self.seat[at] = games.seat[rows]
        self.observation[at] = games.observation[rows]
        self.mask[at] = games.mask[rows]
        self.other_hands[at] = games.other_hands()[rows].reshape(len(rows), -1)
        records = games.records(rows)
        sizes = records["draw_size"].tolist()
        for place, pile, size in zip(at.tolist(), records["draw_pile"], sizes, strict=True):
            self.pile[place] = pile[:size][::-1]

    def after(self, rewards: np.ndarray, places: np.ndarray, step: int) -> None:
        self.paid[self.start[places] + step] = rewards

    def trajectories(self) -> tuple[np.ndarray, np.ndarray]:
        """What each decision's seat is paid until it decides again, and whether it does not."""
        order = np.lexsort((self.step, self.seat, self.place))
        same = self.seat[order][1:] == self.seat[order][:-1]
        same &= self.place[order][1:] == self.place[order][:-1]
        until = (self.start + self.length)[self.place]  # the end of the game
        until[order[:-1][same]] = order[1:][same]
        total = np.concatenate([np.zeros((1, self.paid.shape[1])), self.paid.cumsum(axis=0)])
        here = np.arange(len(self.seat))
        reward = total[until, self.seat] - total[here, self.seat]
        last = np.ones(len(self.seat), bool)
        last[order[:-1][same]] = False
        return np.round(reward, 6).astype(np.float32), last


class _Tables:
    """The three files, written chunk by chunk."""

    def __init__(self, out: Path, width: int, seats: int, told: dict[str, str]) -> None:
        pa = _pyarrow()
        import pyarrow.parquet as pq

        out.mkdir(parents=True, exist_ok=True)
        vector = {
            "observation": pa.list_(pa.float32(), width),
            "mask": pa.list_(pa.int8(), ACTIONS.size),
            "other_hands": pa.list_(pa.int8(), (seats - 1) * KINDS),
        }
        key = {"game": pa.int64(), "step": pa.int32()}
        decisions = key | {"seat": pa.int8()} | dict(list(vector.items())[:2])
        decisions |= {"action": pa.int8(), "reward": pa.float32(), "last": pa.bool_()}
        hidden = key | {"other_hands": vector["other_hands"], "draw_pile": pa.list_(pa.int8())}
        games = {
            "game": pa.int64(),
            "rules": pa.string(),
            "seed": pa.uint64(),
            "agents": pa.list_(pa.string()),
            "decisions": pa.int32(),
            "how": pa.string(),
            "winner": pa.int8(),
            "scores": pa.list_(pa.int32()),
        }
        columns = {"decisions": decisions, "hidden": hidden, "games": games}
        self._schemas = {name: pa.schema(list(c.items()), told) for name, c in columns.items()}
        self._files = {
            name: pq.ParquetWriter(out / f"{name}.parquet", schema, compression="zstd")
            for name, schema in self._schemas.items()
        }

    def __enter__(self) -> "_Tables":
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files.values():
            file.close()

    def write(self, games: Sequence[SavedGame], seen: _Seen, fine: np.ndarray, first: int) -> None:
        """Write the fine games of a chunk, numbered from `first`."""
        number = first + np.cumsum(fine) - 1
        rows = np.flatnonzero(fine[seen.place])
        reward, last = seen.trajectories()
        key = {"game": number[seen.place[rows]], "step": seen.step[rows]}
        self._add(
            "decisions",
            key
            | {name: getattr(seen, name)[rows] for name in ("seat", "observation", "mask")}
            | {"action": seen.action[rows], "reward": reward[rows], "last": last[rows]},
        )
        piles = [seen.pile[row] for row in rows.tolist()]
        self._add("hidden", key | {"other_hands": seen.other_hands[rows], "draw_pile": piles})
        kept = [(int(n), game) for n, game, ok in zip(number, games, fine, strict=True) if ok]
        self._add("games", _about(kept))

    def _add(self, name: str, columns: dict[str, Any]) -> None:
        pa = _pyarrow()
        schema = self._schemas[name]
        arrays = [_array(columns[field.name], field.type) for field in schema]
        self._files[name].write_table(pa.Table.from_arrays(arrays, schema=schema))


def _about(games: Sequence[tuple[int, SavedGame]]) -> dict[str, list]:
    return {
        "game": [number for number, _ in games],
        "rules": [str(game.rules) for _, game in games],
        "seed": [game.seed for _, game in games],
        "agents": [game.agents for _, game in games],
        "decisions": [len(game.actions) for _, game in games],
        "how": [game.ending.how for _, game in games],
        "winner": [game.ending.winner for _, game in games],
        "scores": [game.ending.scores for _, game in games],
    }


def _array(values: Any, kind: Any) -> Any:
    """A column; matrices become lists of one length, lists of arrays are laid end to end."""
    pa = _pyarrow()
    if isinstance(values, np.ndarray) and values.ndim == 2:
        return pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1)), type=kind)
    if isinstance(values, list) and values and isinstance(values[0], np.ndarray):
        ends = np.cumsum([0, *map(len, values)], dtype=np.int32)
        return pa.ListArray.from_arrays(ends, np.concatenate(values), type=kind)
    return pa.array(values, kind)


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise ImportError("Parquet needs pyarrow: pip install 'uno-env[parquet]'") from None
    return pyarrow
