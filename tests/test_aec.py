"""The PettingZoo environment does what PettingZoo and the programs built on it demand."""

import warnings

import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test, state_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from tests.aec_play import (
    RULES,
    begun,
    seed_spaces,
)
from uno_env import Rules, observation_layout, uno_v0

DICTIONARIES = "Observation (is not a NumPy array|space for each agent probably should be)"
"""What api_test says of every observation that is a dictionary."""


@pytest.fixture
def silent():
    """Fails on every warning but those."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=DICTIONARIES)
        yield


@pytest.mark.parametrize("make", [uno_v0.env, uno_v0.raw_env])
@pytest.mark.parametrize("rules", RULES)
def test_pettingzoos_api_test_has_nothing_to_complain_about(rules, make, silent):
    for seed in range(5):
        env = make(rules, render_mode="ansi")
        seed_spaces(env, seed)
        api_test(env)


@pytest.mark.parametrize("rules", RULES)
def test_two_environments_with_one_seed_play_the_same_game(rules, silent):
    seed_test(lambda: uno_v0.env(rules))


@pytest.mark.parametrize("rules", RULES)
def test_the_state_lies_in_its_space_in_the_turn_based_and_the_parallel_form(rules, silent):
    env, parallel = uno_v0.env(rules), turn_based_aec_to_parallel(uno_v0.env(rules))
    state_test(env, parallel)
    assert env.state_space == parallel.state_space == env.unwrapped.state_space


@pytest.mark.parametrize("make", [uno_v0.env, uno_v0.raw_env])
def test_every_render_mode_gives_what_pettingzoo_expects(make, monkeypatch):
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    render_test(make)


@pytest.mark.parametrize("rules", RULES)
def test_the_turn_based_conversion_to_a_parallel_environment_works(rules, silent):
    env = turn_based_aec_to_parallel(uno_v0.env(rules))
    seed_spaces(env, 0)
    parallel_api_test(env)


def test_the_environment_is_found_by_its_name_where_pettingzoo_keeps_a_register():
    if not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no register")
    env = pettingzoo.make("aec", "uno_env/Uno-v0", players=3)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]


def test_agents_are_named_by_their_seats_before_the_first_reset():
    assert uno_v0.env(players=3).possible_agents == ["player_0", "player_1", "player_2"]
    assert len(uno_v0.raw_env(players=10, decks=2).possible_agents) == 10


def test_the_metadata_say_what_programs_ask_for():
    metadata = uno_v0.env().metadata
    assert metadata["name"] == "uno_v0" == str(uno_v0.env())
    assert metadata["render_modes"] == ["human", "ansi", "rgb_array"]
    assert metadata["is_parallelizable"] is False
    assert metadata["render_fps"] > 0
    assert uno_v0.env().render_mode is None
    assert uno_v0.env(render_mode="ansi").render_mode == "ansi"


def test_every_call_gives_the_same_space_object():
    env = begun("players=3")
    for agent in env.possible_agents:
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.unwrapped.action_spaces[agent]
    before = [env.action_space(agent) for agent in env.possible_agents]
    env.reset()
    assert all(
        env.action_space(a) is space for a, space in zip(env.possible_agents, before, strict=True)
    )


def test_agents_draw_their_actions_from_spaces_of_their_own():
    env = uno_v0.env()
    assert env.action_space("player_0") is not env.action_space("player_1")
    assert env.observation_space("player_0") is not env.observation_space("player_1")


def test_the_layout_is_the_table_s_own_unless_more_seats_or_a_history_are_asked_for():
    assert uno_v0.env(players=3).layout == observation_layout(3)
    padded = uno_v0.env(players=3, seats=10, history=4)
    assert padded.layout == observation_layout(10, 4)
    assert padded.observation_space("player_0")["observation"].shape == (padded.layout.size,)


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"stackign": "same"}, ["stackign", "stacking"]),
        ({"players": 11}, ["players=11", "2 to 10"]),
        ({"rules": Rules(), "players": 3}, ["rules=", "players"]),
        ({"rules": 3}, ["rules=3"]),
        ({"render_mode": "rgb"}, ["render_mode='rgb'", "ansi"]),
        ({"reward": "money"}, ["reward='money'", "win", "points", "match"]),
        ({"players": 4, "seats": 3}, ["seats=3", "4"]),
        ({"seats": 11}, ["seats=11", "10"]),
        ({"history": 33}, ["history=33", "32"]),
    ],
)
@pytest.mark.parametrize("make", [uno_v0.env, uno_v0.raw_env])
def test_a_table_that_cannot_be_is_refused_when_it_is_made(make, keywords, words):
    with pytest.raises(ValueError) as refusal:
        make(**keywords)
    assert all(word in str(refusal.value) for word in words)


def test_rules_may_be_rules_or_a_preset_or_a_text_or_single_options():
    made = [
        uno_v0.env(Rules.preset("party")),
        uno_v0.env("party"),
        uno_v0.env(str(Rules.preset("party"))),
        uno_v0.env(stacking="mixed", seven_swap=True, zero_pass=True, jump_in="colored",
                   draw="until_playable"),
    ]  # fmt: skip
    assert {env.unwrapped.rules for env in made} == {Rules.preset("party")}


def test_nothing_can_be_asked_before_the_first_reset():
    env = uno_v0.env()
    for ask in (env.last, env.render, env.state, env.agent_iter, lambda: env.step(0)):
        with pytest.raises(Exception, match="reset"):
            ask()
