"""The loss and its derivatives agree with PyTorch's own of the plain definition."""

import numpy as np
import pytest
import torch
from torch.nn import functional

from uno_train.decisions import Minibatch
from uno_train.loss import PARTS, Weighting, ppo_loss


def plain_loss(logits, values, batch, weighting) -> tuple[torch.Tensor, list[float]]:
    """PPO's loss as it is usually written, over all actions."""
    log_probs = functional.log_softmax(torch.where(batch.masks, logits, -1e8), dim=1)
    entropy = -(log_probs.exp() * log_probs).sum(1).mean()
    log_ratio = log_probs.gather(1, batch.actions[:, None]).squeeze(1) - batch.log_probs
    ratio = log_ratio.exp()
    clipped = ratio.clamp(1 - weighting.clip, 1 + weighting.clip)
    policy = -torch.min(batch.advantages * ratio, batch.advantages * clipped).mean()
    value = functional.mse_loss(values, batch.returns)
    loss = policy - weighting.entropy * entropy + weighting.value * value
    divergence = (ratio - 1 - log_ratio).mean()
    outside = ((ratio - 1).abs() > weighting.clip).double().mean()
    parts = (policy, value, entropy, divergence, outside)
    return loss, [part.item() for part in parts]


def some_decisions(seed: int, rows: int = 200, actions: int = 77) -> tuple:
    chance = np.random.default_rng(seed)
    masks = chance.random((rows, actions)) < 0.05
    masks[np.arange(rows), chance.integers(actions, size=rows)] = True
    chosen = np.where(masks, chance.random((rows, actions)), -1).argmax(1)
    logits = chance.normal(scale=2, size=(rows, actions)).astype(np.float32)
    own = functional.log_softmax(torch.from_numpy(np.where(masks, logits, -1e8)), dim=1)
    before = own.numpy()[np.arange(rows), chosen] + chance.normal(scale=0.3, size=rows)
    single = {name: chance.normal(size=rows).astype(np.float32) for name in ("a", "r", "v")}
    batch = Minibatch(
        torch.empty(rows, 0), torch.from_numpy(masks), torch.from_numpy(chosen),
        torch.from_numpy(before.astype(np.float32)), torch.from_numpy(single["a"]),
        torch.from_numpy(single["r"]),
    )  # fmt: skip
    return torch.from_numpy(logits), torch.from_numpy(single["v"]), batch


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("weighting", [Weighting(0.2, 0.04, 0.5), Weighting(0.1, 0.0, 1.0)])
def test_derivatives_and_parts_are_those_of_the_plain_definition(seed, weighting):
    logits, values, batch = some_decisions(seed)
    by_logits, by_values, parts = ppo_loss(logits, values, batch, weighting)
    logits.requires_grad_()
    values.requires_grad_()
    loss, expected = plain_loss(logits, values, batch, weighting)
    wanted = torch.autograd.grad(loss, [logits, values])
    torch.testing.assert_close(by_logits, wanted[0], rtol=1e-4, atol=1e-7)
    torch.testing.assert_close(by_values, wanted[1], rtol=1e-5, atol=1e-8)
    assert parts.tolist() == pytest.approx(expected, rel=1e-4, abs=1e-5)
    assert 0.05 < dict(zip(PARTS, expected, strict=True))["clip_fraction"] < 0.95


def test_no_derivative_reaches_an_illegal_action():
    logits, values, batch = some_decisions(9)
    by_logits, _, _ = ppo_loss(logits, values, batch, Weighting(0.2, 0.04, 0.5))
    assert not by_logits[~batch.masks].any() and by_logits[batch.masks].any()
