"""UNO for reinforcement learning: the whole game, compiled, one or many at once.

>>> from uno_env import Game, Rules
>>> game = Game(Rules(players=3), seed=7)
>>> game.legal, game.turn, game.top  # doctest: +SKIP
"""

from uno_env.actions import ACTIONS
from uno_env.batch import GameBatch
from uno_env.checks import IllegalAction
from uno_env.facts import RoundResult
from uno_env.game import Game
from uno_env.layout import Layout
from uno_env.observation import observation_layout
from uno_env.registration import register_environments
from uno_env.rules import PRESETS, Rules
from uno_env.state import Phase

__all__ = [
    "ACTIONS",
    "PRESETS",
    "Game",
    "GameBatch",
    "IllegalAction",
    "Layout",
    "Phase",
    "RoundResult",
    "Rules",
    "observation_layout",
]

register_environments()
