"""MaskablePPO: one learner at one table or many, and one policy on all seats."""

import numpy as np
import pytest

from tests.clients.page import run
from tests.clients.refused import illegal_moves
from uno_env import GameBatch

CLIENT, PACKAGES = "sb3-contrib", ("sb3-contrib", "torch")
pytestmark = pytest.mark.clients


def test_the_snippets_learn_without_an_illegal_move_and_what_they_learned_plays(rules):
    with illegal_moves() as noticed:
        model = run(CLIENT, rules)["model"]
    assert model.num_timesteps == 128 and not noticed

    games = GameBatch(rules, 32, seed=3)
    for _ in range(20):
        actions, _ = model.predict(games.observation, action_masks=games.mask)
        assert np.all(games.mask[np.arange(32), actions])
        games.step(actions)
