"""UNO for reinforcement learning: the whole game, compiled, one or many at once.

`Rules` says what is played, `Game` is one game, `GameBatch` many at once; the environments are
`uno_v0` (PettingZoo) and `uno_env/Uno-v0` (Gymnasium). `ACTIONS` are the 77 actions, `PRESETS` the
rules texts of named tables, `observation_layout` tells what stands where in an observation.

>>> from uno_env import Game, Rules
>>> game = Game(Rules(players=3), seed=7)
>>> game.turn, game.top, game.legal
(0, 'G5', ['GS', 'B5', 'W', 'draw'])
"""

from uno_env.actions import ACTIONS
from uno_env.batch import GameBatch
from uno_env.checks import IllegalAction
from uno_env.facts import RoundResult
from uno_env.fields import observation_layout
from uno_env.game import Game
from uno_env.layout import Layout
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
