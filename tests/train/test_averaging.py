"""The mean of the weights: what it is a mean of, and that it is what is kept."""

import numpy as np
import pytest
import torch

from uno_env import Rules
from uno_train import ppo
from uno_train.averaging import RunningAverage
from uno_train.budget import Budget


def trainer(out, **options):
    args = ppo.Args(
        out=out, decisions=900, games=16, window=256, minibatch=64, widths=(16,), threads=1,
        **options,
    )  # fmt: skip
    model = ppo.trainer(args, (Rules(),), Budget(decisions=900))
    model.tensorboard_log = None
    return model


def flat(policy) -> torch.Tensor:
    return torch.cat([p.detach().flatten() for p in policy.parameters()])


@pytest.mark.parametrize("focus", [0.0, 1.0, 8.0])
def test_it_is_the_mean_of_all_updates_each_counting_with_its_number_to_a_power(tmp_path, focus):
    policy = trainer(tmp_path).policy
    average, random = RunningAverage(policy, focus), np.random.default_rng(1)
    first = policy.action_net.bias
    values = random.normal(size=200)
    for value in values:
        first.data[0] = value
        average.take(policy)
    exact = np.ones(1)
    for update in range(2, 201):  # the weights that the rule of `take` gives, worked out by hand
        share = (focus + 1) / (focus + update)
        exact = np.append(exact * (1 - share), share)
    assert average.policy.action_net.bias[0].item() == pytest.approx(exact @ values, abs=1e-5)
    ideal = np.arange(1, 201) ** focus
    assert np.abs(exact - ideal / ideal.sum()).sum() < 0.05 * (1 + focus)


def test_the_policy_for_play_is_the_mean_and_training_goes_its_own_way(tmp_path):
    plain = trainer(tmp_path, average=None).learn(900)
    averaged = trainer(tmp_path, average=8.0).learn(900)
    assert torch.equal(flat(plain.policy), flat(averaged.policy))
    assert plain.policy_for_play is plain.policy
    assert not torch.equal(flat(averaged.policy_for_play), flat(averaged.policy))


def test_a_negative_focus_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"average=-1\.0: expected 0 or more"):
        trainer(tmp_path, average=-1.0)
