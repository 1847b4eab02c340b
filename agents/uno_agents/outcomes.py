"""Every game of a set of deals, as arrays: who won, with how many points, and with what luck."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import Any

import numpy as np

from uno_env.luck import COLUMNS

NOBODY = -1
_PER_DEAL = ("seeds", "wins", "points", "first", "decisions", "truncated", "at_fault", "luck")


@dataclass(frozen=True)
class Outcomes:
    """`N` deals, each in `P` rotations; `C` columns of luck.

    In rotation r the place p of the line-up sits at seat `(p + r) % P`.
    """

    seeds: np.ndarray
    """[N] uint64: of each deal."""
    wins: np.ndarray
    """[N, P, P] float32: deal, rotation, place; 1 for a win. Where a seat lost the game by a fault,
    the others share it (partners win it whole)."""
    points: np.ndarray
    """[N, P, P] float64: the total of each place at the game's end."""
    first: np.ndarray
    """[N] int64: the seat to the left of the (first) dealer."""
    decisions: np.ndarray
    """[N, P] int64: actions taken by all seats."""
    truncated: np.ndarray
    """[N, P] bool: ended by the turn limit."""
    at_fault: np.ndarray
    """[N, P] int8: the place that lost the game by a fault, or `NOBODY`."""
    luck: np.ndarray
    """[N, P, P, C] float32: the luck of each place's draws, by `uno_env.luck.COLUMNS`."""
    move_time: tuple[np.ndarray, ...]
    """For each place, rows and seconds of each call of its agent, [calls, 2] float64."""
    faults: list[str] = field(default_factory=list)
    """What was wrong, in words, in the order it happened."""

    @classmethod
    def blank(cls, seeds: np.ndarray, players: int) -> "Outcomes":
        """Outcomes to be written, of the deals with these seeds."""
        deals = len(seeds)
        games, places = (deals, players), (deals, players, players)
        return cls(
            seeds=seeds,
            wins=np.zeros(places, np.float32),
            points=np.zeros(places),
            first=np.zeros(deals, np.int64),
            decisions=np.zeros(games, np.int64),
            truncated=np.zeros(games, bool),
            at_fault=np.full(games, NOBODY, np.int8),
            luck=np.zeros((*places, len(COLUMNS)), np.float32),
            move_time=tuple(np.zeros((0, 2)) for _ in range(players)),
        )

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self.wins.shape[1]

    def __add__(self, other: "Outcomes") -> "Outcomes":
        """The deals of both."""
        return joined([self, other])

    def luck_beyond_others(self) -> np.ndarray:
        """The luck of each place less the mean of the others', [N, P, P, C] float64."""
        own = self.luck.astype(np.float64)
        others = (own.sum(axis=2, keepdims=True) - own) / (self.players - 1)
        return own - others

    def to_arrays(self) -> dict[str, np.ndarray]:
        """All of it as named arrays."""
        arrays = {name: getattr(self, name) for name in _PER_DEAL}
        arrays |= {f"move_time_{p}": calls for p, calls in enumerate(self.move_time)}
        return arrays | {"faults": np.array(self.faults, dtype=np.str_)}

    @classmethod
    def from_arrays(cls, arrays: Any) -> "Outcomes":
        """What `to_arrays` gave."""
        players = arrays["wins"].shape[1]
        return cls(
            **{name: arrays[name] for name in _PER_DEAL},
            move_time=tuple(arrays[f"move_time_{p}"] for p in range(players)),
            faults=[str(fault) for fault in arrays["faults"]],
        )


def joined(parts: Sequence[Outcomes]) -> Outcomes:
    """The deals of all parts, in their order."""
    arrays = {name: np.concatenate([getattr(p, name) for p in parts]) for name in _PER_DEAL}
    calls = zip(*(part.move_time for part in parts), strict=True)
    return Outcomes(
        **arrays,
        move_time=tuple(np.concatenate(of_place) for of_place in calls),
        faults=reduce(add, (part.faults for part in parts), []),
    )
