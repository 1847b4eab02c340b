"""SuperSuit's wrappers, where they know observations that are dictionaries."""

import pytest

from tests.clients.page import run
from uno_env import uno_v0

CLIENT, PACKAGES = "SuperSuit", ("supersuit",)
pytestmark = pytest.mark.clients


def test_the_snippet_s_wrappers_pass_pettingzoos_tests_and_show_the_hand(rules):
    from pettingzoo.test import api_test, seed_test

    seen = run(CLIENT, rules)
    env = seen["env"]
    api_test(env)
    env.reset(seed=1)
    agent = env.agent_selection
    game = env.unwrapped.game
    hand = game.layout.view(game.observation(game.turn))["hand"]
    assert env.observe(agent)["observation"].tolist() == hand.tolist()
    assert env.observation_space(agent).contains(env.observe(agent))
    seed_test(lambda: run(CLIENT, rules)["env"], num_cycles=50)


def test_stacked_frames_play_the_gymnasium_environment(rules):
    stacked = run(CLIENT, rules)["stacked"]
    observation, info = stacked.reset(seed=1)
    assert stacked.observation_space.contains(observation)
    observation, *_ = stacked.step(info["action_mask"].argmax())
    assert observation.size == 4 * stacked.unwrapped.layout.size


@pytest.mark.parametrize(
    "name",
    ["flatten_v0", "normalize_obs_v0", "pad_observations_v0", "agent_indicator_v0"],
)
def test_the_wrappers_that_the_page_says_refuse_dictionaries_do(name):
    import supersuit

    with pytest.raises((AssertionError, AttributeError, TypeError)):
        api = getattr(supersuit, name)(uno_v0.env())
        api.reset(seed=1)
        api.last()
