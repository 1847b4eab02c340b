"""Stable-Baselines3 on the Gymnasium environments: the adapter, masks, and stock MaskablePPO."""

import gymnasium
import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

import uno_env  # noqa: F401
from tests.gym.agents import any_legal
from uno_train.vec_env import SameStepVecEnv


def adapted(num_envs, **keywords):
    return SameStepVecEnv(gymnasium.make_vec("uno_env/Uno-v0", num_envs=num_envs, **keywords))


def test_masks_reach_maskable_ppo():
    envs = adapted(6)
    envs.seed(3)
    envs.reset()
    assert is_masking_supported(envs)
    masks = get_action_masks(envs)
    assert np.array_equal(masks, envs.envs.unwrapped.action_masks())
    assert np.array_equal(envs.env_method("action_masks", indices=[4]), masks[4:5])
    assert not envs.has_attr("no_such_thing")
    assert envs.get_attr("num_envs", indices=2) == [6]
    assert envs.env_is_wrapped(gymnasium.Wrapper) == [False] * 6


def test_the_adapter_hands_on_what_the_vector_environment_gives():
    ours, theirs = (
        adapted(32, max_turns=12),
        gymnasium.make_vec("uno_env/Uno-v0", num_envs=32, max_turns=12),
    )
    ours.seed(5)
    rng = np.random.default_rng(0)
    seen = ours.reset()
    expected, infos = theirs.reset(seed=5)
    assert np.array_equal(seen, expected)
    ended = cut = 0
    for _ in range(40):
        actions = any_legal(infos["action_mask"], rng)
        kept = seen.copy()
        before = seen
        seen, rewards, dones, told = ours.step(actions)
        assert np.array_equal(before, kept)
        expected, paid, terminated, truncated, infos = theirs.step(actions)
        assert np.array_equal(seen, expected)
        assert rewards.dtype == np.float32 and np.array_equal(rewards, paid)
        assert np.array_equal(dones, terminated | truncated)
        for row in range(32):
            if not dones[row]:
                assert told[row] == {}
                continue
            assert set(told[row]) == {"terminal_observation", "TimeLimit.truncated"}
            assert np.array_equal(told[row]["terminal_observation"], infos["final_obs"][row])
            assert told[row]["TimeLimit.truncated"] is bool(truncated[row])
            ended += 1
            cut += bool(truncated[row])
    assert ended > cut > 0


def test_an_environment_that_resets_otherwise_is_refused():
    envs = gymnasium.make_vec("CartPole-v1", num_envs=2, vectorization_mode="sync")
    with pytest.raises(ValueError, match="autoreset_mode"):
        SameStepVecEnv(envs)


def mean_return(model, episodes=1_000):
    """What the policy earns against an agent that never thinks."""
    envs = gymnasium.make_vec("uno_env/Uno-v0", num_envs=256, opponents=["uniform"])
    seen, infos = envs.reset(seed=9)
    paid = []
    while len(paid) < episodes:
        actions, _ = model.predict(seen, action_masks=infos["action_mask"])
        seen, rewards, terminated, truncated, infos = envs.step(actions)
        paid += rewards[terminated | truncated].tolist()
    return np.mean(paid)


def test_stock_maskable_ppo_learns_to_beat_an_agent_that_never_thinks():
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy", adapted(128, opponents=["uniform"]), n_steps=32, batch_size=512, n_epochs=4,
        learning_rate=1e-3, gamma=1.0, seed=1, device="cpu",
    )  # fmt: skip
    before = mean_return(model)
    model.learn(90_000)
    assert mean_return(model) > before + 0.3


def test_stock_maskable_ppo_takes_the_single_environment():
    env = gymnasium.make("uno_env/Uno-v0", opponents=["heuristic"], players=3)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, seed=1, device="cpu"
    )
    model.learn(128)
    assert model.num_timesteps == 128
    observation, info = env.reset(seed=1)
    action, _ = model.predict(observation, action_masks=info["action_mask"])
    assert info["action_mask"][int(action)] == 1
