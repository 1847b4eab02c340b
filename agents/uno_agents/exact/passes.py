"""Passes over a tree's arrays: forwards from the deals, backwards from the ends.

Parents stand before their children, so one loop over the nodes is a pass. Arrays have `N` nodes,
`V` views with `S` choices in all, `M` memories. A strategy is `[S] float64`, the chance of each
choice; where a seat is asked for, only the choices of its own views count.
"""

import numpy as np

from uno_env.compiling import kernel


@kernel
def luck_of(parent, chance):
    """How likely the cards on the way to each node are, `[N] float64`."""
    luck = chance.copy()
    for node in range(len(parent)):
        if parent[node] >= 0:
            luck[node] *= luck[parent[node]]
    return luck


@kernel
def reach_of(parent, edge, chance, strategy):
    """How likely each node comes up if both seats play a strategy, `[N] float64`."""
    reach = chance.copy()
    for node in range(len(parent)):
        if parent[node] >= 0:
            reach[node] *= reach[parent[node]] * strategy[edge[node]]
    return reach


@kernel
def outcome(parent, edge, chance, won, points, strategy):
    """What comes of a strategy for both seats, `[4]`.

    The chance that seat 0 wins, that seat 1 does, the points of seat 0, the chances of all ends.
    """
    reach = reach_of(parent, edge, chance, strategy)
    leaf = np.ones(len(parent), np.bool_)
    total = np.zeros(4)
    for node in range(len(parent)):
        if parent[node] >= 0:
            leaf[parent[node]] = False
    for node in range(len(parent)):
        if leaf[node]:
            total[0] += reach[node] * (won[node] > 0)
            total[1] += reach[node] * (won[node] < 0)
            total[2] += reach[node] * points[node]
            total[3] += reach[node]
    return total


@kernel
def levels_of(parent, decider, seat):
    """How often a seat has decided on the way to each node, `[N] int64`."""
    level = np.zeros(len(parent), np.int64)
    for node in range(len(parent)):
        if parent[node] >= 0:
            level[node] = level[parent[node]] + (decider[parent[node]] == seat)
    return level


@kernel
def best_response(
    parent, edge, slot, decider, memory, memory_base, luck, pay, won, seat, strategy, order, starts
):
    """The best that a seat with a perfect memory can do against the other seat's strategy.

    Decisions are taken from the last to the first: those that have the same number of the seat's
    own decisions before them at a time, so that all nodes of a memory are there when it decides.

    Args:
        pay: [N] float64, what the seat gets at each end.
        strategy: [S] float64, of the other seat.
        order: [N] int64, the nodes by level, ascending within a level.
        starts: [L + 1] int64, where each level begins in `order`.

    Returns:
        the value; `[2]` the chances to win and to lose; `[M] int64` the slot chosen in each memory.
    """
    count = len(parent)
    reach = np.ones(count)
    worth, wins, losses = np.zeros(count), np.zeros(count), np.zeros(count)
    for node in range(count):
        above = parent[node]
        if above >= 0:
            reach[node] = reach[above]
            if decider[above] != seat:
                reach[node] *= strategy[edge[node]]
        if decider[node] < 0:
            weight = reach[node] * luck[node]
            worth[node] = pay[node] * weight
            wins[node] = weight * (won[node] > 0)
            losses[node] = weight * (won[node] < 0)
    gains = np.zeros(memory_base[-1])
    choice = np.full(len(memory_base) - 1, -1, np.int64)
    for level in range(len(starts) - 2, -1, -1):
        for place in range(starts[level], starts[level + 1]):
            of = memory[order[place]]
            if decider[order[place]] == seat and choice[of] < 0:
                choice[of] = np.argmax(gains[memory_base[of] : memory_base[of + 1]])
        if level + 2 < len(starts):
            for place in range(starts[level + 1], starts[level + 2]):
                node = order[place]
                above = parent[node]
                if above >= 0 and decider[above] == seat and slot[node] == choice[memory[above]]:
                    worth[above] += worth[node]
                    wins[above] += wins[node]
                    losses[above] += losses[node]
        for place in range(starts[level + 1] - 1, starts[level] - 1, -1):
            node = order[place]
            above = parent[node]
            if above < 0:
                continue
            if decider[above] == seat:
                gains[memory_base[memory[above]] + slot[node]] += worth[node]
            else:
                worth[above] += worth[node]
                wins[above] += wins[node]
                losses[above] += losses[node]
    value, chances = 0.0, np.zeros(2)
    for node in range(count):
        if parent[node] < 0:
            value += worth[node]
            chances[0] += wins[node]
            chances[1] += losses[node]
    return value, chances, choice


@kernel
def match_regrets(base, regret, strategy):
    """Write the strategy that plays each choice in proportion to its positive regret."""
    for view in range(len(base) - 1):
        total = 0.0
        for choice in range(base[view], base[view + 1]):
            total += max(regret[choice], 0.0)
        for choice in range(base[view], base[view + 1]):
            if total > 0:
                strategy[choice] = max(regret[choice], 0.0) / total
            else:
                strategy[choice] = 1.0 / (base[view + 1] - base[view])


@kernel
def improve(parent, edge, decider, view, base, luck, pay, seat, weight, strategy, regret, average):
    """One step of CFR+ for a seat: its regrets grow, its strategy joins the average.

    Args:
        pay: [N] float64, what the seat gets at each end, times the luck on the way.
        weight: of the present strategy in the average.
        strategy: [S] float64, of both seats.
        regret, average: [S] float64, changed.
    """
    count = len(parent)
    own, others, worth = np.ones(count), np.ones(count), np.zeros(count)
    for node in range(count):
        above = parent[node]
        if above >= 0:
            own[node], others[node] = own[above], others[above]
            if decider[above] == seat:
                own[node] *= strategy[edge[node]]
            else:
                others[node] *= strategy[edge[node]]
        if decider[node] < 0:
            worth[node] = others[node] * pay[node]
        elif decider[node] == seat:
            joining = weight * own[node] * luck[node]
            for choice in range(base[view[node]], base[view[node] + 1]):
                average[choice] += joining * strategy[choice]
    gained, expected = np.zeros(len(regret)), np.zeros(len(base) - 1)
    for node in range(count - 1, -1, -1):
        if decider[node] == seat:
            expected[view[node]] += worth[node]
        above = parent[node]
        if above >= 0:
            if decider[above] == seat:
                gained[edge[node]] += worth[node]
                worth[above] += strategy[edge[node]] * worth[node]
            else:
                worth[above] += worth[node]
    for of in range(len(base) - 1):
        for choice in range(base[of], base[of + 1]):
            if gained[choice] != 0 or expected[of] != 0:
                regret[choice] = max(regret[choice] + gained[choice] - expected[of], 0.0)
