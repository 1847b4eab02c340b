"""A table of agents: who sits at which place of a line-up."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from uno_env import GameBatch, Rules
from uno_env.seating import IllegalAnswer, names_in, seat_agents, widest

__all__ = ["IllegalAnswer", "Table"]


class Table:
    """A line-up made and seated.

    Attributes:
        entries: for each entry of the line-up its name, the agent, and the places it sits at.
        layout: of the batch to play on, wide enough for every agent.

    Raises:
        ValueError: an unknown agent, a line-up of the wrong length, or an agent that cannot sit at
            a table of this size.
    """

    def __init__(self, line_up: Sequence[Any], rules: Rules) -> None:
        self.rules = rules
        self.players = rules.players
        seated = _seated(names_in(line_up), self.players)
        agents = seat_agents(line_up, self.players)
        self.entries = [(x.name, x.agent, places) for x, places in zip(agents, seated, strict=True)]
        self.layout = widest(agent.layout for agent in agents)
        for agent in agents:
            agent.sit_down(self.layout, rules)
        self._at = {
            place: agent for agent, places in zip(agents, seated, strict=True) for place in places
        }

    def answer(
        self, place: int, rows: np.ndarray, games: GameBatch, rng: np.random.Generator
    ) -> np.ndarray:
        """What the agent at a place answers in these rows of the batch; `[n]`, perhaps illegal.

        Raises:
            IllegalAnswer: not a whole number for each row.
        """
        return self._at[place].answer(rows, games, rng, f" at place {place}")

    def name(self, place: int) -> str:
        """The agent at a place, for messages."""
        return f"agent {self._at[place].name!r} at place {place}"


def _seated(names: list[str], players: int) -> list[tuple[int, ...]]:
    """The places of each entry of the line-up."""
    if len(names) == players:
        return [(place,) for place in range(players)]
    if len(names) == 2:
        return [(0,), tuple(range(1, players))]
    raise ValueError(
        f"{len(names)} agents ({', '.join(names)}) at a table of {players}: expected {players}, or "
        f"two (the first against {players - 1} copies of the second)"
    )
