"""PPO's clipped loss over a minibatch, and its gradient worked out by several threads.

A decision has three legal actions on average, of 77. So the loss and its derivatives by logits and
values are worked out in one compiled pass over the legal ones, and PyTorch only carries the
derivatives back through the network. Each thread takes a share of the rows and runs PyTorch
single-threaded. For networks this small that is faster than PyTorch's own threads, which wait for
each other within every operation and come to a standstill when another program takes a core.
"""

import math
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch

from uno_env.compiling import compiled, kernel
from uno_train.decisions import Decisions, Minibatch
from uno_train.network import TablePolicy

PARTS = ("policy_loss", "value_loss", "entropy", "approx_kl", "clip_fraction")
"""What is reported of a minibatch."""


@dataclass(frozen=True)
class Weighting:
    """How the parts of the loss count: policy loss - entropy * its weight + value loss * its."""

    clip: float
    entropy: float
    value: float


def ppo_loss(
    logits: torch.Tensor, values: torch.Tensor, batch: Minibatch, weighting: Weighting
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The mean loss of some decisions, differentiated.

    Args:
        logits: [n, A] and values: [n], as the network gives them now.

    Returns:
        The derivatives by logits `[n, A]` and by values `[n]`, and the mean `PARTS`.
    """
    by_logits, by_values = torch.zeros_like(logits), torch.empty_like(values)
    parts = np.zeros(len(PARTS), np.float32)
    _differentiate(
        logits.detach().numpy(),
        values.detach().numpy(),
        batch.masks.numpy(),
        batch.actions.numpy(),
        batch.log_probs.numpy(),
        batch.advantages.numpy(),
        batch.returns.numpy(),
        weighting.clip,
        weighting.entropy,
        weighting.value,
        by_logits.numpy(),
        by_values.numpy(),
        parts,
    )
    return by_logits, by_values, torch.from_numpy(parts)


def workers(threads: int) -> Executor:
    """Threads that each run PyTorch single-threaded."""
    return ThreadPoolExecutor(threads, initializer=torch.set_num_threads, initargs=(1,))


def add_up_gradient(
    policy: TablePolicy,
    buffer: Decisions,
    shares: Sequence[torch.Tensor],
    weighting: Weighting,
    pool: Executor,
) -> torch.Tensor:
    """Set every parameter's gradient to that of the mean loss over some decisions.

    Args:
        shares: the decisions' places in the buffer, a part for each thread. The parts are added in
            this order, so the result does not depend on which thread was first.

    Returns:
        The mean `PARTS`.
    """
    parameters = policy.optimizer.param_groups[0]["params"]
    rows = sum(map(len, shares))

    def work(places: torch.Tensor) -> tuple[tuple[torch.Tensor, ...], torch.Tensor]:
        batch, weight = buffer.minibatch(places), len(places) / rows
        logits, values = policy.logits_and_values(batch.inputs)
        by_logits, by_values, parts = ppo_loss(logits, values, batch, weighting)
        through = [by_logits.mul_(weight), by_values.mul_(weight)]
        return torch.autograd.grad([logits, values], parameters, through), parts * weight

    gradients, parts = zip(*pool.map(work, shares), strict=True)
    for parameter, *pieces in zip(parameters, *gradients, strict=True):
        parameter.grad = sum(pieces[1:], start=pieces[0])
    return sum(parts[1:], start=parts[0])


@kernel
def _differentiate(
    logits,
    values,
    masks,
    actions,
    old_log_probs,
    advantages,
    returns,
    clip,
    entropy_weight,
    value_weight,
    by_logits,
    by_values,
    parts,
):
    """Write the derivatives and `parts`; `by_logits` comes as zeros, and illegal ones stay so."""
    rows = logits.shape[0]
    sums = np.zeros(5)
    legal, log_probs = np.empty(masks.shape[1], np.int64), np.empty(masks.shape[1])
    for row in range(rows):
        count, chosen = _legal_log_probs(logits[row], masks[row], actions[row], legal, log_probs)
        entropy = 0.0
        for place in range(count):
            entropy -= math.exp(log_probs[place]) * log_probs[place]
        log_ratio = log_probs[chosen] - old_log_probs[row]
        ratio, advantage = math.exp(log_ratio), advantages[row]
        clipped = min(max(ratio, 1 - clip), 1 + clip)
        pull = advantage * ratio if advantage * ratio <= advantage * clipped else 0.0
        for place in range(count):
            share = math.exp(log_probs[place])
            by_policy = pull * (share - (place == chosen))
            by_entropy = share * (log_probs[place] + entropy)
            by_logits[row, legal[place]] = (by_policy + entropy_weight * by_entropy) / rows
        error = values[row] - returns[row]
        by_values[row] = value_weight * 2 * error / rows
        sums[0] -= min(advantage * ratio, advantage * clipped)
        sums[1] += error * error
        sums[2] += entropy
        sums[3] += ratio - 1 - log_ratio
        sums[4] += abs(ratio - 1) > clip
    for part in range(len(parts)):
        parts[part] = sums[part] / rows


@compiled
def _legal_log_probs(logits, mask, action, legal, log_probs):
    """Write a row's legal actions and their log-probabilities; how many, and `action`'s place."""
    count, chosen, top = 0, 0, -np.inf
    for candidate in range(mask.shape[0]):
        if mask[candidate]:
            if candidate == action:
                chosen = count
            legal[count] = candidate
            top = max(top, logits[candidate])
            count += 1
    total = 0.0
    for place in range(count):
        total += math.exp(logits[legal[place]] - top)
    for place in range(count):
        log_probs[place] = logits[legal[place]] - top - math.log(total)
    return count, chosen
