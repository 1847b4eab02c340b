"""PettingZoo's own tests, and the conversion to a parallel environment."""

import numpy as np
import pytest
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from tests.clients.page import run
from uno_env import uno_v0

CLIENT, PACKAGES = "PettingZoo", ("pettingzoo",)
pytestmark = pytest.mark.clients


def test_the_snippet_plays_a_parallel_game_to_its_end(rules):
    seen = run(CLIENT, rules)
    assert seen["terminations"] == dict.fromkeys(seen["games"].possible_agents, True)
    assert sum(seen["rewards"].values()) == pytest.approx(0, abs=1e-6)
    assert max(seen["rewards"].values()) == 1


def test_what_the_page_says_of_pettingzoos_other_tests_is_so(rules, monkeypatch, capsys):
    from pettingzoo.test import bombardment_test, render_test, test_save_obs
    from pettingzoo.test.example_envs import generated_agents_env_v0

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    render_test(lambda render_mode: uno_v0.env(rules, render_mode=render_mode))
    test_save_obs(uno_v0.env(rules))
    assert "Observations must be Box" in capsys.readouterr().out
    for env in (uno_v0.env(rules), generated_agents_env_v0.env()):
        with pytest.raises((AssertionError, AttributeError)):
            bombardment_test(env, cycles=2)


def test_pettingzoos_benchmark_runs():
    from pettingzoo.test import performance_benchmark

    performance_benchmark(uno_v0.env())


def test_the_parallel_conversion_shows_each_seat_what_it_may_do(rules):
    games = turn_based_aec_to_parallel(uno_v0.env(rules))
    observations, _ = games.reset(seed=2)
    may_act = {agent for agent, seen in observations.items() if np.any(seen["action_mask"])}
    assert may_act == {games.unwrapped.agent_selection}
