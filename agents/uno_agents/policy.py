"""Learned policies on NumPy: the forward pass of the weights that `policy_files` reads."""

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from uno_agents.own_view import OwnView
from uno_agents.policy_files import read
from uno_env import Layout, Rules, observation_layout

_ACTIVATE = {"tanh": lambda x: np.tanh(x, out=x), "relu": lambda x: np.maximum(x, 0, out=x)}
"""The activations of `policy_files`; each works in place on `[B, H] float32`."""


class Policy:
    """A learned policy: it takes its best legal action, or samples if `greedy` is False.

    Attributes:
        seats, history: the layout it was trained on.
        card: all that its JSON card says.
        greedy: True unless set otherwise.
    """

    def __init__(self, tensors: Mapping[str, np.ndarray], card: Mapping[str, Any]) -> None:
        self.card = dict(card)
        self.seats = int(card["seats"])
        self.history = int(card["history"])
        self.greedy = True
        self._layout = observation_layout(self.seats, self.history)
        self._view = OwnView(self._layout) if card["view"] == "own" else None
        self._activate = _ACTIVATE[card["activation"]]
        self._scale = tensors.get("input.scale")
        self._trunk = [_layer(tensors, name) for name in card["trunk"]]
        self._head = _layer(tensors, "policy")
        self._value = _layer(tensors, "value") if "value.weight" in tensors else None

    @property
    def has_value(self) -> bool:
        """Whether it was stored with its value."""
        return self._value is not None

    def start(self, layout: Layout, rules: Rules) -> None:
        """Called before play.

        Raises:
            ValueError: it was trained on another layout, or cannot sit at so large a table.
        """
        if layout != self._layout:
            raise ValueError(
                f"this policy reads {self._layout}, and the table shows {layout}: give the table "
                f"seats={self.seats}, history={self.history}"
            )

    def scores(self, observation: np.ndarray) -> np.ndarray:
        """The unmasked score (logit) of each action, `[B, A] float32`, of `observation: [B, D]`."""
        return self._ask(observation)[0]

    def scores_and_values(self, observation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """`scores`, and what reward each seat that looks expects, `[B] float32`.

        A value is right when the seat is about to decide, as in training.

        Raises:
            ValueError: the policy was stored without its value.
        """
        if self._value is None:
            raise ValueError(
                "this policy was stored without its value (its critic read hidden cards, or it is "
                "of an older version): train it with --critic own"
            )
        scores, features = self._ask(observation)
        weight, bias = self._value
        return scores, (features @ weight + bias)[:, 0]

    def _ask(self, observation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The score of each action, `[B, A]`, and the features it comes from, `[B, H]`."""
        weight, bias = self._head
        if self._view is None:
            features = self._features(observation)
            return features @ weight + bias, features
        seen = np.empty(observation.shape, np.float32)
        view = self._view.see(observation, seen)
        features = self._features(seen)
        return np.take_along_axis(features @ weight + bias, self._view.own[view], axis=1), features

    def _features(self, observation: np.ndarray) -> np.ndarray:
        hidden = observation if self._scale is None else observation * self._scale
        for weight, bias in self._trunk:
            hidden = self._activate(hidden @ weight + bias)
        return hidden

    def act(
        self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """A legal action for each row of `observation: [B, D]` and `mask: [B, A]`; `[B] int64`."""
        scores = self.scores(observation)
        if not self.greedy:
            scores = scores + rng.gumbel(size=scores.shape)
        return np.where(mask, scores, -np.inf).argmax(axis=1)


def load(path: str | os.PathLike) -> Policy:
    """The policy that `read` finds there; `ValueError` as from it."""
    return Policy(*read(path))


def _layer(tensors: Mapping[str, np.ndarray], name: str) -> tuple[np.ndarray, np.ndarray]:
    """A layer's weight as [in, out], and its bias."""
    return np.ascontiguousarray(tensors[f"{name}.weight"].T), tensors[f"{name}.bias"]
