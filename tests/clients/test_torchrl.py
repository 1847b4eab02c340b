"""TorchRL plays the PettingZoo environment by its masks."""

import pytest

from tests.clients.page import run
from tests.clients.refused import illegal_moves

CLIENT, PACKAGES = "TorchRL", ("torchrl", "tensordict", "torch")
pytestmark = pytest.mark.clients


def test_the_snippet_plays_whole_games_in_which_the_seat_on_move_alone_acts(rules):
    with illegal_moves() as noticed:
        seen = run(CLIENT, rules)
    assert not noticed
    state = seen["env"].observation_spec["state"]
    for game in seen["games"]:
        assert (game["agents", "mask"].sum(-1) == 1).all()
        assert state.is_in(game["state"][0])
        ends = game["next", "done"].flatten().tolist()
        assert ends == [False] * (len(ends) - 1) + [True]
        rewards = game["next", "agents", "reward"].squeeze(-1)
        won = game["next", "terminated"][-1].item()  # else it had all its turns, and nobody is paid
        assert rewards[:-1].abs().max() == 0 and rewards[-1].max() == won
        assert rewards[-1].sum().item() == pytest.approx(0, abs=1e-6)
