"""Asking an agent what it would do in a position."""

from typing import Any

import numpy as np

from uno_env import ACTIONS, Game


def ask(agent: Any, game: Game, times: int = 1) -> list[str]:
    """The labels an agent answers for the seat on move, asked `times` times over in one batch."""
    seen, mask = game.observe(game.turn)
    actions = agent.act(np.tile(seen, (times, 1)), np.tile(mask, (times, 1)), rng())
    return [ACTIONS.label(int(action)) for action in actions]


def rng(seed: int = 0) -> np.random.Generator:
    """The chance an agent may use."""
    return np.random.default_rng(seed)
