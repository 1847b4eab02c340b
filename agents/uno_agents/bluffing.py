"""`heuristic-bluff`: the heuristic with another view of the Wild Draw Four.

It doubts a player less than the bare odds do, for who lays the card without holding the colour has
more reason to; and less still if that player lately drew while the colour was in force. It bluffs
itself where that stops a next player who is about to go out, and a challenger who counts cards
would let it pass. All else is `heuristic`.
"""

import numpy as np

from uno_agents.baselines import NO_ACTION
from uno_agents.heuristic import (
    FALSE_CHALLENGE,
    TURN,
    best_card,
    choose,
    would_be_bluff,
)
from uno_agents.odds import chance_of_guilt, count_unseen
from uno_agents.protocol import layout_of
from uno_agents.sight import read_cards, read_number, read_scene, sight_of
from uno_agents.voids import share_held
from uno_env import Layout, Rules
from uno_env.actions import ACCEPT, CHALLENGE
from uno_env.cards import COLOR, COLORED, COLORS, KIND, KINDS
from uno_env.compiling import compiled, kernel

BLUFFS = 0.25
"""How often a player who holds the colour lays the card, against one who does not."""

ABOUT_TO_GO_OUT = 2
"""A next player with at most this many cards is worth a bluff."""

_DRAW_FOUR = KIND["W+4"]
_DRAWN = 4
_COLORS = len(COLORS)


class HeuristicBluff:
    """The agent of this module; it reads any table without history even if nobody starts it."""

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
        return choose_with_bluffs(observation, mask, self._sight)


@kernel
def choose_with_bluffs(observation, mask, sight):
    """An action for each row of `observation: [B, D]` and `mask: [B, A]`; `[B] int64`."""
    actions = np.empty(len(mask), np.int64)
    hand = np.empty(KINDS, np.int64)
    scratch = np.empty((2, KINDS), np.int64)
    for row in range(len(mask)):
        seen, legal = observation[row], mask[row]
        read_cards(seen, sight.hand, sight, hand)
        scene = read_scene(seen, sight)
        if legal[CHALLENGE] and best_card(seen, legal, hand, scene, sight) == NO_ACTION:
            doubted = doubt_pays(seen, hand, scratch, scene, sight)
            actions[row] = CHALLENGE if doubted else ACCEPT
        elif legal[_DRAW_FOUR] and bluff_pays(seen, hand, scratch, scene, sight):
            actions[row] = _DRAW_FOUR
        else:
            actions[row] = choose(seen, legal, hand, scratch, sight)
    return actions


@compiled
def doubt_pays(seen, hand, scratch, scene, sight):
    """Whether challenging is worth more cards than accepting."""
    pending = read_number(seen, sight.pending, sight.pending_scale)
    held = chance_of_guilt(seen, hand, scratch, scene, sight)
    for color in range(_COLORS):
        if held < 1 and seen[sight.color_before + color] > 0:
            column = sight.voids + (scene.before - 1) * _COLORS + color
            odds = held / (1 - held) * share_held(seen[column], scene.players)
            held = odds / (1 + odds)
    guilt = held * BLUFFS / (held * BLUFFS + 1 - held)
    return guilt * (2 * pending + TURN) > (1 - guilt) * FALSE_CHALLENGE


@compiled
def bluff_pays(seen, hand, scratch, scene, sight):
    """Whether a bluff stops the next player and would pass for an honest card."""
    if scene.own_size == 1 or seen[sight.judged] == 0 or not would_be_bluff(seen, hand, sight):
        return False
    if scene.next_size > ABOUT_TO_GO_OUT:
        return False
    unseen = scratch[1]
    count_unseen(seen, hand, scene, sight, unseen)
    of_color = 0
    for kind in range(COLORED):
        if seen[sight.color + COLOR[kind]] > 0:
            of_color += unseen[kind] + hand[kind]
    share = of_color / max(unseen.sum() + hand.sum(), 1)
    guilt = 1 - (1 - share) ** (scene.own_size - 1)
    return guilt * (2 * _DRAWN + TURN) <= (1 - guilt) * FALSE_CHALLENGE
