"""Playing a window of decisions: the policy in every seat, and where its chance comes from."""

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
import torch

from uno_train.critic import OtherHands
from uno_train.games import Games
from uno_train.network import TablePolicy
from uno_train.rollout import SeatRolloutBuffer
from uno_train.sampling import answer_forced, sample


class Others(Protocol):
    """Whoever plays beside the policy in training; nobody learns from what they decide."""

    def offer(self, done: float) -> None:
        """A new window begins, after so large a share of the run."""
        ...

    def deal(self, games: np.ndarray) -> None:
        """Take seats in `games: [n] int64`, which were dealt anew."""
        ...

    def answer(self, games: Games, choosing: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Decide for the own seats, of those with a choice in the games `choosing: [n] int64`.

        The decisions go into `actions: [B] int64`. Returns the games that are left to the policy.
        """
        ...

    def state_dict(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        ...

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from what `state_dict` gave."""
        ...


class Collector:
    """Plays games with a policy in all seats, and files each decision under its seat.

    Args:
        policy: plays with the weights it has at the moment.
        hands: what the value reads of the other seats' hands; None for nothing.
        others: have some of the seats, and chance of their own.
        seed: of every choice; None for another one each time.

    Attributes:
        chance: where the policy's choices come from.
        played: the games of the last window.
    """

    def __init__(
        self, policy: TablePolicy, hands: OtherHands | None, others: Others, seed: int | None
    ) -> None:
        self._policy, self._hands = policy, hands
        self.others = others
        self.chance = np.random.default_rng(seed)
        self.played: Games | None = None

    def open_window(self, games: Games, buffer: SeatRolloutBuffer) -> None:
        """Keep of the last window what awaits its future; of games dealt anew nothing does."""
        if self.played is not games:
            buffer.reset()
            self.others.deal(np.arange(len(games.mask)))
            self.played = games
        buffer.begin_window()

    def fill_window(self, games: Games, buffer: SeatRolloutBuffer) -> Iterator[int]:
        """Play until the window is full, and work its advantages out.

        Yields:
            After each decision in every game, how many of them are learned from.
        """
        self._policy.set_training_mode(False)
        while not buffer.full:
            yield self._play(games, buffer)
        buffer.finish()

    @torch.no_grad()
    def _play(self, games: Games, buffer: SeatRolloutBuffer) -> int:
        """One decision in every game; returns how many are learned from.

        What is needed of the games is copied before they step, for stepping overwrites it.
        """
        actions = np.zeros(len(games.mask), np.int64)
        choosing = self.others.answer(games, answer_forced(games.mask, actions), actions)
        trunk = self._policy.features_extractor
        new = buffer.store(
            games.observation,
            games.mask,
            games.seat,
            choosing,
            trunk.columns.numpy(),
            trunk.scale.numpy(),
        )
        if self._hands is not None:
            self._hands.write(games.other_hands(), choosing, buffer.inputs[new])
        logits, values = self._policy.logits_and_values(torch.from_numpy(buffer.inputs[new]))
        buffer.values[new] = values.numpy()
        chance = self.chance.random(len(choosing), np.float32)
        chosen, log_probs = buffer.actions[new], buffer.log_probs[new]
        sample(logits.numpy(), buffer.masks[new], chance, chosen, log_probs)
        actions[choosing] = chosen
        rewards, terminated, truncated = games.step(actions)
        over = terminated | truncated
        buffer.credit(rewards, over)
        self.others.deal(np.flatnonzero(over))
        return len(choosing)
