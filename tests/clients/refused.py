"""Noticing illegal moves, which end a game in the environments as any other end does."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from uno_env.learner import LearnerGames


@contextmanager
def illegal_moves() -> Iterator[list[str]]:
    """The illegal moves made in this process meanwhile, through either environment."""
    noticed: list[str] = []
    step, end = TerminateIllegalWrapper.step, LearnerGames._end_illegally

    def watched_step(env, action):
        game = env.unwrapped.game
        if action is not None and not game.is_over and not game.mask(game.turn)[action]:
            noticed.append(f"{action} in\n{game.text()}")
        step(env, action)

    def watched_end(games, rows, outcome):
        noticed.append(f"by the learner in rows {rows}")
        end(games, rows, outcome)

    with (
        patch.object(TerminateIllegalWrapper, "step", watched_step),
        patch.object(LearnerGames, "_end_illegally", watched_end),
    ):
        yield noticed
