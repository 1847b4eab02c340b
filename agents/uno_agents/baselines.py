"""The two blind yardsticks: `uniform` and `random`. They look at the mask alone."""

import numpy as np

from uno_env import ACTIONS
from uno_env.actions import CATCH, UNO
from uno_env.cards import KINDS
from uno_env.compiling import compiled, kernel

NO_ACTION = -1
_ALL = ACTIONS.size


class Uniform:
    """Any legal action with equal chance, `draw` and `pass` included."""

    def act(
        self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """An action for each row of `mask: [B, A]`, drawing one number a row; `[B] int64`."""
        return choose_uniformly(mask, rng.random(len(mask)))

    def probabilities(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The chance of each action in each row of `mask: [B, A]`; `[B, A] float64`."""
        return mask / mask.sum(axis=1, keepdims=True, dtype=np.int64)


class Random:
    """Plays whenever it can, and leaves everything else to chance.

    It lays a random playable card (every kind with equal chance), also one just drawn, as the
    answer to a draw card, to jump in, or as the second of a pair; it draws only when it can lay
    none. It always calls UNO and always catches. Colour and target are random, and a coin decides
    between accepting and challenging.
    """

    def act(
        self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """An action for each row of `mask: [B, A]`, drawing one number a row; `[B] int64`."""
        return choose_eagerly(mask, rng.random(len(mask)))

    def probabilities(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The chance of each action in each row of `mask: [B, A]`; `[B, A] float64`."""
        wanted = mask.astype(np.int64)
        wanted[wanted[:, :KINDS].any(axis=1), KINDS:] = 0
        for action in (UNO, CATCH):
            wanted[wanted[:, action] > 0, :action] = 0
            wanted[wanted[:, action] > 0, action + 1 :] = 0
        return wanted / wanted.sum(axis=1, keepdims=True)


@kernel
def choose_uniformly(mask, chance):
    """A legal action for each row of `mask: [B, A]`, by `chance: [B]` in [0, 1); `[B] int64`."""
    actions = np.empty(len(mask), np.int64)
    for row in range(len(mask)):
        actions[row] = pick(mask[row], 0, _ALL, chance[row])
    return actions


@kernel
def choose_eagerly(mask, chance):
    """A legal action for each row of `mask: [B, A]`, a card before all others; `[B] int64`."""
    actions = np.empty(len(mask), np.int64)
    for row in range(len(mask)):
        actions[row] = _eager_action(mask[row], chance[row])
    return actions


@compiled
def _eager_action(legal, chance):
    if count_legal(legal, 0, KINDS) > 0:
        return pick(legal, 0, KINDS, chance)
    if legal[UNO]:
        return UNO
    if legal[CATCH]:
        return CATCH
    return pick(legal, KINDS, _ALL, chance)


@compiled
def pick(legal, first, end, chance):
    """One of the legal actions from `first` up to `end`, each with equal chance.

    `NO_ACTION` if there is none, as in a game that is over; no engine takes it for an answer.
    """
    skipped = int(chance * count_legal(legal, first, end))
    for action in range(first, end):
        if legal[action]:
            if skipped == 0:
                return action
            skipped -= 1
    return NO_ACTION


@compiled
def count_legal(legal, first, end):
    """How many actions from `first` up to `end` are legal."""
    count = 0
    for action in range(first, end):
        if legal[action]:
            count += 1
    return count
