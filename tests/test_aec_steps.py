"""How a PettingZoo game goes on and ends: flags, rewards, illegal actions."""

import numpy as np
import pytest
from pettingzoo.utils import wrappers

from tests.aec_play import (
    MATCH,
    ROUND,
    RULES,
    begun,
    choose,
    ended,
    everything_seen,
    play_out,
    seed_spaces,
)
from uno_env import IllegalAction, uno_v0


@pytest.mark.parametrize("make", [uno_v0.env, uno_v0.raw_env])
@pytest.mark.parametrize("rules", RULES)
def test_flags_are_bools_and_rewards_are_floats_of_python(rules, make):
    env = begun(rules, make=make)
    while env.agents:
        _, reward, terminated, truncated, _ = env.last()
        assert type(reward) is float
        assert type(terminated) is type(truncated) is bool
        for flag in (*env.terminations.values(), *env.truncations.values()):
            assert type(flag) is bool
        assert all(type(paid) is float for paid in env.rewards.values())
        env.step(choose(env))


@pytest.mark.parametrize("rules", RULES)
def test_everyone_ends_in_the_same_step_and_its_rewards_stay(rules):
    for seed in range(5):
        env = play_out(begun(rules, seed))
        game = env.unwrapped.game
        assert env.agents == env.possible_agents
        assert set(env.truncations.values()) == {game.is_truncated}
        assert set(env.terminations.values()) == {not game.is_truncated}
        if game.winner is None:
            assert set(env.rewards.values()) == {0.0}
        else:
            assert env.rewards[f"player_{game.winner}"] > 0
        assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-6)


def test_each_agent_is_told_its_reward_when_it_is_its_turn_to_leave():
    env = play_out(begun("players=4,voluntary_draw=False", seed=2))
    rewards = dict(env.rewards)
    told = {}
    for agent in env.agent_iter():
        told[agent] = env.last()[1]
        env.step(None)
    assert told == rewards
    assert env.agents == []


def test_a_winner_of_three_gets_one_and_each_loser_minus_a_half():
    env = play_out(begun(ROUND, seed=0))
    winner = env.unwrapped.game.winner
    assert env.rewards == {
        agent: 1.0 if seat == winner else -0.5 for seat, agent in enumerate(env.possible_agents)
    }


def test_a_round_s_rewards_are_collected_until_a_seat_is_asked_again():
    env = begun(MATCH, seed=4)
    owed = dict.fromkeys(env.possible_agents, 0.0)
    rounds = 0
    for agent in env.agent_iter():
        assert env.last()[1] == pytest.approx(owed[agent])
        owed[agent] = 0.0
        env.step(choose(env))
        rounds += any(env.rewards.values())
        for other, reward in env.rewards.items():
            owed[other] += reward
    assert rounds > 1


def test_a_match_reward_is_paid_once_at_the_end():
    env = begun(MATCH, seed=4, reward="match")
    paid = []
    while not ended(env):
        env.step(choose(env))
        if any(env.rewards.values()):
            paid.append(dict(env.rewards))
    winner = env.unwrapped.game.winner
    assert paid == [
        {agent: 1.0 if seat == winner else -0.5 for seat, agent in enumerate(env.possible_agents)}
    ]


def test_a_points_reward_is_what_the_round_was_worth():
    env = play_out(begun(ROUND, seed=5, reward="points"))
    game = env.unwrapped.game
    assert env.rewards[f"player_{game.winner}"] == pytest.approx(game.points / 100)
    assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-6)


def test_a_player_out_of_the_match_stays_an_agent_who_is_never_asked():
    env = begun("players=4,target=100,scoring=elimination,voluntary_draw=False", seed=1)
    out = set()
    while not ended(env):
        assert env.agents == env.possible_agents
        assert env.agent_selection not in out
        env.step(choose(env))
        scores = env.unwrapped.game.scores
        out = {f"player_{seat}" for seat, total in enumerate(scores) if total >= 100}
        if out and not ended(env):
            assert not any(env.terminations[agent] for agent in out)
    assert len(out) == 3


def test_too_long_a_round_truncates_everyone_with_nothing_paid():
    env = play_out(begun("players=3,max_turns=3"))
    assert env.truncations == dict.fromkeys(env.possible_agents, True)
    assert env.terminations == dict.fromkeys(env.possible_agents, False)
    assert env.rewards == dict.fromkeys(env.possible_agents, 0.0)
    assert env.unwrapped.game.winner is None


def test_an_action_may_be_any_whole_number_type():
    for kind in (int, np.int8, np.int32, np.int64):
        env = begun(seed=1)
        action = kind(choose(env))
        env.step(action)
        assert env.unwrapped.game.to_bytes() != begun(seed=1).unwrapped.game.to_bytes()


def test_the_wrappers_stand_in_the_usual_order():
    env = uno_v0.env()
    order = [wrappers.OrderEnforcingWrapper, wrappers.AssertOutOfBoundsWrapper,
             wrappers.TerminateIllegalWrapper, uno_v0.raw_env]  # fmt: skip
    for kind in order:
        assert type(env) is kind
        env = getattr(env, "env", None)


def test_an_illegal_action_ends_the_agents_only_and_leaves_the_game_as_it_was():
    env = begun("players=3", seed=6, decisions=8)
    game = env.unwrapped.game
    before = game.to_bytes()
    culprit = env.agent_selection
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.unwrapped.game is game and game.to_bytes() == before
    assert all(env.terminations.values())
    assert env.rewards == {a: -1.0 if a == culprit else 0.0 for a in env.possible_agents}
    told = {}
    for agent in env.agent_iter():
        observation, told[agent], terminated, _, _ = env.last()
        assert terminated and env.observation_space(agent).contains(observation)
        env.step(None)
    assert told[culprit] == -1.0 and len(told) == 3
    env.reset(seed=6)
    assert not ended(env)
    play_out(env)


def test_without_the_wrapper_an_illegal_action_is_refused_and_nothing_moves():
    env = begun("players=3", seed=6, decisions=8, make=uno_v0.raw_env)
    env.rewards["player_1"] = env._cumulative_rewards["player_1"] = 0.25
    before, seen = env.game.to_bytes(), everything_seen(env)
    for illegal in (int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]), 77, -1):
        with pytest.raises(IllegalAction):
            env.step(illegal)
    with pytest.raises(ValueError, match="None"):
        env.step(None)
    assert env.game.to_bytes() == before
    assert everything_seen(env) == seen
    assert env.rewards["player_1"] == env._cumulative_rewards["player_1"] == 0.25


def test_an_action_outside_the_space_is_caught():
    env = begun()
    for wrong in (77, -1, 1.5):
        with pytest.raises(AssertionError):
            env.step(wrong)


@pytest.mark.parametrize("rules", RULES)
def test_unmasked_random_first_actions_are_survived(rules):
    env = uno_v0.env(rules)
    seed_spaces(env, 0)
    for seed in range(20):
        env.reset(seed=seed)
        while env.agents:
            agent = env.agent_selection
            over = env.terminations[agent] or env.truncations[agent]
            env.step(None if over else env.action_space(agent).sample())
    env.reset()
    play_out(env)


def test_an_ended_agent_may_only_answer_none():
    env = play_out(begun())
    with pytest.raises((ValueError, AssertionError)):
        env.unwrapped.step(0)
