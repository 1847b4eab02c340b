"""The actions that a sentence speaks of, found word by word; what is meant is not judged here."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from uno_env import Game
from uno_env.cards import COLOR_NAMES, COLORS, LABELS, NUMBERS, WILDS
from uno_env.explain import NAMES

_NUMBER_NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_SYMBOLS = {"S": "skip", "R": "reverse", "+2": r"draw[ -]?(?:two|2)|\+ ?2|plus[ -]?(?:two|2)"}
_RANKS = {
    **{rank: f"{rank}|{name}" for rank, name in zip(NUMBERS, _NUMBER_NAMES, strict=True)},
    **_SYMBOLS,
}


class Mention(NamedTuple):
    """A stretch of text that speaks of an action.

    Attributes:
        text: as it stands there.
        labels: the actions that it may mean.
        any_color: whether it names a rank and leaves the colour open.
        doubt: what keeps it from being a choice, such as `denied`, or an empty text.
    """

    text: str
    labels: frozenset[str]
    any_color: bool = False
    doubt: str = ""


def mentions(text: str, game: Game) -> Iterator[Mention]:
    """Yields what a text speaks of, from left to right; `game` says who sits where."""
    for match in _VOCABULARY.finditer(text):
        group = match.lastgroup
        assert group is not None
        labels = _meant(group, match, game)
        yield Mention(match[0].strip(), labels, group in _ANY_COLOR, _doubt(text, match))


_COLOR = "|".join(COLOR_NAMES)
_WILD_WORDS = {
    "W+4": r"wild[ -]+(?:card[ -]+)?(?:draw|\+|plus)[ -]?(?:four|4)\b|(?<!\w)\+ ?4\b"
    r"|\b(?:the|an?|my|play|lay)[ ]draw[ -](?:four|4)\b(?![ ]cards?\b)",
    **{label: NAMES[label].replace(" ", "[ -]+") for label in WILDS[2:]},
    "W": r"\bwild(?:[ -]card)?\b",
}
_PATTERNS = {
    "card": rf"\b(?:{_COLOR})[ -]+(?:{'|'.join(_RANKS.values())})(?![\w+])",
    # Lower-case letters alone are words too often.
    "label": r"(?-i:\b(?:[RYGB](?:\d|\+2|S|R)|W(?:\+4|SH|SW|C|RX)?))(?![\w+])"
    r"|\b[rygb](?:\d|\+2)(?![\w+])|\bw\+4(?!\w)",
    **{f"wild{number}": words for number, words in enumerate(_WILD_WORDS.values())},
    "rank": rf"\b(?:the|an?|my)[ ](?P<bare>\d|{'|'.join(_SYMBOLS.values())})(?![\w+])(?![ ]cards?)",
    "symbol": r"\bskip\b(?![ ](?:my|the|this|a)[ ]turn)|\breverse\b|(?<!\w)\+ ?2\b",
    # What is chosen by a digit may be a choice's number or what stands on a card.
    "digit": r"\b(?:play|lay|use|discard|choose|pick|select|take)[ ](?P<face>\d+)\b(?![ ]cards?)",
    # The cards of a penalty or a draw card: which, only the question can tell.
    "amount": r"\bdraw(?:ing)?[ -](?P<many>two|2|four|4)\b(?P<cards>[ ]cards?\b)?",
    "draw": r"\bdraw(?:ing)?\b(?![ ]pile)",
    "pass": r"\b(?:pass|decline|keep)\b",
    "accept": r"\baccept\b|\btake[ ]the[ ](?:penalty|cards)\b",
    "challenge": r"\bchallenge\b",
    "uno": r"\b(?:call[ ])?uno\b",
    "catch": r"\bcatch\b",
    "swap": r"\bswap\+(?P<places>\d)|\b(?:player|seat)[_ ]?(?P<seat>\d+)\b",
    "color": rf"\b(?:{_COLOR})\b",
    "choice": r"(?:\b(?:choice|option|number)[ ]|#)(?P<number>\d+)\b",
}
_VOCABULARY = re.compile(
    "|".join(f"(?P<{name}>{pattern})" for name, pattern in _PATTERNS.items()), re.IGNORECASE
)
_ANY_COLOR = ("rank", "symbol", "digit")
_DENIAL = re.compile(
    r"(?:\b(?:not|never|no|cannot|without|avoid|instead of|rather than)|n['\u2019]t)"
    r"(?:\s+\w+){0,2}\s+$",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:if|unless)\b", re.IGNORECASE)
_STOPS = re.compile(r"[.,;:!?\n]")


def _doubt(text: str, match: re.Match[str]) -> str:
    """What keeps a match from being a choice: a denial, an `if`, a question mark behind."""
    before = _STOPS.split(text[: match.start()])[-1]
    if _DENIAL.search(before):
        return "denied"
    if _CONDITION.search(before):
        return "only supposed"
    stop = _STOPS.search(text, match.end())
    return "asked about" if stop and stop[0] == "?" else ""


def _meant(group: str, match: re.Match[str], game: Game) -> frozenset[str]:
    """The labels that a match may stand for."""
    text = match[0].casefold()
    if group == "card":
        color, rank = re.split(r"[ -]+", text, maxsplit=1)
        return frozenset({color[0].upper() + _rank(rank)})
    if group == "label":
        return frozenset({text.upper()})
    if group.startswith("wild"):
        return frozenset({list(_WILD_WORDS)[int(group.removeprefix("wild"))]})
    if group in ("rank", "symbol"):
        return _of_any_color(_rank((match["bare"] or text).casefold()))
    if group == "digit":
        return _of_any_color(match["face"]) | _choice(match["face"], game)
    if group == "amount":
        return _amount(match)
    if group == "choice":
        return _choice(match["number"], game)
    if group == "swap":
        return _swap(match, game)
    return frozenset({text if group == "color" else group})


def _rank(words: str) -> str:
    """The rank that words stand for."""
    return next(rank for rank, pattern in _RANKS.items() if re.fullmatch(pattern, words))


def _of_any_color(rank: str) -> frozenset[str]:
    return frozenset(color + rank for color in COLORS) & frozenset(LABELS)


def _choice(number: str, game: Game) -> frozenset[str]:
    """The choice with this number, counted from 1."""
    return frozenset(game.legal[: int(number)][int(number) - 1 :] if int(number) else ())


def _amount(match: re.Match[str]) -> frozenset[str]:
    """Drawing so many cards, or, unless it says `cards`, a draw card."""
    drawing = frozenset({"draw", "accept"})
    if match["cards"]:
        return drawing
    two = match["many"].casefold() in ("two", "2")
    return drawing | (_of_any_color("+2") if two else {"W+4"})


def _swap(match: re.Match[str], game: Game) -> frozenset[str]:
    """The swap with the seat that is named."""
    players = game.rules.players
    places = int(match["places"] or (int(match["seat"]) - game.turn) % players)
    return frozenset({f"swap+{places}"}) if 0 < places < players else frozenset()
