"""What an agent that looks ahead is handed beside the observation: worlds, or the truth.

`Worlds` are dealt by `Game.sample_world` for the seat on move and depend on nothing but what that
seat knows. `Truth` is the game itself, for a ceiling to measure fair players against.

Both also come as state records, for compiled look-ahead (see `playouts`); `games_of` makes a batch
of records, to be played on by any agents.
"""

import numpy as np

from uno_env.batch import GameBatch
from uno_env.game import Game
from uno_env.knowledge import deal_worlds
from uno_env.layout import Layout
from uno_env.rules import Rules
from uno_env.state import STATE


class _Rows:
    """Some rows of a batch, counted anew from 0."""

    def __init__(self, games: GameBatch, rows: np.ndarray) -> None:
        self._batch = games
        self._rows = rows

    def table(self, row: int) -> np.ndarray:
        """The compiled rules of a row, `[1] RULES`."""
        of = self._batch._of[self._rows[row]]
        return self._batch._tables[of : of + 1]

    def seat(self, row: int) -> int:
        """The seat on move."""
        return int(self._batch.seat[self._rows[row]])

    def _game(self, row: int) -> Game:
        return self._batch[int(self._rows[row])]

    def _record(self, row: int) -> np.ndarray:
        """The batch's own record, `[1] STATE`."""
        first = self._rows[row]
        return self._batch._games[first : first + 1]


class Worlds(_Rows):
    """Worlds that the seats on move in some rows cannot tell from the true ones."""

    def __call__(self, row: int, seed: int) -> Game:
        """`sample_world` for the seat on move."""
        return self._game(row).sample_world(self.seat(row), seed)

    def many(self, row: int, seeds: np.ndarray) -> np.ndarray:
        """A world for each of `seeds: [n] uint64` as records, `[n] STATE`.

        Each holds the bytes of the world that a call with its seed gives.
        """
        worlds = np.zeros(len(seeds), STATE)
        deal_worlds(self._record(row), self.table(row), self.seat(row), seeds, worlds)
        return worlds


class Truth(_Rows):
    """The games themselves, hidden cards and chance to come included: no fair player gets them."""

    def __call__(self, row: int) -> Game:
        """The game as it stands, a copy."""
        return self._game(row)

    def record(self, row: int) -> np.ndarray:
        """The game as it stands as a record, `[1] STATE`, a copy."""
        return self._record(row).copy()


def games_of(records: np.ndarray, rules: Rules, layout: Layout) -> GameBatch:
    """Games that stand where `records: [B] STATE`, all of them of these rules, stand."""
    games = GameBatch(rules, len(records), seats=layout.seats, history=layout.history)
    games._games[:] = records
    games._observe(games._every_row)
    return games
