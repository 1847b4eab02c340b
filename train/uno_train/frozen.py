"""An agent that never changes on all seats but the learner's."""

import json
from typing import Any

import numpy as np

from uno_env import GameBatch
from uno_env.seating import SeatedAgent
from uno_train.games import Games
from uno_train.games_as_seen import GamesAsSeen


class FrozenAgent:
    """Copies of one agent at every table, around a learner whose seat is drawn with each deal.

    Args:
        agent: seated at a table that shows what it needs.
        players: [B], how many sit at the table of each game.
        seed: of the learner's seats and the agent's chance.

    Attributes:
        learner: [B] int64, the learner's seat.
    """

    def __init__(self, agent: SeatedAgent, players: np.ndarray, seed: int | None) -> None:
        self._agent, self._players = agent, players
        self._chance = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(2,)))
        self.learner = np.zeros(len(players), np.int64)

    def offer(self, done: float) -> None:
        """It stays as it is, however far the run."""

    def deal(self, games: np.ndarray) -> None:
        """Draw the learner's seats in `games: [n] int64`, which were dealt anew."""
        self.learner[games] = self._chance.integers(self._players[games])

    def answer(self, games: Games, choosing: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Decide for the seats that are not the learner's; those of `choosing` that are are left.

        Args:
            choosing: [n] int64, the games whose seat on move has a choice.
            actions: [B] int64, written where the agent decides.
        """
        own = self.learner[choosing] == games.seat[choosing]
        theirs = choosing[~own]
        if len(theirs):
            actions[theirs] = self._answer(games, theirs)
        return choosing[own]

    def _answer(self, games: Games, rows: np.ndarray) -> np.ndarray:
        """What the agent decides at the tables as they were dealt, in the learner's view."""
        if isinstance(games, GamesAsSeen):
            return games.own_actions(rows, self._agent.answer(rows, games.dealt, self._chance))
        assert isinstance(games, GameBatch)
        return self._agent.answer(rows, games, self._chance)

    def state_dict(self) -> dict[str, Any]:
        """All that changes during a run."""
        chance = json.dumps(self._chance.bit_generator.state)
        return {"learner": self.learner.tolist(), "chance": chance}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from what `state_dict` gave."""
        self.learner[:] = state["learner"]
        self._chance.bit_generator.state = json.loads(state["chance"])
