"""What the PettingZoo environment hands out: observations, infos, the full state and texts."""

import numpy as np
import pytest

from tests.aec_play import (
    RULES,
    begun,
    choose,
    ended,
    everything_seen,
)
from uno_env import ACTIONS, uno_v0


@pytest.mark.parametrize("rules", RULES)
def test_the_observation_comes_first_and_its_mask_second(rules):
    env = begun(rules)
    seen = env.observe(env.agent_selection)
    assert (
        list(seen)
        == list(env.observation_space(env.agent_selection))
        == [
            "observation",
            "action_mask",
        ]
    )
    assert seen["observation"].dtype == np.float32
    assert seen["action_mask"].dtype == np.int8
    assert seen["action_mask"].shape == (ACTIONS.size,)


@pytest.mark.parametrize("rules", RULES)
def test_every_seat_may_be_observed_at_every_moment_the_end_included(rules):
    env = begun(rules, seed=3)
    while env.agents:
        for agent in env.possible_agents:
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            asked = agent == env.agent_selection and not ended(env)
            assert seen["action_mask"].any() == asked
        env.step(choose(env))
    for agent in env.possible_agents:
        assert not env.observe(agent)["action_mask"].any()


def test_observations_are_those_of_the_game_inside():
    env = begun("players=4", seed=1, decisions=10, seats=6, history=3)
    game = env.unwrapped.game
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        assert seen["action_mask"].tobytes() == game.mask(seat).tobytes()
        assert env.layout.decode(seen["observation"])["hand"].sum() == len(game.hand(seat))
    assert env.agent_selection == f"player_{game.turn}"


def test_a_seat_that_does_not_exist_is_refused_by_name():
    env = begun()
    with pytest.raises((KeyError, ValueError), match="player_7"):
        env.observe("player_7")


@pytest.mark.parametrize("make", [uno_v0.env, uno_v0.raw_env])
def test_no_two_calls_share_memory(make):
    env = begun("players=3", make=make)
    first, _, _, _, info = env.last()
    second = env.observe(env.agent_selection)
    for part, again in zip(first.values(), second.values(), strict=True):
        assert not np.shares_memory(part, again)
    kept = everything_seen(env)
    first["observation"][:] = 7
    first["action_mask"][:] = 1
    second["action_mask"][:] = 0
    info["mine"] = 1
    assert everything_seen(env) == kept
    assert env.last()[4] == {}
    before = env.observe(env.agent_selection)
    kept = before["observation"].copy()
    env.step(choose(env))
    assert (before["observation"] == kept).all()


def test_infos_are_empty_and_each_agent_has_its_own():
    env = begun("players=3")
    assert env.infos == {agent: {} for agent in env.possible_agents}
    infos = env.infos
    infos["player_0"]["mine"] = 1
    assert infos["player_1"] == {}
    env.step(choose(env))
    assert env.infos["player_0"] == {}


def test_the_state_is_the_full_truth_and_no_part_of_an_observation():
    env = begun("players=3", seed=1, decisions=5)
    game = env.unwrapped.game
    assert env.state().tobytes() == game.state().tobytes()
    seat = game.turn
    other = game.sample_world(seat, seed=5)
    assert other.observation(seat).tobytes() == game.observation(seat).tobytes()
    assert other.state().tobytes() != game.state().tobytes()
    assert not np.shares_memory(env.state(), env.state())


def test_the_ansi_text_shows_the_table_as_the_seat_on_move_sees_it():
    env = uno_v0.env(players=3, render_mode="ansi")
    position = {
        "hands": ["R1 G2 W", "Y3 Y4", "B5"],
        "discard": "B6 R5",
        "draw": "Y1 G8",
        "dealer": 2,
        "turn": 0,
    }
    env.reset(seed=0, options={"position": position})
    assert env.render().splitlines() == [
        "table   top R5, color red, clockwise, 2 to draw from, 2 laid",
        "> player_0 (you) [3]    R1 G2 W",
        "  player_1 [2]",
        "  player_2 (dealer) [1]",
        "now     player_0 is to play",
        "legal   R1 W draw",
    ]


def test_rendering_without_a_mode_warns_and_shows_nothing():
    with pytest.warns(UserWarning, match="render_mode"):
        assert begun().render() is None


@pytest.mark.parametrize("rules", RULES)
def test_a_text_can_be_made_at_every_moment(rules):
    env = begun(rules, seed=1, render_mode="ansi")
    while env.agents:
        text = env.render()
        assert all(agent in text for agent in env.possible_agents)
        env.step(choose(env))
