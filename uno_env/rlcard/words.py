"""RLCard's words: its 61 actions, cards as text, what it holds legal, and its planes.

A card is `color-trait`: `r-7`, `g-skip`. A wild carries a colour too: as an action the one that is
named with it, on the table the one in force. In a hand it means nothing; here it is always `r`.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from uno_env.cards import COLOR, COLOR_NAMES, COLORS, KIND, NO_COLOR, NUMBERS

PALETTE = "rgby"
TRAIT = {rank: rank for rank in NUMBERS} | {
    "S": "skip",
    "R": "reverse",
    "+2": "draw_2",
    "W": "wild",
    "W+4": "wild_draw_4",
}
"""RLCard's word for what is printed on a card."""

TRAITS = tuple(TRAIT.values())
DRAW = "draw"
ACTION_LIST = (*(f"{color}-{trait}" for color in PALETTE for trait in TRAITS), DRAW)
ACTION_SPACE = {text: number for number, text in enumerate(ACTION_LIST)}
"""The number of each action, `r-0` to `y-wild_draw_4` and `draw`."""

SHAPE = (4, len(PALETTE), len(TRAITS))
_WILD, _DRAW_FOUR = TRAIT["W"], TRAIT["W+4"]
_RANK = {trait: rank for rank, trait in TRAIT.items()}


def card_text(label: str, color: str | None = None) -> str:
    """A card in RLCard's words.

    Args:
        label: ours, such as `R7` or `W`.
        color: for a wild, the colour in force, `"R"`, `"Y"`, `"G"` or `"B"`; None in a hand.

    Raises:
        ValueError: RLCard has no such card.
    """
    wild = COLOR[KIND[label]] == NO_COLOR
    rank = label if wild else label[1:]
    if rank not in TRAIT:
        raise ValueError(f"RLCard has no card {label}: it plays with deck=108")
    shown = (color or PALETTE[0]) if wild else label[0]
    return f"{shown.lower()}-{TRAIT[rank]}"


def our_words(text: str) -> tuple[str, str | None]:
    """An action of RLCard as ours: a label, and the colour that is named after it.

    >>> our_words("g-wild_draw_4"), our_words("b-skip"), our_words("draw")
    (('W+4', 'green'), ('BS', None), ('draw', None))

    Raises:
        ValueError: RLCard has no such action.
    """
    if text not in ACTION_SPACE:
        raise ValueError(f"RLCard has no action {text!r}; expected one such as r-7, g-wild, draw")
    if text == DRAW:
        return DRAW, None
    color, trait = text.split("-")
    if trait in (_WILD, _DRAW_FOUR):
        return _RANK[trait], COLOR_NAMES[COLORS.index(color.upper())]
    return color.upper() + _RANK[trait], None


def legal_actions(hand: Sequence[str], target: str) -> list[str]:
    """What RLCard lets a hand do on a target.

    Coloured cards come in the order of the hand, one held twice comes twice, and a wild with its
    four colours where the first of its kind is held. A Wild Draw Four may be laid only where
    nothing else may, and only who can lay nothing draws.
    """
    color, trait = target.split("-")
    fitting: list[str] = []
    for card in hand:
        own_color, own_trait = card.split("-")
        if own_trait == _WILD:
            fitting += [] if f"r-{_WILD}" in fitting else _any_color(_WILD)
        elif own_trait != _DRAW_FOUR and (
            own_color == color or (own_trait == trait and trait != _WILD)
        ):
            fitting.append(card)
    if fitting:
        return fitting
    holds_draw_four = any(card.endswith(_DRAW_FOUR) for card in hand)
    return _any_color(_DRAW_FOUR) if holds_draw_four else [DRAW]


def _any_color(trait: str) -> list[str]:
    return [f"{color}-{trait}" for color in PALETTE]


def encode(hand: Sequence[str], target: str) -> np.ndarray:
    """RLCard's planes, `[4, 4, 15] int`: cards held not at all, once, twice; the target.

    Of wilds only whether one is held is told, in all four colours of plane 1.
    """
    planes = np.zeros(SHAPE, int)
    planes[0] = 1
    for card, count in Counter(hand).items():
        color, trait = _place(card)
        if card.endswith((_WILD, _DRAW_FOUR)):
            planes[0, :, trait], planes[1, :, trait] = 0, 1
        else:
            planes[0, color, trait], planes[min(count, 2), color, trait] = 0, 1
    planes[(3, *_place(target))] = 1
    return planes


def _place(card: str) -> tuple[int, int]:
    """The row and the column of a card in a plane."""
    color, trait = card.split("-")
    return PALETTE.index(color), TRAITS.index(trait)


def as_state(
    hand: Sequence[str],
    target: str,
    played: Sequence[str],
    num_cards: Sequence[int],
    current_player: int,
    record: Sequence[tuple[int, str]] = (),
    allowed: Callable[[str], bool] = lambda action: True,
) -> dict[str, Any]:
    """What an agent of RLCard is handed.

    Args:
        hand: its cards.
        target: the top card.
        played: the discard pile, bottom to top.
        num_cards: the cards each player holds.
        current_player: who is on move.
        record: who did what so far.
        allowed: says of an action legal in RLCard whether it is here as well.
    """
    legal = [action for action in legal_actions(hand, target) if allowed(action)]
    return {
        "obs": encode(hand, target),
        "legal_actions": OrderedDict((ACTION_SPACE[action], None) for action in legal),
        "raw_obs": {
            "hand": list(hand),
            "target": target,
            "played_cards": list(played),
            "legal_actions": legal,
            "num_cards": list(num_cards),
            "num_players": len(num_cards),
            "current_player": current_player,
        },
        "raw_legal_actions": list(legal),
        "action_record": list(record),
    }
