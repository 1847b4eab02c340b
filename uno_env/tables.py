"""The rules as tables: what the engine reads instead of asking options.

`compile_rules` turns `Rules` into one record of dtype `RULES`. Its columns over kinds say what a
card does (`effect`, `amount`), how it opens a round (`opens`), what it is answered with
(`response`, `family`, `answers`) and what may be done with it (`jumps`, `doubles`, `goes_out`).
A house rule is an entry here, or a phase of the engine, or both.
"""

from enum import IntEnum
from functools import lru_cache

import numpy as np

from uno_env.cards import COLORED, KIND, KINDS, LABELS, NUMBERS, RANK, RANKS
from uno_env.rules import OPTIONS, Rules, encode_options, option_labels


class Effect(IntEnum):
    """What happens when a card has been laid."""

    NOTHING = 0
    SKIP = 1
    REVERSE = 2
    DRAW = 3
    OTHERS_DRAW = 4
    PLAY_AGAIN = 5
    SWAP = 6
    PASS_HANDS = 7
    SHUFFLE_HANDS = 8


class Opening(IntEnum):
    """What happens when a card is turned up to open the round."""

    PUT_BACK = 0
    LIES = 1
    TAKES_EFFECT = 2
    NAMES_COLOR = 3


class Response(IntEnum):
    """How the next player meets a card that makes it draw."""

    DRAWS = 0
    MAY_CHALLENGE = 1
    MAY_STACK = 2


class Namer(IntEnum):
    """Who names the colour of a card."""

    NOBODY = 0
    PLAYER = 1
    OWNER = 2


class Condition(IntEnum):
    """What holds a card to the condition of the Wild Draw Four: no match in hand."""

    NONE = 0
    MASKED = 1
    JUDGED = 2


class Reveal(IntEnum):
    """Who sees a challenged hand; the values of `challenge_reveal`."""

    CHALLENGER = 0
    TABLE = 1
    NOBODY = 2


class DrawnCard(IntEnum):
    """What becomes of a drawn card that fits; the values of `drawn_card`."""

    MAY_PLAY = 0
    MUST_PLAY = 1
    KEEP = 2


class Scoring(IntEnum):
    """The values of `scoring`."""

    WINNER = 0
    LOWEST = 1
    ELIMINATION = 2


_PER_KIND = (
    ("deck", "cards in the whole deck"),
    ("opens", "Opening"),
    ("effect", "Effect"),
    ("amount", "cards that the effect makes others draw"),
    ("response", "Response"),
    ("family", "1 bit for each kind of draw card, for stacking"),
    ("answers", "the families this kind may be stacked on, as bits"),
    ("condition", "Condition"),
    ("namer", "Namer"),
    ("jumps", "1: may be jumped in with"),
    ("doubles", "1: a second one may be laid"),
    ("goes_out", "1: may be the last card"),
)

_SCALARS = (
    ("players", "i8"),
    ("hand_size", "i8"),
    ("voluntary_draw", "i8"),
    ("until_playable", "i8"),
    ("drawn_card", "i8"),
    ("wilds_match", "i8"),
    ("reveal", "i8"),
    ("call_uno", "i8"),
    ("uno_penalty", "i8"),
    ("final_draw", "i8"),
    ("reverse_right", "i8"),
    ("scoring", "i8"),
    ("teams", "i8"),
    ("open_hands", "i8"),
    ("target", "i8"),
    ("max_turns", "i8"),
)

RULES = np.dtype(
    (
        np.record,
        np.dtype(
            [("options", "f4", (len(option_labels()),)), *_SCALARS]
            + [(name, "i1", (KINDS,)) for name, _ in _PER_KIND],
            align=True,
        ),
    )
)
"""One game's rules as the engine reads them."""

FAMILY = {"+2": 1, "W+4": 2}
_STACKS_ON = {
    "off": {"+2": 0, "W+4": 0},
    "draw_two": {"+2": FAMILY["+2"], "W+4": 0},
    "same": FAMILY,
    "mixed": dict.fromkeys(FAMILY, sum(FAMILY.values())),
}
"""Which families each kind of draw card may be laid on, for each value of `stacking`."""

_CUSTOM_WILD = {
    "plain": Effect.NOTHING,
    "others_draw_two": Effect.OTHERS_DRAW,
    "skip_everyone": Effect.PLAY_AGAIN,
    "swap_hands": Effect.SWAP,
}


def compile_rules(rules: Rules) -> np.ndarray:
    """The rules as a new array of one `RULES` record, `[1]`."""
    return _compile(rules).copy()


@lru_cache
def _compile(rules: Rules) -> np.ndarray:
    table = np.zeros(1, RULES)
    record = table[0]
    record.options = encode_options(rules)
    record.deck = rules.card_counts
    _fill_scalars(record, rules)
    _fill_effects(record, rules)
    _fill_answers(record, rules)
    _fill_permissions(record, rules)
    _fill_openings(record, rules)
    return table


def _fill_scalars(record: np.record, rules: Rules) -> None:
    for name in ("players", "hand_size", "voluntary_draw", "wilds_match", "uno_penalty"):
        record[name] = getattr(rules, name)
    for name in ("final_draw", "teams", "open_hands", "target", "max_turns"):
        record[name] = getattr(rules, name)
    record.until_playable = rules.draw == "until_playable"
    record.drawn_card = OPTIONS["drawn_card"].values.index(rules.drawn_card)
    record.reveal = OPTIONS["challenge_reveal"].values.index(rules.challenge_reveal)
    record.scoring = OPTIONS["scoring"].values.index(rules.scoring)
    record.call_uno = rules.uno == "call"
    record.reverse_right = rules.opening_reverse == "right"


def _kinds(rank: str) -> np.ndarray:
    """The kinds of a rank in all colours, or the one wild of that name."""
    return np.flatnonzero(RANK == RANKS.index(rank)) if rank in RANKS else np.array([KIND[rank]])


def _fill_effects(record: np.record, rules: Rules) -> None:
    effects = {
        "S": Effect.SKIP,
        "R": Effect.REVERSE,
        "+2": Effect.DRAW,
        "W+4": Effect.DRAW,
        "WSH": Effect.SHUFFLE_HANDS,
        "WSW": Effect.SWAP,
        "WC": _CUSTOM_WILD[rules.custom_wild],
    }
    if rules.seven_swap:
        effects["7"] = Effect.SWAP
    if rules.zero_pass:
        effects["0"] = Effect.PASS_HANDS
    for rank, effect in effects.items():
        record.effect[_kinds(rank)] = effect
    for rank, amount in {"+2": 2, "W+4": 4, "WC": 2}.items():
        record.amount[_kinds(rank)] = amount
    record.namer[COLORED:] = Namer.PLAYER
    record.namer[KIND["WRX"]] = Namer.OWNER


def _fill_answers(record: np.record, rules: Rules) -> None:
    conditions = {
        "strict": Condition.MASKED,
        "bluff": Condition.JUDGED,
        "free": Condition.NONE,
    }
    record.condition[KIND["W+4"]] = conditions[rules.wild_draw_four]
    if rules.wild_draw_four == "bluff":
        record.response[KIND["W+4"]] = Response.MAY_CHALLENGE
    for rank, bit in FAMILY.items():
        record.family[_kinds(rank)] = bit
        record.answers[_kinds(rank)] = _STACKS_ON[rules.stacking][rank]
        if _STACKS_ON[rules.stacking][rank]:
            record.response[_kinds(rank)] = Response.MAY_STACK


def _fill_permissions(record: np.record, rules: Rules) -> None:
    record.goes_out[:] = 1
    if not rules.action_finish:
        record.goes_out[[k for k in range(KINDS) if not _is_number(k)]] = 0
    if rules.jump_in != "off":
        jumping = [k for k in range(COLORED) if rules.jump_in == "colored" or _is_number(k)]
        record.jumps[jumping] = 1
    if rules.doubles:
        record.doubles[:COLORED] = 1


def _fill_openings(record: np.record, rules: Rules) -> None:
    symbols = {
        "apply": Opening.TAKES_EFFECT,
        "redraw": Opening.PUT_BACK,
        "ignore": Opening.LIES,
    }[rules.opening]
    wilds = Opening.NAMES_COLOR if rules.opening_wild == "choose" else Opening.PUT_BACK
    draw_four = rules.opening_wild_draw_four == "apply"
    for kind in range(KINDS):
        if _is_number(kind):
            record.opens[kind] = Opening.LIES
        elif kind < COLORED:
            record.opens[kind] = symbols
        elif rules.opening == "redraw":
            record.opens[kind] = Opening.PUT_BACK
        elif LABELS[kind] == "W+4":
            record.opens[kind] = Opening.TAKES_EFFECT if draw_four else Opening.PUT_BACK
        else:
            record.opens[kind] = wilds


def _is_number(kind: int) -> bool:
    return bool(RANK[kind] < len(NUMBERS))
