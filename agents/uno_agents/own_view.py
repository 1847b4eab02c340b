"""A learned policy's own view of a table, so that nothing has to be learned many times over.

No rule of UNO tells red from blue, or left from right. A policy whose card says `"view": "own"` is
shown each table as if the colour in force were the first and the others followed by how many cards
of them the seat holds, and as if play went clockwise. What it answers is read back in the colours
and seats of the table.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations

import numpy as np

from uno_env import ACTIONS, Layout, Rules
from uno_env.cards import COLOR_NAMES, COLORED, COLORS, MAX_COUNT, RANKS
from uno_env.compiling import compiled, kernel

ORDERS = np.array(list(permutations(range(len(COLORS)))), np.int64)
"""Every order there is, `[24, 4]`: the colour of the table at each place of the own order."""

_NUMBER = np.zeros((len(COLORS),) * len(COLORS), np.int64)
_NUMBER[tuple(ORDERS.T)] = np.arange(len(ORDERS))
_COLORS, _RANKS = len(COLORS), len(RANKS)


def colors_are_alike(tables: Sequence[Rules]) -> bool:
    """Whether every table's deck holds the same cards of all four colours."""
    counts = np.array([rules.card_counts[:COLORED] for rules in tables])
    by_color = counts.reshape(len(counts), len(COLORS), len(RANKS))
    return bool((by_color == by_color[:, :1]).all())


class OwnView:
    """Observations of one layout as the seat that looks would rather have them.

    A view is an order of the colours, and whether the seats are told the other way round: view `v`
    has the order `ORDERS[v // 2]`, and is the other way round if `v` is odd. That is done where
    play goes counter-clockwise and every seat of the layout is taken.

    Attributes:
        columns: [48, D] int64, the column of the table that each column of a view shows.
        given: [48, A] int64, what an action of a view is at the table; own: the other way.
    """

    def __init__(self, layout: Layout) -> None:
        views = [_names(order, other, layout.seats) for order in ORDERS for other in (False, True)]
        self.columns = np.array([_columns(layout, names) for names in views])
        self.given = np.array([_places(ACTIONS.labels, names) for names in views])
        self.own = self.given.argsort(axis=1)
        looked_at = ("hand", "color", "direction", "playing")
        self._at = tuple(layout.slice(name).start for name in looked_at)
        self._seats = layout.seats

    def see(
        self, observation: np.ndarray, seen: np.ndarray, view: np.ndarray | None = None
    ) -> np.ndarray:
        """Copy observations in the view of the seat that looks.

        Args:
            observation: [B, D] float32.
            seen: [B, D] float32, written.
            view: [B] int64, written if given.

        Returns:
            The number of each row's view, `[B] int64`.
        """
        if view is None:
            view = np.empty(len(observation), np.int64)
        _see(observation, *self._at, self._seats, self.columns, seen, view)
        return view


def _names(order: np.ndarray, other_way: bool, seats: int) -> dict[str, str]:
    """What the cards, colours and seats of a view are called at the table."""
    names = {}
    for place, color in enumerate(order):
        names[COLOR_NAMES[place]] = COLOR_NAMES[color]
        names[COLORS[place]] = COLORS[color]
        names |= {COLORS[place] + rank: COLORS[color] + rank for rank in RANKS}
    if other_way:
        for seat in range(1, seats):
            names[f"+{seat}"] = f"+{seats - seat}"
            names[f"swap+{seat}"] = f"swap+{seats - seat}"
    return names


def _places(labels: Sequence[str], names: Mapping[str, str]) -> list[int]:
    """For each label of a view, the place of the label that it has at the table."""
    at = {label: place for place, label in enumerate(labels)}
    return [at[names.get(label, label)] for label in labels]


def _columns(layout: Layout, names: Mapping[str, str]) -> np.ndarray:
    """The column of the table that each column of a view shows, `[D] int64`."""
    columns = np.arange(layout.size)
    for field in layout.fields:
        if field.labels and field.name != "rules":
            where = layout.slice(field.name)
            table = columns[where].reshape(-1, len(field.labels))
            if field.rows:
                table = table[_places(field.rows, names)]
            columns[where] = table[:, _places(field.labels, names)].ravel()
    return columns


@kernel
def _see(observation, hand, color, direction, playing, seats, columns, seen, view):
    for row in range(len(observation)):
        shown = observation[row]
        other_way = shown[direction] == 0
        for seat in range(seats):
            other_way = other_way and shown[playing + seat] > 0
        view[row] = 2 * _order_of(shown, hand, color) + other_way
        for column in range(columns.shape[1]):
            seen[row, column] = shown[columns[view[row], column]]
        if other_way:
            seen[row, direction] = 1


@compiled
def _order_of(shown, hand, color):
    """The colour in force first, then by the number of cards held; equals as at the table."""
    weight = np.zeros(_COLORS)
    for kind in range(COLORED):
        weight[kind // _RANKS] += shown[hand + kind] * MAX_COUNT[kind]
    place = np.arange(_COLORS)
    for one in range(_COLORS):
        weight[one] = np.inf if shown[color + one] > 0 else np.rint(weight[one])
    for end in range(1, _COLORS):
        for at in range(end, 0, -1):
            if weight[place[at]] > weight[place[at - 1]]:
                place[at], place[at - 1] = place[at - 1], place[at]
    return _NUMBER[place[0], place[1], place[2], place[3]]
