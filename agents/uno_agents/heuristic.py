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
from uno_agents.protocol import layout_of
from uno_agents.sight import (
    hand_size,
    is_exposed,
    is_partner,
    is_playing,
    read_cards,
    read_number,
    read_scene,
    sight_of,
)
from uno_env import ACTIONS, Layout, Phase, Rules
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

LOW = 5
"""A next player with at most this many cards has to be stopped."""

# What laying a card is worth, in cards of the same colour that stay behind to follow it.
ATTACK = 8.0
"""A card that hurts, while the next player is low."""
SAVED = 1.0
"""Keeping a card that hurts for later, while it is not."""
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
_SKIP, _REVERSE, _DRAW_TWO, _SEVEN, _ZERO = (RANKS.index(r) for r in ("S", "R", "+2", "7", "0"))
_DRAW_FOUR, _SWAP_HANDS, _CUSTOM = KIND["W+4"], KIND["WSW"], KIND["WC"]


class Heuristic:
    """The sensible player of this module.

    Works on observations of any table without history even if `start` is never called; only a
    deck of the user's own then stays unknown to it.
    """

    _layout: Layout | None = None

    def start(self, layout: Layout, rules: Rules | None) -> None:
        """Called before play."""
        self._layout = layout
        self._sight = sight_of(layout, rules)

    def act(
        self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """An action for each row of `observation: [B, D]` and `mask: [B, A]`; `[B] int64`."""
        if self._layout is None or self._layout.size != observation.shape[-1]:
            self.start(layout_of(observation), None)
        return choose_sensibly(observation, mask, self._sight)


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
    for kind in range(COLORED):
        if COLOR[kind] == color:
            count += hand[kind]
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
def moves_hands(seen, kind, sight):
    """Whether laying the card swaps or passes hands."""
    if kind >= COLORED:
        return kind == _SWAP_HANDS or (kind == _CUSTOM and seen[sight.custom_swap] > 0)
    swaps = RANK[kind] == _SEVEN and seen[sight.seven_swap] > 0
    return swaps or passes_hands(seen, kind, sight)


@compiled
def passes_hands(seen, kind, sight):
    """Whether laying the card passes every hand on."""
    return RANK[kind] == _ZERO and seen[sight.zero_pass] > 0


@compiled
def cards_shed(seen, kind, scene, sight):
    """How many cards fewer the player holds when hands have moved; negative: more."""
    if passes_hands(seen, kind, sight):
        received = hand_size(seen, scene.before, sight)
    else:
        received = smallest_other(seen, scene, sight)
    return scene.own_size - 1 - received


@compiled
def smallest_other(seen, scene, sight):
    """The cards of the smallest hand among the other players'."""
    smallest = hand_size(seen, scene.before, sight)
    for place in range(1, scene.players):
        if is_playing(seen, place, sight):
            smallest = min(smallest, hand_size(seen, place, sight))
    return smallest


@compiled
def best_target(seen, legal, scene, sight):
    """Swap with the smallest hand, the partner's only if there is no other."""
    best, best_size = NO_ACTION, 0
    for place in range(1, scene.players):
        action = SWAP_ACTIONS + place - 1
        size = hand_size(seen, place, sight)
        smaller = best == NO_ACTION or size < best_size
        if legal[action] and smaller and not is_partner(seen, place, sight):
            best, best_size = action, size
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
