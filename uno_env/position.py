"""Positions and decks given in notation: read, checked, and turned into records."""

from collections.abc import Sequence

import numpy as np

from uno_env.cards import COLOR, KINDS, LABELS, MAX_COUNT, NO_COLOR
from uno_env.checks import check_number
from uno_env.kernels import settle_position
from uno_env.notation import Cards, count_kinds, parse_cards, parse_color
from uno_env.rules import Rules
from uno_env.state import NEVER, NO_CARD, NOBODY, STATE, Phase, Stage
from uno_env.tables import compile_rules

MAX_SCORE = 1_000_000


def parse_deck(rules: Rules, deck: Cards) -> np.ndarray:
    """A deck given first card first, as a pile with its top card last, `[n] int8`.

    Raises:
        ValueError: too few cards to deal and open, or more of a kind than two decks hold.
    """
    kinds = parse_cards(deck, "deck")
    needed = rules.players * rules.hand_size + 1
    if len(kinds) < needed:
        raise ValueError(
            f"deck has {len(kinds)} cards; players={rules.players} with "
            f"hand_size={rules.hand_size} need at least {needed}"
        )
    _check_counts(count_kinds(kinds))
    return np.array(kinds[::-1], np.int8)


def build(
    rules: Rules,
    hands: Sequence[Cards],
    discard: Cards,
    draw: Cards | None,
    turn: int,
    direction: int,
    color: str | None,
    dealer: int | None,
    scores: Sequence[int] | None,
    seed: int,
) -> np.ndarray:
    """The record `[1] STATE` of a position; the arguments are those of `Game.from_position`."""
    records = np.zeros(1, STATE)
    record = records[0]
    _seat_players(record, rules, scores)
    _place_cards(record, rules, hands, discard, draw)
    _set_turn(record, rules, turn, direction, dealer)
    record.color = _active_color(record, color)
    settle_position(records, compile_rules(rules), np.uint64(seed), draw is None)
    return records


def _seat_players(record: np.record, rules: Rules, scores: Sequence[int] | None) -> None:
    """Totals, and who is still in the match."""
    players = rules.players
    given = [0] * players if scores is None else _one_a_seat("scores", scores, players)
    totals = [check_number(f"scores[{s}]", total, 0, MAX_SCORE) for s, total in enumerate(given)]
    record.scores[:players] = np.array(totals)
    leaving = rules.scoring == "elimination" and rules.target > 0
    out = [leaving and total >= rules.target for total in totals]
    record.playing[:players] = np.logical_not(out)
    record.in_round = in_round = players - sum(out)
    if in_round < 2:
        raise ValueError(f"scores {totals} leave fewer than two seats in, target={rules.target}")
    if rules.teams and totals[:2] != totals[2:]:
        raise ValueError(f"scores {totals} under teams=True: partners have the same total")
    if rules.target and not leaving and max(totals) >= rules.target:
        raise ValueError(f"scores {totals} have reached target={rules.target}: the match is over")
    record.owners[:] = NOBODY
    record.winner = record.last_winner = NOBODY


def _one_a_seat(what: str, given: Sequence, players: int) -> list:
    """The list of what each seat has, refused if it is none or of another length."""
    if isinstance(given, str) or not isinstance(given, Sequence | np.ndarray):
        raise ValueError(f"{what}={given!r}: expected a list, one for each seat")
    if len(given) != players:
        raise ValueError(f"{len(given)} {what} for players={players}: give one a seat")
    return list(given)


def _place_cards(
    record: np.record, rules: Rules, hands: Sequence[Cards], discard: Cards, draw: Cards | None
) -> None:
    for seat, cards in enumerate(_one_a_seat("hands", hands, rules.players)):
        counts = count_kinds(parse_cards(cards, f"hands[{seat}]"))
        _check_counts(counts)
        if bool(counts.sum()) != bool(record.playing[seat]):
            state = "is in the round and needs one" if record.playing[seat] else "has left"
            raise ValueError(f"cards in hands[{seat}]: {counts.sum()}, but the seat {state}")
        record.hands[seat] = counts
        record.hand_size[seat] = counts.sum()
    pile = parse_cards(discard, "discard")
    if not pile:
        raise ValueError("discard is empty: at least the top card must lie there")
    laid = count_kinds(pile)
    placed = record.hands.sum(axis=0, dtype=np.int64) + laid
    _check_counts(placed)
    if draw is None:
        drawn = np.repeat(np.arange(KINDS), np.maximum(rules.card_counts - placed, 0))
    else:
        drawn = np.array(parse_cards(draw, "draw")[::-1], np.int64)
        _check_counts(placed + count_kinds(drawn))
    record.discarded = laid
    record.discard_size = len(pile)
    record.discard_pile[: len(pile)] = pile
    record.draw_size = len(drawn)
    record.draw_pile[: len(drawn)] = drawn


def _check_counts(counts: np.ndarray) -> None:
    """Refuse more cards of a kind than two decks hold."""
    if (counts > MAX_COUNT).any():
        kind = int(np.argmax(counts > MAX_COUNT))
        raise ValueError(
            f"{counts[kind]} of {LABELS[kind]}: two decks hold at most {MAX_COUNT[kind]}"
        )


def _set_turn(
    record: np.record, rules: Rules, turn: int, direction: int, dealer: int | None
) -> None:
    last = rules.players - 1
    dealer = int(np.flatnonzero(record.playing)[-1]) if dealer is None else dealer
    record.seat = record.player = check_number("turn", turn, 0, last)
    if not record.playing[turn]:
        raise ValueError(f"turn={turn}: this seat has left the match")
    if isinstance(direction, bool | float) or direction not in (1, -1):
        raise ValueError(f"direction={direction!r}: expected 1 (clockwise) or -1")
    record.direction = direction
    record.dealer = check_number("dealer", dealer, 0, last)
    if not record.playing[dealer]:
        raise ValueError(f"dealer={dealer}: this seat has left the match")
    record.turns = 1
    record.phase = Phase.PLAY
    record.stage = Stage.TURN
    record.color_before = NO_COLOR
    record.drawn = NO_CARD
    record.asked = record.exposed = NOBODY
    record.voids[: rules.players] = NEVER


def _active_color(record: np.record, color: str | None) -> int:
    top = int(record.discard_pile[record.discard_size - 1])
    printed = int(COLOR[top])
    if color is None and printed == NO_COLOR:
        raise ValueError(f"the top card {LABELS[top]} is a wild: say which color is in force")
    named = printed if color is None else parse_color(color)
    if printed not in (NO_COLOR, named):
        raise ValueError(f"color={color!r} is not the colour of the top card {LABELS[top]}")
    return named
