"""Stable-Baselines3 accepts the Gymnasium environment."""

import pytest

from tests.clients.page import run

CLIENT, PACKAGES = "Stable-Baselines3", ("stable-baselines3", "torch")
pytestmark = pytest.mark.clients


def test_the_snippet_learns_from_the_environment(rules):
    seen = run(CLIENT, rules)
    assert seen["model"].num_timesteps == 64
    assert seen["env"].unwrapped.rules == rules
