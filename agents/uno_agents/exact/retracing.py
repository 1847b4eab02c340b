"""Playing the way from a deal to a node of the tree again."""

import numpy as np

from uno_agents.exact.growing import put_on_top, settle
from uno_agents.exact.nodes import MOST_DRAWN, unpack
from uno_env.actions import ACTIONS
from uno_env.cards import KINDS
from uno_env.compiling import kernel
from uno_env.kernels import act

_DEEPEST = 1_000
_WIN = 0
_ALL = ACTIONS.size


@kernel
def retrace(nodes, roots, deals, table, wanted, games):
    """Play the way from the deal to each wanted node; write its game.

    Args:
        nodes: [N] NODE.
        roots: [R] int64, the nodes of the deals, ascending.
        deals: [R] STATE.
        table: [1] RULES.
        wanted: [n] int64, nodes.
        games: [n] STATE, written.
    """
    way = np.empty(_DEEPEST, np.int64)
    legal, rewards = np.empty(_ALL, np.int8), np.empty(2, np.float32)
    now, script = np.empty(3, np.int64), np.empty(MOST_DRAWN, np.int64)
    counts = np.empty(KINDS, np.int64)
    for place in range(wanted.shape[0]):
        steps, node = 0, wanted[place]
        while nodes[node].parent >= 0:
            way[steps] = node
            steps += 1
            node = np.int64(nodes[node].parent)
        games[place] = deals[np.searchsorted(roots, node)]
        settle(games[place], counts)
        for step in range(steps - 1, -1, -1):
            taken = nodes[way[step]]
            put_on_top(games[place], script, unpack(taken.drawn, script))
            games[place].random = taken.random
            action = np.int64(taken.action)
            act(games[place : place + 1], table, action, _WIN, legal, rewards, now)
            settle(games[place], counts)
