"""The state record: everything that changes in a game, the random state included.

One game is one element of dtype `STATE`; copying it forks the game. What every decision touches
stands first, the large table of knowledge last. Seats and kinds that are not there are `NOBODY`
and `NO_CARD`.
"""

from enum import IntEnum

import numpy as np

from uno_env.actions import MAX_PLAYERS
from uno_env.cards import COLORS, KINDS, MAX_CARDS


class Phase(IntEnum):
    """What the seat on move is being asked; `RUNNING` inside a step, while nobody is."""

    RUNNING = -1
    PLAY = 0
    PLAY_DRAWN = 1
    CHOOSE_COLOR = 2
    CHALLENGE = 3
    STACK = 4
    CHOOSE_TARGET = 5
    CALL_UNO = 6
    CATCH = 7
    JUMP_IN = 8
    SECOND_CARD = 9
    OVER = 10

    def __str__(self) -> str:
        return self.name


PHASES = tuple(phase.name for phase in Phase if phase != Phase.RUNNING)


class Stage(IntEnum):
    """Where a play stands between two questions, in the order of rules.md section 5."""

    GOING_OUT = 0
    SECOND_CARD = 1
    ONE_CARD_LEFT = 2
    JUMP_IN = 3
    COLOR = 4
    EFFECT = 5
    RESPONSE = 6
    NEXT_SEAT = 7
    TURN = 8
    ROUND_END = 9
    DEAL = 10


# int64 as all scalars are, not Python ints: numba compiles a function anew for each literal.
NOBODY = np.int64(-1)
NO_CARD = np.int64(-1)
NEVER = np.int64(-1)
"""In `voids`: the seat has not drawn or passed on the colour in this round."""
CLOCKWISE = np.int64(1)

HISTORY = 32
"""How many public events the record keeps."""

MAX_IDLE_ROUNDS = 100
"""Rounds in a row without a changed total that end a match."""

_FIELDS = (
    ("random", "u8", ()),  # splitmix64
    ("turns", "i8", ()),  # entries into PLAY in this round
    ("rounds", "i8", ()),  # rounds finished
    ("idle_rounds", "i8", ()),  # of them, the latest without a changed total
    ("points", "i8", ()),  # of the round finished last
    ("phase", "i8", ()),  # Phase
    ("stage", "i8", ()),  # Stage, where the game goes on after the answer
    ("seat", "i8", ()),  # who is asked
    ("player", "i8", ()),  # whose play it is: who laid the top card, or whose turn it is
    ("direction", "i8", ()),  # 1 clockwise, -1 the other way
    ("dealer", "i8", ()),
    ("color", "i8", ()),  # in force; NO_COLOR until one is named
    ("color_before", "i8", ()),  # what a challengeable Wild Draw Four is judged on, or NO_COLOR
    ("drawn", "i8", ()),  # the kind just drawn, while its fate is open
    ("laid", "i8", ()),  # cards of the present play: 1, or 2 for a pair
    ("acts", "i8", ()),  # times its effect has still to be carried out
    ("skips", "i8", ()),  # places to skip after it
    ("one_left", "i8", ()),  # 1: laying its card left the player with one
    ("asked", "i8", ()),  # the seat asked last whether it jumps in
    ("exposed", "i8", ()),  # who did not call UNO and may be caught
    ("remixes", "i8", ()),  # WRX laid in this round
    ("in_round", "i8", ()),  # seats still in
    ("winner", "i8", ()),  # of the game
    ("truncated", "i8", ()),
    ("last_winner", "i8", ()),  # of the round finished last
    ("pending", "i8", ()),  # cards the next seat has to draw
    ("passes", "i8", ()),  # passes in PLAY in a row
    ("draw_size", "i8", ()),
    ("discard_size", "i8", ()),
    ("events", "i8", ()),  # public events of this round
    ("hand_size", "i2", (MAX_PLAYERS,)),
    ("playing", "i1", (MAX_PLAYERS,)),  # 1: still in the match
    ("scores", "i4", (MAX_PLAYERS,)),
    ("calls", "i1", (MAX_PLAYERS,)),  # 1: has to call UNO
    ("discarded", "i1", (KINDS,)),  # the discard pile by kind
    ("hands", "i1", (MAX_PLAYERS, KINDS)),
    ("draw_pile", "i1", (MAX_CARDS,)),  # top card last
    ("discard_pile", "i1", (MAX_CARDS,)),  # top card last
    ("voids", "i4", (MAX_PLAYERS, len(COLORS))),  # turn in which the seat last drew or passed on it
    ("judged", "i1", (KINDS,)),  # the hand a Wild Draw Four was laid from
    ("judged_size", "i8", ()),
    ("owners", "i1", (2,)),  # of the two Remix cards
    ("last_playing", "i1", (MAX_PLAYERS,)),  # who took part in the round finished last
    ("last_points", "i4", (MAX_PLAYERS,)),  # what each hand counted at its end
    ("history", "i1", (HISTORY, 2)),  # seat and action of event e at place e % 32
    ("known", "i1", (MAX_PLAYERS, MAX_PLAYERS, KINDS)),  # cards a seat is certain of in a hand
)

FIELDS = tuple(name for name, _, _ in _FIELDS)

STATE = np.dtype(
    (np.record, np.dtype([(name, kind, shape) for name, kind, shape in _FIELDS], align=True))
)
"""One game."""
