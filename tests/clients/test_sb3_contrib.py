"""MaskablePPO on the Gymnasium environment, single and batched, and on all seats of PettingZoo's."""

import numpy as np
import pytest

from tests.clients.page import run
from uno_env import GameBatch

CLIENT, PACKAGES = "sb3-contrib", ("sb3-contrib", "torch")
pytestmark = pytest.mark.clients


def test_the_snippets_learn_without_an_illegal_move(rules, monkeypatch):
    """An illegal move would reach `_end_illegally` (one learner) or the wrapper (every seat)."""
    from pettingzoo.utils.wrappers import TerminateIllegalWrapper

    from uno_env.learner import LearnerGames

    ended = []
    monkeypatch.setattr(LearnerGames, "_end_illegally", lambda *_: ended.append("one learner"))
    step = TerminateIllegalWrapper.step

    def watched(env, action):
        if not env.unwrapped.game.mask(env.unwrapped.game.turn)[action]:
            ended.append("every seat")
        step(env, action)

    monkeypatch.setattr(TerminateIllegalWrapper, "step", watched)
    seen = run(CLIENT, rules)
    assert seen["model"].num_timesteps == 256 and not ended


def test_what_was_learned_answers_with_legal_actions(rules):
    model = run(CLIENT, rules)["model"]
    games = GameBatch(rules, 32, seed=3)
    for _ in range(20):
        actions, _ = model.predict(games.observation, action_masks=games.mask)
        assert np.all(games.mask[np.arange(32), actions])
        games.step(actions)
