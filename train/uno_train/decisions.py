"""What an update learns from: decisions in flat arrays, whoever collected them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch

LEARNED = ("inputs", "masks", "actions", "log_probs", "values", "advantages", "returns")
"""The arrays an update reads."""


@dataclass(frozen=True)
class Minibatch:
    """Some decisions as the loss takes them; the fields are `[n]` where nothing else is said."""

    inputs: torch.Tensor
    """[n, C]"""
    masks: torch.Tensor
    """[n, A] bool"""
    actions: torch.Tensor
    log_probs: torch.Tensor
    advantages: torch.Tensor
    """With mean 0 and standard deviation 1 over the window."""
    returns: torch.Tensor


class Decisions:
    """A window's decisions.

    Attributes:
        inputs: [n, C] float32, what the network read.
        masks: [n, A] bool.
        actions: [n] int64; log_probs, values: [n] float32, as they were when the action was chosen.
        advantages, returns: [n] float32.
    """

    inputs: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    log_probs: np.ndarray
    values: np.ndarray
    advantages: np.ndarray
    returns: np.ndarray

    def trained(self) -> np.ndarray:
        """The places of the decisions that are learned from, ascending."""
        return np.arange(len(self.actions))

    def learned(self) -> dict[str, np.ndarray]:
        """The decisions that are learned from, and nothing else: the `LEARNED` arrays by name."""
        places = self.trained()
        return {name: getattr(self, name)[places] for name in LEARNED}

    def measure(self) -> None:
        """Take mean and spread of the advantages, once they are known."""
        known = self.advantages[self.trained()]
        self._mean, self._spread = float(known.mean()), float(known.std()) + 1e-8

    def shuffled(self, size: int) -> Iterator[torch.Tensor]:
        """The places of all trained decisions in random order, in equal parts of about `size`."""
        places = torch.from_numpy(self.trained())
        places = places[torch.randperm(len(places))]
        yield from places.tensor_split(max(1, round(len(places) / size)))

    def minibatch(self, places: torch.Tensor) -> Minibatch:
        """The decisions at these places."""

        def rows(array: np.ndarray) -> torch.Tensor:
            return torch.from_numpy(array).index_select(0, places)

        return Minibatch(
            rows(self.inputs),
            rows(self.masks),
            rows(self.actions),
            rows(self.log_probs),
            (rows(self.advantages) - self._mean) / self._spread,
            rows(self.returns),
        )


class GatheredDecisions(Decisions):
    """Decisions that were collected elsewhere, in several parts."""

    def take(self, parts: Sequence[dict[str, np.ndarray]]) -> None:
        """Hold what `learned` gave in several places, in this order, and nothing else."""
        for name in LEARNED:
            setattr(self, name, np.concatenate([part[name] for part in parts]))
        self.measure()
