"""Exact values, best responses and equilibria of a grown tree.

A strategy is `[S] float64`: for each choice of each view its chance. Values are rewards of the
scheme "win": the chance to win less the chance to lose, so that a game nobody wins counts as half.
All of them are means over both seats, as in the arena.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from uno_agents.exact import passes
from uno_agents.exact.tree import Tree
from uno_env import ACTIONS


@dataclass(frozen=True)
class Value:
    """What somebody gets: chances to win and to lose, and points."""

    win: float
    lose: float
    points: float

    @property
    def reward(self) -> float:
        """The mean reward of the scheme "win"."""
        return self.win - self.lose


@dataclass(frozen=True)
class Response:
    """The best that can be done against a strategy."""

    win: float
    lose: float
    by_seat: tuple[float, float]
    """The reward on seat 0, which begins, and on seat 1."""

    @property
    def reward(self) -> float:
        """The mean reward over both seats; of the strategy itself it can take no more than this."""
        return self.win - self.lose


@dataclass(frozen=True)
class Solution:
    """An approximate equilibrium.

    Attributes:
        strategy: [S] float64.
        curve: (iteration, exploitability) as measured on the way.
        value: the reward of seat 0, which begins, when both play it.
    """

    strategy: np.ndarray
    curve: tuple[tuple[int, float], ...]
    value: float

    @property
    def exploitability(self) -> float:
        """The reward that a best response takes from it."""
        return self.curve[-1][1]


def value_on_seats(tree: Tree, first: np.ndarray, second: np.ndarray) -> Value:
    """What seat 0 gets if it plays `first` and seat 1 `second`."""
    begins = np.repeat(tree.seat == 0, tree.slots)
    both = np.where(begins, first, second)
    won, lost, points, _ = _outcome(tree, both)
    return Value(float(won), float(lost), float(points))


def value_against(tree: Tree, one: np.ndarray, other: np.ndarray) -> Value:
    """What a strategy gets against another, the mean over both seats."""
    there, back = value_on_seats(tree, one, other), value_on_seats(tree, other, one)
    return Value(
        (there.win + back.lose) / 2, (there.lose + back.win) / 2, (there.points - back.points) / 2
    )


def best_response(tree: Tree, strategy: np.ndarray) -> Response:
    """The best that a player with a perfect memory can do against a strategy."""
    found = [best_response_on_seat(tree, strategy, seat) for seat in (0, 1)]
    win, lose = np.mean([chances for _, chances, _ in found], axis=0)
    return Response(float(win), float(lose), (found[0][0], found[1][0]))


def best_response_on_seat(
    tree: Tree, strategy: np.ndarray, seat: int
) -> tuple[float, np.ndarray, np.ndarray]:
    """The value of a best response on one seat, `[2]` chances to win and lose, `[M]` its slots."""
    parent, decider = tree.column("parent"), tree.column("seat")
    level = passes.levels_of(parent, decider, seat)
    order = np.argsort(level, kind="stable")
    starts = np.searchsorted(level[order], np.arange(level.max() + 2))
    won = _from(tree.column("won"), seat)
    value, chances, slots = passes.best_response(
        parent,
        tree.edge,
        tree.column("slot"),
        decider,
        tree.memory,
        tree.memory_base,
        tree.luck,
        won.astype(np.float64),
        won,
        seat,
        np.ascontiguousarray(strategy, np.float64),
        order,
        starts,
    )
    return float(value), chances, slots


def uniform(tree: Tree) -> np.ndarray:
    """Every choice with equal chance."""
    return np.repeat(1 / tree.slots, tree.slots)


def solve(
    tree: Tree,
    iterations: int = 300,
    enough: float = 0.0,
    every: int = 25,
    progress: Callable[[int, float], None] | None = None,
) -> Solution:
    """An equilibrium by CFR+: regrets cut off at zero, seats in turn, later iterations count more.

    Args:
        iterations: at most so many.
        enough: stop when the exploitability, a reward, is no more than this.
        every: iterations between two measurements of it.
        progress: called at each measurement.
    """
    parent, decider, won = tree.column("parent"), tree.column("seat"), tree.column("won")
    pay = [_from(won, seat) * tree.luck for seat in (0, 1)]
    strategy, regret, average = uniform(tree), np.zeros(len(tree.actions)), np.zeros(tree.base[-1])
    curve = []
    for done in range(1, iterations + 1):
        for seat in (0, 1):
            passes.improve(
                parent,
                tree.edge,
                decider,
                tree.view,
                tree.base,
                tree.luck,
                pay[seat],
                seat,
                float(done) ** 2,
                strategy,
                regret,
                average,
            )
            passes.match_regrets(tree.base, regret, strategy)
        if done % every == 0 or done == iterations:
            curve.append((done, best_response(tree, normalised(tree, average)).reward))
            if progress:
                progress(*curve[-1])
            if curve[-1][1] <= enough:
                break
    found = normalised(tree, average)
    return Solution(found, tuple(curve), value_on_seats(tree, found, found).reward)


def normalised(tree: Tree, weights: np.ndarray) -> np.ndarray:
    """The strategy that plays each choice in proportion to its weight."""
    strategy = np.empty(len(weights))
    passes.match_regrets(tree.base, weights, strategy)
    return strategy


def conserved(tree: Tree, strategy: np.ndarray) -> float:
    """The sum of the chances of all ends, which is 1."""
    return float(_outcome(tree, strategy)[3])


def frequency(tree: Tree, strategy: np.ndarray, label: str) -> tuple[float, float]:
    """How often an action can be taken in a game, and the share of it in which it is.

    Args:
        strategy: [S] float64, of both seats.
        label: of an action, such as `challenge`.
    """
    reach = passes.reach_of(tree.column("parent"), tree.edge, tree.column("chance"), strategy)
    decides = tree.view >= 0
    visits = np.bincount(tree.view[decides], reach[decides])
    offered = np.flatnonzero(tree.actions == ACTIONS.parse(label))
    views = np.searchsorted(tree.base, offered, side="right") - 1
    chances, taken = visits[views].sum(), (visits[views] * strategy[offered]).sum()
    return float(chances), float(taken / chances) if chances else 0.0


def _outcome(tree: Tree, strategy: np.ndarray) -> np.ndarray:
    """What comes of a strategy for both seats; see `passes.outcome`."""
    names = ("chance", "won", "points")
    chance, won, points = (tree.column(name) for name in names)
    return passes.outcome(tree.column("parent"), tree.edge, chance, won, points, strategy)


def _from(won: np.ndarray, seat: int) -> np.ndarray:
    """Who won as one seat sees it."""
    return won if seat == 0 else -won
