"""Playing one block of duplicate deals: every deal in every rotation of the seats, to its end.

A deal is a seed: shuffle, dealer and all later chance come from it, so that its rotations differ in
nothing but who sits where. In a block every agent has a generator of its own for each rotation and
place, keyed by (seed, block, rotation, place). Results are the same on every machine, and whichever
blocks are played beside, before or after it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from threadpoolctl import threadpool_limits

from uno_agents.faults import Faults, OnFault, ask
from uno_agents.outcomes import Outcomes
from uno_agents.table import IllegalAnswer, Table
from uno_env import GameBatch, Rules
from uno_env.luck import DrawLuck

BLOCK = 1_000
"""Deals played as one batch, unless said otherwise."""

KEPT = 0.75
"""The batch is shortened when no more than this share of its games is still running."""

FAULTS_TOLD = 20
"""Faults of a block that are kept in words; all are counted."""


@dataclass(frozen=True)
class Settings:
    """How deals are played; the same settings give the same games."""

    rules: Rules
    seed: int = 0
    block: int = BLOCK
    on_fault: OnFault = "stop"
    """An agent that raises, answers illegally or is too slow loses the game, or stops the run."""
    move_seconds: float | None = None
    """The time a move may take; None is any."""


def play_block(
    table: Table,
    settings: Settings,
    number: int,
    deals: int,
    progress: Callable[[float], None] | None = None,
    actions: list[tuple[np.ndarray, np.ndarray]] | None = None,
) -> Outcomes:
    """Play the first `deals` of a block.

    Args:
        table: who plays.
        settings: how.
        number: of the block, from 0.
        deals: at most a whole block.
        progress: called with the deals (or parts of them) finished since the last call.
        actions: gets, for each step, the games still running `[n]` and their actions `[n]`.

    Raises:
        IllegalAnswer: under `on_fault="stop"`; names the agent, the deal and the position.
    """
    with threadpool_limits(1, "blas"):  # matrices are small: threads would wait for one another
        return _Block(table, settings, number, deals).play(progress, actions)


class _Block:
    """The games of one block; at first, row = rotation * deals + deal.

    In rotation r the place p of the line-up sits at seat `(p + r) % players`.
    """

    def __init__(self, table: Table, settings: Settings, number: int, deals: int) -> None:
        self.table = table
        self.settings = settings
        self.deals = deals
        players = table.players
        key = np.random.SeedSequence(settings.seed, spawn_key=(number,))
        seeds = key.generate_state(deals, np.uint64)
        self.games = GameBatch(
            table.rules,
            deals * players,
            seed=np.tile(seeds, players),
            reward="match",
            seats=table.layout.seats,
            history=table.layout.history,
        )
        self.luck = DrawLuck(self.games)
        self.generators = [
            np.random.default_rng(
                np.random.SeedSequence(settings.seed, spawn_key=(number, rotation, place))
            )
            for rotation in range(players)
            for place in range(players)
        ]
        self.row = np.arange(deals * players)
        """What each row of the batch was at first."""
        self.running = np.ones(deals * players, bool)
        self.decisions = 0
        self.calls: list[list[tuple[int, float]]] = [[] for _ in range(players)]
        self.outcomes = Outcomes.blank(seeds, players)

    def play(
        self,
        progress: Callable[[float], None] | None,
        actions: list[tuple[np.ndarray, np.ndarray]] | None,
    ) -> Outcomes:
        """Play every game to its end."""
        self._note_first_seats()
        while len(self.row):
            playing = self.running.sum()
            answers = self._answers()
            if actions is not None:
                actions.append((self.row[self.running], answers[self.running]))
            rewards, terminated, truncated = self.games.step(answers)
            self.luck.count()
            self.decisions += 1
            ended = np.flatnonzero(self.running & (terminated | truncated))
            if len(ended):
                self._note_ends(ended, rewards, truncated)
            if progress and self.running.sum() < playing:
                progress((playing - self.running.sum()) / self.table.players)
            self._drop_ended()
        calls = tuple(np.reshape(np.array(of_place), (-1, 2)) for of_place in self.calls)
        return replace(self.outcomes, move_time=calls)

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
        limit = self.settings.move_seconds
        answers, faults = ask(self.table, place, rows, self.games, generator, limit)
        self.calls[place].append((len(rows), time.perf_counter() - began))
        if faults:
            self._judge(place, faults)
        return answers

    def _judge(self, place: int, faults: Faults) -> None:
        """Lay faults at the door of the agent that made them: a message, or the lost games."""
        for row, what in faults.items():
            rotation, deal = divmod(int(self.row[row]), self.deals)
            told = (
                f"{self.table.name(place)} {what} "
                f"(deal seed {self.outcomes.seeds[deal]}, rotation {rotation})"
            )
            if self.settings.on_fault == "stop":
                raise IllegalAnswer(told)
            if len(self.outcomes.faults) < FAULTS_TOLD:
                self.outcomes.faults.append(told)
            self._forfeit(row, deal, rotation, place)

    def _forfeit(self, row: int, deal: int, rotation: int, place: int) -> None:
        """The game ends here: the others share the win, or the other pair has it."""
        players = self.table.players
        winners = np.arange(players) != place
        if self.table.rules.teams:
            winners = np.arange(players) % 2 != place % 2
        share = 1 if self.table.rules.teams else 1 / winners.sum()
        seats = (np.arange(players) + rotation) % players
        self.outcomes.at_fault[deal, rotation] = place
        self.outcomes.wins[deal, rotation] = share * winners
        self.outcomes.points[deal, rotation] = np.array(self.games[row].scores)[seats]
        self.outcomes.luck[deal, rotation] = self.luck.sums[row][seats]
        self.outcomes.decisions[deal, rotation] = self.decisions
        self.running[row] = False

    def _note_ends(self, ended: np.ndarray, rewards: np.ndarray, truncated: np.ndarray) -> None:
        rotation, deal = self.rotation[ended], self.row[ended] % self.deals
        seats = (np.arange(self.table.players) + rotation[:, None]) % self.table.players
        scores = self.games.finished_scores(ended)
        luck = self.luck.sums[ended]
        self.outcomes.wins[deal, rotation] = np.take_along_axis(rewards[ended], seats, axis=1) > 0
        self.outcomes.points[deal, rotation] = np.take_along_axis(scores, seats, axis=1)
        self.outcomes.luck[deal, rotation] = np.take_along_axis(luck, seats[:, :, None], axis=1)
        self.outcomes.truncated[deal, rotation] = truncated[ended]
        self.outcomes.decisions[deal, rotation] = self.decisions
        self.running[ended] = False

    def _drop_ended(self) -> None:
        """Shorten the batch now and then, so that its last games are not played among idle ones."""
        if self.running.sum() > KEPT * len(self.row):
            return
        rows = np.flatnonzero(self.running)
        if len(rows):
            self.games.keep(rows)
            self.luck.keep(rows)
        self.row, self.running = self.row[rows], self.running[rows]
