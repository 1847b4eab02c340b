"""A table of agents: who sits at which place, what each is shown, and how it is asked."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from uno_agents.protocol import columns_of, needed_layout, start
from uno_agents.registry import make
from uno_env import Game, GameBatch, Rules, observation_layout


class IllegalAnswer(ValueError):
    """An agent answered with something other than a legal action for each row."""


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
        names = [entry if isinstance(entry, str) else type(entry).__name__ for entry in line_up]
        seated = _seated(names, self.players)
        made = {name: make(name) for name in line_up if isinstance(name, str)}
        agents = [made[e] if isinstance(e, str) else make(e) for e in line_up]
        self.entries = list(zip(names, agents, seated, strict=True))
        layouts = [needed_layout(agent, self.players) for agent in agents]
        self.layout = observation_layout(
            max(layout.seats for layout in layouts), max(layout.history for layout in layouts)
        )
        for agent, layout in zip(agents, layouts, strict=True):
            start(agent, layout, rules)
        columns = [None if x == self.layout else columns_of(self.layout, x) for x in layouts]
        self._at = {
            place: (name, agent, shown)
            for (name, agent, places), shown in zip(self.entries, columns, strict=True)
            for place in places
        }

    def answer(
        self, place: int, rows: np.ndarray, games: GameBatch, rng: np.random.Generator
    ) -> np.ndarray:
        """What the agent at a place answers in these rows of the batch; `[n]`, perhaps illegal.

        Raises:
            IllegalAnswer: not a whole number for each row.
        """
        _, agent, columns = self._at[place]
        observation, mask = games.observation[rows], games.mask[rows]
        if columns is not None:
            observation = observation[:, columns]

        def worlds(row: int, seed: int) -> Game:
            return games[int(rows[row])].sample_world(int(games.seat[rows[row]]), seed)

        more = (worlds,) if getattr(agent, "needs_worlds", False) else ()
        return self._whole_numbers(place, agent.act(observation, mask, rng, *more), len(rows))

    def name(self, place: int) -> str:
        """The agent at a place, for messages."""
        return f"agent {self._at[place][0]!r} at place {place}"

    def _whole_numbers(self, place: int, answers: Any, count: int) -> np.ndarray:
        found = np.asarray(answers)
        if found.shape == (count,) and found.dtype.kind in "iu":
            return found
        raise IllegalAnswer(
            f"{self.name(place)} answered {count} rows with {found.dtype} of shape "
            f"{list(found.shape)}; expected [{count}] whole numbers"
        )


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
