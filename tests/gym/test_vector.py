"""The natively batched Gymnasium environment, beside Gymnasium's own vectors of single ones."""

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from tests.gym.agents import Lowest, any_legal
from uno_env import ACTIONS, Game, Rules
from uno_env.vector import UnoVectorEnv

SIZE = 5


def make_vec(num_envs=SIZE, **keywords):
    return gymnasium.make_vec("uno_env/Uno-v0", num_envs=num_envs, **keywords)


def any_action(mask, rng):
    """Mostly legal actions, now and then any."""
    return np.where(
        rng.random(len(mask)) < 0.03, rng.integers(77, size=len(mask)), any_legal(mask, rng)
    )


@pytest.mark.parametrize(
    "table",
    [
        {},
        {"rules": "party", "seats": 10},
        {"players": 4, "teams": True, "target": 200, "reward": "points"},
        {"rules": "players=4,scoring=elimination,target=60,hand_size=3", "seat": 2},
        {"players": 10, "history": 3},
        {"max_turns": 6},
    ],
)
def test_each_row_is_the_single_environment_of_its_seed(table):
    table = {"opponents": [Lowest()]} | table
    ours = make_vec(**table)
    theirs = SyncVectorEnv(
        [lambda: gymnasium.make("uno_env/Uno-v0", **table)] * SIZE,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    rng = np.random.default_rng(2)
    seen, infos = ours.reset(seed=2**64 - 2)
    expected = theirs.reset(seed=[2**64 - 2, 2**64 - 1, 0, 1, 2])
    assert data_equivalence((seen, infos), expected, exact=True)
    ended = 0
    for _ in range(150):
        actions = any_action(infos["action_mask"], rng)
        step = ours.step(actions)
        *expected, expected_infos = theirs.step(actions)
        infos = step[-1]
        assert data_equivalence(step[:-1], tuple(expected), exact=True)
        assert infos.keys() == expected_infos.keys()
        told, wanted = infos.pop("final_obs", []), expected_infos.pop("final_obs", [])
        for one, other in zip(told, wanted, strict=True):
            assert one is other is None or np.array_equal(one, other)
            ended += one is not None
        assert data_equivalence(infos, expected_infos, exact=True)
    assert ended > 5


def test_one_row_is_the_single_environment_whoever_plays():
    ours, single = make_vec(1, opponents=["random"]), gymnasium.make("uno_env/Uno-v0")
    rng = np.random.default_rng(0)
    seen, infos = ours.reset(seed=8)
    expected, _ = single.reset(seed=8)
    for _ in range(100):
        assert np.array_equal(seen[0], expected)
        actions = any_legal(infos["action_mask"], rng)
        seen, rewards, terminated, _, infos = ours.step(actions)
        expected, reward, over, _, _ = single.step(actions[0])
        assert (rewards[0], terminated[0]) == (reward, over)
        if over:
            assert np.array_equal(infos["final_obs"][0], expected)
            expected, _ = single.reset()


def test_infos_hold_the_masks_and_where_an_episode_ended_what_was_seen_last():
    envs = make_vec(64, opponents=["random"])
    _, infos = envs.reset(seed=1)
    assert list(infos) == ["action_mask", "_action_mask"]
    rng = np.random.default_rng(0)
    while "final_obs" not in infos:
        assert infos["action_mask"].dtype == np.int8
        assert infos["_action_mask"].all()
        games = [envs.unwrapped.game(row) for row in range(64)]
        actions = any_legal(infos["action_mask"], rng)
        seen, rewards, terminated, truncated, infos = envs.step(actions)
    ended = terminated | truncated
    assert ended.any()
    for name in ("final_obs", "final_info"):
        assert np.array_equal(infos[f"_{name}"], ended)
    assert np.array_equal(infos["final_info"]["_action_mask"], ended)
    assert not infos["final_info"]["action_mask"].any()
    for row in np.flatnonzero(ended):
        last = envs.unwrapped.layout.decode(infos["final_obs"][row])
        assert last["phase"][-1] == 1
        assert (rewards[row] > 0) == (last["hand_sizes"][0] == 0)
        now = envs.unwrapped.layout.decode(seen[row])
        assert now["to_act"][0] == 1
        assert envs.unwrapped.game(row).to_bytes() != games[row].to_bytes()
    assert all(infos["final_obs"][row] is None for row in np.flatnonzero(~ended))


def test_what_is_shown_is_what_the_learner_may_know():
    envs = make_vec(32, players=4, opponents=["random", "heuristic", "uniform"], history=4)
    seen, infos = envs.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(12):
        learner = envs.unwrapped.learner
        for row in range(0, 32, 11):
            game = envs.unwrapped.game(row)
            assert game.turn == learner[row]
            observation, mask = game.observe(int(learner[row]))
            assert np.array_equal(seen[row], observation)
            assert np.array_equal(infos["action_mask"][row], mask)
            world = game.sample_world(int(learner[row]), 1)
            assert np.array_equal(world.observation(int(learner[row])), observation)
        seen, *_, infos = envs.step(any_legal(infos["action_mask"], rng))


def test_nothing_that_is_handed_out_changes_later_or_is_shared():
    envs = make_vec(16)
    rng = np.random.default_rng(0)
    seen, infos = envs.reset(seed=1)
    handed, copies = [], []
    for _ in range(40):
        arrays = [seen, infos["action_mask"], infos["_action_mask"], envs.unwrapped.action_masks()]
        if "final_obs" in infos:
            final = infos["final_info"]
            arrays += [x for x in infos["final_obs"] if x is not None]
            arrays += [final["action_mask"], final["_action_mask"], infos["_final_info"]]
        handed += arrays
        copies += [array.copy() for array in arrays]
        seen, rewards, terminated, truncated, infos = envs.step(
            any_legal(infos["action_mask"], rng)
        )
        handed += [rewards, terminated, truncated]
        copies += [rewards.copy(), terminated.copy(), truncated.copy()]
    assert all(np.array_equal(a, b) for a, b in zip(handed, copies, strict=True))
    for place, array in enumerate(handed):
        assert not any(np.shares_memory(array, other) for other in handed[:place])


def test_what_the_caller_writes_into_a_mask_does_not_reach_the_game():
    envs = make_vec(4)
    _, infos = envs.reset(seed=1)
    legal = infos["action_mask"].argmax(axis=1)
    infos["action_mask"][:] = 0
    envs.unwrapped.action_masks()[:] = 0
    assert not envs.step(legal)[2].any()


def test_the_same_seed_gives_the_same_games_and_no_seed_goes_on():
    def play(seed):
        envs, rng = make_vec(12, players=3), np.random.default_rng(0)
        seen, infos = envs.reset(seed=seed)
        lines = [seen.tobytes()]
        for step in range(25):
            seen, *_, infos = envs.step(any_legal(infos["action_mask"], rng))
            if step == 12:
                seen, infos = envs.reset()
            lines.append(seen.tobytes())
        return lines

    first = play(2**64 - 1)
    assert play(2**64 - 1) == first
    assert len(set(first)) == len(first)
    assert play(0)[0] != first[0]
    assert play([5] * 12)[0] != first[0]


def test_some_rows_alone_are_begun_anew_and_the_options_stay_the_callers():
    envs = make_vec(6, opponents=[Lowest()])
    before, _ = envs.reset(seed=1)
    games = [envs.unwrapped.game(row).to_bytes() for row in range(6)]
    options = {"reset_mask": np.array([True, False, False, True, False, False])}
    kept = options["reset_mask"].copy()
    seen, infos = envs.reset(seed=70, options=options)
    assert list(options) == ["reset_mask"] and np.array_equal(options["reset_mask"], kept)
    assert [envs.unwrapped.game(row).to_bytes() == games[row] for row in range(6)] == (
        ~kept
    ).tolist()
    fresh, _ = make_vec(6, opponents=[Lowest()]).reset(seed=70)
    assert np.array_equal(seen, np.where(kept[:, None], fresh, before))
    assert np.array_equal(infos["action_mask"], envs.unwrapped.action_masks())


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_a_copied_vector_goes_on_by_itself(clone):
    envs = make_vec(8)
    _, infos = envs.reset(seed=4)
    rng = np.random.default_rng(0)
    for _ in range(20):
        twin = clone(envs)
        actions = any_legal(infos["action_mask"], rng)
        seen, *_, infos = envs.step(actions)
        assert np.array_equal(twin.step(actions)[0], seen)


def test_episode_statistics_are_recorded():
    envs = RecordEpisodeStatistics(make_vec(64))
    _, infos = envs.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(60):
        *_, infos = envs.step(any_legal(infos["action_mask"], rng))
    assert envs.episode_count > 64
    assert set(envs.return_queue) == {-1.0, 1.0}
    assert min(envs.length_queue) > 1


def test_an_illegal_action_ends_its_own_row_alone():
    envs = make_vec(4, opponents=["heuristic"])
    seen, infos = envs.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[2] = ACTIONS.parse("swap+9")
    masks = infos["action_mask"].copy()
    _, rewards, terminated, truncated, infos = envs.step(actions)
    assert rewards.tolist() == [0, 0, -1, 0]
    assert terminated.tolist() == [False, False, True, False]
    assert not truncated.any()
    assert np.array_equal(infos["final_obs"][2], seen[2])
    assert np.array_equal(infos["final_info"]["action_mask"][2], masks[2])


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (np.array([0, 0, 77]), r"action 77 in row 2: expected 0 to 76"),
        (np.array([0, -1, 0]), r"action -1 in row 1: expected 0 to 76"),
        (np.zeros(2, int), r"shape \[2\] and dtype int64: expected \[3\] whole numbers"),
        (np.zeros(3), r"dtype float64: expected \[3\] whole numbers"),
    ],
)
def test_what_are_no_actions_is_refused_and_changes_nothing(actions, message):
    envs = make_vec(3)
    envs.reset(seed=1)
    before = [envs.unwrapped.game(row).to_bytes() for row in range(3)]
    with pytest.raises(ValueError, match=message):
        envs.step(actions)
    assert [envs.unwrapped.game(row).to_bytes() for row in range(3)] == before


@pytest.mark.parametrize(
    ("reset", "message"),
    [
        ({"seed": -1}, "seed=-1"),
        ({"seed": [1, 2]}, "expected 3 seeds"),
        ({"seed": [1, 2, 2**64]}, "seed=18446744073709551616"),
        ({"options": {"mask": 1}}, "unknown reset options mask: expected reset_mask"),
        ({"options": {"reset_mask": np.zeros(3, bool)}}, "at least one of them True"),
        ({"options": {"reset_mask": np.ones(2, bool)}}, r"shape \[2\]"),
        ({"options": {"reset_mask": [1, 0, 1]}}, "dtype int64"),
    ],
)
def test_a_reset_that_cannot_be_is_refused(reset, message):
    envs = make_vec(3)
    envs.reset(seed=1)
    with pytest.raises(ValueError, match=message):
        envs.reset(**reset)


def test_nothing_is_played_before_it_is_dealt():
    envs = make_vec(2)
    with pytest.raises(ResetNeeded):
        envs.step(np.zeros(2, int))
    with pytest.raises(ResetNeeded):
        envs.reset(options={"reset_mask": np.array([True, False])})


def test_a_vector_holds_a_table_or_more():
    with pytest.raises(ValueError, match="num_envs=0"):
        UnoVectorEnv(0)


def test_each_table_is_rendered_as_its_learner_sees_it():
    envs = make_vec(3, render_mode="ansi")
    envs.reset(seed=1)
    for row, text in enumerate(envs.render()):
        game, learner = envs.unwrapped.game(row), int(envs.unwrapped.learner[row])
        assert " ".join(game.hand(learner)) in text
        assert " ".join(game.hand(1 - learner)) not in text
    with pytest.raises(ValueError, match="render_mode='human'"):
        make_vec(3, render_mode="human")


def test_making_a_vector_warns_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        envs = make_vec(2)
        envs.reset(seed=0)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert isinstance(envs.unwrapped.game(1), Game)
    assert envs.unwrapped.rules == Rules()
