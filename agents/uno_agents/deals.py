"""Playing duplicate deals: every deal once in every rotation of the seats, each to its end.

A deal is a seed: shuffle, dealer and all later chance come from it, so that its rotations differ in
nothing but who sits where. Deals are played in blocks of 1,000, one batch each; in a block every
agent has a generator of its own for each rotation and place, keyed by (seed, block, rotation,
place). Results are the same on every machine.
"""

import time
from collections.abc import Callable, Sequence
from functools import reduce
from operator import add
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from uno_agents.results import Outcomes, Result, standing, versions
from uno_agents.table import IllegalAnswer, Table
from uno_env import GameBatch, IllegalAction, Rules
from uno_env.seating import first_illegal, in_position

BLOCK = 1_000
MAX_SEED = 2**64 - 1

KEPT = 0.75
"""The batch is shortened when no more than this share of its games is still running."""


def play(
    line_up: Sequence[Any],
    rules: Rules | str = "",
    deals: int = 20_000,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Play seat-rotated duplicate deals.

    Args:
        line_up: names or agents. Two: the first against `players - 1` copies of the second;
            otherwise exactly `players`, seated as given.
        rules: the table's, or a preset's name, or a rules text; they say how many players.
        deals: how many; each is played `players` times.
        seed: of the deals and of the agents' chance, 0 to 2**64-1.
        progress: called with the number of deals finished since the last call.

    Raises:
        ValueError: no deals, an unknown agent, a line-up of the wrong length, a seed out of range.
        IllegalAnswer: an agent answered illegally; names it, the deal and the position.
    """
    if deals < 1:
        raise ValueError(f"deals={deals}: expected at least 1")
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"seed={seed}: expected 0 to 2**64-1")
    table = Table(line_up, Rules.named(rules) if isinstance(rules, str) else rules)
    began = time.perf_counter()
    blocks = []
    with threadpool_limits(
        1, "blas"
    ):  # matrices are small: threads would only wait for one another
        for block in range(-(-deals // BLOCK)):
            size = min(BLOCK, deals - block * BLOCK)
            blocks.append(_Block(table, seed, block, size).play())
            if progress:
                progress(size)
    return _summary(table, seed, reduce(add, blocks), time.perf_counter() - began)


def _summary(table: Table, seed: int, outcomes: Outcomes, seconds: float) -> Result:
    games = outcomes.decisions.size
    return Result(
        standings=tuple(
            standing(outcomes, name, places, getattr(agent, "greedy", None))
            for name, agent, places in table.entries
        ),
        rules=str(table.rules),
        rules_fingerprint=table.rules.fingerprint,
        players=table.players,
        deals=len(outcomes.wins),
        games=games,
        seed=seed,
        chance=1 / 2 if table.rules.teams else 1 / table.players,
        decisions_per_game=float(outcomes.decisions.mean()),
        truncated=int(outcomes.truncated.sum()),
        without_winner=int((~outcomes.wins.any(axis=2)).sum()),
        seconds=seconds,
        games_per_second=games / seconds,
        versions=versions(),
    )


class _Block:
    """The games of one block; at first, row = rotation * deals + deal.

    In rotation r the place p of the line-up sits at seat `(p + r) % players`.
    """

    def __init__(self, table: Table, seed: int, block: int, deals: int) -> None:
        self.table = table
        self.deals = deals
        players = table.players
        key = np.random.SeedSequence(seed, spawn_key=(block,))
        self.seeds = np.tile(key.generate_state(deals, np.uint64), players)
        self.games = GameBatch(
            table.rules,
            deals * players,
            seed=self.seeds,
            reward="match",
            seats=table.layout.seats,
            history=table.layout.history,
        )
        self.generators = [
            np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(block, rotation, place)))
            for rotation in range(players)
            for place in range(players)
        ]
        self.row = np.arange(deals * players)
        """What each row of the batch was at first."""
        self.running = np.ones(deals * players, bool)
        self.outcomes = Outcomes.blank(deals, players)

    def play(self) -> Outcomes:
        """Play every game to its end."""
        self._note_first_seats()
        decisions = 0
        while len(self.row):
            rewards, terminated, truncated = self._step(self._answers())
            decisions += 1
            ended = np.flatnonzero(self.running & (terminated | truncated))
            if len(ended):
                self._note_ends(ended, decisions, rewards, truncated)
                self._drop_ended()
        return self.outcomes

    @property
    def rotation(self) -> np.ndarray:
        """Of each row of the batch."""
        return self.row // self.deals

    def _note_first_seats(self) -> None:
        """The seat to the dealer's left; dealers are seen from the seat on move."""
        dealer = self.games.layout.view(self.games.observation)["dealer"].argmax(axis=1)
        first = (self.games.seat + dealer + 1) % self.table.players
        self.outcomes.first[:] = first[: self.deals]

    def _answers(self) -> np.ndarray:
        """An action for each row, asking an agent once for all rows it has in a rotation."""
        players = self.table.players
        place = (self.games.seat - self.rotation) % players
        asked = np.where(self.running, self.rotation * players + place, players**2)
        order = np.argsort(asked, kind="stable")
        ends = np.searchsorted(asked[order], np.arange(players**2 + 1))
        actions = np.zeros(len(asked), np.int64)
        ended = order[ends[-1] :]
        actions[ended] = self.games.mask[ended].argmax(axis=1)  # anything legal will do
        for group, generator in enumerate(self.generators):
            rows = order[ends[group] : ends[group + 1]]
            if len(rows):
                actions[rows] = self._ask(group % players, rows, generator)
        return actions

    def _ask(self, place: int, rows: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        began = time.perf_counter()
        answers = self.table.answer(place, rows, self.games, generator)
        self.outcomes.move_time[place].append((len(rows), time.perf_counter() - began))
        return answers

    def _step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Step the batch; an illegal action is laid at the door of the agent that gave it."""
        try:
            return self.games.step(actions)
        except IllegalAction:
            row = first_illegal(self.games.mask, actions)
            if row is None:
                raise
            first = self.row[row]
            rotation = int(first // self.deals)
            place = (int(self.games.seat[row]) - rotation) % self.table.players
            raise IllegalAnswer(
                f"{self.table.name(place)} answered {in_position(self.games[row], actions[row])} "
                f"(deal seed {self.seeds[first]}, rotation {rotation})"
            ) from None

    def _note_ends(
        self, ended: np.ndarray, decisions: int, rewards: np.ndarray, truncated: np.ndarray
    ) -> None:
        rotation, deal = self.rotation[ended], self.row[ended] % self.deals
        seats = (np.arange(self.table.players) + rotation[:, None]) % self.table.players
        scores = self.games.finished_scores(ended)
        self.outcomes.wins[deal, rotation] = np.take_along_axis(rewards[ended], seats, axis=1) > 0
        self.outcomes.points[deal, rotation] = np.take_along_axis(scores, seats, axis=1)
        self.outcomes.truncated[deal, rotation] = truncated[ended]
        self.outcomes.decisions[deal, rotation] = decisions
        self.running[ended] = False

    def _drop_ended(self) -> None:
        """Shorten the batch now and then, so that its last games are not played among idle ones."""
        if self.running.sum() > KEPT * len(self.row):
            return
        rows = np.flatnonzero(self.running)
        if len(rows):
            self.games.keep(rows)
        self.row, self.running = self.row[rows], self.running[rows]
