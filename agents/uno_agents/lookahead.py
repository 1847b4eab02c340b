"""Playing worlds out: every action is tried in every world, to the end of the round.

The same worlds serve all actions, and a world's chance is part of its record, so two actions differ
in nothing but themselves (common random numbers). `heuristic` plays on for every seat. One record
is played on in place, nothing is allocated within a play-out, and a glance at the table is all the
heuristic is shown where that is enough: it does what it would do on the whole observation.
"""

import numpy as np

from uno_agents.baselines import pick
from uno_agents.heuristic import choose
from uno_env import ACTIONS, Phase
from uno_env.cards import KINDS
from uno_env.compiling import compiled, kernel
from uno_env.playouts import below, encode, glance, has_ended, play_on, write_mask

_ALL = ACTIONS.size
WIN = 0
"""The reward scheme that play-outs are paid by: the round's winner gets 1, the losers share -1."""

UNDECIDED = -1


@kernel
def try_actions(worlds, table, seat, actions, at, seats, blank, sight, strays, returns):
    """Write what `seat` gets in each world after each action into `returns: [N, n] float32`.

    Args:
        worlds: [N] STATE, with `seat` on move.
        table: [1] RULES.
        actions: [n] int64, legal ones.
        at, seats: the layout's offsets and seats.
        blank: [D] float32, an observation that holds nothing but the options in force.
        sight: what the heuristic reads in it.
        strays: of 100 later decisions, how many are random ones.
    """
    rules = table[0]
    scratch = np.empty(1, worlds.dtype)
    game = scratch[0]
    seen = blank.copy()
    legal = np.empty(_ALL, np.int8)
    hand = np.empty(KINDS, np.int64)
    cards = np.empty((2, KINDS), np.int64)
    rewards = np.empty(rules.players, np.float32)
    for n in range(worlds.shape[0]):
        for a in range(actions.shape[0]):
            scratch[0] = worlds[n]
            rounds = game.rounds
            action = actions[a]
            while True:  # the engine is called in one place: it is compiled into its caller
                play_on(game, rules, action, WIN, rewards)
                if has_ended(game, rounds):
                    break
                write_mask(game, rules, legal)
                action = only_action(legal)
                if action != UNDECIDED:
                    continue
                if strays > 0 and below(game, 100) < strays:
                    action = pick(legal, 0, _ALL, below(game, 1000) / 1000)
                else:
                    action = sensible_action(
                        game, rules, at, seats, blank, seen, legal, hand, cards, sight
                    )
            returns[n, a] = rewards[seat]


@compiled
def only_action(legal):
    """The only legal action, or `UNDECIDED` if there are several."""
    count, last = 0, 0
    for action in range(_ALL):
        count += legal[action]
        last += legal[action] * action
    return last if count == 1 else UNDECIDED


@compiled
def sensible_action(game, rules, at, seats, blank, seen, legal, hand, cards, sight):
    """What `heuristic` does for the seat on move; `seen`, `hand` and `cards` are overwritten."""
    seat = game.seat
    if game.phase == Phase.CHALLENGE or game.phase == Phase.STACK:
        encode(game, rules, seat, at, seats, blank, seen)
    else:
        glance(game, rules, seat, at, seen)
    for kind in range(KINDS):
        hand[kind] = game.hands[seat, kind]
    return choose(seen, legal, hand, cards, sight)


@kernel
def sensible_actions(games, table, at, seats, blank, sight, actions):
    """Write what play-outs do in each game for the seat on move into `actions: [B] int64`."""
    seen = blank.copy()
    legal = np.empty(_ALL, np.int8)
    hand = np.empty(KINDS, np.int64)
    cards = np.empty((2, KINDS), np.int64)
    for b in range(actions.shape[0]):
        write_mask(games[b], table[0], legal)
        actions[b] = sensible_action(
            games[b], table[0], at, seats, blank, seen, legal, hand, cards, sight
        )
