"""The network that learns: what of an observation it reads, and its trunk and two heads.

Observations are counts divided by fixed maxima, so a hand of seven is 7/230. Here each column is
brought to a magnitude near 1, and columns that never change under the table's rules are left
out. Both are folded into the first layer when weights are handed out for play: an agent that
plays needs nothing but the observation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from uno_env import Layout, Rules
from uno_env.cards import KIND
from uno_env.rules import encode_options
from uno_train.critic import AllHandsCritic

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
    def of(
        cls, layout: Layout, rules: Rules | Sequence[Rules], without: Sequence[str] = ()
    ) -> "Inputs":
        """The inputs for one table's rules or several: natural units over what is usual there.

        A column is read if it varies at one of the tables or between them.

        Args:
            without: fields that the network shall not read.

        Raises:
            ValueError: no field has such a name, or none is left.
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
        in_a_deck = counts.max(axis=0) > 0
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
            elif field.labels:
                there = [label not in KIND or in_a_deck[KIND[label]] for label in field.labels]
                varies[columns] = np.broadcast_to(there, field.shape).ravel()
        for name in without:
            varies[layout.slice(name)] = False
        if not varies.any():
            raise ValueError(f"without={' '.join(without)}: nothing is left to read")
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
        self.reads = inputs.size
        sizes = (inputs.size, *widths)
        self.layers = nn.Sequential()
        for width_in, width_out in zip(sizes, widths, strict=False):
            self.layers.append(nn.Linear(width_in, width_out))
            self.layers.append(nn.ReLU())

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        """The features `[n, H]` of whole observations `[n, D]`."""
        return self.layers(self.read(observation))

    def read(self, observation: torch.Tensor) -> torch.Tensor:
        """The scaled inputs `[n, C]` in whole observations `[n, D]`."""
        return observation[:, self.columns] * self.scale


class TablePolicy(MaskableActorCriticPolicy):
    """A shared trunk, a head of 77 action logits and a head for the value of the seat on move.

    Args:
        hands: how many counts of the other seats' hands the value reads besides, `E`.
        view: "own" if it is trained on `uno_train.games_as_seen`, otherwise "table".
    """

    features_extractor: Trunk
    action_net: nn.Linear
    value_net: nn.Linear
    observation_space: spaces.Box

    def __init__(self, *args: Any, hands: int = 0, view: str = "table", **options: Any) -> None:
        self.hands, self.view = hands, view
        fixed = {
            "net_arch": [],
            "features_extractor_class": Trunk,
            "optimizer_kwargs": {"eps": 1e-5, "fused": True},
        }
        super().__init__(*args, **options | fixed)

    def _build_mlp_extractor(self) -> None:
        super()._build_mlp_extractor()
        if self.hands:
            self.mlp_extractor = AllHandsCritic(self.features_dim, self.hands)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return super()._get_constructor_parameters() | {
            "hands": self.hands,
            "view": self.view,
        }

    def logits_and_values(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits `[n, A]` and values `[n]` of rows of scaled inputs and hands `[n, C + E]`."""
        reads = self.features_extractor.reads
        features = self.features_extractor.layers(inputs[:, :reads])
        latent = features
        if isinstance(self.mlp_extractor, AllHandsCritic):
            latent = self.mlp_extractor.latent_value(features, inputs[:, reads:])
        return self.action_net(features), self.value_net(latent).squeeze(1)

    def acting_layers(self) -> list[nn.Linear]:
        """From what the network reads to the logits, with a ReLU after each but the last."""
        return [*_linears(self), self.action_net]


def trunk_names(policy: TablePolicy) -> list[str]:
    """The names of the shared layers in `weights_for_play`, in order."""
    return [f"trunk.{place}" for place, _ in enumerate(_linears(policy))]


def weights_for_play(policy: TablePolicy) -> dict[str, np.ndarray]:
    """The weights over whole observations `[D]`, named as `uno_agents.policy_files` stores them.

    A column that was left out has weight zero. A value that reads hidden cards is left out.
    """
    trunk = policy.features_extractor
    layers = dict(zip(trunk_names(policy), _linears(policy), strict=True))
    layers["policy"] = policy.action_net
    if not policy.hands:
        layers["value"] = policy.value_net
    weights = {}
    for name, layer in layers.items():
        weights[f"{name}.weight"] = layer.weight.detach().numpy().copy()
        weights[f"{name}.bias"] = layer.bias.detach().numpy().copy()
    read = weights["trunk.0.weight"]
    whole = np.zeros((len(read), len(policy.observation_space.low)), np.float32)
    whole[:, trunk.columns.numpy()] = read * trunk.scale.numpy()
    weights["trunk.0.weight"] = whole
    return weights


def take_weights(policy: TablePolicy, weights: Mapping[str, np.ndarray]) -> None:
    """Go on from weights that were handed out for play, as `weights_for_play` names them.

    A value that was not handed out stays as it is.

    Raises:
        ValueError: layers of other widths, or a weight for what this policy does not read.
    """
    trunk = policy.features_extractor
    layers = dict(zip(trunk_names(policy), _linears(policy), strict=True))
    layers |= {"policy": policy.action_net, "value": policy.value_net}
    given = dict(weights)
    whole = given["trunk.0.weight"]
    given["trunk.0.weight"] = whole[:, trunk.columns.numpy()] / trunk.scale.numpy()
    if np.delete(whole, trunk.columns.numpy(), axis=1).any():
        raise ValueError("the weights read columns that never change under these rules")
    for name, layer in layers.items():
        for part, parameter in layer.named_parameters():
            found = given.get(f"{name}.{part}")
            if found is None and name == "value":
                continue
            if found is None or found.shape != tuple(parameter.shape):
                raise ValueError(
                    f"{name}.{part}: expected weights of shape {list(parameter.shape)}, got "
                    f"{None if found is None else list(found.shape)}"
                )
            parameter.data.copy_(torch.from_numpy(found))


def _linears(policy: TablePolicy) -> list[nn.Linear]:
    return [layer for layer in policy.features_extractor.layers if isinstance(layer, nn.Linear)]
