"""Playing recorded games again, many at once, and comparing what comes out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Protocol

import numpy as np

from uno_env.batch import GameBatch
from uno_env.game import illegal_action
from uno_env.record.saved import RUNNING, Ending, SavedGame, difference, endings
from uno_env.rules import Rules
from uno_env.saving import batch_to_bytes

TOGETHER = 2048
"""Games played at once."""


class Watcher(Protocol):
    """Who looks on while games are played again."""

    def before(self, games: GameBatch, rows: np.ndarray, places: np.ndarray, step: int) -> None:
        """Decision `step` is about to be made in `rows: [n]`, the games at `places: [n]`."""

    def after(self, rewards: np.ndarray, places: np.ndarray, step: int) -> None:
        """It has been made, and has paid `rewards: [n, P]`."""


def check(games: Iterable[SavedGame]) -> Iterator[tuple[SavedGame, str | None]]:
    """Yields every game with what is wrong with it, or None if it goes exactly as recorded."""
    waiting = iter(games)
    while some := list(islice(waiting, TOGETHER)):
        yield from zip(some, play_back(some), strict=True)


def play_back(
    games: Sequence[SavedGame], watcher: Watcher | None = None, **look: Any
) -> list[str | None]:
    """Play recorded games again; for each what is wrong with it, or None.

    Args:
        games: the games.
        watcher: told of every decision.
        look: `seats`, `history`, `reward` as for `GameBatch`.
    """
    problems: list[str | None] = [None] * len(games)
    dealt = np.array([place for place, game in enumerate(games) if game.is_dealt], np.int64)
    if dealt.size:
        _Lot(games, dealt, problems, _deal(games, dealt, look)).play(watcher)
    placed, records = _begin(games, problems)
    if placed.size:
        _Lot(games, placed, problems, _place(games, placed, records, look)).play(watcher)
    return problems


def from_actions(
    rules: Rules,
    seeds: Sequence[int] | np.ndarray,
    actions: Sequence[bytes],
    agents: Sequence[Sequence[str]] | None = None,
) -> list[SavedGame]:
    """Recordings of games of which seeds and actions are known: how they end is found by playing.

    Args:
        rules: of all games.
        seeds: one for each game.
        actions: for each game the numbers of its actions, a byte each.
        agents: for each game who sat on each seat.

    Raises:
        ValueError: an action is illegal, or stands behind the end of its game.
    """
    unknown = Ending(RUNNING, None, 0, (), "")
    games = [
        SavedGame(rules, bytes(played), unknown, seed=int(seed))
        for seed, played in zip(seeds, actions, strict=True)
    ]
    if agents is not None:
        games = [replace(game, agents=tuple(a)) for game, a in zip(games, agents, strict=True)]
    problems: list[str | None] = [None] * len(games)
    places = np.arange(len(games))
    lot = _Lot(games, places, problems, _deal(games, places, {}))
    lot.play(None)
    found = []
    for place, (game, end) in enumerate(zip(games, lot.endings, strict=True)):
        if end is None:
            raise ValueError(f"game {place}, seed {game.seed}: {problems[place]}")
        found.append(replace(game, ending=end))
    return found


def _deal(games: Sequence[SavedGame], places: np.ndarray, look: dict[str, Any]) -> GameBatch:
    """A batch of games that were dealt from a seed."""
    seeds = np.array([games[place].seed for place in places], np.uint64)
    return GameBatch([games[place].rules for place in places], len(places), seeds, **look)


def _begin(games: Sequence[SavedGame], problems: list[str | None]) -> tuple[np.ndarray, np.ndarray]:
    """The places of all other games, and the records they begin from."""
    places, records = [], []
    for place, game in enumerate(games):
        if not game.is_dealt:
            try:
                records.append(game.begin().record())
                places.append(place)
            except ValueError as error:
                problems[place] = str(error)
    return np.array(places, np.int64), np.concatenate(records) if records else np.empty(0)


def _place(
    games: Sequence[SavedGame], places: np.ndarray, records: np.ndarray, look: dict[str, Any]
) -> GameBatch:
    """A batch of games that stand as in `records`."""
    rules = [games[place].rules for place in places]
    batch = GameBatch(rules, len(places), **look)
    batch.restore(batch_to_bytes(rules, records))
    return batch


class _Lot:
    """Games that are played again in one batch: row `n` is the game at `places[n]`."""

    def __init__(
        self,
        games: Sequence[SavedGame],
        places: np.ndarray,
        problems: list[str | None],
        batch: GameBatch,
    ) -> None:
        self.games = games
        self.places = places
        self.problems = problems
        self.batch = batch
        self.decisions = np.array([len(games[place].actions) for place in places])
        self.fine = np.ones(len(places), bool)
        self.endings: list[Ending | None] = [None] * len(places)
        self.actions = np.zeros((len(places), self.decisions.max()), np.uint8)
        for row, place in enumerate(places):
            self.actions[row, : self.decisions[row]] = np.frombuffer(games[place].actions, np.uint8)

    def play(self, watcher: Watcher | None) -> None:
        """Play every game to the end of its recording, or to where it goes wrong."""
        self._compare(np.flatnonzero(self.decisions == 0), finished=False)
        for step in range(self.decisions.max()):
            rows = np.flatnonzero(self.fine & (self.decisions > step))
            rows = self._legal(rows, step)
            if not rows.size:
                continue
            if watcher:
                watcher.before(self.batch, rows, self.places[rows], step)
            rewards, terminated, truncated = self.batch.step(self.actions[rows, step], rows)
            if watcher:
                watcher.after(rewards[rows], self.places[rows], step)
            self._look(rows, (terminated | truncated)[rows], step + 1)

    def _legal(self, rows: np.ndarray, step: int) -> np.ndarray:
        """Those of `rows` whose recorded action is legal."""
        actions = self.actions[rows, step]
        legal = self.batch.mask[rows, actions] > 0
        for row, action in zip(rows[~legal], actions[~legal], strict=True):
            self._refuse(
                row, str(illegal_action(self.batch[row], int(action), f"decision {step}: "))
            )
        return rows[legal]

    def _look(self, rows: np.ndarray, ended: np.ndarray, made: int) -> None:
        """Compare the games that have ended, or whose recording has."""
        last = self.decisions[rows] == made
        for row in rows[ended & ~last]:
            self._refuse(row, f"it ends after {made} of its {self.decisions[row]} decisions")
        self._compare(rows[ended & last], finished=True)
        self._compare(rows[~ended & last], finished=False)

    def _compare(self, rows: np.ndarray, *, finished: bool) -> None:
        if not rows.size:
            return
        players = [self.batch.rules[row].players for row in rows]
        found = endings(self.batch.records(rows, finished=finished), players)
        for row, end in zip(rows, found, strict=True):
            recorded = self.games[self.places[row]].ending
            self.endings[row] = end
            if end.how == RUNNING != recorded.how:
                problem = f"it goes on after its {self.decisions[row]} decisions"
                self._refuse(row, problem)
            elif different := difference(recorded, end):
                self._refuse(row, different)

    def _refuse(self, row: int, problem: str) -> None:
        self.fine[row] = False
        self.problems[self.places[row]] = problem
