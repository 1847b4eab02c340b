"""What an agent is, and what an agent may say about itself.

Anything with `act(observation, mask, rng) -> actions` is an agent. It may also have

- `seats`, `history`: the observation layout it needs (otherwise the table's own seats, and 0);
- `start(layout, rules)`: called before play;
- `needs_worlds = True`: `act` then takes a fourth argument, `worlds(row, seed) -> Game`, which
  deals a world that agrees with all that the seat on move in that row knows;
- `greedy`: whether a learned policy takes its best action or samples.
"""

from typing import Any, Protocol, runtime_checkable

import numpy as np

from uno_env import Layout, Rules, observation_layout
from uno_env.actions import MAX_PLAYERS


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


def needed_layout(agent: Any, players: int) -> Layout:
    """The observation layout an agent wants at a table of `players`.

    Raises:
        ValueError: it wants fewer seats than there are players.
    """
    seats = getattr(agent, "seats", None) or players
    if seats < players:
        raise ValueError(
            f"{type(agent).__name__} sees at most {seats} seats and cannot play at a table of "
            f"{players}"
        )
    return observation_layout(seats, getattr(agent, "history", None) or 0)


def columns_of(wide: Layout, narrow: Layout) -> np.ndarray:
    """The columns of `wide` that make up an observation of `narrow`, `[D of narrow] int64`.

    Both show the same game; `wide` has as many seats and as much history or more.
    """
    columns = []
    for outer, inner in zip(wide.fields, narrow.fields, strict=True):
        places = np.arange(outer.size).reshape(outer.shape) + wide.slice(outer.name).start
        for axis, length in enumerate(inner.shape[:-1]):
            places = places.take(np.arange(length), axis)
        if inner.labels:
            places = places[..., [outer.labels.index(label) for label in inner.labels]]
        columns.append(places.ravel())
    return np.concatenate(columns)


def start(agent: Any, layout: Layout, rules: Rules) -> None:
    """Tell an agent what it is about to see and play, if it wants to know."""
    if callable(getattr(agent, "start", None)):
        agent.start(layout, rules)


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
