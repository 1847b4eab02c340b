"""The critic that sees all hands: the value may depend on them, the policy never does."""

import numpy as np
import pytest
import torch

from uno_agents import policy as stored
from uno_env import GameBatch, Rules, observation_layout
from uno_env.cards import KIND, KINDS
from uno_train import ppo, report
from uno_train.budget import Budget
from uno_train.critic import OtherHands
from uno_train.network import weights_for_play
from uno_train.selfplay import SelfPlayPPO

RULES = Rules(players=3)


def trainer(out, critic: str = "all", **options) -> SelfPlayPPO:
    options = {"games": 16, "window": 256, "minibatch": 64, "widths": (32, 16)} | options
    args = ppo.Args(out=out, decisions=600, critic=critic, threads=1, **options)
    model = ppo.trainer(args, (RULES,), Budget(decisions=600))
    model.tensorboard_log = None
    return model


def collect(model: SelfPlayPPO) -> None:
    _, callback = model._setup_learn(1)
    model.collect_rollouts(model.env, callback, model.rollout_buffer, 0)


def test_hidden_hands_change_the_value_and_no_action_score(tmp_path):
    model = trainer(tmp_path)
    model.learn(600)
    buffer, reads = model.rollout_buffer, model.policy.features_extractor.reads
    one = torch.from_numpy(buffer.inputs[:50].copy())
    other = one.clone()
    other[:, reads:] = other[:, reads:].roll(1, 0) + 1
    with torch.no_grad():
        logits, values = model.policy.logits_and_values(one)
        logits_too, other_values = model.policy.logits_and_values(other)
    assert torch.equal(logits, logits_too)
    assert (values - other_values).abs().min() > 0


def test_no_gradient_reaches_the_hands_from_the_action_scores(tmp_path):
    model = trainer(tmp_path)
    collect(model)
    inputs = torch.from_numpy(model.rollout_buffer.inputs[:20].copy()).requires_grad_()
    reads = model.policy.features_extractor.reads
    logits, values = model.policy.logits_and_values(inputs)
    (by_scores,) = torch.autograd.grad(logits.square().sum(), inputs, retain_graph=True)
    (by_value,) = torch.autograd.grad(values.sum(), inputs)
    assert not by_scores[:, reads:].any() and by_scores[:, :reads].any()
    assert by_value[:, reads:].any()


def test_the_buffer_holds_the_true_hands_at_each_decision(tmp_path):
    model = trainer(tmp_path)
    collect(model)
    layout, buffer = observation_layout(3), model.rollout_buffer
    trunk, hands = model.policy.features_extractor, model.hands
    seen = np.zeros((buffer.size, layout.size), np.float32)
    seen[:, trunk.columns.numpy()] = (
        buffer.inputs[: buffer.size, : trunk.reads] / trunk.scale.numpy()
    )
    decoded = layout.decode(seen)
    truth = np.zeros((buffer.size, 2 * KINDS))
    truth[:, hands.places] = buffer.inputs[: buffer.size, trunk.reads :]
    truth = truth.reshape(-1, 2, KINDS)
    assert (truth.sum(axis=2) == decoded["hand_sizes"][:, 1:]).all()
    assert (truth >= decoded["known"]).all()
    all_cards = truth.sum(axis=1) + decoded["hand"] + decoded["discards"]
    assert (all_cards <= RULES.card_counts).all()


def test_the_critic_reads_no_card_that_no_deck_holds():
    two, mixed = OtherHands.of(2, [Rules()]), OtherHands.of(2, [Rules(), Rules(deck="112-swap")])
    assert KIND["R7"] in two.places and KIND["WSW"] not in two.places
    assert KIND["WSW"] in mixed.places
    assert OtherHands.of(4, [Rules()]).size == 3 * two.size


def test_a_stored_policy_holds_nothing_of_the_critic_and_plays_the_same(tmp_path):
    model = trainer(tmp_path, view="table")
    model.learn(600)
    layout = observation_layout(3)
    report.save_policy(tmp_path, model.policy, layout, {})
    plain = trainer(tmp_path / "own", critic="own")
    shapes = {name: w.shape for name, w in weights_for_play(model.policy).items()}
    whole = {name: w.shape for name, w in weights_for_play(plain.policy).items()}
    assert shapes == {name: shape for name, shape in whole.items() if "value" not in name}
    agent = stored.load(f"{tmp_path}/")
    games = GameBatch(RULES, 20, seed=1)
    with torch.no_grad():
        trunk = model.policy.features_extractor
        inputs = trunk.read(torch.from_numpy(games.observation))
        empty = torch.zeros(20, model.hands.size)
        logits, _ = model.policy.logits_and_values(torch.cat([inputs, empty], 1))
    np.testing.assert_allclose(agent.scores(games.observation), logits, rtol=1e-3, atol=1e-4)


def test_it_can_be_predicted_with_but_not_valued_without_the_hands(tmp_path):
    model = trainer(tmp_path)
    games = GameBatch(RULES, 5, seed=1)
    actions, _ = model.predict(games.observation, action_masks=games.mask.astype(bool))
    assert games.mask[np.arange(5), actions].all()
    with pytest.raises(NotImplementedError, match="true hands"):
        model.policy.predict_values(torch.from_numpy(games.observation))


def test_a_trainer_with_such_a_critic_can_be_saved_and_loaded(tmp_path):
    model = trainer(tmp_path)
    model.learn(300)
    model.save(tmp_path / "model.zip")
    loaded = SelfPlayPPO.load(tmp_path / "model.zip", env=model.env)
    for name, weight in model.policy.state_dict().items():
        assert torch.equal(weight, loaded.policy.state_dict()[name])
    loaded.learn(100)


def test_a_value_that_reads_no_hidden_hands_is_stored_and_is_the_one_in_training(tmp_path):
    model = trainer(tmp_path, critic="own", view="table")
    model.learn(600)
    report.save_policy(tmp_path, model.policy, observation_layout(3), {})
    observation = GameBatch(RULES, 20, seed=1).observation
    with torch.no_grad():
        read = model.policy.features_extractor.read(torch.from_numpy(observation))
        _, expected = model.policy.logits_and_values(read)
    _, values = stored.load(f"{tmp_path}/").scores_and_values(observation)
    np.testing.assert_allclose(values, expected, rtol=1e-3, atol=1e-4)
