"""PPO's clipped loss over a minibatch, and its gradient worked out by several threads.

Each thread takes a share of the rows and runs PyTorch single-threaded. For networks this small
that is faster than PyTorch's own threads, which wait for each other within every operation and
come to a standstill when another program takes a core.
"""

from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

import torch
from torch.nn import functional

from uno_train.network import TablePolicy
from uno_train.rollout import Minibatch, SeatRolloutBuffer

ILLEGAL = -1e8
"""The logit of an illegal action: its probability is exactly 0."""

PARTS = ("policy_loss", "value_loss", "entropy", "approx_kl", "clip_fraction")
"""What `ppo_loss` reports beside the loss."""


@dataclass(frozen=True)
class Weighting:
    """How the parts of the loss count."""

    clip: float
    entropy: float
    value: float


def ppo_loss(
    policy: TablePolicy, batch: Minibatch, weighting: Weighting
) -> tuple[torch.Tensor, torch.Tensor]:
    """The mean loss of some decisions, and its `PARTS`."""
    logits, values = policy.logits_and_values(batch.inputs)
    logits = torch.where(batch.masks, logits, ILLEGAL)
    every_log_prob = functional.log_softmax(logits, dim=1)
    log_probs = every_log_prob.gather(1, batch.actions[:, None]).squeeze(1)
    entropy = -(functional.softmax(logits, dim=1) * every_log_prob).sum(1).mean()

    log_ratio = log_probs - batch.log_probs
    ratio = log_ratio.exp()
    clipped = ratio.clamp(1 - weighting.clip, 1 + weighting.clip)
    policy_loss = -torch.min(batch.advantages * ratio, batch.advantages * clipped).mean()
    value_loss = functional.mse_loss(values, batch.returns)
    loss = policy_loss - weighting.entropy * entropy + weighting.value * value_loss
    with torch.no_grad():
        kl = (ratio - 1 - log_ratio).mean()
        outside = ((ratio - 1).abs() > weighting.clip).float().mean()
        parts = torch.stack([policy_loss, value_loss, entropy, kl, outside])
    return loss, parts


def workers(threads: int) -> Executor:
    """Threads that each run PyTorch single-threaded."""
    return ThreadPoolExecutor(threads, initializer=torch.set_num_threads, initargs=(1,))


def add_up_gradient(
    policy: TablePolicy,
    buffer: SeatRolloutBuffer,
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
        loss, parts = ppo_loss(policy, buffer.minibatch(places), weighting)
        weight = len(places) / rows
        return torch.autograd.grad(loss * weight, parameters), parts * weight

    gradients, parts = zip(*pool.map(work, shares), strict=True)
    for parameter, *pieces in zip(parameters, *gradients, strict=True):
        parameter.grad = sum(pieces[1:], start=pieces[0])
    return sum(parts[1:], start=parts[0])
