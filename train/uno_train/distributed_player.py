"""One part of a run's games, played in a process of its own: what a Ray actor does.

It is the trainer of `uno_train.ppo` with a share of the games and of the window, which collects
and never trains. Nothing here knows of Ray.
"""

import os
import socket
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from uno_env import Rules
from uno_train import ppo
from uno_train.budget import Budget

ACTORS = 2
"""The branch of the run's seed that actors draw theirs from; snapshots have another."""


def seed_of(run: int, number: int, incarnation: int, begun_at: int) -> int:
    """Where an actor's games and choices begin: 128 bits, so that no two actors share a game.

    Args:
        run: the run's seed.
        number: the actor's, from 0.
        incarnation: how many were lost in its place.
        begun_at: after how many decisions the run began or was resumed.
    """
    branch = (ACTORS, number, incarnation, begun_at)
    words = np.random.SeedSequence(run, spawn_key=branch).generate_state(4)
    return int.from_bytes(words.tobytes(), "little")


def as_arrays(weights: Mapping[str, torch.Tensor]) -> dict[str, np.ndarray]:
    """Weights in the form in which they travel: several times faster to pack than tensors."""
    return {name: weight.numpy() for name, weight in weights.items()}


def as_tensors(weights: Mapping[str, np.ndarray]) -> dict[str, torch.Tensor]:
    """Weights that came as `as_arrays`, in copies that may be written to."""
    return {name: torch.tensor(weight) for name, weight in weights.items()}


class Player:
    """Plays windows with the weights it is sent."""

    def prepare(self, part: ppo.Args, tables: Sequence[Rules], seed: int) -> str:
        """Compile and deal.

        Args:
            part: the run's arguments, with the games and the window of this player alone.

        Returns:
            Where it runs, in words.
        """
        ppo.warm_up(part, tables)
        self._model = ppo.trainer(part, tables, Budget(decisions=1))
        self._model.begin_from(seed)
        assert self._model.env is not None
        self._model.env.reset()
        return f"process {os.getpid()} on {socket.gethostname()}"

    def play(
        self,
        weights: Mapping[str, np.ndarray],
        taken_at: Sequence[float],
        *snapshots: Mapping[str, np.ndarray],
    ) -> dict[str, np.ndarray]:
        """Play a window.

        Args:
            weights: of the policy, by name.
            taken_at: after which share of the run each of the snapshots was taken.
            snapshots: the pool of past policies as it is now.

        Returns:
            The decisions to learn from, with advantages and returns (`Decisions.learned`).
        """
        model: Any = self._model
        model.policy.load_state_dict(as_tensors(weights))
        model.collector.others.follow([as_tensors(one) for one in snapshots], taken_at)
        model.collector.open_window(model.env.games, model.rollout_buffer)
        for _ in model.collector.fill_window(model.env.games, model.rollout_buffer):
            pass
        return model.rollout_buffer.learned()
