"""What an agent does in every view of a tree, as a strategy.

An agent is asked once for every different thing it can see. One that leaves its choice to chance is
asked many times over, unless it says its chances itself: by `probabilities(observation, mask)`, or
as a learned policy that samples from its `scores`.
"""

from typing import Any

import numpy as np

from uno_agents.exact.keys import keys_of
from uno_agents.exact.tree import Tree
from uno_env import ACTIONS
from uno_env.seating import IllegalAnswer, SeatedAgent, seat_agents
from uno_env.worlds import Worlds, games_of

TRIAL, CHUNK = 8, 4096
"""How often an agent is asked to see whether it leaves anything to chance; rows of one call."""


def strategy_of(tree: Tree, agent: Any, times: int = 1_000, seed: int = 0) -> np.ndarray:
    """An agent's strategy, `[S] float64`.

    Args:
        agent: a name or an agent.
        times: how often one that leaves its choice to chance is asked for each view.
        seed: of the agent's chance.

    Raises:
        ValueError: no agent has this name, it cannot sit at this table, or it sees hidden cards.
        IllegalAnswer: it answered with an action that is not legal.
    """
    (seated,) = seat_agents([agent], tree.rules.players)
    if getattr(seated.agent, "needs_truth", False):
        raise ValueError(
            f"{seated.name} sees hidden cards, so it has no strategy over what a seat can see: "
            "ask a player that does not"
        )
    seated.sit_down(seated.layout, tree.rules)
    rng = np.random.default_rng(seed)
    mask = masks(tree)
    strategy = np.zeros(len(tree.actions))
    for first in range(0, len(tree.shown), CHUNK):
        views = np.arange(first, min(first + CHUNK, len(tree.shown)))
        seen = tree.observations(views, seated.layout)
        chances = _chances(tree, seated, views, seen, mask[views], times, rng)
        slots = slice(tree.base[first], tree.base[views[-1] + 1])
        rows = np.repeat(np.arange(len(views)), tree.slots[views])
        strategy[slots] = chances[rows, tree.actions[slots]]
    return strategy


def masks(tree: Tree) -> np.ndarray:
    """The legal actions of each view, `[V, A] int8`."""
    mask = np.zeros((len(tree.shown), ACTIONS.size), np.int8)
    mask[np.repeat(np.arange(len(mask)), tree.slots), tree.actions] = 1
    return mask


def _chances(
    tree: Tree,
    seated: SeatedAgent,
    views: np.ndarray,
    seen: np.ndarray,
    mask: np.ndarray,
    times: int,
    rng: np.random.Generator,
) -> np.ndarray:
    """The chance of each action in each view, `[n, A] float64`."""
    agent = seated.agent
    if callable(getattr(agent, "probabilities", None)):
        return np.asarray(agent.probabilities(seen, mask), np.float64)
    if callable(getattr(agent, "scores", None)) and getattr(agent, "greedy", None) is False:
        scores = np.where(mask, agent.scores(seen).astype(np.float64), -np.inf)
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True)
    if getattr(agent, "needs_worlds", False):
        games = games_of(tree.records(tree.shown[views]), tree.rules, seated.layout)
        return _counted(seated, seen, mask, 1, rng, Worlds(games, np.arange(len(views))))
    keys = keys_of(seen.view(np.uint32))
    _, one, same = np.unique(keys, return_index=True, return_inverse=True)
    counted = _counted(seated, seen[one], mask[one], TRIAL, rng)
    if (counted.max(axis=1) < 1).any():
        counted = _counted(seated, seen[one], mask[one], times, rng)
    return counted[same]


def _counted(
    seated: SeatedAgent,
    seen: np.ndarray,
    mask: np.ndarray,
    times: int,
    rng: np.random.Generator,
    *more: Any,
) -> np.ndarray:
    """How often each action is answered, as a share of all `times`; `[n, A] float64`."""
    counts = np.zeros(mask.shape)
    rows = np.arange(len(seen))
    for _ in range(times):
        answers = np.asarray(seated.agent.act(seen, mask, rng, *more))
        if not mask[rows, answers].all():
            label = ACTIONS.label(int(answers[mask[rows, answers] == 0][0]))
            raise IllegalAnswer(f'{seated.name} answered "{label}" where it is not legal')
        counts[rows, answers] += 1
    return counts / times
