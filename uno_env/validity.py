"""Whether a record read from outside can stand: every number in range, every card accounted for.

The engine trusts its records and writes by index, so nothing enters it unchecked.
"""

from collections.abc import Callable

import numpy as np

from uno_env.actions import ACTIONS
from uno_env.cards import COLORS, KINDS, MAX_CARDS, MAX_COUNT, NO_COLOR
from uno_env.fields import MAX_PENDING
from uno_env.kernels import write_legal
from uno_env.rules import Rules
from uno_env.state import MAX_IDLE_ROUNDS, NEVER, NO_CARD, NOBODY, STATE, Phase, Stage
from uno_env.tables import compile_rules

_MOST = 2**31 - 1

_RANGES: dict[str, Callable[[Rules], tuple[int | np.integer, int]]] = {
    "turns": lambda rules: (0, rules.max_turns),
    "rounds": lambda rules: (0, _MOST),
    "idle_rounds": lambda rules: (0, MAX_IDLE_ROUNDS),
    "points": lambda rules: (0, _MOST),
    "phase": lambda rules: (0, Phase.OVER),
    "stage": lambda rules: (0, max(Stage)),
    "seat": lambda rules: (0, rules.players - 1),
    "player": lambda rules: (0, rules.players - 1),
    "direction": lambda rules: (-1, 1),
    "dealer": lambda rules: (0, rules.players - 1),
    "color": lambda rules: (0, NO_COLOR),
    "color_before": lambda rules: (0, NO_COLOR),
    "drawn": lambda rules: (NO_CARD, KINDS - 1),
    "laid": lambda rules: (0, 2),
    "acts": lambda rules: (0, 2),
    "skips": lambda rules: (0, 2),
    "one_left": lambda rules: (0, 1),
    "asked": lambda rules: (NOBODY, rules.players - 1),
    "exposed": lambda rules: (NOBODY, rules.players - 1),
    "remixes": lambda rules: (0, _MOST),
    "in_round": lambda rules: (1, rules.players),
    "winner": lambda rules: (NOBODY, rules.players - 1),
    "truncated": lambda rules: (0, 1),
    "last_winner": lambda rules: (NOBODY, rules.players - 1),
    "pending": lambda rules: (0, MAX_PENDING),
    "passes": lambda rules: (0, rules.players),
    "draw_size": lambda rules: (0, MAX_CARDS),
    "discard_size": lambda rules: (1, MAX_CARDS),
    "events": lambda rules: (0, _MOST),
    "hand_size": lambda rules: (0, MAX_CARDS),
    "playing": lambda rules: (0, 1),
    "calls": lambda rules: (0, 1),
    "discarded": lambda rules: (0, int(MAX_COUNT.max())),
    "hands": lambda rules: (0, int(MAX_COUNT.max())),
    "draw_pile": lambda rules: (0, KINDS - 1),
    "discard_pile": lambda rules: (0, KINDS - 1),
    "voids": lambda rules: (NEVER, rules.max_turns),
    "judged": lambda rules: (0, int(MAX_COUNT.max())),
    "judged_size": lambda rules: (0, MAX_CARDS),
    "owners": lambda rules: (NOBODY, rules.players - 1),
    "scores": lambda rules: (0, _MOST),
    "last_playing": lambda rules: (0, 1),
    "last_points": lambda rules: (0, _MOST),
    "history": lambda rules: (0, ACTIONS.size - 1),
    "known": lambda rules: (0, int(MAX_COUNT.max())),
}
"""The least and the most of every field but the random state."""


def check_record(rules: Rules, record: np.record) -> None:
    """Refuse a record that no game under these rules could hold.

    Raises:
        ValueError: names the field and what is wrong with it.
    """
    for name, limits in _RANGES.items():
        low, high = limits(rules)
        if record[name].min() < low or record[name].max() > high:
            raise ValueError(f"saved game: {name} is {record[name]}, expected {low} to {high}")
    _check_seats(rules, record)
    _check_cards(rules, record)
    _check_question(rules, record)


def _check(fine: bool | np.bool_ | np.integer, what: str) -> None:
    if not fine:
        raise ValueError(f"saved game: {what}")


def _check_seats(rules: Rules, record: np.record) -> None:
    absent = slice(rules.players, None)
    for name in ("hand_size", "playing", "calls", "scores", "hands", "known"):
        _check(not record[name][absent].any(), f"{name} of a seat that is not there")
    _check(record.direction != 0, "direction is 0")
    _check(record.voids.max() <= record.turns, "voids of a turn that has not come yet")
    _check(record.in_round == record.playing.sum(), "in_round is not the number of seats playing")
    _check(record.history[:, 0].max() < rules.players, "history names a seat that is not there")
    _check(record.phase == Phase.OVER or record.playing[record.seat], "the seat asked has left")


def _check_cards(rules: Rules, record: np.record) -> None:
    piles = (("draw_pile", record.draw_size), ("discard_pile", record.discard_size))
    placed = record.hands.sum(axis=0, dtype=np.int64)
    for name, size in piles:
        placed += np.bincount(record[name][:size], minlength=KINDS)
        _check(not record[name][size:].any(), f"{name} is longer than its size")
    _check((placed <= MAX_COUNT).all(), "more cards of a kind than two decks hold")
    laid = np.bincount(record.discard_pile[: record.discard_size], minlength=KINDS)
    _check((record.discarded == laid).all(), "discarded does not count the discard pile")
    sizes = record.hands.sum(axis=1, dtype=np.int64)
    _check((record.hand_size == sizes).all(), "hand_size does not count the hands")
    _check(record.judged_size == record.judged.sum(dtype=np.int64), "judged_size is wrong")
    _check((record.judged <= record.hands[record.player]).all(), "judged cards are not in hand")
    owners = np.arange(rules.players)
    known = record.known[: rules.players, : rules.players]
    _check((known <= record.hands[: rules.players]).all(), "known cards that are not in hand")
    _check(not known[owners, owners].any(), "a seat's own hand among what it knows of others")


def _check_question(rules: Rules, record: np.record) -> None:
    """The seat on move has something to answer, and the engine can read the question."""
    if record.phase == Phase.OVER:
        return
    if record.phase == Phase.PLAY:
        _check(record.color < len(COLORS), "no colour in force in PLAY")
    if record.phase == Phase.PLAY_DRAWN:
        held = record.drawn != NO_CARD and record.hands[record.seat, record.drawn]
        _check(bool(held), "the drawn card is not in hand")
    if record.phase == Phase.CATCH:
        _check(record.exposed != NOBODY, "nobody is exposed in CATCH")
    mask = np.zeros(ACTIONS.size, np.int8)
    records = np.zeros(1, STATE)
    records[0] = record
    write_legal(records, compile_rules(rules), mask)
    cards = np.flatnonzero(mask[:KINDS])
    _check(mask.any(), "the seat on move has no legal action")
    _check((record.hands[record.seat][cards] > 0).all(), "a legal card is not in hand")
