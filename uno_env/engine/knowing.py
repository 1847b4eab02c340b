"""What each seat is certain of in each other hand: `known[observer, owner, kind]` cards.

Certain is what was revealed, given away with a hand, laid open or counted. A certain card stays
certain until one of its kind is laid; certainty travels with a hand that moves.
"""

import numpy as np

from uno_env.compiling import compiled
from uno_env.state import NOBODY


@compiled
def clear(counts):
    """No card is left in `counts: [K]`."""
    for kind in range(counts.shape[0]):
        counts[kind] = 0


@compiled
def copy_counts(source, target):
    """`target: [K]` becomes a copy of `source: [K]`."""
    for kind in range(target.shape[0]):
        target[kind] = source[kind]


@compiled
def swap_counts(one, other):
    """Two sets of cards `[K]` change places."""
    for kind in range(one.shape[0]):
        count = one[kind]
        one[kind] = other[kind]
        other[kind] = count


@compiled
def follow_laid_card(game, rules, seat, kind):
    """A card laid may have been the one an observer knew of."""
    for observer in range(rules.players):
        if game.known[observer, seat, kind] > 0:
            game.known[observer, seat, kind] -= 1


@compiled
def see_judged_hand(game, rules, observer):
    """The observer sees the hand a Wild Draw Four was laid from; it is still held whole."""
    if observer == game.player:
        return
    seen = game.known[observer, game.player]
    for kind in range(seen.shape[0]):
        seen[kind] = max(seen[kind], game.judged[kind])


@compiled
def know_given_hand(game, giver, taker):
    """A seat knows the hand it gave away; what it knew of the one it took is now its own."""
    clear(game.known[taker, taker])
    copy_counts(game.hands[taker], game.known[giver, taker])


@compiled
def forget_hands(game, rules):
    """All hands are mixed up, or dealt anew: nobody is certain of anything."""
    for observer in range(rules.players):
        for owner in range(rules.players):
            clear(game.known[observer, owner])


@compiled
def learn_what_is_open(game, rules):
    """Certainty that follows from the table: open hands, or counting on an empty draw pile."""
    if rules.open_hands:
        for observer in range(rules.players):
            for owner in range(rules.players):
                if owner != observer:
                    copy_counts(game.hands[owner], game.known[observer, owner])
    elif game.draw_size == 0:
        for observer in range(rules.players):
            owner = _only_hidden_hand(game, rules, observer)
            if owner != NOBODY:
                copy_counts(game.hands[owner], game.known[observer, owner])


@compiled
def hidden_cards(game, observer, owner):
    """How many cards of a hand the observer is not certain of."""
    hidden = np.int64(game.hand_size[owner])
    for kind in range(game.known.shape[2]):
        hidden -= game.known[observer, owner, kind]
    return hidden


@compiled
def _only_hidden_hand(game, rules, observer):
    """The one other hand with cards the observer is not certain of, or NOBODY."""
    only = NOBODY
    for owner in range(rules.players):
        if owner != observer and hidden_cards(game, observer, owner) > 0:
            if only != NOBODY:
                return NOBODY
            only = owner
    return only
