"""Agents that try every legal action before they move: `search-N` and `clairvoyant-N`.

`search-N` deals `N` worlds that agree with all that its seat knows, tries every legal action in
each (see `lookahead`) and takes the best. It leaves what `heuristic` would do only for a gain that
stands out from the noise. `N` is a number of worlds, or a time such as `50ms`.

`clairvoyant-N` does the same with `N` copies of the true game, hidden hands and order of the pile
included: no fair player, but a ceiling for them. Its copies differ in later chance, and in later
moves that stray from the heuristic, so that a win that hangs by a thread counts for less.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np

from uno_agents.budget import Budget
from uno_agents.heuristic import Heuristic
from uno_agents.lookahead import try_actions
from uno_agents.sighted import Sighted
from uno_env import Layout, Rules
from uno_env.worlds import Truth, Worlds

CAUTION = 0.5
"""Standard errors by which an action has to beat what is done without a search."""

STRAYS = 10
"""Of 100 later decisions in a copy of the truth, how many are random ones."""

THREADS = 2
"""Rows thought about at once, where the number of worlds decides and not the clock."""


class _Searcher(Sighted):
    """What both agents share: the table, the forced moves, the choice."""

    _name: str
    _strays = 0

    def __init__(self, amount: str) -> None:
        self.budget = Budget.parse(self._name, amount)
        self._heuristic = Heuristic()

    def start(self, layout: Layout, rules: Rules | None) -> None:
        """Called before play."""
        super().start(layout, rules)
        self._heuristic.start(layout, rules)

    def act(
        self,
        observation: np.ndarray,
        mask: np.ndarray,
        rng: np.random.Generator,
        hidden: Any,
    ) -> np.ndarray:
        """An action for each row of `observation: [B, D]` and `mask: [B, A]`; `[B] int64`.

        `hidden` are the worlds, or the truth, of these rows. One number is drawn a row.
        """
        self.sight(observation)  # whoever was not started is started by its first look
        seeds = rng.integers(2**64, size=len(mask), dtype=np.uint64)
        actions = self._heuristic.act(observation, mask, rng)
        open_rows = np.flatnonzero(mask.sum(axis=1) > 1)
        think = partial(self._best, observation, mask, actions, seeds, hidden)
        if len(open_rows) > 1 and self.budget.worlds is not None:
            with ThreadPoolExecutor(THREADS) as pool:
                actions[open_rows] = list(pool.map(think, open_rows.tolist()))
        else:
            actions[open_rows] = [think(row) for row in open_rows.tolist()]
        return actions

    def _best(
        self,
        observation: np.ndarray,
        mask: np.ndarray,
        usual: np.ndarray,
        seeds: np.ndarray,
        hidden: Any,
        row: int,
    ) -> int:
        """The best action in one row."""
        legal = np.flatnonzero(mask[row])
        returns = self._returns(observation[row], legal, seeds[row], hidden, row)
        return int(legal[best_column(returns, int(np.searchsorted(legal, usual[row])))])

    def _returns(
        self, seen: np.ndarray, legal: np.ndarray, seed: np.uint64, hidden: Any, row: int
    ) -> np.ndarray:
        """What each legal action brings in each world, `[N, n] float32`."""
        layout = self._layout
        assert layout is not None
        options = layout.slice("rules")
        blank = np.zeros(layout.size, np.float32)
        blank[options] = seen[options]
        table, seat = hidden.table(row), hidden.seat(row)
        parts = []
        for chunk in self.budget.chunks(seed):
            part = np.empty((len(chunk), len(legal)), np.float32)
            worlds = self._worlds(hidden, row, chunk)
            try_actions(
                worlds,
                table,
                seat,
                legal,
                layout.offsets,
                layout.seats,
                blank,
                self._sight,
                self._strays,
                part,
            )
            parts.append(part)
        return np.concatenate(parts)

    def _worlds(self, hidden: Any, row: int, seeds: np.ndarray) -> np.ndarray:
        raise NotImplementedError


class Search(_Searcher):
    """`search-N`: sees what its seat sees, and worlds that agree with it."""

    needs_worlds = True
    _name = "search"

    def _worlds(self, hidden: Worlds, row: int, seeds: np.ndarray) -> np.ndarray:
        return hidden.many(row, seeds)


class Clairvoyant(_Searcher):
    """`clairvoyant-N`: sees everything, and is no fair player."""

    needs_truth = True
    _name = "clairvoyant"
    _strays = STRAYS

    def _worlds(self, hidden: Truth, row: int, seeds: np.ndarray) -> np.ndarray:
        worlds = np.repeat(hidden.record(row), len(seeds))
        worlds["random"] = seeds
        return worlds


def best_column(returns: np.ndarray, usual: int, liking: np.ndarray | None = None) -> int:
    """The column of `returns: [N, n]` that is best with caution; `usual` is held against all.

    Args:
        returns: what each action brought in each world.
        usual: the column that is taken unless another one is better.
        liking: [n], added to the gains.
    """
    gains = returns - returns[:, [usual]]
    noise = gains.std(axis=0) / np.sqrt(len(gains))
    worth = gains.mean(axis=0) - CAUTION * noise
    if liking is not None:
        worth = worth + liking
    best = int(worth.argmax())
    return best if worth[best] > worth[usual] else usual
