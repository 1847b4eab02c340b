"""The kernels that write what one seat sees of a game.

Nothing is written that the seat could not know: its hand, what lies open, the question being asked,
and the cards it is certain of. `fields` says what stands where.
"""

import numpy as np

from uno_env.actions import ACTIONS
from uno_env.cards import COLORS, KINDS, MAX_CARDS, MAX_COUNT, NO_COLOR
from uno_env.compiling import compiled, inlined
from uno_env.engine.seats import places_to, seat_at
from uno_env.fields import MAX_PENDING, MAX_SCORE, VOID_MEMORY, observation_layout
from uno_env.layout import Layout
from uno_env.state import HISTORY, NEVER, NOBODY, Phase

# The place of each field in `Layout.offsets`, for the kernels.
_PLACE = {f.name: place for place, f in enumerate(observation_layout(2).fields)}
HAND, TOP, COLOR, COLOR_BEFORE = (_PLACE[n] for n in ("hand", "top", "color", "color_before"))
PHASE, TO_ACT, DIRECTION = (_PLACE[n] for n in ("phase", "to_act", "direction"))
HAND_SIZES, DRAW_SIZE, DISCARDS = (_PLACE[n] for n in ("hand_sizes", "draw_size", "discards"))
KNOWN, VOIDS, DRAWN, PENDING = (_PLACE[n] for n in ("known", "voids", "drawn", "pending"))
EXPOSED, DEALER, PLAYING = (_PLACE[n] for n in ("exposed", "dealer", "playing"))
SCORES, OWNERS, OPTIONS, PAST = (_PLACE[n] for n in ("scores", "owners", "rules", "history"))

_SHARE = (1 / MAX_COUNT).astype(np.float32)
_CARD_SHARE = np.float32(1 / MAX_CARDS)
_PENDING_SHARE = np.float32(1 / MAX_PENDING)
_TURN_SHARE = np.float32(1 / VOID_MEMORY)
_SCORE_SHARE = np.float32(1 / MAX_SCORE)
_COLORS = len(COLORS)
_ACTIONS = ACTIONS.size


def blank_observations(layout: Layout, tables: np.ndarray) -> np.ndarray:
    """What every observation under each of `tables: [R] RULES` begins as, `[R, D] float32`.

    Nothing but the options in force; `encode` writes the game over a copy.
    """
    blank = np.zeros((len(tables), layout.size), np.float32)
    blank[:, layout.slice("rules")] = tables["options"]
    return blank


@compiled
def encode(game, rules, seat, at, seats, blank, out):
    """Write what `seat` sees into `out: [D] float32`.

    Args:
        at: the layout's offsets.
        seats: the layout's seats.
        blank: [D] float32, the rules' row of `blank_observations`.
    """
    for column in range(out.shape[0]):
        out[column] = blank[column]
    _write_counts(game.hands[seat], out[at[HAND] : at[HAND] + KINDS])
    _write_table(game, seat, at, out)
    _write_counts(game.discarded, out[at[DISCARDS] : at[DISCARDS] + KINDS])
    _write_seats(game, rules, seat, at, out)
    _write_others(game, rules, seat, at, out)
    if at[PAST] < out.shape[0]:
        _write_history(game, rules, seat, at[PAST], seats, out)


@compiled
def glance(game, rules, seat, at, out):
    """Write what `encode` does over an older observation, but for the fields of cards.

    `hand`, `discards`, `known`, `voids` and `history` stay as they are; look-ahead is faster so.
    """
    for column in range(at[TOP], at[DISCARDS]):
        out[column] = 0
    for column in range(at[DRAWN], at[OPTIONS]):
        out[column] = 0
    _write_table(game, seat, at, out)
    _write_seats(game, rules, seat, at, out)


@compiled
def _write_counts(counts, out):
    for kind in range(KINDS):
        out[kind] = counts[kind] * _SHARE[kind]


@compiled
def _write_table(game, seat, at, out):
    """What lies open on the table, and the question."""
    out[at[TOP] + game.discard_pile[game.discard_size - 1]] = 1
    if game.color != NO_COLOR:
        out[at[COLOR] + game.color] = 1
    if game.color_before != NO_COLOR:
        out[at[COLOR_BEFORE] + game.color_before] = 1
    out[at[PHASE] + game.phase] = 1
    if game.direction > 0:
        out[at[DIRECTION]] = 1
    out[at[DRAW_SIZE]] = game.draw_size * _CARD_SHARE
    out[at[PENDING]] = game.pending * _PENDING_SHARE
    if game.phase == Phase.PLAY_DRAWN and game.seat == seat:
        out[at[DRAWN] + game.drawn] = 1


@compiled
def _write_seats(game, rules, seat, at, out):
    """Who is what, counted clockwise from the observer, hand sizes and totals."""
    players = rules.players
    _mark(game.dealer, seat, players, out, at[DEALER])
    if game.phase != Phase.OVER:
        _mark(game.seat, seat, players, out, at[TO_ACT])
    if game.exposed != NOBODY:
        _mark(game.exposed, seat, players, out, at[EXPOSED])
    width = at[DEALER + 1] - at[DEALER]
    for remix in range(game.owners.shape[0]):
        if game.owners[remix] != NOBODY:
            _mark(np.int64(game.owners[remix]), seat, players, out, at[OWNERS] + remix * width)
    for place in range(players):
        other = seat_at(seat, place, players)
        out[at[HAND_SIZES] + place] = game.hand_size[other] * _CARD_SHARE
        out[at[PLAYING] + place] = game.playing[other]
        out[at[SCORES] + place] = min(game.scores[other], MAX_SCORE) * _SCORE_SHARE


@compiled
def _write_others(game, rules, seat, at, out):
    """What is known of each other hand."""
    for place in range(1, rules.players):
        other = seat_at(seat, place, rules.players)
        known = at[KNOWN] + (place - 1) * KINDS
        _write_counts(game.known[seat, other], out[known : known + KINDS])
        _write_voids(game, other, out, at[VOIDS] + (place - 1) * _COLORS)


@inlined
def _mark(who, seat, players, out, first):
    """A one-hot of a seat, relative to the observer."""
    out[first + places_to(seat, who, players)] = 1


@compiled
def _write_voids(game, other, out, first):
    for color in range(_COLORS):
        turn = game.voids[other, color]
        if turn != NEVER:
            out[first + color] = max(VOID_MEMORY - (game.turns - turn), 0) * _TURN_SHARE


@compiled
def _write_history(game, rules, seat, first, seats, out):
    """The public events, the latest first: a one-hot of the seat, then of the action."""
    width = seats + _ACTIONS
    shown = min((out.shape[0] - first) // width, game.events)
    for event in range(shown):
        start = first + event * width
        place = (game.events - 1 - event) % HISTORY
        _mark(np.int64(game.history[place, 0]), seat, rules.players, out, start)
        out[start + seats + game.history[place, 1]] = 1
