"""Dealing a world that agrees with what a seat knows.

What a seat knows is its own hand, the public part, the question being asked, the cards it is
certain of in each other hand, and the pool of unseen cards. `deal_unseen` deals that pool anew,
uniformly over all ways that leave the question askable.
"""

import numpy as np

from uno_env.cards import KINDS, MAX_CARDS
from uno_env.compiling import compiled, kernel
from uno_env.engine.cards_move import top_card
from uno_env.engine.chance import below, seed_chance, shuffle
from uno_env.engine.knowing import clear, copy_counts, hidden_cards, learn_what_is_open
from uno_env.engine.legal import has_answer, may_challenge, playable
from uno_env.state import NO_CARD, Phase


@kernel
def deal_unseen(games, tables, observer, seed):
    """Turn the first game into a world that `observer` cannot tell from it.

    The new hidden cards and the random state depend on the observer's knowledge and on `seed`
    alone. Of what the other seats are certain of, only what the table itself shows is kept.
    """
    deal_world(games[0], tables[0], observer, seed)


@kernel
def deal_worlds(games, tables, observer, seeds, worlds):
    """Write a world for each of `seeds: [n] uint64` into `worlds: [n] STATE`.

    Each is what `deal_unseen` makes of a copy of the first game.
    """
    for n in range(seeds.shape[0]):
        worlds[n] = games[0]
        deal_world(worlds[n], tables[0], observer, seeds[n])


@compiled
def deal_world(game, rules, observer, seed):
    """Deal a game's unseen cards anew, until the question can be asked."""
    pool = np.zeros(MAX_CARDS, np.int8)
    size = gather_unseen(game, rules, observer, pool)
    forget_what_others_know(game, rules, observer)
    seed_chance(game, seed)
    while True:
        shuffle(game, pool, size)
        deal_pool(game, rules, observer, pool, size)
        if is_askable(game, rules, observer):
            break
    learn_what_is_open(game, rules)


@compiled
def gather_unseen(game, rules, observer, pool):
    """Write the unseen cards into `pool` in kind order, and return how many there are."""
    counts = np.zeros(KINDS, np.int64)
    for place in range(game.draw_size):
        counts[game.draw_pile[place]] += 1
    for owner in range(rules.players):
        if owner != observer:
            for kind in range(KINDS):
                counts[kind] += game.hands[owner, kind] - game.known[observer, owner, kind]
    size = 0
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            pool[size] = kind
            size += 1
    return size


@compiled
def forget_what_others_know(game, rules, observer):
    """What the other seats have seen is hidden from the observer."""
    for other in range(rules.players):
        if other != observer:
            for owner in range(rules.players):
                clear(game.known[other, owner])


@compiled
def deal_pool(game, rules, observer, pool, size):
    """Deal the pool into the hidden places: hands by seat, then the draw pile."""
    dealt = 0
    for owner in range(rules.players):
        if owner == observer:
            continue
        first = dealt
        hidden = hidden_cards(game, observer, owner)
        copy_counts(game.known[observer, owner], game.hands[owner])
        for _ in range(hidden):
            game.hands[owner, pool[dealt]] += 1
            dealt += 1
        if owner == game.player:
            choose_judged(game, observer, owner, pool[first:dealt])
        if owner == game.seat and game.phase == Phase.PLAY_DRAWN:
            choose_drawn(game, owner, pool[first:dealt])
    for place in range(size - dealt):
        game.draw_pile[place] = pool[dealt + place]


@compiled
def choose_drawn(game, owner, hidden):
    """The card just drawn is a hidden one; where the whole hand is known, any of it."""
    if hidden.shape[0] > 0:
        game.drawn = np.int64(hidden[hidden.shape[0] - 1])
        return
    game.drawn = NO_CARD
    place = below(game, np.int64(game.hand_size[owner]))
    for kind in range(KINDS):
        place -= game.hands[owner, kind]
        if place < 0 and game.drawn == NO_CARD:
            game.drawn = kind


@compiled
def choose_judged(game, observer, owner, hidden):
    """The hand a Wild Draw Four was laid from: known cards first, cards drawn since are hidden."""
    if game.judged_size == 0:
        return
    cards = np.zeros(MAX_CARDS, np.int8)
    size = 0
    for kind in range(KINDS):
        for _ in range(game.known[observer, owner, kind]):
            cards[size] = kind
            size += 1
    shuffle(game, cards, size)
    for place in range(hidden.shape[0]):
        cards[size + place] = hidden[place]
    clear(game.judged)
    for place in range(game.judged_size):
        game.judged[cards[place]] += 1


@compiled
def is_askable(game, rules, observer):
    """Whether the seat on move would be asked this with the cards it now holds."""
    if game.seat == observer:
        return True
    if game.phase == Phase.PLAY_DRAWN:
        return playable(game, rules, game.seat, game.drawn)
    if game.phase == Phase.JUMP_IN or game.phase == Phase.SECOND_CARD:
        return game.hands[game.seat, top_card(game)] > 0
    if game.phase == Phase.STACK:
        return may_challenge(game) or has_answer(game, rules, game.seat)
    return True
