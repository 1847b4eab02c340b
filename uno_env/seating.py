"""An agent at a table: what it may say about itself, what it is shown, and how it is asked.

Anything with `act(observation, mask, rng) -> actions` is an agent. It may also have

- `seats`, `history`: the observation layout it needs (otherwise the table's own seats, and 0);
- `start(layout, rules)`: called before play;
- `needs_worlds = True`: `act` then takes a fourth argument, `worlds(row, seed) -> Game`, which
  deals a world that agrees with all that the seat on move in that row knows (see `worlds`);
- `needs_truth = True`: the fourth argument is `truth(row) -> Game`, the game as it stands with all
  that is hidden. Such an agent is no fair player;
- `greedy`: whether a learned policy takes its best action or samples.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from uno_env.actions import ACTIONS
from uno_env.agents import make
from uno_env.batch import GameBatch
from uno_env.fields import observation_layout
from uno_env.game import Game
from uno_env.layout import Layout
from uno_env.rules import Rules
from uno_env.worlds import Truth, Worlds


class IllegalAnswer(ValueError):
    """An agent answered with something other than a legal action for each row."""


class SeatedAgent:
    """An agent at a table of `players`, asked for many games at once.

    Attributes:
        name: what messages and results call it.
        agent: the agent.
        layout: the observation layout it wants.

    Raises:
        ValueError: it cannot sit at a table of this size.
    """

    def __init__(self, name: str, agent: Any, players: int) -> None:
        self.name = name
        self.agent = agent
        self.layout = needed_layout(agent, players)
        self._columns: np.ndarray | None = None

    def sit_down(self, shown: Layout, rules: Rules) -> None:
        """Start the agent at a table whose games show the layout `shown`, its own or a wider."""
        self._columns = None if shown == self.layout else columns_of(shown, self.layout)
        if callable(getattr(self.agent, "start", None)):
            self.agent.start(self.layout, rules)

    def answer(
        self, rows: np.ndarray, games: GameBatch, rng: np.random.Generator, where: str = ""
    ) -> np.ndarray:
        """What the agent answers for the seats on move in these rows; `[n]`, perhaps illegal.

        Args:
            rows: [n] int64.
            games: the batch, whose observation shows the layout given to `sit_down`.
            rng: the agent's chance.
            where: put behind the agent's name in a message.

        Raises:
            IllegalAnswer: not a whole number for each row.
        """
        observation, mask = games.observation[rows], games.mask[rows]
        if self._columns is not None:
            observation = observation[:, self._columns]
        more: tuple[Worlds | Truth, ...] = ()
        if getattr(self.agent, "needs_worlds", False):
            more = (Worlds(games, rows),)
        elif getattr(self.agent, "needs_truth", False):
            more = (Truth(games, rows),)
        answers = np.asarray(self.agent.act(observation, mask, rng, *more))
        if answers.shape == (len(rows),) and answers.dtype.kind in "iu":
            return answers
        raise IllegalAnswer(
            f"agent {self.name!r}{where} answered {len(rows)} rows with {answers.dtype} of shape "
            f"{list(answers.shape)}; expected [{len(rows)}] whole numbers"
        )


def seat_agents(line_up: Sequence[Any], players: int) -> list[SeatedAgent]:
    """An agent for each entry of a line-up of names and agents; one name is one agent.

    Raises:
        ValueError: no agent has this name, or one cannot sit at a table of `players`.
    """
    made = {name: make(name) for name in line_up if isinstance(name, str)}
    return [
        SeatedAgent(name, made[name] if name is entry else make(entry), players)
        for name, entry in zip(names_in(line_up), line_up, strict=True)
    ]


def names_in(line_up: Sequence[Any]) -> list[str]:
    """What the entries of a line-up are called; an agent is called by its class."""
    return [entry if isinstance(entry, str) else type(entry).__name__ for entry in line_up]


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


def widest(layouts: Iterable[Layout]) -> Layout:
    """The layout that holds the columns of all these."""
    wanted = [(layout.seats, layout.history) for layout in layouts]
    seats, history = (max(of_all) for of_all in zip(*wanted, strict=True))
    return observation_layout(seats, history)


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


def first_illegal(mask: np.ndarray, actions: np.ndarray) -> int | None:
    """The first row of `mask: [n, A]` that does not allow its action of `[n]` whole numbers."""
    legal = (actions >= 0) & (actions < ACTIONS.size)
    legal[legal] = mask[legal, actions[legal]] > 0
    return None if legal.all() else int(legal.argmin())


def in_position(game: Game, action: int) -> str:
    """An illegal action with the position it was given in, in notation."""
    label = ACTIONS.label(int(action)) if 0 <= action < ACTIONS.size else str(action)
    return f'"{label}" {situation(game)}'


def situation(game: Game) -> str:
    """What the seat on move is asked and what it could answer, in notation."""
    return (
        f"for seat {game.turn} in {game.phase.name}, holding "
        f"{' '.join(game.hand(game.turn))}, with {game.top} on top and {game.color} in force; "
        f"legal: {' '.join(game.legal)}"
    )
