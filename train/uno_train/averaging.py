"""The mean of the weights that training went through, which plays better than the last of them.

Every update is worked out from a few hundred games full of luck, so the weights wander about what
they are drawn to. Their mean over the later part of a run does not. Update `t` counts with `t` to
the power of the focus ("polynomial-decay averaging"): the mean forgets the beginning at the pace
at which the run grows, whatever its length will be.
"""

import copy
from typing import Any

import torch

from uno_train.network import TablePolicy


class RunningAverage:
    """The mean so far, in a policy that can be played.

    Args:
        policy: in training.
        focus: 0 counts all updates alike; the larger, the more the last ones count: half of the
            weight lies on the last `1 - 0.5 ** (1 / (focus + 1))` of the run.

    Attributes:
        policy: a copy with the mean of the weights.
        updates: how many the mean is taken over.

    Raises:
        ValueError: a negative focus.
    """

    def __init__(self, policy: TablePolicy, focus: float) -> None:
        if focus < 0:
            raise ValueError(f"average={focus}: expected 0 or more, or none for the last weights")
        self.policy = copy.deepcopy(policy)
        self.focus = focus
        self.updates = 0

    @torch.no_grad()
    def take(self, policy: TablePolicy) -> None:
        """Let the weights after another update count."""
        self.updates += 1
        share = (self.focus + 1) / (self.focus + self.updates)
        for mean, weight in zip(self.policy.parameters(), policy.parameters(), strict=True):
            mean.lerp_(weight, share)

    def state_dict(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {"updates": self.updates, "policy": self.policy.state_dict()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from what `state_dict` gave."""
        self.updates = state["updates"]
        self.policy.load_state_dict(state["policy"])
