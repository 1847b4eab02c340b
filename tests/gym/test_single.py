"""The Gymnasium environment of one learner: episodes, rewards, infos, seeds, rendering."""

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordEpisodeStatistics

from tests.gym.agents import any_legal
from tests.gym.learner import PlainEpisodes
from uno_env import ACTIONS, Game, Rules
from uno_env.single import UnoEnv

TABLES = [
    "",
    "party",
    "players=4,uno=call,doubles,jump_in=colored",
    "players=10,deck=112-shuffle,seven_swap,zero_pass",
    "players=4,teams,target=200",
    "players=3,scoring=elimination,target=60,hand_size=3",
    "players=4,scoring=lowest,target=40,hand_size=2",
    "players=2,max_turns=6",
]


def make(**keywords):
    return gymnasium.make("uno_env/Uno-v0", **keywords)


def play_to_the_end(env, rng):
    """Random legal actions to the end of the episode: the last step."""
    while True:
        step = env.step(any_legal(env.unwrapped.action_masks()[None], rng)[0])
        if step[2] or step[3]:
            return step


@pytest.mark.parametrize("reward", ["win", "points", "match"])
@pytest.mark.parametrize("rules", TABLES)
def test_the_learner_sees_and_is_paid_what_a_plain_game_shows_and_pays(rules, reward):
    rules = Rules.named(rules)
    rng = np.random.default_rng(1)
    ends = 0
    for seed, seat in [(3, 0), (2**64 - 1, rules.players - 1)]:
        env = make(rules=rules, opponents=["random"], seat=seat, reward=reward)
        plain = PlainEpisodes(rules, "random", seed, seat, reward)
        observation, info = env.reset(seed=seed)
        for _ in range(120):
            assert env.unwrapped.game.to_bytes() == plain.game.to_bytes()
            seen, mask = plain.seen()
            assert np.array_equal(observation, seen)
            assert list(info) == ["action_mask"]
            assert np.array_equal(info["action_mask"], mask)
            assert np.array_equal(env.unwrapped.action_masks(), mask)
            action = any_legal(mask[None], rng)[0]
            observation, paid, terminated, truncated, info = env.step(action)
            expected, over, cut, after = plain.step(int(action))
            assert paid == pytest.approx(expected)
            assert (terminated, truncated) == (over, cut)
            assert np.array_equal(observation, after.observation(seat))
            if terminated or truncated:
                ends += 1
                assert not info["action_mask"].any()
                assert not env.unwrapped.action_masks().any()
                assert env.unwrapped.game.to_bytes() == after.to_bytes()
                observation, info = env.reset()
    assert ends > 0


def test_a_match_goes_on_to_its_end_when_the_learner_has_been_eliminated():
    rules = Rules(players=4, scoring="elimination", target=30, hand_size=3)
    env = make(rules=rules, seat=1)
    rng = np.random.default_rng(0)
    eliminated = 0
    for seed in range(20):
        env.reset(seed=seed)
        play_to_the_end(env, rng)
        game = env.unwrapped.game
        assert game.is_over
        assert sum(game.playing) == 1
        eliminated += not game.playing[1]
    assert eliminated > 0


@pytest.mark.parametrize("label", ["swap+9", "R0", "accept"])
def test_an_illegal_action_costs_one_ends_the_episode_and_leaves_the_game_alone(label):
    env = make(opponents=["heuristic"] * 2)
    observation, info = env.reset(seed=5)
    before = env.unwrapped.game.to_bytes()
    action = ACTIONS.parse(label)
    assert not info["action_mask"][action]
    after, paid, terminated, truncated, told = env.step(action)
    assert (paid, terminated, truncated) == (-1.0, True, False)
    assert np.array_equal(after, observation)
    assert np.array_equal(told["action_mask"], info["action_mask"])
    assert env.unwrapped.game.to_bytes() == before
    env.reset()
    game = env.unwrapped.game
    assert game.to_bytes() != before
    assert game.turn == env.unwrapped.learner


def test_flags_and_rewards_are_pythons_own():
    env = make()
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    _, reward, terminated, truncated, _ = env.step(
        any_legal(env.unwrapped.action_masks()[None], rng)[0]
    )
    assert (type(reward), type(terminated), type(truncated)) == (float, bool, bool)


@pytest.mark.parametrize("action", [77, -1, 2**40, 1.0, [1, 2], None, "R7"])
def test_what_is_no_action_is_refused_and_changes_nothing(action):
    env = UnoEnv()
    env.reset(seed=1)
    before = env.game.to_bytes()
    with pytest.raises(ValueError, match=r"expected (0 to 76|\[1\] whole numbers)"):
        env.step(action)
    assert env.game.to_bytes() == before


def test_an_episode_has_to_be_begun_before_each_play():
    env = UnoEnv()
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    play_to_the_end(env, np.random.default_rng(0))
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_the_same_seed_gives_the_same_episodes_and_no_seed_goes_on():
    def episodes(seed):
        env, rng, lines = make(players=3, opponents=["random"]), np.random.default_rng(0), []
        for episode in range(6):
            observation, _ = env.reset(seed=seed) if episode == 0 else env.reset()
            lines.append((observation.tobytes(), env.unwrapped.learner))
            if episode % 2:
                play_to_the_end(env, rng)
        return lines

    first = episodes(2**64 - 1)
    assert episodes(2**64 - 1) == first
    assert len(set(first)) == len(first)
    assert episodes(0) != first


def test_an_environment_without_a_seed_plays_what_no_other_does():
    assert make().reset()[0].tobytes() != make().reset()[0].tobytes()


def test_a_reset_that_is_refused_names_what_was_given():
    env = UnoEnv()
    with pytest.raises(
        ValueError, match=r"seed=-1: expected a whole number, 0 to 18446744073709551615"
    ):
        env.reset(seed=-1)
    with pytest.raises(ValueError, match="unknown reset options decks"):
        env.reset(options={"decks": 2})


def test_global_chance_is_neither_used_nor_moved():
    np.random.seed(3)
    before = np.random.get_state()[1].tolist()
    env = make()
    env.reset(seed=1)
    play_to_the_end(env, np.random.default_rng(0))
    assert np.random.get_state()[1].tolist() == before


def test_the_learner_sits_on_every_seat_alike_unless_told_where():
    env = UnoEnv(players=4)
    seats = [env.reset(seed=seed) and env.learner for seed in range(400)]
    counts = np.bincount(seats, minlength=4)
    assert counts.min() > 70 and counts.max() < 130  # 100 each, and 8.7 the standard deviation
    env = UnoEnv(players=4, seat=2)
    assert {env.reset(seed=seed) and env.learner for seed in range(20)} == {2}


def test_nothing_that_is_handed_out_changes_later_or_is_shared():
    env = make()
    rng = np.random.default_rng(0)
    observation, info = env.reset(seed=1)
    handed, copies = [], []
    for _ in range(60):
        arrays = [observation, info["action_mask"], env.unwrapped.action_masks()]
        handed += arrays
        copies += [array.copy() for array in arrays]
        observation, _, terminated, truncated, info = env.step(any_legal(arrays[1][None], rng)[0])
        if terminated or truncated:
            observation, info = env.reset()
    assert all(np.array_equal(a, b) for a, b in zip(handed, copies, strict=True))
    for place, array in enumerate(handed):
        assert not any(np.shares_memory(array, other) for other in handed[:place])


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copied_environment_goes_on_by_itself(clone):
    env = UnoEnv(opponents=["random"])
    env.reset(seed=4)
    for _ in range(3):
        twin, before = clone(env), env.game.to_bytes()
        action = env.action_masks().argmax()
        ours = env.step(action)
        assert twin.game.to_bytes() == before
        theirs = twin.step(action)
        assert np.array_equal(ours[0], theirs[0])
        assert env.game.to_bytes() == twin.game.to_bytes()


@pytest.mark.parametrize(
    "keywords",
    [
        {},
        {"opponents": ["heuristic"], "players": 4, "history": 8},
        {"rules": "party", "seats": 10},
    ],
)
def test_gymnasiums_checker_is_content(keywords):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(**keywords).unwrapped)


def test_stable_baselines_checker_is_content():
    from stable_baselines3.common.env_checker import check_env as check_for_baselines

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_for_baselines(make())


def test_episode_statistics_are_recorded():
    env = RecordEpisodeStatistics(make())
    rng = np.random.default_rng(0)
    for seed in range(3):
        env.reset(seed=seed)
        steps, info = 1, {}
        while "episode" not in info:
            *_, info = env.step(any_legal(env.get_wrapper_attr("action_masks")()[None], rng)[0])
            steps += 1
        assert info["episode"]["l"] == steps - 1
        assert info["episode"]["r"] in (-1.0, 1.0)


def test_the_table_is_rendered_as_the_learner_sees_it():
    env = UnoEnv(render_mode="ansi", players=3)
    env.reset(seed=2)
    hand = " ".join(env.game.hand(env.learner))
    assert f"player_{env.learner}" in env.render() and hand in env.render()
    for other in {0, 1, 2} - {env.learner}:
        assert " ".join(env.game.hand(other)) not in env.render()
    with pytest.raises(ValueError, match=r"render_mode='rgb'"):
        UnoEnv(render_mode="rgb")


def test_the_learner_sees_wider_when_it_asks_to():
    env = UnoEnv(players=3, seats=10, history=5, seat=0)
    observation, _ = env.reset(seed=9)
    assert (env.layout.seats, env.layout.history) == (10, 5)
    assert observation.shape == env.observation_space.shape == (env.layout.size,)
    game = Game.of_record(env.rules, env.game._record, seats=10, history=5)
    assert np.array_equal(observation, game.observation(0))
