"""TorchRL plays the PettingZoo environment by its masks."""

import pytest

from tests.clients.page import run
from tests.clients.refused import illegal_moves

CLIENT, PACKAGES = "TorchRL", ("torchrl", "tensordict", "torch")
pytestmark = pytest.mark.clients


def test_the_snippet_plays_whole_games_without_an_illegal_move(rules):
    with illegal_moves() as noticed:
        seen = run(CLIENT, rules)
    assert not noticed
    for game in seen["games"]:
        ends = game["next", "done"].flatten().tolist()
        assert ends == [False] * (len(ends) - 1) + [True]
        rewards = game["next", "agents", "reward"].squeeze(-1)
        assert rewards[:-1].abs().max() == 0 and rewards[-1].max() == 1
        assert rewards[-1].sum().item() == pytest.approx(0, abs=1e-6)


def test_exactly_the_seat_on_move_is_told_to_act(rules):
    for game in run(CLIENT, rules)["games"]:
        assert (game["agents", "mask"].sum(-1) == 1).all()


def test_the_state_lies_in_the_space_that_torchrl_reads(rules):
    env = run(CLIENT, rules)["env"]
    assert env.observation_spec["state"].is_in(env.reset()["state"])
