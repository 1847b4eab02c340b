"""The solved game as an agent: it looks its view up and plays each action with its chance."""

import numpy as np

from uno_agents.exact.keys import keys_of
from uno_agents.exact.tree import EVENTS, Tree
from uno_env import ACTIONS, Layout, Rules


class Equilibrium:
    """A strategy of a tree, played at a table of the same rules.

    Args:
        tree: the grown tree.
        strategy: [S] float64, for instance `solve(tree).strategy`.
    """

    seats = 2
    history = EVENTS

    def __init__(self, tree: Tree, strategy: np.ndarray) -> None:
        self._rules, self._keys = tree.rules, tree.keys
        self._chances = np.zeros((len(tree.keys), ACTIONS.size), np.float32)
        self._chances[np.repeat(np.arange(len(tree.keys)), tree.slots), tree.actions] = strategy

    def start(self, layout: Layout, rules: Rules) -> None:
        """Called before play.

        Raises:
            ValueError: the table plays by other rules than the ones that were solved.
        """
        if rules != self._rules:
            raise ValueError(f"solved for the rules {self._rules}, and the table plays {rules}")

    def probabilities(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The chance of each action in each row of `observation: [B, D]`, `[B, A] float32`.

        Raises:
            ValueError: a view that never comes up in the tree.
        """
        keys = keys_of(np.ascontiguousarray(observation, np.float32).view(np.uint32))
        places = np.searchsorted(self._keys, keys).clip(max=len(self._keys) - 1)
        if (self._keys[places] != keys).any():
            raise ValueError("a view that never comes up in the tree: it was grown by other rules")
        return self._chances[places]

    def act(
        self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """An action for each row, drawing one number a row; `[B] int64`."""
        chances = self.probabilities(observation, mask).cumsum(axis=1, dtype=np.float64)
        return (chances > rng.random((len(mask), 1)) * chances[:, -1:]).argmax(axis=1)
