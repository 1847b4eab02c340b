"""A recorded game as one line of JSON, with a checksum, and back.

| key | what |
|---|---|
| `uno` | the format's number |
| `engine` | environment and a hash of its state record, actions and cards: what an action means |
| `rules`, `rules_id` | the rules text and the rules' fingerprint |
| `seed`, `deck`, `dealer` or `state` | how it began |
| `agents` | who sat where; may be absent |
| `decisions`, `actions` | how many, and one character for each: see `action_table` |
| `how`, `winner`, `points`, `scores`, `end` | what must come out; `end`: hash of the last state |
| `crc` | checksum (CRC-32) of the line before it |
"""

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from uno_env.actions import ACTIONS, BLOCKS
from uno_env.cards import COLORS, LABELS
from uno_env.record.saved import HOW, Ending, SavedGame
from uno_env.rules import Rules
from uno_env.state import STATE

FORMAT = 1

ENGINE = (
    "uno_v0/" + hashlib.sha256(repr((STATE.descr, ACTIONS.labels, LABELS)).encode()).hexdigest()[:8]
)
"""What an action and a state mean here; a change of what the game does makes a `uno_v1`."""

_CARDS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" + "*+&%$#"
_CHARACTERS: Mapping[str, str] = {
    "card": _CARDS,
    "draw": "_",
    "pass": ".",
    "accept": "-",
    "challenge": "?",
    "uno": "!",
    "catch": "^",
    "color": "(<[{",
    "swap": "123456789",
}
"""A character for each action of a block: 13 capitals for red, 13 for yellow, and so on."""

_WRITTEN = "".join(_CHARACTERS[block.name] for block in BLOCKS).encode()
_NO_ACTION = 255
_TO_CHARACTERS = _WRITTEN.ljust(256, b"\0")
_TO_NUMBERS = bytes(
    _WRITTEN.index(character) if character in _WRITTEN else _NO_ACTION for character in range(256)
)
_TAIL = re.compile(rb',"crc":"([0-9a-f]{8})"}$')


def action_table() -> str:
    """The character of every action, as a Markdown table."""
    rows = ["| actions | characters |", "|---|---|"]
    ranks = len(_CARDS[:52]) // len(COLORS)
    for place, color in enumerate(COLORS):
        cards = range(place * ranks, (place + 1) * ranks)
        rows.append(_table_row(f"{color}: ", [LABELS[c] for c in cards], _CARDS[slice_of(cards)]))
    rows.append(_table_row("", list(LABELS[52:]), _CARDS[52:]))
    for block in BLOCKS[1:]:
        rows.append(_table_row("", list(block.labels), _CHARACTERS[block.name]))
    return "\n".join(rows)


def slice_of(numbers: range) -> slice:
    """The same numbers as a slice."""
    return slice(numbers.start, numbers.stop)


def _table_row(head: str, labels: list[str], characters: str) -> str:
    return f"| {head}{' '.join(f'`{x}`' for x in labels)} | `{' '.join(characters)}` |"


def rules_keys(rules: Rules) -> dict[str, str]:
    """What a line says of its rules."""
    return {"rules": str(rules), "rules_id": rules.fingerprint}


def to_line(saved: SavedGame, of_rules: Mapping[str, str] | None = None) -> bytes:
    """The line of a recorded game, without its end.

    Args:
        saved: the game.
        of_rules: what `rules_keys` gives for its rules, if it is at hand.
    """
    line: dict[str, Any] = {"uno": FORMAT, "engine": ENGINE}
    line |= rules_keys(saved.rules) if of_rules is None else of_rules
    if saved.state is None:
        line["seed"] = saved.seed
    else:
        line["state"] = base64.b85encode(zlib.compress(saved.state, 9)).decode()
    for name in ("deck", "dealer", "agents"):
        if (value := getattr(saved, name)) is not None:
            line[name] = value
    ending = saved.ending
    line |= {
        "decisions": len(saved.actions),
        "actions": saved.actions.translate(_TO_CHARACTERS).decode(),
        "how": ending.how,
        "winner": ending.winner,
        "points": ending.points,
        "scores": ending.scores,
        "end": ending.fingerprint,
    }
    text = json.dumps(line, separators=(",", ":")).encode()[:-1]
    return text + b',"crc":"%08x"}' % zlib.crc32(text)


def from_line(text: bytes, number: int = 0) -> SavedGame:
    """The recorded game of a line without its end.

    Args:
        text: the line.
        number: which one of its file, kept with the game.

    Raises:
        ValueError: says what is wrong: cut off, damaged, of another format, engine or rules.
    """
    tail = _TAIL.search(text)
    if tail is None:
        raise ValueError("cut off, or no recorded game: it does not end with a checksum")
    if zlib.crc32(text[: tail.start()]) != int(tail[1], 16):
        raise ValueError("damaged: its checksum does not fit")
    try:
        line = json.loads(text)
    except ValueError as error:
        raise ValueError(f"no JSON: {error}") from None
    if not isinstance(line, dict) or line.get("uno") != FORMAT:
        raise ValueError(f"format {_of(line, 'uno')}; this version reads format {FORMAT}")
    if line.get("engine") != ENGINE:
        raise ValueError(f"recorded on engine {_of(line, 'engine')}; this one is {ENGINE}")
    try:
        return _read(line, number)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"a field is missing or of the wrong kind: {error!r}") from None


def _of(line: Any, key: str) -> str:
    return repr(line.get(key)) if isinstance(line, dict) else "unknown"


def _read(line: dict[str, Any], number: int) -> SavedGame:
    actions = line["actions"].encode().translate(_TO_NUMBERS)
    if _NO_ACTION in actions:
        raise ValueError(f"actions hold {line['actions'][actions.index(_NO_ACTION)]!r}")
    if len(actions) != line["decisions"]:
        raise ValueError(f"{len(actions)} actions; {line['decisions']} decisions are announced")
    rules = _rules(line["rules"], line["rules_id"])
    if line["how"] not in HOW:
        raise ValueError(f"how={line['how']!r}: expected one of {', '.join(HOW)}")
    scores = tuple(line["scores"])
    agents = line.get("agents")
    return SavedGame(
        rules=rules,
        actions=actions,
        ending=Ending(line["how"], line["winner"], line["points"], scores, line["end"]),
        seed=None if "state" in line else line["seed"],
        deck=line.get("deck"),
        dealer=line.get("dealer"),
        state=_state(line["state"]) if "state" in line else None,
        agents=None if agents is None else tuple(map(str, agents)),
        line=number,
    )


def _state(text: str) -> bytes:
    try:
        return zlib.decompress(base64.b85decode(text))
    except (zlib.error, ValueError) as error:
        raise ValueError(f"its first state cannot be read: {error}") from None


@cache
def _parsed(text: str) -> tuple[Rules, str]:
    """The rules of a text, and their fingerprint: one object for the games of all lines."""
    rules = Rules.parse(text)
    return rules, rules.fingerprint


def _rules(text: str, fingerprint: str) -> Rules:
    rules, here = _parsed(text)
    if here != fingerprint:
        raise ValueError(
            f"recorded under other rules: {text or 'official'!r} had the fingerprint {fingerprint} "
            f"then, and has {here} now"
        )
    return rules
