"""Cards change place: drawn, laid, reshuffled, swapped, passed on, dealt anew.

Every card that moves moves here, and what the seats know of it moves with it. Places of a pile
above its size are zero, so equal games are equal bytes.
"""

import numpy as np

from uno_env.cards import COLOR, KINDS
from uno_env.compiling import compiled, inlined
from uno_env.engine.chance import shuffle
from uno_env.engine.knowing import (
    clear,
    follow_laid_card,
    forget_hands,
    know_given_hand,
    learn_what_is_open,
    swap_counts,
)
from uno_env.engine.seats import next_seat, seat_after
from uno_env.state import CLOCKWISE, HISTORY, NO_CARD


@compiled
def record_event(game, seat, action):
    """Note a public event: who did what."""
    place = game.events % HISTORY
    game.history[place, 0] = seat
    game.history[place, 1] = action
    game.events += 1


@compiled
def put_down(game, rules, seat, kind):
    """A card goes from a hand to the top of the discard pile and sets the colour (rules.md 4)."""
    game.hands[seat, kind] -= 1
    game.hand_size[seat] -= 1
    follow_laid_card(game, rules, seat, kind)
    discard(game, kind)
    game.passes = 0
    record_event(game, seat, kind)


@inlined
def discard(game, kind):
    """A card comes to lie on top of the discard pile; a wild has no colour yet."""
    game.discard_pile[game.discard_size] = kind
    game.discard_size += 1
    game.discarded[kind] += 1
    game.color = COLOR[kind]


@inlined
def top_card(game):
    """The kind on top of the discard pile."""
    return np.int64(game.discard_pile[game.discard_size - 1])


@inlined
def can_draw(game):
    """Whether there is a card to draw, after a reshuffle if need be."""
    return game.draw_size > 0 or game.discard_size > 1


@inlined
def take_top(game):
    """The top card of the draw pile, which must hold one."""
    game.draw_size -= 1
    kind = np.int64(game.draw_pile[game.draw_size])
    game.draw_pile[game.draw_size] = 0
    return kind


@compiled
def draw_card(game, rules, seat):
    """One card goes from the draw pile to a hand; NO_CARD where nothing is left (rules.md 4)."""
    if game.draw_size == 0:
        reshuffle(game, rules)
    if game.draw_size == 0:
        return NO_CARD
    kind = take_top(game)
    game.hands[seat, kind] += 1
    game.hand_size[seat] += 1
    game.passes = 0
    return kind


@compiled
def draw_cards(game, rules, seat, amount):
    """So many cards are drawn, or as many as there are."""
    for _ in range(amount):
        draw_card(game, rules, seat)


@compiled
def reshuffle(game, rules):
    """The discards below the top become the draw pile (U P); whoever counted knows the rest."""
    if game.discard_size < 2:
        return
    learn_what_is_open(game, rules)
    top = game.discard_pile[game.discard_size - 1]
    game.draw_size = game.discard_size - 1
    for place in range(game.draw_size):
        game.draw_pile[place] = game.discard_pile[place]
        game.discard_pile[place] = 0
    game.discard_pile[game.draw_size] = 0
    shuffle(game, game.draw_pile, game.draw_size)
    game.discard_pile[0] = top
    game.discard_size = 1
    clear(game.discarded)
    game.discarded[top] = 1


@compiled
def swap_hands(game, rules, one, other):
    """Two seats exchange whole hands; each knows what it gave away."""
    exchange(game, rules, one, other)
    know_given_hand(game, one, other)
    know_given_hand(game, other, one)


@compiled
def pass_hands(game, rules):
    """Every hand goes to the next seat in the direction of play (U P)."""
    first = game.player
    taker = next_seat(game, rules, first)
    while taker != first:  # the first seat's place holds the hand that is on its way
        exchange(game, rules, first, taker)
        taker = next_seat(game, rules, taker)
    giver = first
    for _ in range(game.in_round):
        taker = next_seat(game, rules, giver)
        know_given_hand(game, giver, taker)
        giver = taker


@compiled
def exchange(game, rules, one, other):
    """Two hands change places, and with them all that anybody is certain of in them."""
    swap_counts(game.hands[one], game.hands[other])
    size = game.hand_size[one]
    game.hand_size[one] = game.hand_size[other]
    game.hand_size[other] = size
    for observer in range(rules.players):
        swap_counts(game.known[observer, one], game.known[observer, other])


@compiled
def shuffle_hands(game, rules, player):
    """All hands are gathered, shuffled and dealt from the player's left, clockwise (G).

    The gathered cards lie on the draw pile meanwhile; it has room for every card there is.
    """
    first = game.draw_size
    seat = player
    for _ in range(game.in_round):
        seat = seat_after(game, rules, seat, CLOCKWISE)
        for kind in range(KINDS):
            for _ in range(game.hands[seat, kind]):
                game.draw_pile[game.draw_size] = kind
                game.draw_size += 1
        clear(game.hands[seat])
        game.hand_size[seat] = 0
    shuffle(game, game.draw_pile[first:], game.draw_size - first)
    forget_hands(game, rules)
    while game.draw_size > first:
        seat = seat_after(game, rules, seat, CLOCKWISE)
        game.hands[seat, take_top(game)] += 1
        game.hand_size[seat] += 1
