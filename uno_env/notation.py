"""How cards are written and read: `R7`, `Y+2`, `W`, and sets of them as `R1 R1 W`."""

from collections.abc import Iterable, Sequence

import numpy as np

from uno_env.cards import COLOR_NAMES, COLORS, KIND, KINDS, LABELS, NO_COLOR

_LABELS = np.array(LABELS, object)

Cards = str | Iterable[str]
"""Cards as users give them: a text with spaces, or labels."""


def parse_cards(cards: Cards, what: str = "cards") -> list[int]:
    """The kinds of `"R1 R1 W"` or of a sequence of labels, in the order given.

    Raises:
        ValueError: a label of no card; `what` tells the reader where it stood.
    """
    if cards is None or isinstance(cards, bytes | int):
        raise ValueError(f'{what} is {cards!r}; expected cards as in "R1 R1 W" or ["R1", "W"]')
    labels = cards.split() if isinstance(cards, str) else list(cards)
    return [_parse_card(label, what) for label in labels]


def _parse_card(label: str, what: str) -> int:
    if not isinstance(label, str) or label not in KIND:
        raise ValueError(
            f"unknown card {label!r} in {what}; a card is a colour ({' '.join(COLORS)}) and a rank "
            f"(0-9 S R +2), or one of {' '.join(LABELS[-6:])}"
        )
    return KIND[label]


def card_labels(kinds: Sequence[int] | np.ndarray) -> list[str]:
    """The labels of a sequence of kinds, in its order."""
    return _LABELS[np.asarray(kinds, np.int64)].tolist()


def hand_labels(counts: Sequence[int] | np.ndarray) -> list[str]:
    """The labels of a hand given as counts by kind `[58]`, in kind order."""
    return _LABELS.repeat(counts).tolist()


def count_kinds(kinds: Iterable[int]) -> np.ndarray:
    """Counts by kind, `[58] int64`, of a sequence of kinds."""
    return np.bincount(np.fromiter(kinds, np.int64), minlength=KINDS)


def color_label(color: int) -> str | None:
    """`"R"`, `"Y"`, `"G"`, `"B"`, or None while no colour is named."""
    return None if color == NO_COLOR else COLORS[color]


def parse_color(color: str) -> int:
    """The colour of `"R"` or `"red"`.

    Raises:
        ValueError: neither a colour's letter nor its name.
    """
    for number, names in enumerate(zip(COLORS, COLOR_NAMES, strict=True)):
        if color in names:
            return number
    raise ValueError(f"unknown color {color!r}; expected one of {' '.join(COLORS)}")
