"""A policy that learns to beat one agent which never changes."""

import json

import numpy as np
import pytest
import torch

from uno_agents import policy as stored
from uno_env import GameBatch, Rules, observation_layout
from uno_env.seating import seat_agents
from uno_train import best_response, ppo, report
from uno_train.best_response import BestResponsePPO
from uno_train.budget import Budget
from uno_train.network import take_weights, weights_for_play
from uno_train.selfplay import SelfPlayPPO

THREE = Rules(players=3)
SMALL = {"games": 16, "window": 256, "minibatch": 64, "widths": (16, 16), "threads": 1}


def responder(tmp_path, agent: object, rules: Rules) -> SelfPlayPPO:
    (frozen,) = seat_agents([agent], rules.players)
    frozen.sit_down(observation_layout(rules.players), rules)
    args = ppo.Args(out=tmp_path, decisions=600, **SMALL)
    budget = Budget(decisions=600)
    model = ppo.trainer(args, (rules,), budget, kind=BestResponsePPO, frozen=frozen)
    model.tensorboard_log = None
    return model


class Noted:
    """Takes the first legal action, and notes what it was shown."""

    def __init__(self) -> None:
        self.seen: set[bytes] = set()

    def act(self, observation, mask, rng):
        self.seen |= {row.tobytes() for row in observation}
        return mask.argmax(axis=1)


def test_only_the_learners_decisions_are_learned_from(tmp_path):
    agent = Noted()
    model = responder(tmp_path, agent, THREE)
    _, callback = model._setup_learn(1)
    for _ in range(2):
        model.collect_rollouts(model.env, callback, model.rollout_buffer, 0)
        buffer, trunk = model.rollout_buffer, model.policy.features_extractor
        theirs = {
            (np.frombuffer(row, np.float32)[trunk.columns.numpy()] * trunk.scale.numpy()).tobytes()
            for row in agent.seen
        }
        own = {row.tobytes() for row in buffer.inputs[: buffer.size]}
        assert len(own) > 200 and len(theirs) > 200 and not own & theirs


def test_the_learner_sits_on_every_seat(tmp_path):
    model = responder(tmp_path, Noted(), THREE)
    model.learn(600)
    assert set(model.collector.others.learner) == {0, 1, 2}


def test_what_is_learned_beats_an_agent_that_plays_at_random(tmp_path):
    args = best_response.Args(
        against="uniform", decisions=60_000, threads=1, curve_points=1, deals=400,
        out=tmp_path / "run", json=tmp_path / "all.json",
    )  # fmt: skip
    found = best_response.main(args)
    assert found["scratch"].won.low > 0.8
    kept = json.loads((tmp_path / "all.json").read_text())["uniform of 2"]
    assert kept["starts"]["scratch"]["win_rate"]["mean"] == found["scratch"].won.mean
    assert stored.load(f"{tmp_path}/run/scratch/").card["against"] == "uniform"


def test_learning_begins_from_an_agents_own_weights(tmp_path):
    args = ppo.Args(out=tmp_path, decisions=600, **SMALL)
    model = ppo.trainer(args, (THREE,), Budget(decisions=600))
    model.tensorboard_log = None
    model.learn(600)
    report.save_policy(tmp_path, model.policy, observation_layout(3), {})
    weights, _ = best_response.own_policy(f"policy:{tmp_path}/")
    assert best_response.widths_of(weights) == (16, 16)
    other = ppo.trainer(ppo.Args(out=tmp_path, decisions=600, seed=2, **SMALL), (THREE,), None)
    take_weights(other.policy, weights)
    seen = torch.from_numpy(GameBatch(THREE, 20, seed=1).observation)
    with torch.no_grad():
        expected, found = (
            m.policy.logits_and_values(m.policy.features_extractor.read(seen))
            for m in (model, other)
        )
    for one, same in zip(expected, found, strict=True):
        torch.testing.assert_close(one, same, rtol=1e-4, atol=1e-5)


def test_weights_of_another_table_or_shape_are_refused(tmp_path):
    model = ppo.trainer(ppo.Args(out=tmp_path, decisions=600, **SMALL), (THREE,), None)
    weights = weights_for_play(model.policy)
    unread = weights["trunk.0.weight"].copy()
    unread[:, np.setdiff1d(np.arange(unread.shape[1]), model.policy.features_extractor.columns)] = 1
    for wrong, message in (
        ({"trunk.0.weight": unread}, "never change under these rules"),
        ({"policy.bias": np.zeros(5, np.float32)}, r"policy.bias: expected .*\[77\], got \[5\]"),
    ):
        with pytest.raises(ValueError, match=message):
            take_weights(model.policy, weights | wrong)


def test_an_agent_without_weights_is_no_start(tmp_path):
    args = best_response.Args(against="random", decisions=600, start=("own",), out=tmp_path / "x")
    with pytest.raises(ValueError, match="random has no weights to begin from"):
        best_response.main(args)
    assert not (tmp_path / "x").exists()
