"""The network that learns: what of an observation it reads, and its trunk and two heads.

Observations are counts divided by fixed maxima, so a hand of seven is 7/230. Here each column is
brought to a magnitude near 1, and columns that never change under the table's rules are left
out. Both are folded into the first layer when weights are handed out for play: an agent that
plays needs nothing but the observation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from uno_env import Layout, Rules
from uno_env.cards import LABELS
from uno_env.rules import encode_options

USUAL_PENDING = 4
USUAL_TOTAL = 500
TINY_OPTION = 1e-5
"""The least that a rule option other than 0 is shown as."""


@dataclass(frozen=True)
class Inputs:
    """Which columns of an observation the network reads, and what they are multiplied by.

    Attributes:
        columns: [C] int64, places in the observation, ascending.
        scale: [C] float32.
    """

    columns: np.ndarray
    scale: np.ndarray

    @classmethod
    def of(cls, layout: Layout, rules: Rules | Sequence[Rules]) -> "Inputs":
        """The inputs for one table's rules or several: natural units over what is usual there.

        A column is read if it varies at one of the tables or between them.
        """
        tables = [rules] if isinstance(rules, Rules) else list(rules)
        counts = np.array([table.card_counts for table in tables])
        options = np.array([encode_options(table) for table in tables])
        usual = {
            "hand_sizes": max(table.hand_size for table in tables),
            "draw_size": counts.sum(axis=1).max(),
            "voids": next(f.scale for f in layout.fields if f.name == "voids"),
            "pending": USUAL_PENDING,
            "scores": max(table.target for table in tables) or USUAL_TOTAL,
        }
        varies = np.ones(layout.size, bool)
        scale = np.ones(layout.size, np.float32)
        for field in layout.fields:
            columns = layout.slice(field.name)
            scale[columns] = np.broadcast_to(
                field.scale / usual.get(field.name, 1), field.shape
            ).ravel()
            if field.name == "rules":
                varies[columns] = (options != options[0]).any(axis=0)
                scale[columns] = 1 / np.maximum(options.max(axis=0), TINY_OPTION)
            elif field.labels == LABELS:
                varies[columns] = np.broadcast_to((counts > 0).any(axis=0), field.shape).ravel()
        return cls(np.flatnonzero(varies), scale[varies])

    @property
    def size(self) -> int:
        """The number of columns read, `C`."""
        return len(self.columns)


class Trunk(BaseFeaturesExtractor):
    """The layers that policy and value share: observations `[n, D]` in, features out."""

    columns: torch.Tensor
    scale: torch.Tensor

    def __init__(
        self, observation_space: spaces.Box, inputs: Inputs, widths: tuple[int, ...]
    ) -> None:
        super().__init__(observation_space, features_dim=widths[-1])
        self.register_buffer("columns", torch.as_tensor(inputs.columns), persistent=False)
        self.register_buffer("scale", torch.as_tensor(inputs.scale), persistent=False)
        sizes = (inputs.size, *widths)
        self.layers = nn.Sequential()
        for width_in, width_out in zip(sizes, widths, strict=False):
            self.layers.append(nn.Linear(width_in, width_out))
            self.layers.append(nn.ReLU())

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        return self.layers(observation[:, self.columns] * self.scale)


class TablePolicy(MaskableActorCriticPolicy):
    """A shared trunk, a head of 77 action logits and a head for the value of the seat on move."""

    features_extractor: Trunk
    action_net: nn.Linear
    value_net: nn.Linear
    observation_space: spaces.Box

    def __init__(self, *args: Any, **options: Any) -> None:
        fixed = {
            "net_arch": [],
            "features_extractor_class": Trunk,
            "optimizer_kwargs": {"eps": 1e-5, "fused": True},
        }
        super().__init__(*args, **options | fixed)

    def logits_and_values(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits `[n, A]` and values `[n]` of rows of scaled inputs `[n, C]`."""
        features = self.features_extractor.layers(inputs)
        return self.action_net(features), self.value_net(features).squeeze(1)


def trunk_names(policy: TablePolicy) -> list[str]:
    """The names of the shared layers in `weights_for_play`, in order."""
    return [f"trunk.{place}" for place, _ in enumerate(_linears(policy))]


def weights_for_play(policy: TablePolicy) -> dict[str, np.ndarray]:
    """The weights over whole observations `[D]`, named as `uno_agents.policy` stores them.

    A column that was left out has weight zero.
    """
    trunk = policy.features_extractor
    layers = dict(zip(trunk_names(policy), _linears(policy), strict=True))
    weights = {}
    for name, layer in (layers | {"policy": policy.action_net}).items():
        weights[f"{name}.weight"] = layer.weight.detach().numpy().copy()
        weights[f"{name}.bias"] = layer.bias.detach().numpy().copy()
    read = weights["trunk.0.weight"]
    whole = np.zeros((len(read), len(policy.observation_space.low)), np.float32)
    whole[:, trunk.columns.numpy()] = read * trunk.scale.numpy()
    weights["trunk.0.weight"] = whole
    return weights


def _linears(policy: TablePolicy) -> list[nn.Linear]:
    return [layer for layer in policy.features_extractor.layers if isinstance(layer, nn.Linear)]
