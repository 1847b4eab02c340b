"""Checks at the edge, and the words they refuse with."""

from typing import TYPE_CHECKING, Any

import numpy as np

from uno_env.actions import ACTIONS
from uno_env.engine.score import REWARDS

if TYPE_CHECKING:
    from uno_env.game import Game

MAX_SEED = 2**64 - 1


class IllegalAction(ValueError):
    """An action that the rules do not allow now; nothing has changed."""


def illegal_action(game: "Game", action: int, where: str = "") -> IllegalAction:
    """The error for an action that `game` does not allow; `where` is put before the message."""
    named = ACTIONS.label(action) if 0 <= action < ACTIONS.size else str(action)
    if game.is_over:
        return IllegalAction(f'{where}illegal action "{named}": the game is over')
    return IllegalAction(
        f'{where}illegal action "{named}" for seat {game.turn} in {game.phase.name}; '
        f"legal: {' '.join(game.legal)}"
    )


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
