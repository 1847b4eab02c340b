"""The yardstick that plays with sense: `heuristic`.

It lays the colour it holds most of, keeps wilds back, saves the cards that hurt for a next player
who is low, names its richest colour, lays a Wild Draw Four only if it is no bluff, and challenges
one when the odds say so. It knows nothing but the observation, has no memory and leaves nothing to
chance: equal positions get equal answers. It stays as it is, so that results can be compared;
better ideas get names of their own.

A compiled agent of one's own can be written after this pattern: `sight` reads the observation, one
kernel goes through the rows, and each decision is a short function.
"""

import numpy as np

from uno_agents.baselines import NO_ACTION, count_legal
from uno_agents.odds import chance_of_guilt
from uno_agents.sight import (
    is_exposed,
    is_partner,
    read_cards,
    read_number,
    read_scene,
)
from uno_agents.sighted import Sighted
from uno_agents.swaps import best_target, cards_shed, moves_hands
from uno_env import ACTIONS, Phase
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
from uno_env.cards import COLOR, COLORED, COLORS, KIND, KINDS, RANK, RANKS
from uno_env.compiling import compiled, kernel

LOW = 4
"""A next player with at most this many cards has to be stopped."""

# What laying a card is worth, in cards of the same colour that stay behind to follow it.
ATTACK = 8.0
"""A card that hurts, while the next player is low."""
SAVED = 1.0
"""Keeping a card that hurts for later, while it is not."""
RANK_KEPT = 0.25
"""Keeping a rank that is held more than once, for each other card of it: it leads elsewhere."""
WILD_KEPT = 10.0
"""Keeping a wild."""
DRAW_FOUR_KEPT = 12.0
"""Keeping a Wild Draw Four."""
CARD_SHED = 3.0
"""Each card the player is rid of after hands have moved."""

MOST_CARDS_GAINED = 1
"""A card that moves hands is not laid where that would bring more cards than drawing does."""
TURN = 1
"""What a turn is worth in cards, when challenging is weighed."""
FALSE_CHALLENGE = 2
"""Cards that a challenge costs on top if it fails (rules.md 6)."""

_ALL = ACTIONS.size
_COLORS = len(COLORS)
_RANKS = len(RANKS)
_SKIP, _REVERSE, _DRAW_TWO = (RANKS.index(rank) for rank in ("S", "R", "+2"))
_DRAW_FOUR = KIND["W+4"]


class Heuristic(Sighted):
    """The sensible player of this module."""

    def act(
        self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """An action for each row of `observation: [B, D]` and `mask: [B, A]`; `[B] int64`."""
        return choose_sensibly(observation, mask, self.sight(observation))


@kernel
def choose_sensibly(observation, mask, sight):
    """An action for each row of `observation: [B, D]` and `mask: [B, A]`; `[B] int64`."""
    actions = np.empty(len(mask), np.int64)
    hand = np.empty(KINDS, np.int64)
    scratch = np.empty((2, KINDS), np.int64)
    for row in range(len(mask)):
        read_cards(observation[row], sight.hand, sight, hand)
        actions[row] = choose(observation[row], mask[row], hand, scratch, sight)
    return actions


@compiled
def choose(seen, legal, hand, scratch, sight):
    """The action in one position; `hand: [K]` are the own cards."""
    scene = read_scene(seen, sight)
    card = best_card(seen, legal, hand, scene, sight)
    if card != NO_ACTION:
        return card
    if legal[UNO]:
        return UNO
    if legal[CATCH]:
        return PASS if partner_is_exposed(seen, scene, sight) else CATCH
    if legal[COLOR_ACTIONS]:
        return COLOR_ACTIONS + richest_color(hand)
    if legal[CHALLENGE] and challenge_pays(seen, hand, scratch, scene, sight):
        return CHALLENGE
    if legal[ACCEPT]:
        return ACCEPT
    if count_legal(legal, SWAP_ACTIONS, _ALL) > 0:
        return best_target(seen, legal, scene, sight)
    if legal[DRAW]:
        return DRAW
    return PASS if legal[PASS] else only_card(legal)


@compiled
def best_card(seen, legal, hand, scene, sight):
    """The legal card that is best laid, or `NO_ACTION` if none should be."""
    best, best_value = NO_ACTION, 0.0
    for kind in range(KINDS):
        if legal[kind] and is_good(seen, kind, hand, scene, sight):
            value = card_value(seen, kind, hand, scene, sight)
            if best == NO_ACTION or value > best_value:
                best, best_value = kind, value
    return best


@compiled
def only_card(legal):
    """The first legal card, where a bad one has to be laid."""
    for kind in range(KINDS):
        if legal[kind]:
            return kind
    return NO_ACTION


@compiled
def is_good(seen, kind, hand, scene, sight):
    """Whether a card is worth laying at all."""
    if scene.own_size == 1:
        return True
    if kind == _DRAW_FOUR and seen[sight.judged] > 0 and would_be_bluff(seen, hand, sight):
        return False
    if seen[sight.phase + Phase.SECOND_CARD] > 0 and loses_as_pair(seen, kind, scene, sight):
        return False
    if moves_hands(seen, kind, sight):
        return -cards_shed(seen, kind, scene, sight) - 1 <= MOST_CARDS_GAINED
    return True


@compiled
def would_be_bluff(seen, hand, sight):
    """Whether the hand holds what forbids a Wild Draw Four (rules.md 6)."""
    for kind in range(COLORED):
        if hand[kind] > 0 and seen[sight.color + COLOR[kind]] > 0:
            return True
    return seen[sight.wilds_match] > 0 and hand[COLORED:].sum() > 1


@compiled
def loses_as_pair(seen, kind, scene, sight):
    """Whether a second card undoes the first: the turn is lost again, hands move twice."""
    skips = RANK[kind] in (_SKIP, _REVERSE)
    return (skips and scene.in_round == 2) or moves_hands(seen, kind, sight)


@compiled
def card_value(seen, kind, hand, scene, sight):
    """How good it is to lay a card, compared with the others in hand."""
    value = 0.0
    if kind == _DRAW_FOUR:
        value -= DRAW_FOUR_KEPT
    elif kind >= COLORED:
        value -= WILD_KEPT
    else:
        value += count_color(hand, COLOR[kind])
        value -= RANK_KEPT * (count_rank(hand, RANK[kind]) - 1)
    if hurts(kind):
        value += ATTACK if scene.next_size <= LOW else -SAVED
    if moves_hands(seen, kind, sight):
        value += CARD_SHED * cards_shed(seen, kind, scene, sight)
    return value


@compiled
def hurts(kind):
    """Whether the card costs the next player a turn or cards."""
    rank = RANK[kind]
    return kind == _DRAW_FOUR or rank in (_DRAW_TWO, _SKIP, _REVERSE)


@compiled
def count_color(hand, color):
    """How many cards of a colour a hand holds."""
    count = 0
    for kind in range(color * _RANKS, (color + 1) * _RANKS):
        count += hand[kind]
    return count


@compiled
def count_rank(hand, rank):
    """How many cards of a rank a hand holds."""
    count = 0
    for color in range(_COLORS):
        count += hand[color * _RANKS + rank]
    return count


@compiled
def richest_color(hand):
    """The colour held most of; of equals the first."""
    best = 0
    for color in range(1, _COLORS):
        if count_color(hand, color) > count_color(hand, best):
            best = color
    return best


@compiled
def partner_is_exposed(seen, scene, sight):
    """Whether it is the partner who did not call UNO."""
    for place in range(1, scene.players):
        if is_exposed(seen, place, sight):
            return is_partner(seen, place, sight)
    return False


@compiled
def challenge_pays(seen, hand, scratch, scene, sight):
    """Whether challenging is worth more cards than accepting.

    Guilty: the player before draws the pending cards, and the turn is kept. Innocent: the
    challenger draws two more.
    """
    pending = read_number(seen, sight.pending, sight.pending_scale)
    guilt = chance_of_guilt(seen, hand, scratch, scene, sight)
    return guilt * (2 * pending + TURN) > (1 - guilt) * FALSE_CHALLENGE
