"""Files of recorded games, a line each; packed with gzip where the name ends in `.gz`.

A bad line is refused with its number and the reason, and reading goes on behind it. Packed files
are written as a row of gzip members, so that reading finds its way again behind a damaged one.
"""

import gzip
import os
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from uno_env.record.lines import from_line, rules_keys, to_line
from uno_env.record.saved import SavedGame
from uno_env.rules import Rules

_MEMBER = 1 << 18
"""Bytes of lines packed together."""
_PIECE = 1 << 12
_MEMBER_BEGINS = bytes.fromhex("1f8b080000000000")
_GZIP_FORMAT = 31  # what zlib calls it
_LEVEL = 6


@dataclass(frozen=True)
class Refusal:
    """A line that is not read: its number, from 1, and why."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class GameWriter:
    """Writes recorded games to a file, in place of one that is there.

    Args:
        path: the file.
        append: add to a file that is there.

    >>> from uno_env.record import play_games
    >>> with GameWriter("games.jsonl.gz") as out:
    ...     for saved in play_games(["random"], games=2):
    ...         out.write(saved)
    """

    def __init__(self, path: str | os.PathLike, append: bool = False) -> None:
        self.path = Path(path)
        self.count = 0
        self._packed = self.path.suffix == ".gz"
        self._file = self.path.open("ab" if append else "wb")
        self._lines: list[bytes] = []
        self._size = 0
        self._rules: dict[int, tuple[Rules, dict[str, str]]] = {}

    def write(self, saved: SavedGame) -> None:
        """Add a game."""
        line = to_line(saved, self._keys(saved.rules))
        self._lines += (line, b"\n")
        self._size += len(line) + 1
        self.count += 1
        if self._size >= _MEMBER:
            self.flush()

    def _keys(self, rules: Rules) -> dict[str, str]:
        """What lines say of these rules; the object is kept, so that its id stays its own."""
        if id(rules) not in self._rules:
            self._rules[id(rules)] = rules, rules_keys(rules)
        return self._rules[id(rules)][1]

    def flush(self) -> None:
        """Write out what is held back."""
        block = b"".join(self._lines)
        if block:
            self._file.write(gzip.compress(block, _LEVEL, mtime=0) if self._packed else block)
        self._file.flush()
        self._lines.clear()
        self._size = 0

    def close(self) -> None:
        """Write what is waiting, and close the file."""
        self.flush()
        self._file.close()

    def __enter__(self) -> "GameWriter":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class GameReader:
    """Yields the recorded games of a file; `refused` lists the lines that hold none.

    Args:
        path: the file.
        rules: refuse games of other rules; by default all rules will do.

    >>> from uno_env.record import play_games
    >>> with GameWriter("games.jsonl.gz") as out:
    ...     for saved in play_games(["random"], games=2, seed=5):
    ...         out.write(saved)
    >>> games = GameReader("games.jsonl.gz")
    >>> [saved.seed for saved in games], games.refused
    ([5, 6], [])
    """

    def __init__(self, path: str | os.PathLike, rules: Rules | None = None) -> None:
        self.path = Path(path)
        self.rules = rules
        self.refused: list[Refusal] = []

    def __iter__(self) -> Iterator[SavedGame]:
        self.refused = []
        with self.path.open("rb") as file:
            for number, line in enumerate(self._lines(file), 1):
                try:
                    yield self._read(line, number)
                except ValueError as error:
                    self.refused.append(Refusal(number, str(error)))

    def _read(self, line: bytes | Exception, number: int) -> SavedGame:
        if isinstance(line, Exception):
            raise line
        saved = from_line(line.rstrip(b"\r\n"), number)
        if self.rules is not None and saved.rules != self.rules:
            raise ValueError(
                f"played under {str(saved.rules) or 'official'!r}; expected "
                f"{str(self.rules) or 'official'!r}"
            )
        return saved

    def _lines(self, file: IO[bytes]) -> Iterator[bytes | Exception]:
        packed = file.peek(2)[:2] == _MEMBER_BEGINS[:2]  # type: ignore[attr-defined]
        return _unpacked_lines(file) if packed else iter(file)


def _unpacked_lines(file: IO[bytes]) -> Iterator[bytes | ValueError]:
    """The lines of a packed file, and an error in place of those that are lost."""
    rest = b""
    for piece in _unpack(file.read):
        if isinstance(piece, ValueError):
            rest = b""
            yield piece
            continue
        *whole, rest = (rest + piece).split(b"\n")
        yield from whole
    if rest:
        yield rest


def _unpack(read: Callable[[int], bytes]) -> Iterator[bytes | ValueError]:
    """What a row of gzip members holds, and an error where some of it cannot be had."""
    data = read(_PIECE)
    while data:
        member = zlib.decompressobj(_GZIP_FORMAT)
        try:
            while not member.eof:
                if not data:
                    yield member.flush()
                    yield ValueError("cut off: the packed file ends in the middle")
                    return
                yield member.decompress(data)
                data = member.unused_data if member.eof else read(_PIECE)
            data = data or read(_PIECE)
        except zlib.error as error:
            yield ValueError(f"damaged: {error}; some games from here on are lost")
            data = _next_member(data, read)


def _next_member(data: bytes, read: Callable[[int], bytes]) -> bytes:
    """The bytes from where the next member begins; empty at the end of the file."""
    while (found := data.find(_MEMBER_BEGINS, 1)) < 0:
        more = read(_PIECE)
        if not more:
            return b""
        data = data[-len(_MEMBER_BEGINS) :] + more
    return data[found:]
