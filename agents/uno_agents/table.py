"""A table of agents: who sits at which place, what each is shown, and whether it answers legally."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from uno_agents.protocol import columns_of, needed_layout, start
from uno_agents.registry import make
from uno_env import ACTIONS, Game, GameBatch, Rules, observation_layout


class IllegalAnswer(ValueError):
    """An agent answered with something other than legal actions."""


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
        """What the agent at a place answers in these rows of the batch, unchecked; `[n]`."""
        _, agent, columns = self._at[place]
        observation = games.observation[rows]
        if columns is not None:
            observation = observation[:, columns]
        if not getattr(agent, "needs_worlds", False):
            return agent.act(observation, games.mask[rows], rng)

        def worlds(row: int, seed: int) -> Game:
            return games[rows[row]].sample_world(int(games.seat[rows[row]]), seed)

        return agent.act(observation, games.mask[rows], rng, worlds)

    def check(
        self,
        place: int,
        answers: Any,
        rows: np.ndarray,
        games: GameBatch,
        where: Callable[[int], str],
    ) -> None:
        """Whether the answers are legal actions in these rows.

        Raises:
            IllegalAnswer: names the agent, its answer, and the first such row by `where`.
        """
        name = self._at[place][0]
        found = np.asarray(answers)
        if found.shape != rows.shape or found.dtype.kind not in "iu":
            raise IllegalAnswer(
                f"agent {name!r} answered {len(rows)} rows with {found.dtype} of shape "
                f"{found.shape}; expected {len(rows)} whole numbers"
            )
        known = (found >= 0) & (found < ACTIONS.size)
        legal = known & (games.mask[rows, np.where(known, found, 0)] > 0)
        if legal.all():
            return
        first = int(np.flatnonzero(~legal)[0])
        action = ACTIONS.label(int(found[first])) if known[first] else str(found[first])
        game = games[int(rows[first])]
        raise IllegalAnswer(
            f'agent {name!r} answered "{action}" for seat {game.turn} in {game.phase.name}, with '
            f"{' '.join(game.hand(game.turn))} in hand and {game.top} on top ({game.color}); legal: "
            f"{' '.join(game.legal)} ({where(int(rows[first]))})"
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
