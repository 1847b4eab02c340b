"""Which decision follows which: the buffers that a run may be fed with, by name.

`seat` is right. `interleaved` is a fault that is much copied, kept to measure what it costs: the
moves of all seats are chained as if one player had made them.
"""

from typing import Any, Literal

import numpy as np

from uno_train.rollout import SeatRolloutBuffer

Trajectories = Literal["seat", "interleaved"]


class InterleavedRolloutBuffer(SeatRolloutBuffer):
    """A faulty buffer: whoever moves next in a game makes the successor.

    The mover's own reward is followed by the next mover's view. So a loser never hears of its
    loss, as another seat makes the last move, and the value of a position is chained to the
    opponent's. All moves then lead to a win for somebody, and nothing is left to learn but to
    spread the moves evenly.
    """

    def __init__(self, *args: Any, seats: int, **options: Any) -> None:
        super().__init__(*args, seats=1, **options)

    def store(
        self,
        observation: np.ndarray,
        mask: np.ndarray,
        seat: np.ndarray,
        games: np.ndarray,
        columns: np.ndarray,
        scale: np.ndarray,
    ) -> slice:
        """Link each decision to the last one of its game, whoever made it."""
        self._movers = seat.astype(np.int64)
        nobody = np.zeros_like(self._movers)
        return super().store(observation, mask, nobody, games, columns, scale)

    def credit(self, rewards: np.ndarray, over: np.ndarray) -> None:
        """Give only the mover's own reward."""
        own = np.take_along_axis(rewards, self._movers[:, None], axis=1)
        super().credit(own, over)


BUFFERS: dict[Trajectories, type[SeatRolloutBuffer]] = {
    "seat": SeatRolloutBuffer,
    "interleaved": InterleavedRolloutBuffer,
}
