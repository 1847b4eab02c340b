"""Games shown to the learner in each seat's own view, and answered in it.

So what it learns of one colour it knows of all four. The policy that plays does the same
translation for itself (`uno_agents.own_view`).
"""

import numpy as np

from uno_agents.own_view import OwnView
from uno_env import GameBatch


class GamesAsSeen:
    """A batch of games in the own view of whoever is on move in each.

    Args:
        dealt: the games as they are.

    Attributes:
        observation: [B, D] float32, mask: [B, A] int8, seat: [B]; all overwritten by `step`.
    """

    def __init__(self, dealt: GameBatch) -> None:
        self.dealt = dealt
        self._own = OwnView(dealt.layout)
        self._known = dealt.layout.slice("known")
        self._view = np.zeros(len(dealt.mask), np.int64)
        self.observation = np.empty_like(dealt.observation)
        self.mask = np.empty_like(dealt.mask)
        self._look()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Answer in the own views; rewards `[B, P]`, terminated `[B]`, truncated `[B]`."""
        outcome = self.dealt.step(self._own.given[self._view, actions])
        self._look()
        return outcome

    def own_actions(self, games: np.ndarray, given: np.ndarray) -> np.ndarray:
        """Actions `[n]` at the tables of `games: [n]`, in the views of the seats on move there."""
        return self._own.own[self._view[games], given]

    def other_hands(self) -> np.ndarray:
        """The true hands of the other seats, `[B, P - 1, K]`, as the field `known` has them."""
        hands = self.dealt.other_hands()
        columns = self._own.columns[self._view, self._known] - self._known.start
        own = np.take_along_axis(hands.reshape(len(hands), -1), columns, axis=1)
        return own.reshape(hands.shape)

    def to_bytes(self) -> bytes:
        """All games as they stand."""
        return self.dealt.to_bytes()

    def restore(self, blob: bytes) -> None:
        """Go on from what `to_bytes` gave."""
        self.dealt.restore(blob)
        self._look()

    def _look(self) -> None:
        self.seat = self.dealt.seat
        self._own.see(self.dealt.observation, self.observation, self._view)
        self.mask[:] = np.take_along_axis(self.dealt.mask, self._own.given[self._view], axis=1)
