"""What kinds of rule options there are: flags, choices, numbers and decks.

An option knows its default, checks and reads values, and writes itself into the observation.
`uno_env.rules` lists the options themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from uno_env.cards import DECKS, KIND, LABELS, MAX_COUNT


@dataclass(frozen=True)
class Flag:
    """An option that is on or off."""

    default: bool

    def check(self, name: str, value: Any) -> bool:
        """The value as a bool; anything else is refused with a ValueError."""
        if isinstance(value, bool | np.bool_):
            return bool(value)
        raise ValueError(f"{name}={value!r}: expected True or False")

    def read(self, name: str, text: str) -> bool:
        """The value written as `True` or `False`."""
        if text not in ("True", "False"):
            raise ValueError(f"{name}={text}: expected True or False, or the bare name for True")
        return text == "True"

    def write(self, name: str, value: bool) -> str:
        """The option in text form."""
        return name if value else f"{name}={value}"

    def labels(self, name: str) -> tuple[str, ...]:
        """The labels of the option's places in the observation."""
        return (name,)

    def encode(self, value: bool) -> list[float]:
        """The option's places in the observation."""
        return [float(value)]

    def scale(self) -> list[int]:
        """What the places are multiplied by to give integers back."""
        return [1]

    def describe(self) -> str:
        """The allowed values, for documents and messages."""
        return "True, False"


@dataclass(frozen=True)
class Choice:
    """An option with one of a few named values, the first being the default."""

    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """The first of the values."""
        return self.values[0]

    def check(self, name: str, value: Any) -> str:
        """The value, if it is one of the option's; a ValueError otherwise."""
        if isinstance(value, str) and value in self.values:
            return value
        raise ValueError(f"{name}={value!r}: expected one of {', '.join(self.values)}")

    def read(self, name: str, text: str) -> str:
        """The value as it is written; a ValueError if it is none of the option's."""
        return self.check(name, text)

    def write(self, name: str, value: str) -> str:
        """The option in text form, `name=value`."""
        return f"{name}={value}"

    def labels(self, name: str) -> tuple[str, ...]:
        """The labels of the option's places in the observation."""
        return tuple(f"{name}={value}" for value in self.values)

    def encode(self, value: str) -> list[float]:
        """The option's places in the observation, each from 0 to 1."""
        return [float(value == known) for known in self.values]

    def scale(self) -> list[int]:
        """What the places are multiplied by to give integers back."""
        return [1] * len(self.values)

    def describe(self) -> str:
        """The allowed values, for documents and messages."""
        return ", ".join(self.values)


@dataclass(frozen=True)
class Number:
    """A whole number in a range."""

    default: int
    low: int
    high: int

    def check(self, name: str, value: Any) -> int:
        """The value as an int in range; a ValueError otherwise."""
        whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
        if whole and self.low <= value <= self.high:
            return int(value)
        raise ValueError(f"{name}={value!r}: expected a whole number, {self.low} to {self.high}")

    def read(self, name: str, text: str) -> int:
        """The number written in decimal digits."""
        if not text.isdecimal():
            raise ValueError(f"{name}={text}: expected a whole number, {self.low} to {self.high}")
        return self.check(name, int(text))

    def write(self, name: str, value: int) -> str:
        """The option in text form, `name=value`."""
        return f"{name}={value}"

    def labels(self, name: str) -> tuple[str, ...]:
        """The labels of the option's places in the observation."""
        return (name,)

    def encode(self, value: int) -> list[float]:
        """The option's places in the observation, each from 0 to 1."""
        return [value / self.high]

    def scale(self) -> list[int]:
        """What the places are multiplied by to give integers back."""
        return [self.high]

    def describe(self) -> str:
        """The allowed values, for documents and messages."""
        return f"{self.low} to {self.high}"


Deck = str | Mapping[str, int]
CUSTOM_DECK = "custom"


class DeckOption:
    """The option `deck`: the name of a deck, or a mapping from card to count."""

    default = next(iter(DECKS))

    def check(self, name: str, value: Any) -> Deck:
        """A deck's name, or a read-only mapping in kind order; a ValueError otherwise.

        A mapping that holds what a named deck does is that deck.
        """
        if isinstance(value, str):
            if value in DECKS:
                return value
            raise ValueError(f"{name}={value!r}: expected {self.describe()}")
        if not isinstance(value, Mapping):
            raise ValueError(f"{name}={value!r}: expected {self.describe()}")
        for card, count in value.items():
            if card not in KIND:
                raise ValueError(f"{name}: unknown card {card!r}; cards are {' '.join(LABELS)}")
            Number(0, 0, int(MAX_COUNT[KIND[card]])).check(f"{name}: {card}", count)
        counts = {
            card: int(value[card]) for card in sorted(value, key=KIND.__getitem__) if value[card]
        }
        if not counts:
            raise ValueError(f"{name}={dict(value)!r} holds no card: expected {self.describe()}")
        return next((deck for deck in DECKS if DECKS[deck] == counts), MappingProxyType(counts))

    def read(self, name: str, text: str) -> Deck:
        """`108`, or `R1=2 G1=2 W=1`."""
        if "=" not in text:
            return self.check(name, text)
        counts = {}
        for item in text.split():
            card, _, count = item.partition("=")
            if card in counts or not count.isdecimal():
                raise ValueError(f"{name}={text}: {item!r} is no CARD=COUNT, each card once")
            counts[card] = int(count)
        return self.check(name, counts)

    def write(self, name: str, value: Deck) -> str:
        """The option in text form, `name=value`."""
        text = value if isinstance(value, str) else " ".join(f"{c}={n}" for c, n in value.items())
        return f"{name}={text}"

    def labels(self, name: str) -> tuple[str, ...]:
        """The labels of the option's places in the observation."""
        return tuple(f"{name}={deck}" for deck in (*DECKS, CUSTOM_DECK))

    def encode(self, value: Deck) -> list[float]:
        """The option's places in the observation, each from 0 to 1."""
        shown = value if isinstance(value, str) else CUSTOM_DECK
        return [float(shown == deck) for deck in (*DECKS, CUSTOM_DECK)]

    def scale(self) -> list[int]:
        """What the places are multiplied by to give integers back."""
        return [1] * (len(DECKS) + 1)

    def describe(self) -> str:
        """The allowed values, for documents and messages."""
        return f"{', '.join(DECKS)}, or a mapping of card to count"
