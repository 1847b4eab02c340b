"""A critic that sees every hand, while the policy sees its observation only.

How good a position is depends on cards that nobody at the table can see. A value that may look at
them has less to guess, and so have the advantages the policy learns from. The true hands join
after the shared trunk, in a layer of the value's own: no action score can depend on them, and a
policy stored for play holds nothing of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from stable_baselines3.common.torch_layers import MlpExtractor
from torch import nn

from uno_env import Rules


@dataclass(frozen=True)
class OtherHands:
    """Which counts of the other seats' hands the critic reads: kinds that a deck holds.

    Attributes:
        places: [E] int64, places in the flattened `[P - 1, K]` of `GameBatch.other_hands`.
    """

    places: np.ndarray

    @classmethod
    def of(cls, seats: int, tables: Sequence[Rules]) -> "OtherHands":
        """Those for tables of up to `seats` players under their rules."""
        in_a_deck = np.any([rules.card_counts > 0 for rules in tables], axis=0)
        return cls(np.flatnonzero(np.tile(in_a_deck, seats - 1)))

    @property
    def size(self) -> int:
        """How many counts are read, `E`."""
        return len(self.places)

    def write(self, hands: np.ndarray, games: np.ndarray, out: np.ndarray) -> None:
        """Append the hands in some games to what the network reads of them.

        Args:
            hands: [B, P - 1, K] int8, cards of each kind; they are read as they are, like the own.
            games: [n] int64.
            out: [n, C + E] float32, whose last E columns are written.
        """
        out[:, -self.size :] = hands.reshape(len(hands), -1)[games][:, self.places]


class AllHandsCritic(MlpExtractor):
    """Hands the trunk's features on to the policy, and features and hands to the value."""

    def __init__(self, features: int, hands: int) -> None:
        super().__init__(features, net_arch=[], activation_fn=nn.ReLU)
        self.layer = nn.Linear(features + hands, self.latent_dim_vf)

    def latent_value(self, features: torch.Tensor, hands: torch.Tensor) -> torch.Tensor:
        """What the value's head reads, `[n, H]`, of features `[n, H]` and hands `[n, E]`."""
        return torch.relu(self.layer(torch.cat([features, hands], 1)))

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        """Refused: the observation alone does not hold what this critic reads."""
        raise NotImplementedError(
            "this critic reads the true hands of all seats, which no observation holds: use "
            "logits_and_values, with the hands appended to the inputs"
        )
