"""Games in which one seat learns and agents hold all the others: the Gymnasium environments' core.

A step is one decision of the learner in every game; the opponents play on until it is on move
again. An episode is a game, or a match, seen from the learner's seat. It is not over at its
beginning: where the opponents would end it before the learner's first decision, it is dealt again.
What a round pays before that decision comes with the first step, so that a match's rewards are
whole.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded

from uno_env.actions import ACTIONS
from uno_env.batch import GameBatch
from uno_env.checks import IllegalAction, check_number
from uno_env.fields import table_layout
from uno_env.game import Game
from uno_env.opponents import DEFAULT_OPPONENTS, Opponents, rules_of_table
from uno_env.rules import Rules
from uno_env.seating import columns_of

ILLEGAL_REWARD = -1.0


@dataclass
class Outcome:
    """What a step brought; what is told of ended episodes is keyed by their row.

    Attributes:
        rewards: [B] float64.
        terminated, truncated: [B] bool.
        final_observation: [D] float32 each, what the learner saw last.
        final_mask: [A] int8 each, zeros unless an illegal action ended the episode.
        final_game: the games themselves, if they are kept.
    """

    rewards: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    final_observation: dict[int, np.ndarray] = field(default_factory=dict)
    final_mask: dict[int, np.ndarray] = field(default_factory=dict)
    final_game: dict[int, Game] = field(default_factory=dict)


class LearnerGames:
    """`B` games with a learner in each.

    Args:
        size: the number of games, `B`.
        rules: `Rules`, a preset's name or a rules text; or single options as keywords.
        opponents: names or agents: one for all other seats, or one for each, clockwise from the
            learner's left.
        seat: the learner's; by default drawn for every episode.
        reward: `"win"`, `"points"` or `"match"`.
        seats: places in the learner's observation; by default the players.
        history: public events in it.
        keep_games: whether `Outcome.final_game` is filled.
        options: rule options, in place of `rules`.

    Attributes:
        rules: the table's.
        layout: of the learner's observation.
        games: the batch, whose own layout is wide enough for everybody.
        learner: [B] int64, the learner's seat in each game.

    Raises:
        ValueError: rules, opponents or numbers that cannot be.
    """

    def __init__(
        self,
        size: int,
        rules: Rules | str | None = None,
        *,
        opponents: Sequence[Any] = DEFAULT_OPPONENTS,
        seat: int | None = None,
        reward: str = "win",
        seats: int | None = None,
        history: int = 0,
        keep_games: bool = False,
        **options: Any,
    ) -> None:
        self.rules = rules_of_table(rules, opponents, options)
        self.layout = table_layout(self.rules.players, seats, history)
        self._seat = None if seat is None else check_number("seat", seat, 0, self.rules.players - 1)
        self._reward = reward
        self._keep_games = keep_games
        self._opponents = Opponents(opponents, self.rules, self.layout)
        shown = self._opponents.layout
        self._columns = None if shown == self.layout else columns_of(shown, self.layout)
        self.games = GameBatch(
            self.rules, size, reward=reward, seats=shown.seats, history=shown.history
        )
        self.learner = np.zeros(size, np.int64)
        self._owed = np.zeros(size)  # paid to the learner, and not yet handed out with a step
        self._fresh = np.ones(size, bool)  # where the learner has not decided yet in this episode
        self._ready = False  # the learner is on move in every game

    def __len__(self) -> int:
        return len(self.games)

    def observation(self) -> np.ndarray:
        """What the learner sees in each game, `[B, D] float32`, new."""
        return self._own(self.games.observation)

    def masks(self) -> np.ndarray:
        """The learner's legal actions in each game, `[B, A] int8`, new."""
        return self.games.mask.copy()

    def game(self, row: int) -> Game:
        """A copy of one game, with the learner's layout."""
        return self._with_own_layout(self.games[row])

    def reset(
        self, rows: np.ndarray, seeds: np.ndarray | None, chance: np.random.Generator
    ) -> None:
        """Begin new episodes in some games.

        Args:
            rows: [n] int64; all of them the first time, and after a step that broke off.
            seeds: [n] uint64; by default each game's own random state goes on, and where that
                cannot be they are drawn from `chance`.
            chance: the opponents'.

        Raises:
            ResetNeeded: some rows alone, where all must be reset.
        """
        if not self._ready and len(rows) < len(self):
            raise ResetNeeded("not all games are running: reset them all first")
        if not self._ready and seeds is None:
            seeds = chance.integers(2**64, size=len(rows), dtype=np.uint64)
        self._ready = False
        self.games.deal(rows, seeds)
        self._begin_episodes(rows)
        self._play_opponents(self._blank_outcome(), chance)
        self._ready = True

    def step(self, actions: np.ndarray, chance: np.random.Generator) -> Outcome:
        """Play the learner's action in every game, and on to its next decision.

        Where an episode has ended the next one has begun, and `observation` and `masks` are of that
        one. An illegal action ends the episode and pays -1, whatever was owed.

        Args:
            actions: [B] whole numbers, for the learner.
            chance: the opponents'.

        Raises:
            ResetNeeded: nothing has been dealt yet, or the last step broke off.
            ValueError: not `B` whole numbers from 0 to A - 1.
        """
        if not self._ready:
            raise ResetNeeded("no games are running: call reset()")
        actions = self._as_actions(actions)
        outcome = self._blank_outcome()
        self._ready = False
        self._fresh[:] = False
        legal = self.games.mask[np.arange(len(self)), actions] > 0
        if not legal.all():
            self._end_illegally(np.flatnonzero(~legal), outcome)
        self._move(np.flatnonzero(legal), actions[legal], outcome)
        self._play_opponents(outcome, chance)
        going_on = ~self._fresh
        outcome.rewards[going_on] = self._owed[going_on]
        self._owed[going_on] = 0
        self._ready = True
        return outcome

    def _blank_outcome(self) -> Outcome:
        size = len(self)
        return Outcome(np.zeros(size), np.zeros(size, bool), np.zeros(size, bool))

    def _as_actions(self, actions: np.ndarray) -> np.ndarray:
        actions = np.asarray(actions)
        if actions.shape != (len(self),) or actions.dtype.kind not in "iu":
            raise ValueError(
                f"actions of shape {list(actions.shape)} and dtype {actions.dtype}: expected "
                f"[{len(self)}] whole numbers"
            )
        outside = (actions < 0) | (actions >= ACTIONS.size)
        if outside.any():
            row = int(outside.argmax())
            raise ValueError(
                f"action {actions[row]} in row {row}: expected 0 to {ACTIONS.size - 1}; "
                "action_masks() says which are legal"
            )
        return actions.astype(np.int64)

    def _play_opponents(self, outcome: Outcome, chance: np.random.Generator) -> None:
        """Let the opponents play until the learner is on move in every game."""
        rows = np.flatnonzero(self.games.seat != self.learner)
        while rows.size:
            learner = self.learner[rows]
            answers = self._opponents.answer(rows, learner, self.games, chance)
            try:
                self._move(rows, answers, outcome)
            except IllegalAction:
                raise self._opponents.illegal_answer(rows, learner, self.games, answers) from None
            rows = rows[self.games.seat[rows] != self.learner[rows]]

    def _move(self, rows: np.ndarray, actions: np.ndarray, outcome: Outcome) -> None:
        """Play one action in some games, credit the learner, and begin what has to begin anew."""
        rewards, terminated, truncated = self.games.step(actions, rows)
        self._owed[rows] += rewards[rows, self.learner[rows]]
        over = rows[terminated[rows] | truncated[rows]]
        if not over.size:
            return
        told = over[~self._fresh[over]]
        outcome.rewards[told] = self._owed[told]
        outcome.terminated[told] = terminated[told]
        outcome.truncated[told] = truncated[told]
        seen = self._own(self.games.finished_observation(told, self.learner[told]))
        masks = np.zeros((len(told), ACTIONS.size), np.int8)
        self._note_finals(told, seen, masks, self.games.finished, outcome)
        self._begin_episodes(over)

    def _end_illegally(self, rows: np.ndarray, outcome: Outcome) -> None:
        """End the episodes of an illegal action where they stand, and deal anew."""
        outcome.rewards[rows] = ILLEGAL_REWARD
        outcome.terminated[rows] = True
        seen = self._own(self.games.observation[rows])
        self._note_finals(rows, seen, self.games.mask[rows], self.games.__getitem__, outcome)
        self.games.deal(rows)
        self._begin_episodes(rows)

    def _note_finals(
        self,
        rows: np.ndarray,
        observation: np.ndarray,
        masks: np.ndarray,
        game: Callable[[int], Game],
        outcome: Outcome,
    ) -> None:
        """Keep what the learner saw last in some rows, `[n, D]` and `[n, A]`."""
        for place, row in enumerate(rows.tolist()):
            outcome.final_observation[row] = observation[place]
            outcome.final_mask[row] = masks[place]
            if self._keep_games:
                outcome.final_game[row] = self._with_own_layout(game(row))

    def _begin_episodes(self, rows: np.ndarray) -> None:
        self._owed[rows] = 0
        self._fresh[rows] = True
        self.learner[rows] = self.games.draw_seats(rows) if self._seat is None else self._seat

    def _own(self, observation: np.ndarray) -> np.ndarray:
        """The learner's columns of what the games show, `[n, D]`, new."""
        return observation.copy() if self._columns is None else observation[:, self._columns]

    def _with_own_layout(self, game: Game) -> Game:
        layout = self.layout
        return Game.of_record(self.rules, game._record, self._reward, layout.seats, layout.history)
