"""Tiny games solved exactly: the whole tree, values, best responses, an equilibrium.

`TINY` is the table that is solved, `TINIEST` the same with fewer turns.

>>> from uno_agents.exact import TINY, Tree, best_response, solve, strategy_of
>>> tree = Tree.grow(TINY)  # doctest: +SKIP
>>> best_response(tree, strategy_of(tree, "heuristic")).reward  # doctest: +SKIP
"""

from uno_agents.exact.asking import strategy_of
from uno_agents.exact.equilibrium import Equilibrium
from uno_agents.exact.solving import (
    Response,
    Solution,
    Value,
    best_response,
    solve,
    value_against,
    value_on_seats,
)
from uno_agents.exact.tables import TINIEST, TINY
from uno_agents.exact.tree import Tree

__all__ = [
    "TINIEST",
    "TINY",
    "Equilibrium",
    "Response",
    "Solution",
    "Tree",
    "Value",
    "best_response",
    "solve",
    "strategy_of",
    "value_against",
    "value_on_seats",
]
