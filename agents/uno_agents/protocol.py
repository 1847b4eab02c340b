"""What an agent is. What it may say about itself beside that stands in `uno_env.seating`."""

from typing import Protocol, runtime_checkable

import numpy as np

from uno_env import Layout, observation_layout
from uno_env.actions import MAX_PLAYERS
from uno_env.seating import columns_of, needed_layout

__all__ = ["Agent", "columns_of", "layout_of", "needed_layout"]


@runtime_checkable
class Agent(Protocol):
    """Anything that answers a batch of observations with actions."""

    def act(
        self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """Choose an action for each row.

        Args:
            observation: [B, D] float32, each row as the seat on move in one game sees it.
            mask: [B, A] int8, 1 where an action is legal; at least one in every row.
            rng: the only source of chance an agent may use.

        Returns:
            [B] integers: the number of a legal action for each row.
        """
        ...


def layout_of(observation: np.ndarray) -> Layout:
    """The layout without history whose width `observation: [B, D]` has.

    For agents that nobody called `start` on.

    Raises:
        ValueError: no table's observation is this wide.
    """
    width = np.shape(observation)[-1]
    layouts = [observation_layout(seats) for seats in range(2, MAX_PLAYERS + 1)]
    for layout in layouts:
        if layout.size == width:
            return layout
    raise ValueError(
        f"an observation {width} wide belongs to no table without history "
        f"({', '.join(str(layout.size) for layout in layouts)}): call start(layout, rules) first"
    )
