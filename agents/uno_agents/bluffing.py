"""`heuristic-bluff`: the heuristic with another view of the Wild Draw Four.

It reckons how likely the card was a bluff from three things: the chance that so many unseen cards
hold the colour, less if that player lately drew while the colour was in force; and how few cards
it holds itself, for players bluff to stop somebody who is about to go out. It challenges where that
wins more than accepting. It bluffs itself against a next player with one card, where it has nothing
else to stop it with, and so seldom that a challenge just breaks even. All else is `heuristic`.

`docs/agents.md` says how the constants were measured.
"""

from typing import NamedTuple

import numpy as np

from uno_agents.baselines import NO_ACTION
from uno_agents.heuristic import (
    TURN,
    best_card,
    choose,
    hurts,
    would_be_bluff,
)
from uno_agents.odds import chance_of_guilt
from uno_agents.sight import read_cards, read_number, read_scene
from uno_agents.sighted import Sighted
from uno_agents.voids import share_held
from uno_env.actions import ACCEPT, CHALLENGE
from uno_env.cards import COLORED, COLORS, KIND, KINDS
from uno_env.compiling import compiled, kernel


class Nerve(NamedTuple):
    """What is measured, not reasoned."""

    bluffs: float = 0.4
    """How often a player who holds the colour lays the card against somebody with one card left,
    compared with one who does not hold it."""
    fades: float = 1 / 3
    """The same for each card more that the player to be stopped holds, as a factor."""
    failed: float = 1.25
    """What a challenge that fails costs, in cards that the player before draws if it does not."""
    bluffed: float = 0.1
    """How often it bluffs itself where that may be worth it."""


MEASURED = Nerve()

_DRAW_FOUR = KIND["W+4"]
_COLORS = len(COLORS)


class HeuristicBluff(Sighted):
    """The agent of this module.

    Args:
        nerve: its constants.
    """

    def __init__(self, *, nerve: Nerve = MEASURED) -> None:
        self._nerve = Nerve(*map(float, nerve))

    def act(
        self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """An action for each row of `observation: [B, D]` and `mask: [B, A]`; `[B] int64`.

        One number is drawn a row.
        """
        chance = rng.random(len(mask))
        return choose_with_bluffs(observation, mask, chance, self.sight(observation), self._nerve)

    def doubts(self, observation: np.ndarray) -> np.ndarray:
        """How likely it takes a Wild Draw Four, which may be challenged in each row, for a bluff.

        Args:
            observation: [B, D] float32.

        Returns:
            [B] float64.
        """
        doubts = np.empty(len(observation))
        reckon_doubts(observation, self.sight(observation), self._nerve, doubts)
        return doubts


@kernel
def choose_with_bluffs(observation, mask, chance, sight, nerve):
    """An action for each row of `observation: [B, D]`, `mask: [B, A]` and `chance: [B]`."""
    actions = np.empty(len(mask), np.int64)
    hand = np.empty(KINDS, np.int64)
    scratch = np.empty((2, KINDS), np.int64)
    for row in range(len(mask)):
        seen, legal = observation[row], mask[row]
        read_cards(seen, sight.hand, sight, hand)
        scene = read_scene(seen, sight)
        if legal[CHALLENGE] and best_card(seen, legal, hand, scene, sight) == NO_ACTION:
            doubted = doubt_pays(seen, hand, scratch, scene, sight, nerve)
            actions[row] = CHALLENGE if doubted else ACCEPT
            continue
        actions[row] = choose(seen, legal, hand, scratch, sight)
        tempted = legal[_DRAW_FOUR] and bluff_may_pay(seen, actions[row], hand, scene, sight)
        if tempted and chance[row] < nerve.bluffed:
            actions[row] = _DRAW_FOUR
    return actions


@kernel
def reckon_doubts(observation, sight, nerve, doubts):
    """Write `doubt` in each row of `observation: [B, D]` into `doubts: [B]`."""
    hand = np.empty(KINDS, np.int64)
    scratch = np.empty((2, KINDS), np.int64)
    for row in range(len(doubts)):
        read_cards(observation[row], sight.hand, sight, hand)
        scene = read_scene(observation[row], sight)
        doubts[row] = doubt(observation[row], hand, scratch, scene, sight, nerve)


@compiled
def doubt_pays(seen, hand, scratch, scene, sight, nerve):
    """Whether challenging is worth more than accepting."""
    pending = read_number(seen, sight.pending, sight.pending_scale)
    guilt = doubt(seen, hand, scratch, scene, sight, nerve)
    return guilt * (2 * pending + TURN) > (1 - guilt) * nerve.failed


@compiled
def doubt(seen, hand, scratch, scene, sight, nerve):
    """The chance that the Wild Draw Four of the player before was a bluff."""
    held = chance_of_guilt(seen, hand, scratch, scene, sight)
    for color in range(_COLORS):
        if held < 1 and seen[sight.color_before + color] > 0:
            column = sight.voids + (scene.before - 1) * _COLORS + color
            odds = held / (1 - held) * share_held(seen[column], scene.players)
            held = odds / (1 + odds)
    bluffs = nerve.bluffs * nerve.fades ** (scene.own_size - 1)
    return held * bluffs / (held * bluffs + 1 - held)


@compiled
def bluff_may_pay(seen, usual, hand, scene, sight):
    """Whether a bluff would stop a next player with one card, whom the usual move does not."""
    if scene.next_size > 1 or scene.own_size == 1 or seen[sight.judged] == 0:
        return False
    if usual < KINDS and (usual >= COLORED or hurts(usual)):
        return False
    return would_be_bluff(seen, hand, sight)
