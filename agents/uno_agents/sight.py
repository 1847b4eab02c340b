"""What a compiled agent reads of an observation, in natural units.

A `Sight` is made once for a layout and handed to kernels. Its columns come from the layout's field
names and labels and its scales from the fields, so no offset is written by hand. A row of an
observation is called `seen: [D]`; places are seats counted clockwise from the observer, who is 0.
"""

from typing import NamedTuple

import numpy as np

from uno_env import Layout, Rules
from uno_env.cards import DECKS, KINDS, count_cards
from uno_env.compiling import compiled

_PARTNER = 2


class Sight(NamedTuple):
    """The first column of each field, the column of each option, and the scales."""

    hand: int
    top: int
    color: int
    color_before: int
    phase: int
    direction: int
    hand_sizes: int
    discards: int
    known: int
    voids: int
    pending: int
    exposed: int
    playing: int
    players: int
    decks: int
    deck: int
    teams: int
    judged: int
    wilds_match: int
    seven_swap: int
    zero_pass: int
    custom_swap: int
    kind_scale: np.ndarray
    """[K]: the cards of each kind that 1.0 stands for."""
    size_scale: float
    pending_scale: float
    players_scale: float
    decks_scale: float
    deck_counts: np.ndarray
    """[decks, K]: the cards of each kind in each deck that `deck` may say."""


_FIELDS = Sight._fields[: Sight._fields.index("players")]

_OPTIONS = {
    "players": "players",
    "decks": "decks",
    "deck": f"deck={next(iter(DECKS))}",
    "teams": "teams",
    "judged": "wild_draw_four=bluff",
    "wilds_match": "wilds_match",
    "seven_swap": "seven_swap",
    "zero_pass": "zero_pass",
    "custom_swap": "custom_wild=swap_hands",
}


def sight_of(layout: Layout, rules: Rules | None) -> Sight:
    """Where things stand in `layout`; `rules` tell what a deck of the user's own holds."""
    fields = {field.name: field for field in layout.fields}
    labels = fields["rules"].labels
    scale = dict(zip(labels, np.asarray(fields["rules"].scale, np.float64), strict=True))
    first = layout.slice("rules").start
    return Sight(
        **{name: layout.slice(name).start for name in _FIELDS},
        **{name: first + labels.index(label) for name, label in _OPTIONS.items()},
        kind_scale=np.asarray(fields["hand"].scale, np.float64),
        size_scale=float(fields["hand_sizes"].scale),
        pending_scale=float(fields["pending"].scale),
        players_scale=float(scale["players"]),
        decks_scale=float(scale["decks"]),
        deck_counts=_deck_counts(rules),
    )


def _deck_counts(rules: Rules | None) -> np.ndarray:
    """The decks that are sold and, last, the user's own if `rules` have one; `[decks, K]`."""
    own = rules.deck if rules is not None and not isinstance(rules.deck, str) else {}
    return np.array([count_cards(deck) for deck in (*DECKS.values(), own)], np.int64)


class Scene(NamedTuple):
    """Who sits where, seen from the observer."""

    players: int
    in_round: int
    before: int
    """The place of the seat whose turn comes before the observer's."""
    own_size: int
    next_size: int
    """The cards of the seat whose turn comes after."""


@compiled
def read_scene(seen, sight):
    """The `Scene`."""
    players = read_number(seen, sight.players, sight.players_scale)
    forward = 1 if seen[sight.direction] > 0 else players - 1
    in_round = 0
    for place in range(players):
        if is_playing(seen, place, sight):
            in_round += 1
    return Scene(
        players,
        in_round,
        _neighbour(seen, players - forward, players, sight),
        hand_size(seen, 0, sight),
        hand_size(seen, _neighbour(seen, forward, players, sight), sight),
    )


@compiled
def _neighbour(seen, step, players, sight):
    """The first place still in that one comes to by steps round the table."""
    place = step
    while place != 0 and not is_playing(seen, place, sight):
        place = (place + step) % players
    return place


@compiled
def is_playing(seen, place, sight):
    """Whether the seat at a place is still in."""
    return seen[sight.playing + place] > 0


@compiled
def is_partner(seen, place, sight):
    """Whether the seat at a place plays on the observer's side."""
    return seen[sight.teams] > 0 and place == _PARTNER


@compiled
def is_exposed(seen, place, sight):
    """Whether the seat at a place did not call UNO and may be caught."""
    return seen[sight.exposed + place] > 0


@compiled
def hand_size(seen, place, sight):
    """How many cards the seat at a place holds."""
    return read_number(seen, sight.hand_sizes + place, sight.size_scale)


@compiled
def read_number(seen, column, scale):
    """The whole number that stands in a column."""
    return np.int64(round(seen[column] * scale))


@compiled
def read_cards(seen, first, sight, cards):
    """Write a field of cards, which begins at a column, into `cards: [K] int64`."""
    for kind in range(KINDS):
        cards[kind] = read_number(seen, first + kind, sight.kind_scale[kind])
