"""What an observation holds: its fields in order, each described once.

Seats are relative to the observer, clockwise: 0 is the observer. `observation` writes the numbers.
"""

from functools import cache

import numpy as np

from uno_env.actions import ACTIONS, MAX_PLAYERS
from uno_env.cards import COLORS, KINDS, LABELS, MAX_CARDS, MAX_COUNT
from uno_env.checks import check_number
from uno_env.layout import COUNTED, Field, Layout
from uno_env.rules import option_labels, option_scale
from uno_env.state import HISTORY, PHASES

MAX_SCORE = 1000
"""Scores are shown up to this total."""

VOID_MEMORY = 32
"""Turns after which a draw or pass on a colour is no longer shown."""

MAX_PENDING = 64
"""The sum of all draw cards of two decks."""

_PER_KIND = np.asarray(MAX_COUNT, np.int64)


def observation_layout(seats: int, history: int = 0) -> Layout:
    """The layout of an observation for a table of `seats` with the last `history` public events.

    Args:
        seats: 2-10; may exceed the players of a game, whose missing seats are then zeros.
        history: 0-32 public events.

    Raises:
        ValueError: either is out of range.

    >>> observation_layout(4).slice("hand_sizes"), observation_layout(10).seats
    (slice(140, 144, None), 10)
    """
    return _layout(
        check_number("seats", seats, 2, MAX_PLAYERS),
        check_number("history", history, 0, HISTORY),
    )


@cache
def _layout(seats: int, history: int) -> Layout:
    return Layout(_fields(seats, history), seats, history)


def table_layout(players: int, seats: int | None = None, history: int = 0) -> Layout:
    """The layout at a table of `players`, with as many places unless `seats` says otherwise.

    Raises:
        ValueError: more players than seats, or a number out of range.
    """
    layout = observation_layout(players if seats is None else seats, history)
    if players > layout.seats:
        raise ValueError(f"seats={seats} cannot hold players={players}: set seats={players}")
    return layout


def _fields(seats: int, history: int) -> tuple[Field, ...]:
    """What is seen, in order. Seats are named from the observer on: me, +1, +2."""
    at = ("me", *(f"+{k}" for k in range(1, seats)))
    return (
        *_fields_of_the_table(at),
        *_fields_of_knowledge(at),
        *_fields_of_seats(at),
        _options_in_force(),
        _latest_events(history, at),
    )


def _fields_of_the_table(at: tuple[str, ...]) -> tuple[Field, ...]:
    """The own hand, what lies open, and the question."""
    return (
        Field(
            "hand",
            (KINDS,),
            "own hand",
            _PER_KIND,
            LABELS,
            "cards",
            nothing="no cards",
            times=COUNTED,
        ),
        Field("top", (KINDS,), "top card of the discard pile", 1, LABELS),
        Field(
            "color",
            (4,),
            "colour in force; none until a wild's is named",
            1,
            tuple(COLORS),
            nothing="not named yet",
        ),
        Field(
            "color_before",
            (4,),
            "colour in force before a Wild Draw Four that may be challenged",
            1,
            tuple(COLORS),
        ),
        Field("phase", (len(PHASES),), "the question being asked", 1, PHASES),
        Field("to_act", (len(at),), "who is asked", 1, at),
        Field(
            "direction",
            (1,),
            "1 clockwise, 0 the other way",
            1,
            ("clockwise",),
            nothing="counter-clockwise",
        ),
        Field("hand_sizes", (len(at),), "cards in each hand", MAX_CARDS, at, "cards"),
        Field("draw_size", (1,), "cards in the draw pile", MAX_CARDS, (), "cards", nothing="0"),
    )


def _fields_of_knowledge(at: tuple[str, ...]) -> tuple[Field, ...]:
    """The cards that are out, what is known of other hands, and what a decision is about."""
    others = len(at) - 1
    return (
        Field(
            "discards",
            (KINDS,),
            "discard pile since the last reshuffle, top card included",
            _PER_KIND,
            LABELS,
            "cards",
            times=COUNTED,
        ),
        Field(
            "known",
            (others, KINDS),
            "cards each other seat holds for certain",
            _PER_KIND,
            LABELS,
            "cards",
            rows=at[1:],
            times=COUNTED,
        ),
        Field(
            "voids",
            (others, 4),
            "how lately each other seat drew or passed on a colour: 32 less the turns since",
            VOID_MEMORY,
            tuple(COLORS),
            "turns",
            rows=at[1:],
        ),
        Field("drawn", (KINDS,), "the card just drawn, which may be played", 1, LABELS),
        Field(
            "pending", (1,), "cards the seat under a penalty has to draw", MAX_PENDING, (), "cards"
        ),
    )


def _fields_of_seats(at: tuple[str, ...]) -> tuple[Field, ...]:
    """Who is what, and the totals."""
    seats = len(at)
    return (
        Field("exposed", (seats,), "who holds one card, did not call and may be caught", 1, at),
        Field("dealer", (seats,), "who dealt", 1, at),
        Field("playing", (seats,), "who is still in the match", 1, at),
        Field("scores", (seats,), "totals, clipped at 1000", MAX_SCORE, at, "points"),
        Field(
            "owners",
            (2, seats),
            "owner of the first and the second Remix card",
            1,
            at,
            rows=("first", "second"),
        ),
    )


def _options_in_force() -> Field:
    labels = option_labels()
    meaning, unit = "the options in force", "see the options"
    return Field("rules", (len(labels),), meaning, option_scale(), labels, unit, times="=")


def _latest_events(history: int, at: tuple[str, ...]) -> Field:
    labels = at + ACTIONS.labels
    return Field("history", (history, len(labels)), "last public events: who, what", 1, labels)
