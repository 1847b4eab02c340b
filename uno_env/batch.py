"""Many games at once: arrays in, arrays out, nothing allocated per step."""

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np

from uno_env.actions import ACTIONS
from uno_env.cards import KINDS
from uno_env.checks import reward_number
from uno_env.engine.score import REWARDS
from uno_env.fields import table_layout
from uno_env.game import Game, illegal_action
from uno_env.kernels import (
    ALL_FINE,
    deal_games,
    draw_seats,
    observe,
    observe_as,
    step_games,
    write_other_hands,
)
from uno_env.layout import Layout
from uno_env.observation import blank_observations
from uno_env.rows import as_actions, as_rows, ascending_rows, rules_of_rows, seeds_of_rows
from uno_env.rules import Rules
from uno_env.saving import batch_from_bytes, batch_to_bytes
from uno_env.state import NOBODY, STATE
from uno_env.tables import RULES, compile_rules


class GameBatch:
    """`B` games played together; an ended game is dealt anew at once.

    Args:
        rules: the rules of all games (a preset's name or text will do), or a sequence of `B`.
        size: the number of games, `B`.
        seed: row `i` starts as `Game(rules, seed=(seed + i) mod 2**64)`; or an array of `B` seeds.
        reward: `"win"`, `"points"` or `"match"`.
        seats: the places of the observation and the rewards, `P`; by default the most players.
        history: how many public events the observation shows.
        options: rule options, in place of `rules`.

    Attributes:
        observation: `[B, D] float32`, what the seat on move sees in each game.
        mask: `[B, A] int8`, its legal actions.
        seat: `[B] int64`, that seat.
        layout: the layout of the observation.
        rules: the rules of each row, a tuple of `B`.

    The arrays belong to the batch and are overwritten by `step`; copy what you keep.

    Raises:
        ValueError: bad rules, sizes or seeds, more players than seats.

    >>> games = GameBatch(Rules(players=4), 64, seed=1)
    >>> games.observation.shape == (64, games.layout.size), games.mask.shape, games.seat.shape
    (True, (64, 77), (64,))
    >>> rewards, terminated, truncated = games.step(games.mask.argmax(axis=1))
    >>> rewards.shape, bool(terminated.any())
    ((64, 4), False)
    """

    def __init__(
        self,
        rules: Rules | str | Sequence[Rules] | None = None,
        size: int = 1,
        seed: int | np.ndarray = 0,
        *,
        reward: str = "win",
        seats: int | None = None,
        history: int = 0,
        **options: Any,
    ) -> None:
        if isinstance(size, bool) or not isinstance(size, int | np.integer) or size < 1:
            raise ValueError(f"size={size!r}: a batch holds a whole number of games, at least 1")
        self.rules = rules_of_rows(rules, options, int(size))
        self._scheme = reward_number(reward)
        given = {id(r): r for r in self.rules}  # mostly one object for all rows: compare it once
        distinct = list(dict.fromkeys(given.values()))
        self._tables = np.concatenate([compile_rules(r) for r in distinct]).view(RULES)
        place = {key: distinct.index(r) for key, r in given.items()}
        self._of = np.array([place[id(r)] for r in self.rules], np.int64)
        players = max(r.players for r in distinct)
        self.layout: Layout = table_layout(players, seats, history)
        self._blank = blank_observations(self.layout, self._tables)
        self._games = np.zeros(size, STATE)
        self._allocate(int(size))
        self.deal(np.arange(size), seeds_of_rows(seed, int(size)))

    def _allocate(self, size: int) -> None:
        self.observation = np.zeros((size, self.layout.size), np.float32)
        self.mask = np.zeros((size, ACTIONS.size), np.int8)
        self.seat = np.zeros(size, np.int64)
        self._legal = np.zeros((size, ACTIONS.size), np.int8)
        self._rewards = np.zeros((size, self.layout.seats), np.float32)
        self._terminated = np.zeros(size, np.bool_)
        self._truncated = np.zeros(size, np.bool_)
        self._ended = np.empty(size, STATE)  # touched only as far as games end in one step
        self._ended_row = np.full(size, NOBODY, np.int64)
        self._every_row = np.arange(size)

    def __len__(self) -> int:
        return len(self._games)

    @property
    def record_bytes(self) -> int:
        """Bytes of one game's record."""
        return STATE.itemsize

    def deal(self, rows: np.ndarray, seeds: np.ndarray | None = None) -> None:
        """Deal some games anew, each as `Game(rules, seed)` would be.

        Args:
            rows: [n] whole numbers, which games.
            seeds: [n] uint64; by default each game's own random state goes on.
        """
        rows = as_rows(rows, len(self))
        start = np.ascontiguousarray(() if seeds is None else seeds, np.uint64)
        if seeds is not None and rows.shape != start.shape:
            raise ValueError(f"{rows.shape} rows with {start.shape} seeds: expected one seed a row")
        deal_games(self._games, self._tables, self._of, rows, start, NOBODY)
        self._ended_row[rows] = NOBODY
        self._observe(rows)

    def keep(self, rows: np.ndarray) -> None:
        """Go on with some of the games alone: row `n` becomes what row `rows[n]` was.

        The batch gets new, shorter arrays. What the latest step ended is forgotten.

        Args:
            rows: [n] whole numbers, at least one.
        """
        rows = as_rows(rows, len(self))
        if not rows.size:
            raise ValueError("no rows to keep: a batch holds at least 1 game")
        self.rules = tuple(self.rules[row] for row in rows)
        self._of, self._games = self._of[rows], self._games[rows]
        self._allocate(len(rows))
        self._observe(self._every_row)

    def to_bytes(self) -> bytes:
        """All games as they stand, random states included, with their rules and a checksum."""
        return batch_to_bytes(self.rules, self._games)

    def restore(self, blob: bytes) -> None:
        """Go on from what `to_bytes` of a batch under the same rules gave, row by row.

        What the latest step ended is forgotten.

        Raises:
            ValueError: not such bytes, damaged, of another version, other rules or another size;
                nothing changes.
        """
        self._games[:] = batch_from_bytes(blob, self.rules)
        self._ended_row[:] = NOBODY
        self._observe(self._every_row)

    def step(
        self, actions: np.ndarray, rows: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Play one action in every game, or in some of them.

        Args:
            actions: [B] whole numbers, for the seats in `seat`; with `rows`, `[n]`.
            rows: [n] whole numbers in ascending order, the games that move; by default all. The
                others wait: their rewards are 0, and what is seen of them stays as it is.

        Returns:
            rewards `[B, P] float32`, terminated `[B] bool`, truncated `[B] bool`. They belong to
            the batch and are overwritten by the next step. Where a game has ended, `observation`,
            `mask` and `seat` are those of the next one, and `finished(row)` is the one that ended.

        Raises:
            IllegalAction: names the first row with an illegal action; nothing moves.
            ValueError: not a whole number for each game that moves.
        """
        rows = self._every_row if rows is None else ascending_rows(rows, len(self))
        numbers = as_actions(actions, len(rows))
        place = step_games(
            self._games,
            self._tables,
            self._of,
            rows,
            numbers,
            self._legal,
            self._scheme,
            self._rewards,
            self._terminated,
            self._truncated,
            self._ended,
            self._ended_row,
        )
        if place != ALL_FINE:
            row = int(rows[place])
            raise illegal_action(self[row], int(np.asarray(actions)[place]), f"row {row}: ")
        self._observe(rows)
        return self._rewards, self._terminated, self._truncated

    def _observe(self, rows: np.ndarray) -> None:
        observe(
            self._games,
            self._tables,
            self._of,
            rows,
            self.layout.offsets,
            self.layout.seats,
            self._blank,
            self.observation,
            self.mask,
            self._legal,
            self.seat,
        )

    def __getitem__(self, row: int) -> Game:
        """A copy of one game."""
        return self._copy_out(self._games, self._row(row), self._row(row))

    def finished(self, row: int) -> Game:
        """The game that the latest step ended in a row.

        Raises:
            ValueError: no game ended there.
        """
        row = self._row(row)
        return self._copy_out(self._ended, int(self._ended_places(np.array([row]))[0]), row)

    def finished_observation(self, rows: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """What given seats see of the games that the latest step ended; `[n, D] float32`, new.

        Args:
            rows: [n] whole numbers.
            seats: [n] whole numbers, who looks.

        Raises:
            ValueError: in one of the rows no game ended.
        """
        rows = as_rows(rows, len(self))
        seen = np.empty((len(rows), self.layout.size), np.float32)
        observe_as(
            self._ended,
            self._tables,
            self._of[rows],
            self._ended_places(rows),
            np.ascontiguousarray(seats, np.int64),
            self.layout.offsets,
            self.layout.seats,
            self._blank,
            seen,
        )
        return seen

    def draw_seats(self, rows: np.ndarray) -> np.ndarray:
        """A seat for each of `rows: [n]`, all equally likely; `[n] int64`.

        It follows from the game's random state alone, and leaves that as it is.
        """
        rows = as_rows(rows, len(self))
        seats = np.empty(len(rows), np.int64)
        draw_seats(self._games, self._tables, self._of, rows, seats)
        return seats

    def records(self, rows: np.ndarray, *, finished: bool = False) -> np.ndarray:
        """The full truth of some games, or of those the latest step ended there; `[n] STATE`, new.

        Raises:
            ValueError: in one of the rows no game ended.
        """
        rows = as_rows(rows, len(self))
        return self._ended[self._ended_places(rows)] if finished else self._games[rows]

    def finished_scores(self, rows: np.ndarray) -> np.ndarray:
        """The totals of the games that the latest step ended in `rows: [n]`; `[n, P] int64`."""
        ended = self.records(rows, finished=True)
        return ended["scores"][:, : self.layout.seats].astype(np.int64)

    def other_hands(self) -> np.ndarray:
        """The true hands of the seats that are not on move, for critics in training.

        No observation holds this, and nothing that chooses an action may be given it.

        Returns:
            [B, P - 1, K] int8, cards of each kind; the seats clockwise from the one on move, as in
            the observation's field `known`. Absent seats hold nothing. A fresh array.
        """
        hands = np.empty((len(self), self.layout.seats - 1, KINDS), np.int8)
        write_other_hands(self._games, self._tables, self._of, hands)
        return hands

    def _ended_places(self, rows: np.ndarray) -> np.ndarray:
        places = self._ended_row[rows]
        if (places == NOBODY).any():
            row = rows[places == NOBODY][0]
            raise ValueError(f"no game ended in row {row} in the latest step")
        return places

    def _row(self, row: int) -> int:
        row = index(row)
        if not -len(self) <= row < len(self):
            raise IndexError(f"row {row} is out of range; the batch has {len(self)} games")
        return row % len(self)

    def _copy_out(self, records: np.ndarray, place: int, row: int) -> Game:
        return Game.of_record(
            self.rules[row],
            records[place : place + 1],
            reward=REWARDS[self._scheme],
            seats=self.layout.seats,
            history=self.layout.history,
        )
