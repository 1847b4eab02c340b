"""Learned policies: two files that go round unchanged, a plain forward pass, clear refusals."""

import json
import math

import numpy as np
import pytest
from safetensors.numpy import save_file

from tests.agents.asking import rng
from uno_agents import make, play
from uno_agents.policy import load
from uno_agents.policy_files import describe, save
from uno_env import ACTIONS, GameBatch, Rules, observation_layout

WIDTH = observation_layout(2).size


def weights(hidden=(6, 5), width=WIDTH, seed=1):
    random = rng(seed)
    tensors = {"input.scale": random.uniform(0.5, 2, width).astype(np.float32)}
    for place, out in enumerate(hidden):
        tensors[f"trunk.{place}.weight"] = random.normal(size=(out, width)).astype(np.float32)
        tensors[f"trunk.{place}.bias"] = random.normal(size=out).astype(np.float32)
        width = out
    tensors["policy.weight"] = random.normal(size=(ACTIONS.size, width)).astype(np.float32)
    tensors["policy.bias"] = random.normal(size=ACTIONS.size).astype(np.float32)
    return tensors


def card(activation="tanh", **more):
    return (
        describe(seats=2)
        | {
            "activation": activation,
            "trunk": ["trunk.0", "trunk.1"],
            "rules": str(Rules()),
            "command": "python -m uno_train.ppo --players 2",
        }
        | more
    )


@pytest.fixture
def saved(tmp_path):
    """The path of a policy's weights."""
    return save(f"{tmp_path}/", weights(), card())


def at_play(steps=7, size=64, **layout):
    games = GameBatch(Rules(), size, seed=3, **layout)
    for _ in range(steps):
        games.step(games.mask.argmax(axis=1))
    return games


def test_a_policy_is_loaded_from_a_file_or_from_a_runs_folder(saved):
    assert saved.name == "policy.safetensors"
    by_folder, by_file = make(f"policy:{saved.parent}/"), make(f"policy:{saved}")
    assert by_folder.card["command"] == "python -m uno_train.ppo --players 2"
    observation = at_play().observation
    assert np.array_equal(by_folder.scores(observation), by_file.scores(observation))


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_the_scores_are_those_of_the_layers_worked_out_number_by_number(tmp_path, activation):
    tensors = weights()
    policy = load(save(tmp_path / "own.safetensors", tensors, card(activation)))
    bend = {"tanh": math.tanh, "relu": lambda x: max(x, 0.0)}[activation]
    observation = at_play().observation[0]
    values = [float(x) * float(s) for x, s in zip(observation, tensors["input.scale"], strict=True)]
    for layer in ("trunk.0", "trunk.1", "policy"):
        rows = zip(tensors[f"{layer}.weight"], tensors[f"{layer}.bias"], strict=True)
        values = [
            sum(float(w) * x for w, x in zip(row, values, strict=True)) + float(bias)
            for row, bias in rows
        ]
        if layer != "policy":
            values = [bend(x) for x in values]
    assert policy.scores(observation[None])[0] == pytest.approx(values, abs=1e-4)


def test_a_value_is_another_head_over_the_same_layers(tmp_path):
    value = {"value.weight": np.ones((1, 5), np.float32), "value.bias": np.ones(1, np.float32)}
    policy = load(save(tmp_path / "own.safetensors", weights() | value, card()))
    observation = at_play().observation
    sums = {name: t for name, t in weights().items() if not name.startswith("policy")}
    sums["policy.weight"] = np.ones((ACTIONS.size, 5), np.float32)
    sums["policy.bias"] = np.ones(ACTIONS.size, np.float32)
    one_for_all = load(save(tmp_path / "sums.safetensors", sums, card()))
    scores, values = policy.scores_and_values(observation)
    assert np.array_equal(scores, policy.scores(observation))
    assert np.allclose(values, one_for_all.scores(observation)[:, 0], atol=1e-5)


def test_a_policy_without_its_value_says_so(saved):
    with pytest.raises(ValueError, match=r"stored without its value .* --critic own"):
        load(saved).scores_and_values(at_play().observation)


def test_scoring_leaves_the_observation_as_it_was(tmp_path):
    tensors = {name: t for name, t in weights(hidden=()).items() if name != "input.scale"}
    policy = load(save(tmp_path / "flat.safetensors", tensors, card(trunk=[])))
    games = at_play()
    before = games.observation.copy()
    policy.act(games.observation, games.mask, rng())
    assert np.array_equal(games.observation, before)


def test_a_greedy_policy_takes_the_legal_action_of_the_highest_score(saved):
    policy, games = load(saved), at_play()
    scores = policy.scores(games.observation)
    actions = policy.act(games.observation, games.mask, rng())
    for row, action in enumerate(actions):
        assert games.mask[row, action]
        assert scores[row, action] == scores[row][games.mask[row] > 0].max()


def test_a_policy_that_samples_takes_legal_actions_as_often_as_softmax_says(saved):
    policy, games = load(saved), at_play(size=1)
    policy.greedy = False
    legal = np.flatnonzero(games.mask[0])
    odds = np.exp(policy.scores(games.observation)[0, legal].astype(float))
    many = np.repeat(games.observation, 20_000, axis=0), np.repeat(games.mask, 20_000, axis=0)
    taken = np.bincount(policy.act(*many, rng()), minlength=ACTIONS.size)
    assert taken.sum() == taken[legal].sum()
    assert taken[legal] / 20_000 == pytest.approx(odds / odds.sum(), abs=0.02)


def test_a_policy_sits_in_the_arena_at_a_table_with_fewer_seats_than_it_sees(tmp_path):
    wide = observation_layout(5, 2).size
    path = save(tmp_path / "wide.safetensors", weights(width=wide), card() | describe(5, 2))
    result = play([f"policy:{path}", "random"], "players=3", deals=20)
    assert result.standings[0].greedy is True
    with pytest.raises(ValueError, match="sees at most 5 seats and cannot play at a table of 6"):
        play([f"policy:{path}", "random"], "players=6", deals=1)


def test_a_policy_refuses_another_layout_than_its_own(saved):
    policy = load(saved)
    policy.start(observation_layout(2), Rules())
    with pytest.raises(ValueError, match=r"give the table seats=2, history=0"):
        policy.start(observation_layout(2, history=1), Rules())


def changed(saved, **changes):
    """The policy with another card."""
    path = saved.with_suffix(".json")
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"layout": "0123456789abcdef"}, "made for another observation layout"),
        ({"seats": 3}, "made for another observation layout"),
        ({"seats": "two"}, "expected whole numbers"),
        ({"actions": "0123456789abcdef"}, "made for another list of actions"),
        ({"format": 2}, "policy format 2; this version reads format 1"),
        ({"activation": "gelu"}, "activation 'gelu'; expected one of tanh, relu"),
        ({"trunk": ["trunk.0"]}, r"policy.weight' is float32 of shape \[77, 5\]; expected"),
        ({"trunk": ["trunk.0", "trunk.1", "trunk.2"]}, "tensor 'trunk.2.weight' is missing"),
        ({"trunk": 2}, "trunk is 2; expected the layers' names"),
        ({"sha256": "0"}, "damaged, or not the weights that its card was written for"),
    ],
)
def test_a_card_that_does_not_fit_is_refused(saved, changes, message):
    changed(saved, **changes)
    with pytest.raises(ValueError, match=message):
        load(saved)


def test_damaged_files_are_refused(saved):
    content = saved.read_bytes()
    for damaged in (b"", content[:100], content[:-4], content[:-1] + b"\x00"):
        saved.write_bytes(damaged)
        with pytest.raises(ValueError, match=r"policy.safetensors: damaged"):
            load(saved)
    saved.write_bytes(content)
    for damaged in ("", "{", "[]", "{}"):
        saved.with_suffix(".json").write_text(damaged)
        with pytest.raises(ValueError, match=r"policy.json: "):
            load(saved)


def test_missing_files_are_named(saved, tmp_path):
    saved.with_suffix(".json").unlink()
    with pytest.raises(ValueError, match=r"there is no file .*policy.json; expected"):
        load(saved)
    with pytest.raises(ValueError, match=r"there is no file .*nothing/policy.safetensors"):
        make(f"policy:{tmp_path}/nothing/")


def test_no_other_weights_pass_under_a_card(saved):
    save_file(weights(seed=2), saved)
    with pytest.raises(ValueError, match="not the weights that its card was written for"):
        load(saved)


@pytest.mark.parametrize(
    ("tensor", "value", "message"),
    [
        ("policy.bias", None, "tensor 'policy.bias' is missing"),
        ("policy.bias", np.zeros(76, np.float32), r"shape \[76\]; expected float32 .* \[77\]"),
        ("trunk.0.bias", np.zeros(6), "float64"),
        ("trunk.0.weight", np.zeros((6, 3), np.float32), rf"expected float32 .* \[6, {WIDTH}\]"),
        ("trunk.1.bias", np.full(5, np.nan, np.float32), "not finite"),
        ("value.weight", np.zeros(5, np.float32), r"expected float32 of shape \[1, 5\]"),
        ("critic.weight", np.zeros(5, np.float32), "unknown tensors critic.weight"),
    ],
)
def test_what_could_not_be_loaded_is_not_saved(tmp_path, tensor, value, message):
    tensors = weights() | {tensor: value}
    if value is None:
        del tensors[tensor]
    with pytest.raises(ValueError, match=message):
        save(tmp_path / "bad.safetensors", tensors, card())
    assert not list(tmp_path.iterdir())
