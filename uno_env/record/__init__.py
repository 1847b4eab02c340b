"""Recorded games: a line of JSON each, written in bulk, read back, and played again exactly.

>>> from uno_env.record import GameReader, GameWriter, RecordedGame, check
>>> game = RecordedGame(players=3, seed=7)
>>> while not game.is_over:
...     game.play(game.legal[0])
>>> with GameWriter("game.jsonl") as out:
...     out.write(game.saved())
>>> [problem for saved, problem in check(GameReader("game.jsonl"))]
[None]
"""

from uno_env.record.files import GameReader, GameWriter, Refusal
from uno_env.record.playback import check, from_actions, play_back
from uno_env.record.recorders import BatchRecorder, RecordedGame
from uno_env.record.saved import Ending, SavedGame
from uno_env.record.selfplay import play_games

__all__ = [
    "BatchRecorder",
    "Ending",
    "GameReader",
    "GameWriter",
    "RecordedGame",
    "Refusal",
    "SavedGame",
    "check",
    "from_actions",
    "play_back",
    "play_games",
]
