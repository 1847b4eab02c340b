"""RLCard's rule agent, so that results here can be held against published ones: `rlcard-rule-v1`.

It does what `uno-rule-v1` of RLCard 1.2 does in RLCard's own game, which is played by two and in
which a Wild Draw Four is legal only where no other card is, drawing only where no card is, and a
drawn card of the colour in force, or a wild, is laid for the player:

- a random coloured card of those that fit, every card with equal chance; else a wild; else a Wild
  Draw Four; else it draws. It never bluffs, as nothing else fits when it lays a Wild Draw Four;
- a drawn card is laid if it is of the colour in force or a wild, and kept if only its rank fits;
- the colour after a Wild Draw Four is the one it holds most of, of equals a random one; after any
  other wild it is random. (RLCard also draws by lot after a Wild Draw Four drawn that turn.)

What RLCard has no word for is decided in the same spirit: it accepts every Wild Draw Four, lays a
random card on a penalty, jumps in and lays the second card whenever it can, always calls UNO and
always catches, and swaps hands with a random seat. Other wilds are laid as a Wild is.
"""

import numpy as np

from uno_agents.baselines import NO_ACTION, pick
from uno_agents.heuristic import count_color
from uno_agents.sight import read_cards
from uno_agents.sighted import Sighted
from uno_env import ACTIONS, Phase
from uno_env.actions import ACCEPT, CATCH, COLOR_ACTIONS, DRAW, UNO
from uno_env.cards import COLOR, COLORED, COLORS, KIND, KINDS
from uno_env.compiling import compiled, kernel

_ALL = ACTIONS.size
_COLORS = len(COLORS)
_DRAW_FOUR = KIND["W+4"]


class RlcardRule(Sighted):
    """The agent of this module."""

    def act(
        self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """An action for each row of `observation: [B, D]` and `mask: [B, A]`; `[B] int64`.

        One number is drawn a row.
        """
        return choose_by_rlcard(observation, mask, self.sight(observation), rng.random(len(mask)))


@kernel
def choose_by_rlcard(observation, mask, sight, chance):
    """An action for each row, by `chance: [B]` in [0, 1); `[B] int64`."""
    actions = np.empty(len(mask), np.int64)
    hand = np.empty(KINDS, np.int64)
    for row in range(len(mask)):
        read_cards(observation[row], sight.hand, sight, hand)
        actions[row] = _choose(observation[row], mask[row], hand, sight, chance[row])
    return actions


@compiled
def _choose(seen, legal, hand, sight, chance):
    if legal[COLOR_ACTIONS]:
        after_draw_four = seen[sight.top + _DRAW_FOUR] > 0
        return COLOR_ACTIONS + (_richest(hand, chance) if after_draw_four else int(chance * 4))
    if legal[UNO]:
        return UNO
    if legal[CATCH]:
        return CATCH
    card = _pick_card(seen, legal, hand, sight, chance)
    if card != NO_ACTION:
        return card
    for action in (DRAW, ACCEPT):
        if legal[action]:
            return action
    return pick(legal, KINDS, _ALL, chance)


@compiled
def _pick_card(seen, legal, hand, sight, chance):
    """A random card of the best sort that is legal: coloured, wild, Wild Draw Four."""
    card = _pick_held(legal, hand, 0, COLORED, chance)
    if card != NO_ACTION:
        kept = seen[sight.phase + Phase.PLAY_DRAWN] > 0 and not _is_in_force(seen, card, sight)
        return NO_ACTION if kept else card
    card = _pick_held(legal, hand, COLORED, KINDS, chance)
    return _DRAW_FOUR if card == NO_ACTION and legal[_DRAW_FOUR] else card


@compiled
def _is_in_force(seen, card, sight):
    return seen[sight.color + COLOR[card]] > 0


@compiled
def _pick_held(legal, hand, first, end, chance):
    """A legal kind other than the Wild Draw Four; each card in hand has equal chance."""
    cards = 0
    for kind in range(first, end):
        if legal[kind] and kind != _DRAW_FOUR:
            cards += hand[kind]
    skipped = int(chance * cards)
    for kind in range(first, end):
        if legal[kind] and kind != _DRAW_FOUR:
            skipped -= hand[kind]
            if skipped < 0:
                return kind
    return NO_ACTION


@compiled
def _richest(hand, chance):
    """The colour held most of; of equals a random one."""
    most, equals = -1, 0
    for color in range(_COLORS):
        count = count_color(hand, color)
        if count > most:
            most, equals = count, 0
        equals += count == most
    skipped = int(chance * equals)
    for color in range(_COLORS):
        if count_color(hand, color) == most:
            if skipped == 0:
                return color
            skipped -= 1
    return 0
