"""Games shown to the learner in each seat's own order of the colours, and answered in it.

So what it learns of one colour it knows of all four. The policy that plays does the same
translation for itself (`uno_agents.color_order`).
"""

import numpy as np

from uno_agents.color_order import GIVEN, ORDERS, OWN, ColorOrder
from uno_env import GameBatch
from uno_env.cards import COLORED


class OwnColors:
    """A batch of games, relabelled for whoever is on move in each.

    Args:
        dealt: the games in the colours that were dealt.

    Attributes:
        observation: [B, D] float32, mask: [B, A] int8, seat: [B]; all overwritten by `step`.
    """

    def __init__(self, dealt: GameBatch) -> None:
        self.dealt = dealt
        self._order = ColorOrder(dealt.layout)
        self._now = np.zeros(len(dealt.mask), np.int64)
        self.observation = np.empty_like(dealt.observation)
        self.mask = np.empty_like(dealt.mask)
        self._look()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Answer in the own colours; rewards `[B, P]`, terminated `[B]`, truncated `[B]`."""
        outcome = self.dealt.step(GIVEN[self._now, actions])
        self._look()
        return outcome

    def own_actions(self, games: np.ndarray, given: np.ndarray) -> np.ndarray:
        """Actions `[n]` in the dealt colours, for the seats on move in `games: [n]`, in the own."""
        return OWN[self._now[games], given]

    def other_hands(self) -> np.ndarray:
        """The true hands of the other seats, `[B, P - 1, K]`."""
        hands = self.dealt.other_hands()
        by_color = hands[..., :COLORED].reshape(*hands.shape[:2], ORDERS.shape[1], -1)
        own = np.take_along_axis(by_color, ORDERS[self._now][:, None, :, None], axis=2)
        hands[..., :COLORED] = own.reshape(*hands.shape[:2], COLORED)
        return hands

    def to_bytes(self) -> bytes:
        """All games as they stand."""
        return self.dealt.to_bytes()

    def restore(self, blob: bytes) -> None:
        """Go on from what `to_bytes` gave."""
        self.dealt.restore(blob)
        self._look()

    def _look(self) -> None:
        self.seat = self.dealt.seat
        self._order.see(self.dealt.observation, self.observation, self._now)
        self.mask[:] = np.take_along_axis(self.dealt.mask, GIVEN[self._now], axis=1)
