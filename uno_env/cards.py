"""The card designs of UNO: kinds, colours, ranks, points and decks, each described once.

A `kind` is the number of a design, a `rank` what is printed on it. Coloured kinds come by colour,
then rank; the wilds follow. Everything else about a kind is looked up by its number.
"""

from collections.abc import Mapping

import numpy as np

COLORS = "RYGB"
COLOR_NAMES = ("red", "yellow", "green", "blue")
NO_COLOR = len(COLORS)
"""The colour of a wild, and the active colour until one is named."""

NUMBERS = tuple("0123456789")
SYMBOLS = ("S", "R", "+2")
RANKS = NUMBERS + SYMBOLS
WILDS = ("W", "W+4", "WSH", "WSW", "WC", "WRX")

LABELS = tuple(color + rank for color in COLORS for rank in RANKS) + WILDS
"""The label of each kind, e.g. `R7`, `Y+2`, `WSH`."""

KIND = {label: kind for kind, label in enumerate(LABELS)}
KINDS = len(LABELS)
COLORED = len(COLORS) * len(RANKS)
"""The number of coloured kinds; kinds from here on are wilds."""

COLOR = np.array([kind // len(RANKS) for kind in range(COLORED)] + [NO_COLOR] * len(WILDS), "i1")
RANK = np.array(
    [kind % len(RANKS) for kind in range(COLORED)] + [len(RANKS) + i for i in range(len(WILDS))],
    "i1",
)
"""The rank of each kind. A wild has a rank of its own, which nothing matches by."""

_POINTS = {
    "S": 20,
    "R": 20,
    "+2": 20,
    "W": 50,
    "W+4": 50,
    "WSH": 40,
    "WSW": 40,
    "WC": 40,
    "WRX": 40,
}


def rank_label(kind: int) -> str:
    """What is printed on a kind beside its colour: `7`, `+2`, `W+4`."""
    return RANKS[RANK[kind]] if kind < COLORED else LABELS[kind]


POINTS = np.array([_POINTS.get(rank_label(k), RANK[k]) for k in range(KINDS)], "i4")
"""What a card left in a hand counts."""


def count_cards(cards: Mapping[str, int]) -> np.ndarray:
    """Counts by kind, `[58] int8`, of a mapping from label to count."""
    counts = np.zeros(KINDS, "i1")
    for label, count in cards.items():
        counts[KIND[label]] = count
    return counts


_STANDARD = {label: 1 if label[1:] == "0" else 2 for label in LABELS[:COLORED]} | {"W": 4, "W+4": 4}

DECKS = {
    "108": _STANDARD,
    "112-shuffle": _STANDARD | {"WSH": 1, "WC": 3},
    "112-swap": _STANDARD | {"WSW": 1, "WC": 3},
    "112-remix": _STANDARD | {"WRX": 2, "WC": 2},
}
"""Label to count, of each deck that is sold."""

MAX_DECKS = 2
MAX_COUNT = MAX_DECKS * np.max([count_cards(deck) for deck in DECKS.values()], axis=0)
"""The most cards of each kind a table ever holds, `[58] int8`: two decks' worth."""

MAX_CARDS = int(MAX_COUNT.sum())
