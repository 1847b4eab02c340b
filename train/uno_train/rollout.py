"""The rollout buffer: one trajectory belongs to one seat of one game.

Decisions of all games and seats lie in one flat row, in the order they were made. Each knows its
`successor`, the next decision of the same seat in the same game, and the reward that came in
between, whoever moved when it came. So a loser's -1 arrives although another seat ended the game,
and no link crosses seats or games.

A decision that is still waiting for its successor when the window ends is carried over to the
front of the next window and trained there; within this window its own value stands in for its
future. A truncated game counts as ended: the rules pay 0 for it, and a value in place of that 0
would reward stalling.
"""

from typing import Any

import numpy as np
import torch
from gymnasium import spaces

from uno_env.compiling import kernel
from uno_train.decisions import Decisions

NONE = -1

CARRIED = ("inputs", "masks", "actions", "log_probs", "values", "rewards")
"""What is kept of a decision that awaits its future when a window ends."""


class SeatRolloutBuffer(Decisions):
    """Flat arrays of decisions, written in place.

    Attributes:
        size: how many decisions it holds, `n`; the arrays of `Decisions` have room for more.
        rewards: [n] float32, everything the seat got until its next decision.
        successors: [n] int64, the same seat's next decision, or `NONE`.
        ended: [n] bool, the game ended before the seat decided again.
        awaiting: [B, P] int64, each seat's decision whose future is not known yet, or `NONE`.
    """

    def __init__(
        self,
        buffer_size: int,
        observation_space: spaces.Space,
        action_space: spaces.Discrete,
        device: torch.device | str = "cpu",
        gae_lambda: float = 0.95,
        gamma: float = 1.0,
        n_envs: int = 1,
        *,
        seats: int,
        width: int,
    ) -> None:
        self.wanted = buffer_size * n_envs
        if self.wanted < 2 * n_envs * seats:
            raise ValueError(
                f"a window of {self.wanted} decisions is too small for {n_envs} games of {seats} "
                f"seats: expected at least {2 * n_envs * seats}, or fewer games"
            )
        self.gamma, self.gae_lambda = gamma, gae_lambda
        room = self.wanted + n_envs
        self.inputs = np.zeros((room, width), np.float32)
        self.masks = np.zeros((room, int(action_space.n)), bool)
        self.actions = np.zeros(room, np.int64)
        self.log_probs = np.zeros(room, np.float32)
        self.values = np.zeros(room, np.float32)
        self.rewards = np.zeros(room, np.float32)
        self.advantages = np.zeros(room, np.float32)
        self.returns = np.zeros(room, np.float32)
        self.successors = np.full(room, NONE, np.int64)
        self.ended = np.zeros(room, bool)
        self.awaiting = np.full((n_envs, seats), NONE, np.int64)
        self.size = 0

    @property
    def full(self) -> bool:
        """Whether the decisions that were wanted are complete."""
        return self.size >= self.wanted

    def reset(self) -> None:
        """Forget everything, the decisions carried over too."""
        self.awaiting[:] = NONE
        self.size = 0

    def begin_window(self) -> None:
        """Keep only the decisions that await their future, moved to the front."""
        self.load_state_dict(self.state_dict())

    def state_dict(self) -> dict[str, Any]:
        """Which seats await their future, `[B, P]`, and what is carried over of their decisions."""
        waiting = self.awaiting != NONE
        kept = self.awaiting[waiting]
        carried = {name: torch.from_numpy(getattr(self, name)[kept]) for name in CARRIED}
        return {"waiting": torch.from_numpy(waiting)} | carried

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Hold nothing but the decisions carried over."""
        waiting = state["waiting"].numpy()
        self.size = int(waiting.sum())
        for name in CARRIED:
            getattr(self, name)[: self.size] = state[name].numpy()
        self.successors[: self.size] = NONE
        self.ended[: self.size] = False
        self.awaiting[:] = NONE
        self.awaiting[waiting] = np.arange(self.size)

    def store(
        self,
        observation: np.ndarray,
        mask: np.ndarray,
        seat: np.ndarray,
        games: np.ndarray,
        columns: np.ndarray,
        scale: np.ndarray,
    ) -> slice:
        """Copy what the seats on move in some games see, and link it to their last decisions.

        Args:
            observation: [B, D] float32; mask: [B, A] int8; seat: [B]. All may be overwritten
                afterwards.
            games: [n] int64, the games whose decision is kept.
            columns: [C] int64, scale: [C] float32: the network's inputs.

        Returns:
            The new decisions' places; `actions`, `log_probs` and `values` are the caller's to fill.
        """
        first, self.size = self.size, self.size + len(games)
        new = slice(first, self.size)
        _copy_rows(observation, mask, games, columns, scale, self.inputs[new], self.masks[new])
        _link(games, seat, first, self.awaiting, self.successors)
        self.rewards[new] = 0
        self.successors[new] = NONE
        self.ended[new] = False
        return new

    def credit(self, rewards: np.ndarray, over: np.ndarray) -> None:
        """Give every seat's reward to its last decision, and close the games that are over.

        Args:
            rewards: [B, P] float32.
            over: [B] bool, terminated or truncated.
        """
        _credit(rewards, over, self.awaiting, self.rewards, self.ended)

    def finish(self) -> None:
        """Compute advantages and returns of all decisions whose future is known."""
        n = self.size
        _walk_back(
            self.rewards[:n],
            self.values[:n],
            self.successors[:n],
            self.ended[:n],
            np.float32(self.gamma),
            np.float32(self.gae_lambda),
            self.advantages[:n],
        )
        self.returns[:n] = self.advantages[:n] + self.values[:n]
        self.measure()

    def trained(self) -> np.ndarray:
        """The places of the decisions whose future is known, ascending."""
        n = self.size
        return np.flatnonzero((self.successors[:n] != NONE) | self.ended[:n])


@kernel
def _copy_rows(observation, mask, games, columns, scale, inputs, masks):
    for row in range(len(games)):
        game = games[row]
        for place in range(len(columns)):
            inputs[row, place] = observation[game, columns[place]] * scale[place]
        for action in range(mask.shape[1]):
            masks[row, action] = mask[game, action] != 0


@kernel
def _link(games, seat, first, awaiting, successors):
    """Make each new decision the successor of the same seat's last one in the same game."""
    for row in range(len(games)):
        game = games[row]
        last = awaiting[game, seat[game]]
        if last != NONE:
            successors[last] = first + row
        awaiting[game, seat[game]] = first + row


@kernel
def _credit(rewards, over, awaiting, credited, ended):
    for game in range(awaiting.shape[0]):
        for seat in range(awaiting.shape[1]):
            last = awaiting[game, seat]
            if last != NONE:
                credited[last] += rewards[game, seat]
                if over[game]:
                    ended[last] = True
                    awaiting[game, seat] = NONE


@kernel
def _walk_back(rewards, values, successors, ended, gamma, gae_lambda, advantages):
    """Generalised advantage estimation along the successors, from the last decision to the first.

    A successor comes later in the row, so its advantage is known; one that is still waiting has 0,
    which leaves its value as the bootstrap.
    """
    for place in range(len(rewards) - 1, -1, -1):
        after = successors[place]
        advantages[place] = 0
        if after != NONE:
            step = rewards[place] + gamma * values[after] - values[place]
            advantages[place] = step + gamma * gae_lambda * advantages[after]
        elif ended[place]:
            advantages[place] = rewards[place] - values[place]
