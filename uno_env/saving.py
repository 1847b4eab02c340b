"""Games as bytes and as JSON, exact both ways, and refused when damaged.

Bytes are a header, the rules text and the record, with a checksum; those of a batch hold a rules
text and a record for each row. JSON names every field of the record: cards in notation, phases and
colours by name, everything else as numbers; what follows from the cards is not written but counted
again.
"""

import json
import struct
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from uno_env.cards import NO_COLOR
from uno_env.notation import (
    card_labels,
    color_label,
    count_kinds,
    hand_labels,
    parse_cards,
    parse_color,
)
from uno_env.rules import Rules
from uno_env.state import FIELDS, STATE, Phase, Stage
from uno_env.validity import check_record

FORMAT = "uno_env game 1"
_GAME, _BATCH = b"UNO\x01", b"UNB\x01"
_HEADER = struct.Struct(
    "<4sIIII"
)  # which, checksum of the rest, bytes of rules, of a record; records


def to_bytes(rules: Rules, records: np.ndarray) -> bytes:
    """The game `records: [1] STATE` under `rules`."""
    return _pack(_GAME, str(rules), records)


def from_bytes(blob: bytes) -> tuple[Rules, np.ndarray]:
    """Rules and record of what `to_bytes` wrote.

    Raises:
        ValueError: not such bytes, cut off, damaged, or written by another version.
    """
    text, records = _unpack(_GAME, blob, "saved game")
    rules = Rules.parse(text)
    check_record(rules, records[0])
    return rules, records


def batch_to_bytes(rules: Sequence[Rules], records: np.ndarray) -> bytes:
    """The games `records: [B] STATE`, each under its row's rules."""
    return _pack(_BATCH, "\n".join(map(str, rules)), records)


def batch_from_bytes(blob: bytes, rules: Sequence[Rules]) -> np.ndarray:
    """The records `[B] STATE` of what `batch_to_bytes` wrote under the same rules.

    Raises:
        ValueError: not such bytes, damaged, written by another version, or of other rules.
    """
    text, records = _unpack(_BATCH, blob, "saved batch")
    saved, expected = text.split("\n"), [str(one) for one in rules]
    if len(saved) != len(expected):
        raise ValueError(f"saved batch of {len(saved)} games; expected {len(expected)}")
    if saved != expected:
        row = next(row for row, text in enumerate(saved) if text != expected[row])
        raise ValueError(
            f"row {row} of a saved batch plays {saved[row] or 'official'!r}; "
            f"expected {expected[row] or 'official'!r}"
        )
    for one, record in zip(rules, records, strict=True):
        check_record(one, record)
    return records


def _pack(which: bytes, text: str, records: np.ndarray) -> bytes:
    rules = text.encode()
    body = rules + records.tobytes()
    header = _HEADER.pack(which, zlib.crc32(body), len(rules), STATE.itemsize, len(records))
    return header + body


def _unpack(which: bytes, blob: bytes, what: str) -> tuple[str, np.ndarray]:
    """The rules text and the records, which may be written to, of what `_pack` gave.

    Raises:
        ValueError: not such bytes, cut off, damaged, or written by another version.
    """
    if not isinstance(blob, bytes | bytearray | memoryview):
        raise ValueError(f"a {what} is bytes, not {type(blob).__name__}")
    blob = bytes(blob)
    if len(blob) < _HEADER.size or blob[: len(which)] != which:
        raise ValueError(f"{len(blob)} bytes beginning with {blob[: len(which)]!r} are no {what}")
    _, checksum, text_size, record_size, count = _HEADER.unpack_from(blob)
    if record_size != STATE.itemsize:
        raise ValueError(
            f"{what} with records of {record_size} bytes; this version has {STATE.itemsize}"
        )
    expected = _HEADER.size + text_size + count * record_size
    if len(blob) != expected:
        raise ValueError(f"{what} of {len(blob)} bytes; its header announces {expected}")
    body = blob[_HEADER.size :]
    if zlib.crc32(body) != checksum:
        raise ValueError(f"{what} is damaged: its checksum does not fit")
    return body[:text_size].decode(), np.frombuffer(body[text_size:], STATE).copy()


def to_json(rules: Rules, records: np.ndarray) -> str:
    """The game `records: [1] STATE` under `rules`, as readable JSON."""
    record = records[0]
    fields = {name: _write(name, record, rules) for name in FIELDS if name not in _COUNTED}
    saved = {"format": FORMAT, "rules": str(rules), "fingerprint": rules.fingerprint}
    return json.dumps(saved | fields, indent=1)


def from_json(text: str) -> tuple[Rules, np.ndarray]:
    """Rules and record of what `to_json` wrote.

    Raises:
        ValueError: no such JSON, a field missing, unknown or out of range, or cards that do not
            add up.
    """
    try:
        saved = json.loads(text)
    except (TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"no JSON of a game: {error}") from None
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise ValueError(f'no saved game: its "format" must be {FORMAT!r}')
    expected = {"format", "rules", "fingerprint", *FIELDS} - set(_COUNTED)
    if wrong := expected.symmetric_difference(saved):
        raise ValueError(f"fields missing or unknown in a saved game: {' '.join(sorted(wrong))}")
    if not isinstance(saved["rules"], str):
        raise ValueError(f"rules {saved['rules']!r} in a saved game: expected a rules text")
    rules = Rules.parse(saved["rules"])
    if saved["fingerprint"] != rules.fingerprint:
        raise ValueError(
            f"fingerprint {saved['fingerprint']!r} in a saved game: its rules have "
            f"{rules.fingerprint}, so the one or the other was changed"
        )
    records = np.zeros(1, STATE)
    for name in FIELDS:
        if name not in _COUNTED:
            try:
                _read(name, saved[name], records[0], rules)
            except (
                TypeError,
                IndexError,
                KeyError,
                OverflowError,
                AttributeError,
                ValueError,
            ) as e:
                raise ValueError(f"field {name!r} of a saved game: {e}") from None
    _count_again(records[0])
    check_record(rules, records[0])
    return rules, records


_COUNTED = ("hand_size", "draw_size", "discard_size", "discarded", "judged_size")
"""Fields that follow from the cards."""

_ENUMS = {"phase": Phase, "stage": Stage}
_COLOR_FIELDS = ("color", "color_before")
_PILES = {"draw_pile": "draw_size", "discard_pile": "discard_size"}


def _write(name: str, record: np.record, rules: Rules) -> Any:
    value = record[name]
    if name in _ENUMS:
        return _ENUMS[name](int(value)).name
    if name in _COLOR_FIELDS:
        return color_label(int(value))
    if name in _PILES:
        return " ".join(card_labels(value[: record[_PILES[name]]]))
    if name == "judged":
        return " ".join(hand_labels(value))
    if name == "hands":
        return [" ".join(hand_labels(hand)) for hand in value[: rules.players]]
    if name == "known":
        return {
            f"{observer} of {owner}": " ".join(hand_labels(value[observer, owner]))
            for observer, owner in np.argwhere(value.any(axis=2))
        }
    return value.tolist()


def _read(name: str, value: Any, record: np.record, rules: Rules) -> None:
    if name in _ENUMS:
        record[name] = _ENUMS[name][value]
    elif name in _COLOR_FIELDS:
        record[name] = NO_COLOR if value is None else parse_color(value)
    elif name in _PILES:
        cards = parse_cards(value, name)
        record[name][: len(cards)] = cards
        record[_PILES[name]] = len(cards)
    elif name == "judged":
        record[name] = _counts(value, name)
    elif name == "hands":
        if len(value) != rules.players:
            raise ValueError(f"{len(value)} hands for players={rules.players}")
        for seat, cards in enumerate(value):
            record[name][seat] = _counts(cards, name)
    elif name == "known":
        for seats, cards in value.items():
            observer, _, owner = seats.partition(" of ")
            record[name][int(observer), int(owner)] = _counts(cards, name)
    else:
        _read_numbers(name, value, record)


def _counts(cards: Any, name: str) -> np.ndarray:
    counts = count_kinds(parse_cards(cards, name))
    if counts.max() > np.iinfo(np.int8).max:
        raise ValueError(f"{counts.max()} cards of a kind")
    return counts


def _read_numbers(name: str, value: Any, record: np.record) -> None:
    """A number or a nested list of numbers, of exactly the field's shape."""
    kind = STATE[name].base
    numbers = np.array(value, object)
    if numbers.shape != STATE[name].shape or not all(type(n) is int for n in numbers.flat):
        raise ValueError(f"expected whole numbers of shape {STATE[name].shape}")
    limits = np.iinfo(kind)
    if numbers.size and not limits.min <= min(numbers.flat) <= max(numbers.flat) <= limits.max:
        raise ValueError(f"expected numbers from {limits.min} to {limits.max}")
    record[name] = numbers.astype(kind) if numbers.shape else kind.type(value)


def _count_again(record: np.record) -> None:
    record.hand_size = record.hands.sum(axis=1, dtype=np.int64)
    record.discarded = count_kinds(record.discard_pile[: record.discard_size])
    record.judged_size = record.judged.sum(dtype=np.int64)
