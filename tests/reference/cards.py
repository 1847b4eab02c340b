"""What the rule sheet prints: the 58 kinds, their points, the decks and the options.

Written from the rule text alone and importing nothing of `uno_env`, so that it can witness against
it.
"""

COLORS = ("R", "Y", "G", "B")
NUMBERS = tuple("0123456789")
RANKS = (*NUMBERS, "S", "R", "+2")
WILDS = ("W", "W+4", "WSH", "WSW", "WC", "WRX")
KINDS = tuple(color + rank for color in COLORS for rank in RANKS) + WILDS
COLOR_NAMES = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}
ACTIONS = (
    *KINDS,
    *("draw", "pass", "accept", "challenge", "uno", "catch"),
    *COLOR_NAMES,
    *(f"swap+{places}" for places in range(1, 10)),
)

COLOR = {card: None if card in WILDS else card[0] for card in KINDS}
RANK = {card: card if card in WILDS else card[1:] for card in KINDS}
KIND_ORDER = {card: place for place, card in enumerate(KINDS)}
ACTION_ORDER = {label: place for place, label in enumerate(ACTIONS)}
DRAW_AMOUNT = {card: {"+2": 2, "W+4": 4}.get(RANK[card], 0) for card in KINDS}


def _points(card: str) -> int:
    if RANK[card] in NUMBERS:
        return int(RANK[card])
    if COLOR[card]:
        return 20
    return 50 if card in ("W", "W+4") else 40


POINTS = {card: _points(card) for card in KINDS}

_BASE = {card: 1 if RANK[card] == "0" else 2 for card in KINDS if COLOR[card]} | {"W": 4, "W+4": 4}
DECKS: dict[str, dict[str, int]] = {
    "108": _BASE,
    "112-shuffle": _BASE | {"WSH": 1, "WC": 3},
    "112-swap": _BASE | {"WSW": 1, "WC": 3},
    "112-remix": _BASE | {"WRX": 2, "WC": 2},
}
TWO_DECK_MAXIMUM = {card: 2 * max(deck.get(card, 0) for deck in DECKS.values()) for card in KINDS}

# Every option that names its values; the first is the default.
CHOICES: dict[str, tuple] = {
    "deck": tuple(DECKS),
    "opening": ("apply", "redraw", "ignore"),
    "opening_reverse": ("dealer", "right"),
    "opening_wild": ("choose", "redraw"),
    "opening_wild_draw_four": ("redraw", "apply"),
    "voluntary_draw": (True, False),
    "draw": ("one", "until_playable"),
    "drawn_card": ("may_play", "must_play", "keep"),
    "custom_wild": ("plain", "others_draw_two", "skip_everyone", "swap_hands"),
    "wild_draw_four": ("bluff", "strict", "free"),
    "wilds_match": (False, True),
    "challenge_reveal": ("challenger", "table", "nobody"),
    "uno": ("auto", "call"),
    "action_finish": (True, False),
    "final_draw": (True, False),
    "scoring": ("winner", "lowest", "elimination"),
    "teams": (False, True),
    "stacking": ("off", "draw_two", "same", "mixed"),
    "seven_swap": (False, True),
    "zero_pass": (False, True),
    "jump_in": ("off", "numbers", "colored"),
    "doubles": (False, True),
    "open_hands": (False, True),
}
# Every option that is a number: default, lowest, highest.
RANGES: dict[str, tuple[int, int, int]] = {
    "players": (2, 2, 10),
    "decks": (1, 1, 2),
    "hand_size": (7, 1, 50),
    "uno_penalty": (2, 0, 20),
    "target": (0, 0, 10000),
    "max_turns": (1000, 1, 100000),
}
DEFAULTS = {name: values[0] for name, values in CHOICES.items()} | {
    name: numbers[0] for name, numbers in RANGES.items()
}

PRESETS = {
    "official": "",
    "official-500": "target=500",
    "current-sheet": "deck=112-shuffle,opening=redraw",
    "sheet-2001": (
        "deck=112-swap,opening_wild=redraw,opening_reverse=right,uno=call,uno_penalty=4"
    ),
    "partners": "players=4,teams,target=500",
    "kids": "wild_draw_four=strict,open_hands",
    "strict": "wild_draw_four=strict",
    "party": "stacking=mixed,seven_swap,zero_pass,jump_in=colored,draw=until_playable",
}


def in_kind_order(cards) -> list[str]:
    """The cards sorted as every text form of this project prints them."""
    return sorted(cards, key=KIND_ORDER.__getitem__)


def whole_deck(options: dict) -> list[str]:
    """The cards of the rules' whole deck, in kind order."""
    deck = options["deck"]
    counts = DECKS[deck] if isinstance(deck, str) else deck
    copies = options["decks"]
    return [card for card in KINDS for _ in range(copies * counts.get(card, 0))]


def parse_options(text: str) -> dict:
    """The options that a text such as `players=4,stacking=same,seven_swap` names."""
    options: dict = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = item.partition("=")
        options[name] = _value(name, value)
    return options


def _value(name: str, value: str):
    if name in RANGES:
        return int(value)
    if name == "deck" and value not in DECKS:
        return {card: int(n) for card, n in (pair.split("=") for pair in value.split())}
    return {"": True, "True": True, "False": False}.get(value, value)
