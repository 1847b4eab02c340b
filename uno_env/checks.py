"""Checks at the edge, and the words they refuse with."""

from typing import Any

import numpy as np

from uno_env.engine.score import REWARDS

MAX_SEED = 2**64 - 1


class IllegalAction(ValueError):
    """An action that the rules do not allow now; nothing has changed.

    >>> from uno_env import Game
    >>> Game.from_position(hands=["R7 B2", "G3"], discard="R5").play("G3")
    Traceback (most recent call last):
        ...
    uno_env.checks.IllegalAction: illegal action "G3" for seat 0 in PLAY; legal: R7 draw
    """


def check_seed(seed: Any) -> int:
    """A seed from 0 to 2**64-1, as an int.

    Raises:
        ValueError: anything else.
    """
    return check_number("seed", seed, 0, MAX_SEED)


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
