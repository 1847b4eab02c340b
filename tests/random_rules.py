"""Random rule combinations and random ways to play, for tests that meet every option and phase."""

from random import Random

from tests.reference.cards import (
    CHOICES,
    DEFAULTS,
    KINDS,
    NUMBERS,
    PRESETS,
    RANK,
    TWO_DECK_MAXIMUM,
    parse_options,
    whole_deck,
)

PLAYERS = (2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10)
TARGETS = (1, 20, 60, 100, 150, 200)
TURN_LIMITS = (1, 2, 10, 40, 150)


def random_options(rng: Random) -> tuple[str | None, dict]:
    """A valid rule combination.

    Returns:
        The preset it starts from or None, and the options named beside it.
    """
    while True:
        preset = rng.choice(list(PRESETS)) if rng.random() < 0.1 else None
        named = _random_choices(rng) | _random_numbers(rng)
        if preset:
            named = {name: value for name, value in named.items() if rng.random() < 0.2}
        options = all_options(preset, named)
        if not is_valid(options):
            named |= {"teams": False}
            options = all_options(preset, named)
        if is_valid(options):
            return preset, named


def all_options(preset: str | None, named: dict) -> dict:
    """Every option of a preset with overrides."""
    return DEFAULTS | parse_options(PRESETS[preset or "official"]) | named


def is_valid(options: dict) -> bool:
    """Whether the rules allow the combination (sections 2, 3 and 8)."""
    deck = whole_deck(options)
    room = len(deck) >= options["players"] * options["hand_size"] + 2
    in_range = all(deck.count(card) <= most for card, most in TWO_DECK_MAXIMUM.items())
    partners = options["players"] == 4 and options["scoring"] == "winner"
    return room and in_range and (partners or not options["teams"])


def _random_choices(rng: Random) -> dict:
    """Each option as it stands in the sheet or with one of its other values."""
    usual = rng.choice((0.2, 0.5, 0.8))
    named = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() > usual}
    if rng.random() < 0.5:
        named["deck"] = _random_mapping(rng)
    if named.get("teams"):
        named |= {"players": 4, "scoring": "winner"}
    return named


def _random_mapping(rng: Random) -> dict[str, int]:
    """A small deck in which some kinds are many, so that rare things meet often.

    Decks without a number card have nothing to open with under `opening="redraw"`; a match with
    a deck of zeros never comes to a point.
    """
    zeros = [card for card in KINDS if RANK[card] == "0"]
    symbols = [card for card in KINDS if RANK[card] not in NUMBERS]
    kinds = rng.choices((KINDS, symbols, zeros), (16, 3, 1))[0]
    kinds = rng.sample(kinds, rng.randint(2, min(30, len(kinds))))
    return {card: rng.randint(1, TWO_DECK_MAXIMUM[card]) for card in kinds}


def _random_numbers(rng: Random) -> dict:
    named = {"players": rng.choice(PLAYERS), "hand_size": rng.choice((1, 2, 3, 5, 7, 7, 10))}
    if rng.random() < 0.2:
        named["decks"] = 2
    if rng.random() < 0.5:
        named["uno_penalty"] = rng.choice((0, 1, 2, 4, 20))
    if rng.random() < 0.5:
        named["target"] = rng.choice(TARGETS)
    if rng.random() < 0.2:
        named["max_turns"] = rng.choice(TURN_LIMITS)
    return named


class Style:
    """One way to choose among legal labels at random: some labels are liked more than others.

    Args:
        seed: where the likings and the choices come from.
    """

    def __init__(self, seed: int):
        self.rng = Random(seed)
        self.liking = {
            label: self.rng.choice((0.03, 0.3, 1.0, 4.0))
            for label in ("pass", "accept", "challenge", "uno", "catch")
        }
        self.liking["draw"] = self.rng.choice((0.01, 0.1, 0.5, 2.0))

    def choose(self, legal: list[str]) -> str:
        """One of the legal labels."""
        weights = [self.liking.get(label, 1.0) for label in legal]
        return self.rng.choices(legal, weights)[0]
