"""Tianshou plays and learns on the PettingZoo environment by its masks."""

import numpy as np
import pytest

from tests.clients.page import run
from tests.clients.refused import illegal_moves

CLIENT, PACKAGES = "Tianshou", ("tianshou", "torch")
pytestmark = pytest.mark.clients


def test_the_snippet_plays_whole_games_and_learns_without_an_illegal_move(rules):
    with illegal_moves() as noticed:
        seen = run(CLIENT, rules)
    assert not noticed
    assert seen["played"].n_collected_episodes == 2
    rewards = seen["buffer"].rew[: len(seen["buffer"])]
    assert np.allclose(rewards.sum(axis=1), 0, atol=1e-6) and (rewards == 1).any()
    losses = seen["learned"].get_loss_stats_dict()
    assert losses and all(np.isfinite(loss) for loss in losses.values())
