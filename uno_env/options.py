"""What kinds of rule options there are: flags, choices and numbers.

An option knows its default, checks and reads values, and writes itself into the observation.
`uno_env.rules` lists the options themselves.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np


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
        return self.values[0]

    def check(self, name: str, value: Any) -> str:
        """The value, if it is one of the option's; a ValueError otherwise."""
        if isinstance(value, str) and value in self.values:
            return value
        raise ValueError(f"{name}={value!r}: expected one of {', '.join(self.values)}")

    def read(self, name: str, text: str) -> str:
        return self.check(name, text)

    def write(self, name: str, value: str) -> str:
        return f"{name}={value}"

    def labels(self, name: str) -> tuple[str, ...]:
        return tuple(f"{name}={value}" for value in self.values)

    def encode(self, value: str) -> list[float]:
        return [float(value == known) for known in self.values]

    def scale(self) -> list[int]:
        return [1] * len(self.values)

    def describe(self) -> str:
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
        return f"{name}={value}"

    def labels(self, name: str) -> tuple[str, ...]:
        return (name,)

    def encode(self, value: int) -> list[float]:
        return [value / self.high]

    def scale(self) -> list[int]:
        return [self.high]

    def describe(self) -> str:
        return f"{self.low} to {self.high}"
