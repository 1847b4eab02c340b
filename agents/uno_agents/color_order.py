"""A learned policy's own order of the colours, so that nothing has to be learned four times over.

No rule of UNO tells red from blue. A policy whose card says `"colors": "own"` is shown each table
as if the colour in force were the first, and the others followed by how many cards of them the
seat holds. What it answers is read back in the colours that were given.
"""

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from uno_env import ACTIONS, Layout, Rules
from uno_env.cards import COLOR_NAMES, COLORED, COLORS, LABELS, MAX_COUNT, RANKS
from uno_env.compiling import compiled, kernel

ORDERS = np.array(list(permutations(range(len(COLORS)))), np.int64)
"""Every order there is, `[24, 4]`: the given colour that comes at each place of the own order."""

_NUMBER = np.zeros((len(COLORS),) * len(COLORS), np.int64)
_NUMBER[tuple(ORDERS.T)] = np.arange(len(ORDERS))


def _moved(labels: Sequence[str], order: np.ndarray) -> list[int]:
    """For each label of the own order, the place of the given label that it stands for."""
    given = list(labels)
    return [given.index(_renamed(label, order)) for label in given]


def _renamed(label: str, order: np.ndarray) -> str:
    """A card or colour of the own order in given colours; any other label stays as it is."""
    if label in COLOR_NAMES:
        return COLOR_NAMES[order[COLOR_NAMES.index(label)]]
    if label in COLORS or label in LABELS[:COLORED]:
        return COLORS[order[COLORS.index(label[0])]] + label[1:]
    return label


GIVEN = np.array([_moved(ACTIONS.labels, order) for order in ORDERS], np.int64)
"""What an action of each own order is in the given colours, `[24, A]`."""

OWN = GIVEN.argsort(axis=1)
"""What an action in the given colours is in each own order, `[24, A]`."""

_COLORS, _RANKS = len(COLORS), len(RANKS)


def colors_are_alike(tables: Sequence[Rules]) -> bool:
    """Whether every table's deck holds the same cards of all four colours."""
    counts = np.array([rules.card_counts[:COLORED] for rules in tables])
    by_color = counts.reshape(len(counts), len(COLORS), len(RANKS))
    return bool((by_color == by_color[:, :1]).all())


class ColorOrder:
    """Observations of one layout, looked at in the seat's own order of the colours.

    Attributes:
        columns: [24, D] int64, the given column that each own column shows.
    """

    def __init__(self, layout: Layout) -> None:
        self.columns = np.tile(np.arange(layout.size), (len(ORDERS), 1))
        for field in layout.fields:
            if field.labels and field.name != "rules":
                places = self.columns[:, layout.slice(field.name)]
                rows = places.reshape(len(ORDERS), -1, len(field.labels))
                moved = np.array([_moved(field.labels, order) for order in ORDERS])
                places[:] = (rows[:, :, :1] + moved[:, None]).reshape(places.shape)
        self._hand = layout.slice("hand").start
        self._color = layout.slice("color").start

    def see(
        self, observation: np.ndarray, seen: np.ndarray, order: np.ndarray | None = None
    ) -> np.ndarray:
        """Copy observations in the own order of the seat that looks.

        Args:
            observation: [B, D] float32.
            seen: [B, D] float32, written.
            order: [B] int64, written if given.

        Returns:
            The number of each row's order, `[B] int64`: its place in `ORDERS`.
        """
        if order is None:
            order = np.empty(len(observation), np.int64)
        _see(observation, self._hand, self._color, self.columns, seen, order)
        return order


@kernel
def _see(observation, hand, color, columns, seen, order):
    for row in range(len(observation)):
        order[row] = _order_of(observation[row], hand, color)
        for column in range(columns.shape[1]):
            seen[row, column] = observation[row, columns[order[row], column]]


@compiled
def _order_of(seen, hand, color):
    """The colour in force first, then by the number of cards held; equals as they are given."""
    weight = np.zeros(_COLORS)
    for kind in range(COLORED):
        weight[kind // _RANKS] += seen[hand + kind] * MAX_COUNT[kind]
    place = np.arange(_COLORS)
    for one in range(_COLORS):
        weight[one] = np.inf if seen[color + one] > 0 else np.rint(weight[one])
    for end in range(1, _COLORS):
        for at in range(end, 0, -1):
            if weight[place[at]] > weight[place[at - 1]]:
                place[at], place[at - 1] = place[at - 1], place[at]
    return _NUMBER[place[0], place[1], place[2], place[3]]
