"""Checks at the edge, and the words they refuse with."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from uno_env.engine.score import REWARDS

MAX_SEED = 2**64 - 1


class IllegalAction(ValueError):
    """An action that the rules do not allow now; nothing has changed."""


def check_seed(seed: Any) -> int:
    """A seed from 0 to 2**64-1, as an int.

    Raises:
        ValueError: anything else.
    """
    return check_number("seed", seed, 0, MAX_SEED)


def seeds_of_rows(seed: int | Sequence[int] | np.ndarray, size: int) -> np.ndarray:
    """The seeds of `size` games, `[size] uint64`: counted on from the first one, or as given.

    Raises:
        ValueError: no seed, or not one for each game.
    """
    if np.ndim(seed) == 0:
        first = np.uint64(check_seed(seed))
        return np.arange(size, dtype=np.uint64) + first
    if not isinstance(seed, np.ndarray):
        seed = np.array([check_seed(one) for one in seed], np.uint64)  # type: ignore[union-attr]
    if seed.shape != (size,) or seed.dtype.kind not in "iu" or seed.min() < 0:
        raise ValueError(f"seeds of shape {seed.shape}, {seed.dtype}: expected {size} seeds >= 0")
    return seed.astype(np.uint64)


def check_number(name: str, value: Any, low: int, high: int) -> int:
    """A whole number in a range, as an int.

    Raises:
        ValueError: names the value and the range.
    """
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or not low <= value <= high:
        raise ValueError(f"{name}={value!r}: expected a whole number, {low} to {high}")
    return int(value)


def reward_number(reward: str) -> int:
    """The number of a reward scheme.

    Raises:
        ValueError: not one of `REWARDS`.
    """
    if reward not in REWARDS:
        raise ValueError(f"reward={reward!r}: expected one of {', '.join(REWARDS)}")
    return REWARDS.index(reward)
