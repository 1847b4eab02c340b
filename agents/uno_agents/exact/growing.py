"""Growing the tree below a deal with the engine itself: every action, every card that may be drawn.

What an action draws is found out by carrying it out: the draw pile is put in an order, and where
the action took more cards than had been chosen, every kind that may lie there is tried in turn.
Where the discards are shuffled, random states are tried until every way has come up in which the
new pile may be drawn from.
Between two steps the pile has no order (it is kept sorted), for all orders are equally likely.
"""

import numpy as np

from uno_agents.exact.nodes import ENDED, MOST_DRAWN, key_of, mixed, pack
from uno_env.actions import ACTIONS
from uno_env.cards import KINDS
from uno_env.compiling import compiled, kernel
from uno_env.kernels import act, observe_one
from uno_env.state import NOBODY, Phase

NO_ROOM, OTHER_CHANCE, TOO_MANY_DRAWN = -1, -2, -3
"""What `grow` returns instead of a number of nodes."""

_WIN = 0
"""The number of the reward "win"; what is paid is read from the record."""
_UNIT = 0.01
_ALL = ACTIONS.size
_MOST_TRIES = 100_000
"""Random states that are tried until every way to shuffle has come up."""
_MOST_RESTS = 10_000
_ALL_OF_IT = 1 - 1e-9


@kernel
def grow(deal, table, offsets, seats, blank, nodes, pending, raw, memory):
    """Grow the tree below a deal.

    Args:
        deal: [1] STATE, its seat on move about to decide.
        table: [1] RULES.
        offsets, seats, blank: the layout with all events.
        nodes: [N] NODE, written.
        pending: [S] STATE, room for what is still to be looked at.
        raw: [S, bytes] uint8, the same memory.
        memory: [S, 2] uint64, room for what each seat remembers there.

    Returns:
        How many nodes there are, or why the tree cannot be grown.
    """
    shown = np.empty(blank.shape[1], np.float32)
    bits = shown.view(np.uint32)
    legal, scratch = np.empty(_ALL, np.int8), np.empty(_ALL, np.int8)
    rewards, now = np.empty(seats, np.float32), np.empty(3, np.int64)
    script, left = np.empty(MOST_DRAWN, np.int64), np.empty(KINDS, np.int64)
    pool, counts = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64)
    rests = np.empty(_MOST_RESTS, np.uint64)
    whose = np.empty(pending.shape[0], np.int64)
    here, knows = deal.copy(), np.zeros(2, np.uint64)
    settle(here[0], left)
    pending[0] = here[0]
    memory[0] = 0
    whose[0] = 0
    waiting, count = 1, 1
    while waiting > 0:
        waiting -= 1
        here[0] = pending[waiting]
        knows[:] = memory[waiting]
        node, seat, size = whose[waiting], here[0].seat, here[0].draw_size
        observe_one(here, table, seat, offsets, seats, blank, shown, legal)
        sight = key_of(bits)
        recall = mixed(knows[seat], sight)
        nodes[node].seen, nodes[node].recall = sight, recall
        count_cards(here[0].draw_pile, size, left)
        slot = 0
        for action in range(_ALL):
            if not legal[action]:
                continue
            first, known = waiting, count
            chosen, tries, found, whole = 0, 0, 0, 0.0
            while True:
                if count == nodes.shape[0] or waiting == pending.shape[0]:
                    return NO_ROOM
                pending[waiting] = here[0]
                after = pending[waiting]
                put_on_top(after, script, chosen)
                random = mixed(np.uint64(tries), np.uint64(0))
                after.random = random
                act(pending[waiting : waiting + 1], table, action, _WIN, scratch, rewards, now)
                shuffled = after.random != random
                if (size if shuffled else size - after.draw_size) > chosen:
                    if chosen == MOST_DRAWN:
                        return TOO_MANY_DRAWN
                    script[chosen] = next_kind(left, 0)
                    left[script[chosen]] -= 1
                    chosen += 1
                    continue
                settle(after, counts)
                luck, is_new = chance_of(script, chosen, left, size), True
                if shuffled:
                    tries += 1
                    if tries == _MOST_TRIES:
                        return OTHER_CHANCE
                    is_new = add_new(rests, found, key_of(counts))
                    if is_new:
                        gather_discards(here[0], action, pool)
                        share = chance_of_rest(pool, counts)
                        found += 1
                        whole += share
                        luck *= share
                if is_new:
                    twin = NOBODY
                    if chosen > 1 or shuffled:
                        twin = find_twin(nodes, known, count, pending, raw, whose, first, waiting)
                    if twin != NOBODY:
                        nodes[twin].chance += luck
                    else:
                        child = nodes[count]
                        child.parent, child.slot, child.action = node, slot, action
                        child.chance, child.drawn = luck, pack(script, chosen)
                        child.random = random if shuffled else np.uint64(0)
                        close(child, after)
                        if after.phase != Phase.OVER:
                            memory[waiting] = knows
                            memory[waiting, seat] = mixed(recall, np.uint64(action))
                            whose[waiting] = count
                            waiting += 1
                        count += 1
                if shuffled and whole < _ALL_OF_IT:
                    continue
                tries, found, whole = 0, 0, 0.0
                chosen = next_script(script, chosen, left)
                if chosen == 0:
                    break
            slot += 1
    return count


@compiled
def settle(game, counts):
    """Between steps a game has no random state, and its draw pile no order.

    `counts: [K]` is written: the cards in the pile.
    """
    game.random = 0
    count_cards(game.draw_pile, game.draw_size, counts)
    place = 0
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            game.draw_pile[place] = kind
            place += 1


@compiled
def add_new(keys, size, key):
    """Put a key behind `size` others, unless it is among them; whether it was new."""
    for place in range(size):
        if keys[place] == key:
            return False
    keys[size] = key
    return True


@compiled
def gather_discards(game, action, pool):
    """Write the cards that are shuffled if the draw pile runs out in this step.

    That is all that lies below the top card, which is the one laid if the action lays one.
    """
    count_cards(game.discard_pile, game.discard_size, pool)
    if action >= KINDS:
        pool[game.discard_pile[game.discard_size - 1]] -= 1


@compiled
def chance_of_rest(pool, rest):
    """How likely, of the shuffled cards of `pool`, just those of `rest` are left after drawing."""
    size, drawn, ways = 0, 0, 1.0
    for kind in range(KINDS):
        for more in range(pool[kind] - rest[kind]):
            ways *= (pool[kind] - more) / (more + 1)
            drawn += 1
        size += pool[kind]
    for more in range(drawn):
        ways *= (more + 1) / (size - more)
    return ways


@compiled
def close(node, game):
    """Note how the game stands in a node that may be its end."""
    node.seat = ENDED if game.phase == Phase.OVER else game.seat
    node.won = 0
    node.points = 0
    if game.phase == Phase.OVER and game.winner != NOBODY:
        node.won = 1 if game.winner == 0 else -1
        node.points = node.won * game.points * _UNIT


@compiled
def find_twin(nodes, known, count, pending, raw, whose, first, last):
    """The node among the latest children that is the same position as `pending[last]`.

    The same cards drawn in another order are the same position.
    """
    if pending[last].phase == Phase.OVER:
        for node in range(known, count):
            if nodes[node].seat == ENDED and ends_alike(nodes[node], pending[last]):
                return np.int64(node)
        return NOBODY
    for place in range(first, last):
        if (raw[place] == raw[last]).all():
            return np.int64(whose[place])
    return NOBODY


@compiled
def ends_alike(node, game):
    """Whether a node that has ended pays what this game does."""
    if game.winner == NOBODY:
        return node.won == 0
    return node.won == (1 if game.winner == 0 else -1) and node.points == np.float32(
        node.won * game.points * _UNIT
    )


@compiled
def count_cards(pile, size, counts):
    """Write how many of each kind lie in a pile."""
    counts[:] = 0
    for place in range(size):
        counts[pile[place]] += 1


@compiled
def put_on_top(game, script, size):
    """Bring the first `size` kinds of a script to the top of the draw pile, first one uppermost."""
    for drawn in range(size):
        to = game.draw_size - 1 - drawn
        place = to
        while game.draw_pile[place] != script[drawn]:
            place -= 1
        game.draw_pile[place] = game.draw_pile[to]
        game.draw_pile[to] = script[drawn]


@compiled
def next_kind(left, first):
    """The first kind from `first` on of which a card is left, or NOBODY."""
    for kind in range(first, KINDS):
        if left[kind] > 0:
            return np.int64(kind)
    return NOBODY


@compiled
def next_script(script, size, left):
    """Turn a script into the next one, and return its size; 0 after the last."""
    while size > 0:
        kind = script[size - 1]
        left[kind] += 1
        following = next_kind(left, kind + 1)
        if following != NOBODY:
            script[size - 1] = following
            left[following] -= 1
            return size
        size -= 1
    return size


@compiled
def chance_of(script, size, left, pile):
    """How likely these cards come first off a pile of `pile` cards.

    `left` is what stays in the pile after them.
    """
    chance = 1.0
    for place in range(size - 1, -1, -1):
        kind = script[place]
        more = 1
        for later in range(place + 1, size):
            more += script[later] == kind
        chance *= (left[kind] + more) / (pile - place)
    return chance
