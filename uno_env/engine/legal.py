"""What may I do: the legal actions of the seat on move, phase by phase.

`write_mask` is the one place that knows; the predicates above it are the conditions of the sheet.
"""

import numpy as np

from uno_env.actions import (
    ACCEPT,
    CATCH,
    CHALLENGE,
    COLOR_ACTIONS,
    DRAW,
    PASS,
    SWAP_ACTIONS,
    UNO,
)
from uno_env.cards import COLOR, COLORED, COLORS, KINDS, NO_COLOR, RANK
from uno_env.compiling import compiled, inlined
from uno_env.engine.cards_move import can_draw, top_card
from uno_env.engine.seats import seat_at
from uno_env.state import Phase
from uno_env.tables import Condition

_COLORS = len(COLORS)


@inlined
def fits(kind, color, rank):
    """A card fits on the active colour, on the top card's rank, or if it is a wild (rules.md 4)."""
    return (COLOR[kind] == color) | (RANK[kind] == rank) | (COLOR[kind] == NO_COLOR)


@compiled
def count_matches(hand, rules, color):
    """Cards in a hand that forbid a Wild Draw Four: of the colour, and wilds if they count."""
    matches = 0
    for kind in range(KINDS):
        if COLOR[kind] == color or (rules.wilds_match and kind >= COLORED):
            matches += hand[kind]
    return matches


@compiled
def meets_condition(game, rules, seat, kind):
    """Whether a card held is not masked by the condition of the Wild Draw Four (rules.md 6)."""
    if rules.condition[kind] != Condition.MASKED:
        return True
    itself = 1 if rules.wilds_match else 0
    return count_matches(game.hands[seat], rules, game.color) == itself


@compiled
def playable(game, rules, seat, kind):
    """Whether a seat may lay a card it holds in its turn."""
    rank = RANK[top_card(game)]
    return fits(kind, np.int8(game.color), rank) and meets_condition(game, rules, seat, kind)


@compiled
def may_answer(game, rules, seat, kind):
    """Whether a seat may lay a card on the penalty it is under (rules.md 9, stacking)."""
    if game.hands[seat, kind] == 0 or not rules.answers[kind] & rules.family[top_card(game)]:
        return False
    return meets_condition(game, rules, seat, kind)


@compiled
def has_answer(game, rules, seat):
    """Whether any card of the hand may be laid on the penalty."""
    for kind in range(KINDS):
        if rules.answers[kind] and may_answer(game, rules, seat, kind):
            return True
    return False


@inlined
def may_challenge(game):
    """Whether the newest card can be judged: bluffed with, and not laid as the last one."""
    return game.color_before != NO_COLOR


@compiled
def write_mask(game, rules, mask):
    """Write the legal actions of the seat on move into `mask: [77] int8`; zeros once it is over."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    phase = game.phase
    if phase == Phase.PLAY:
        _mask_play(game, rules, mask)
    elif phase == Phase.PLAY_DRAWN:
        mask[game.drawn] = 1
        mask[PASS] = 1
    elif phase == Phase.CHOOSE_COLOR:
        for color in range(_COLORS):
            mask[COLOR_ACTIONS + color] = 1
    elif phase == Phase.CHALLENGE or phase == Phase.STACK:
        _mask_penalty(game, rules, mask)
    elif phase == Phase.CHOOSE_TARGET:
        _mask_targets(game, rules, mask)
    elif phase == Phase.CALL_UNO:
        mask[UNO] = 1
        mask[PASS] = 1
    elif phase == Phase.CATCH:
        mask[CATCH] = 1
        mask[PASS] = 1
    elif phase == Phase.JUMP_IN or phase == Phase.SECOND_CARD:
        mask[top_card(game)] = 1
        mask[PASS] = 1


@compiled
def _mask_play(game, rules, mask):
    """A fitting card; drawing where it is allowed; `pass` where nothing is left to draw."""
    hand = game.hands[game.seat]
    color = np.int8(game.color)
    rank = RANK[top_card(game)]
    for kind in range(KINDS):  # no branch in it: most of the work is done here, on whole vectors
        mask[kind] = (hand[kind] > 0) & fits(kind, color, rank)
    _mask_condition(game, rules, mask)
    if rules.voluntary_draw or not _any_card(mask):
        mask[DRAW if can_draw(game) else PASS] = 1


@inlined
def _mask_condition(game, rules, mask):
    """Take out the wilds whose condition is not met."""
    for kind in range(COLORED, KINDS):
        if mask[kind] and not meets_condition(game, rules, game.seat, kind):
            mask[kind] = 0


@inlined
def _any_card(mask):
    found = np.int8(0)
    for kind in range(KINDS):
        found |= mask[kind]
    return found != 0


@compiled
def _mask_penalty(game, rules, mask):
    mask[ACCEPT] = 1
    if may_challenge(game):
        mask[CHALLENGE] = 1
    if game.phase == Phase.STACK:
        for kind in range(KINDS):
            if rules.answers[kind] and may_answer(game, rules, game.seat, kind):
                mask[kind] = 1


@compiled
def _mask_targets(game, rules, mask):
    for places in range(1, rules.players):
        if game.playing[seat_at(game.seat, places, rules.players)]:
            mask[SWAP_ACTIONS + places - 1] = 1
