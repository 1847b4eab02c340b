"""A base for agents written in a few lines: one position at a time, by names and labels."""

from collections.abc import Mapping

import numpy as np

from uno_agents.protocol import layout_of
from uno_env import ACTIONS, Layout, Rules


class Strategy:
    """An agent that says what it would do in one position; subclasses write `choose`.

    >>> class Miser(Strategy):
    ...     def choose(self, seen, legal, rng):
    ...         return min(legal, key=lambda label: label.startswith("W"))
    >>> from uno_env import Game
    >>> game = Game.from_position(hands=["R7 W", "B5 G2"], discard="R5")
    >>> seen, mask = game.observe(0)
    >>> action = Miser().act(seen[None], mask[None], np.random.default_rng(0))  # [1]
    >>> ACTIONS.label(action[0])
    'R7'
    """

    _layout: Layout | None = None

    def start(self, layout: Layout, rules: Rules) -> None:
        """Called before play."""
        self._layout = layout

    def choose(
        self, seen: Mapping[str, np.ndarray], legal: list[str], rng: np.random.Generator
    ) -> str:
        """The label of the action to take.

        Args:
            seen: the observation's fields by name, as integers in cards, points and 0/1: for
                example `seen["hand"][KIND["R7"]]`, the number of red sevens in hand, or
                `seen["hand_sizes"]: [P]`, the own first and the others clockwise. All of them
                stand in the layout's `table()`.
            legal: the labels of the legal actions, in action order.
            rng: for whatever is left to chance.
        """
        raise NotImplementedError(f"{type(self).__name__} has to define choose(seen, legal, rng)")

    def act(
        self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """What `choose` says for each row of `observation: [B, D]` and `mask: [B, A]`; `[B]`."""
        if self._layout is None or self._layout.size != observation.shape[-1]:
            self._layout = layout_of(observation)
        fields = self._layout.decode(observation)
        chosen = np.zeros(len(mask), np.int64)
        for row, legal in enumerate(mask):
            seen = {name: values[row] for name, values in fields.items()}
            labels = [ACTIONS.label(action) for action in np.flatnonzero(legal).tolist()]
            chosen[row] = ACTIONS.parse(self.choose(seen, labels, rng))
        return chosen
