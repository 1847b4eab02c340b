"""Many games at once: arrays in, arrays out, nothing allocated per step."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from uno_env.actions import ACTIONS
from uno_env.cards import KINDS
from uno_env.checks import check_seed, reward_number
from uno_env.engine.score import REWARDS
from uno_env.game import Game, illegal_action
from uno_env.kernels import ALL_FINE, deal_games, observe, step_games, write_other_hands
from uno_env.layout import Layout
from uno_env.observation import blank_observations, observation_layout
from uno_env.rules import Rules, as_rules
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
        self.rules = _rules_of_rows(rules, options, int(size))
        self._scheme = reward_number(reward)
        given = {id(r): r for r in self.rules}  # mostly one object for all rows: compare it once
        distinct = list(dict.fromkeys(given.values()))
        self._tables = np.concatenate([compile_rules(r) for r in distinct]).view(RULES)
        place = {key: distinct.index(r) for key, r in given.items()}
        self._of = np.array([place[id(r)] for r in self.rules], np.int64)
        players = max(r.players for r in distinct)
        self.layout: Layout = observation_layout(players if seats is None else seats, history)
        if players > self.layout.seats:
            raise ValueError(f"seats={seats} cannot hold players={players}: set seats={players}")
        self._blank = blank_observations(self.layout, self._tables)
        self._games = np.zeros(size, STATE)
        self._allocate(int(size))
        self.deal(np.arange(size), _seeds_of_rows(seed, int(size)))

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

    def __len__(self) -> int:
        return len(self._games)

    @property
    def record_bytes(self) -> int:
        """Bytes of one game's record."""
        return STATE.itemsize

    def deal(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """Deal some games anew, each as `Game(rules, seed)` would be.

        Args:
            rows: [n] whole numbers, which games.
            seeds: [n] uint64.
        """
        rows = self._as_rows(rows)
        seeds = np.ascontiguousarray(seeds, np.uint64)
        if rows.shape != seeds.shape:
            raise ValueError(f"{rows.shape} rows with {seeds.shape} seeds: expected one seed a row")
        deal_games(self._games, self._tables, self._of, rows, seeds, NOBODY)
        self._ended_row[rows] = NOBODY
        self._observe()

    def keep(self, rows: np.ndarray) -> None:
        """Go on with some of the games alone: row `n` becomes what row `rows[n]` was.

        The batch gets new, shorter arrays. What the latest step ended is forgotten.

        Args:
            rows: [n] whole numbers, at least one.
        """
        rows = self._as_rows(rows)
        if not rows.size:
            raise ValueError("no rows to keep: a batch holds at least 1 game")
        self.rules = tuple(self.rules[row] for row in rows)
        self._of, self._games = self._of[rows], self._games[rows]
        self._allocate(len(rows))
        self._observe()

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
        self._observe()

    def _as_rows(self, rows: np.ndarray) -> np.ndarray:
        rows = np.ascontiguousarray(rows, np.int64)
        if rows.ndim != 1:
            raise ValueError(f"rows of shape {rows.shape}: expected [n]")
        if rows.size and not (rows.min() >= 0 and rows.max() < len(self)):
            raise ValueError(
                f"rows run from {rows.min()} to {rows.max()}; the batch has {len(self)}"
            )
        return rows

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Play one action in every game.

        Args:
            actions: [B] whole numbers, for the seats in `seat`.

        Returns:
            rewards `[B, P] float32`, terminated `[B] bool`, truncated `[B] bool`. They belong to
            the batch and are overwritten by the next step. Where a game has ended, `observation`,
            `mask` and `seat` are those of the next one, and `finished(row)` is the one that ended.

        Raises:
            IllegalAction: names the first row with an illegal action; nothing moves.
            ValueError: not an array of `B` whole numbers.
        """
        actions = self._as_actions(actions)
        row = step_games(
            self._games,
            self._tables,
            self._of,
            actions,
            self._legal,
            self._scheme,
            self._rewards,
            self._terminated,
            self._truncated,
            self._ended,
            self._ended_row,
        )
        if row != ALL_FINE:
            raise illegal_action(self[row], int(actions[row]), f"row {row}: ")
        self._observe()
        return self._rewards, self._terminated, self._truncated

    def _as_actions(self, actions: np.ndarray) -> np.ndarray:
        actions = np.asarray(actions)
        if actions.shape != (len(self),) or actions.dtype.kind not in "iu":
            raise ValueError(
                f"actions of shape {actions.shape} and dtype {actions.dtype}: expected "
                f"{len(self)} whole numbers"
            )
        return np.ascontiguousarray(actions, np.int64)

    def _observe(self) -> None:
        observe(
            self._games,
            self._tables,
            self._of,
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

    def finished_scores(self, rows: np.ndarray) -> np.ndarray:
        """The totals of the games that the latest step ended in `rows: [n]`; `[n, P] int64`.

        Raises:
            ValueError: in one of the rows no game ended.
        """
        places = self._ended_places(self._as_rows(rows))
        return self._ended["scores"][places, : self.layout.seats].astype(np.int64)

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
        if not -len(self) <= row < len(self):
            raise IndexError(f"row {row} is out of range; the batch has {len(self)} games")
        return int(row) % len(self)

    def _copy_out(self, records: np.ndarray, place: int, row: int) -> Game:
        return Game.of_record(
            self.rules[row],
            records[place : place + 1],
            reward=REWARDS[self._scheme],
            seats=self.layout.seats,
            history=self.layout.history,
        )


def _rules_of_rows(
    rules: Rules | str | Sequence[Rules] | None, options: dict[str, Any], size: int
) -> tuple[Rules, ...]:
    if rules is None or isinstance(rules, Rules | str):
        return (as_rules(rules, options),) * size
    rows = tuple(as_rules(r, options) for r in rules)
    if len(rows) != size:
        raise ValueError(f"{len(rows)} rules for {size} games: give one, or one a game")
    return rows


def _seeds_of_rows(seed: int | np.ndarray, size: int) -> np.ndarray:
    if np.ndim(seed) == 0:
        first = np.uint64(check_seed(seed))
        return np.arange(size, dtype=np.uint64) + first
    seeds = np.asarray(seed)
    if seeds.shape != (size,) or seeds.dtype.kind not in "iu" or seeds.min() < 0:
        raise ValueError(f"seeds of shape {seeds.shape}, {seeds.dtype}: expected {size} seeds >= 0")
    return seeds.astype(np.uint64)
