"""Named fields of a flat float32 array: where they lie, how they scale, what they mean.

A `Layout` is a row of fields. Slices, views, decoding, texts and tables all come from it, so no
offset is ever written by hand.
"""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from math import prod

import numpy as np

COUNTED = " x"
"""Between a card and how many of it there are."""


@dataclass(frozen=True)
class Field:
    """One named part of the array: values in [0, 1] that stand for integers up to `scale`."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    scale: np.ndarray | int = 1
    labels: tuple[str, ...] = field(default=(), repr=False)
    """What the places of the last axis stand for; empty for a plain number."""
    unit: str = "0/1"
    rows: tuple[str, ...] = field(default=(), repr=False)
    """What the places of the first of two axes stand for; by default numbers from 1."""
    nothing: str = ""
    """In words, what nothing but zeros means; empty where there is nothing to say."""
    times: str = " "
    """What stands between a label and its number."""

    @property
    def size(self) -> int:
        """How many columns it takes."""
        return prod(self.shape)


class Layout:
    """The fields of an observation, in order.

    Attributes:
        fields: the fields; `size` is their width together, `D`.
        seats, history: what the width depends on.

    >>> from uno_env import Game
    >>> game = Game.from_position(hands=["R7 R7 W", "B5 G2"], discard="R5")
    >>> seen = game.observation(0)  # [D] float32
    >>> game.layout.view(seen)["hand_sizes"].shape, game.layout.slice("draw_size")
    ((2,), slice(140, 141, None))
    >>> game.layout.decode(seen)["hand_sizes"].tolist()
    [3, 2]
    >>> print(game.layout.describe(seen).splitlines()[0])
    hand: R7 x2 W
    """

    def __init__(self, fields: tuple[Field, ...], seats: int, history: int) -> None:
        self.fields = fields
        self.seats = seats
        self.history = history
        self.offsets = np.cumsum([0] + [f.size for f in fields]).astype(np.int64)
        """Where each field begins, `[fields + 1]`; the last entry is the width."""
        self.size = int(self.offsets[-1])

    def __repr__(self) -> str:
        return f"Layout(seats={self.seats}, history={self.history}, size={self.size})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    @cached_property
    def _scales(self) -> np.ndarray:
        """What each column is divided by, `[D] float64`."""
        scales = [np.broadcast_to(f.scale, f.shape).ravel() for f in self.fields]
        return np.concatenate(scales).astype(np.float64)

    @cached_property
    def _slices(self) -> dict[str, slice]:
        return {
            f.name: slice(int(start), int(start) + f.size)
            for f, start in zip(self.fields, self.offsets, strict=False)
        }

    def slice(self, name: str) -> slice:
        """The columns of a field.

        Raises:
            ValueError: no field has this name.
        """
        if name not in self._slices:
            raise ValueError(
                f"unknown field {name!r}; the fields are {' '.join(f.name for f in self.fields)}"
            )
        return self._slices[name]

    def view(self, array: np.ndarray) -> dict[str, np.ndarray]:
        """Each field of `array: [..., D]` as a named view in its own shape, nothing copied."""
        self._check(array)
        lead = array.shape[:-1]
        return {
            f.name: array[..., self._slices[f.name]].reshape(lead + f.shape) for f in self.fields
        }

    def decode(self, array: np.ndarray) -> dict[str, np.ndarray]:
        """Each field of `array: [..., D]` as int64 in natural units: cards, points, 0/1."""
        array = np.asarray(array)
        self._check(array)
        if not np.isfinite(array).all():
            raise ValueError("an observation holds numbers from 0 to 1; this one holds NaN or inf")
        return self.view(np.rint(array * self._scales).astype(np.int64))

    def describe(self, array: np.ndarray) -> str:
        """One observation `[D]` in words: a line for every field that is not all zeros."""
        array = np.asarray(array)
        if array.ndim != 1:
            raise ValueError(f"describe takes one observation [D], not an array of {array.shape}")
        decoded = self.decode(array)
        words = {f.name: in_words(f, decoded[f.name]) for f in self.fields}
        return "\n".join(f"{name}: {text}" for name, text in words.items() if text)

    def table(self) -> str:
        """The layout as a Markdown table."""
        rows = ["| columns | field | shape | unit | scale | meaning |", "|---|---|---|---|---|---|"]
        for f in self.fields:
            where = self.slice(f.name)
            columns = f"{where.start}-{where.stop - 1}" if f.size else "-"
            scale = f"{f.scale}" if np.ndim(f.scale) == 0 else "per kind"
            shape = " x ".join(map(str, f.shape))
            rows.append(f"| {columns} | `{f.name}` | {shape} | {f.unit} | {scale} | {f.meaning} |")
        return "\n".join(rows)

    @cached_property
    def fingerprint(self) -> str:
        """16 hex digits that change with any field's name, shape, scale or labels."""
        parts = [
            (f.name, f.shape, np.broadcast_to(f.scale, f.shape).tolist(), f.labels)
            for f in self.fields
        ]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]

    def _check(self, array: np.ndarray) -> None:
        if array.shape[-1:] != (self.size,):
            raise ValueError(
                f"an array of shape {array.shape} is no observation of this layout: its last axis "
                f"must be {self.size} wide (seats={self.seats}, history={self.history})"
            )


def in_words(f: Field, values: np.ndarray) -> str:
    """The decoded values of a field: those that are not zero, with their labels."""
    if not values.any():
        return f.nothing
    if values.ndim == 1:
        return _row_in_words(f, values)
    names = f.rows or [str(number + 1) for number in range(len(values))]
    rows = zip(names, values, strict=True)
    return "; ".join(f"{name}: {_row_in_words(f, row)}" for name, row in rows if row.any())


def _row_in_words(f: Field, values: np.ndarray) -> str:
    """One row of a field. The number is left out where it can only be 1, and for single cards."""
    if not f.labels:
        return " ".join(map(str, values))
    most = np.broadcast_to(f.scale, f.shape).reshape(-1, len(f.labels))[0]
    alone = (most == 1) | (f.times == COUNTED)
    words = [
        label if value == 1 and plain else f"{label}{f.times}{value}"
        for label, value, plain in zip(f.labels, values.tolist(), alone, strict=True)
        if value
    ]
    return (" " if alone.all() or f.times != " " else ", ").join(words)
