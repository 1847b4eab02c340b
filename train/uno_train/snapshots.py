"""Past versions of the policy as opponents: the pool they come from, and who sits where.

In a share of the games, drawn anew whenever one is dealt, one seat is played by a snapshot of the
policy's past. Its decisions are nobody's to learn from; the other seats learn as ever, and from
an opponent that does not change along with them. A policy that only ever meets itself can go
round in circles, forgetting how to beat what it once was.
"""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from uno_train.games import Games
from uno_train.network import TablePolicy
from uno_train.sampling import sample

NOBODY = -1

ROOM = 8
"""The most snapshots that are kept."""
FIRST_DISTANCE = 1 / 64
"""The share of the run before the first snapshot and, to begin with, between any two."""


class Snapshots:
    """The pool, and for each game the seat that a snapshot plays.

    Everything is drawn from a random stream of its own, so a run without snapshots is no different
    for their being possible.

    Args:
        share: of the games in which a snapshot sits, 0 to 1.
        policy: in training; its weights are copied whenever a snapshot is taken.
        players: [B], how many sit at the table of each game.
        seed: of the stream.

    Attributes:
        states: the snapshots' weights, oldest first.
        taken_at: the share of the run that was over when each was taken.
        seat: [B] int64, the seat that a snapshot plays, or `NOBODY`; who: [B] int64, which one.

    Raises:
        ValueError: `share` is no share.
    """

    def __init__(
        self,
        share: float,
        policy: TablePolicy,
        players: np.ndarray,
        seed: int | None = None,
    ) -> None:
        if not 0 <= share <= 1:
            raise ValueError(f"snapshots={share}: expected a share of the games, from 0 to 1")
        self.share = share
        self.states: list[dict[str, torch.Tensor]] = []
        self.taken_at: list[float] = []
        self.seat = np.full(len(players), NOBODY, np.int64)
        self.who = np.zeros(len(players), np.int64)
        self._trunk = policy.features_extractor
        self._layers = nn.ModuleList(policy.acting_layers())
        self._stacked: list[tuple[torch.Tensor, torch.Tensor]] = []
        self._players = players
        self._distance = FIRST_DISTANCE
        self._chance = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(1,)))

    def offer(self, done: float) -> None:
        """Take a snapshot if one is due.

        When a full pool meets another, every second one goes and the distance doubles, so that
        those kept always lie at equal distances over the whole past. A game in which one that goes
        was playing is finished by the one after it.

        Args:
            done: the share of the run that is over.
        """
        if not self.share or not self._due(done):
            return
        if len(self.states) == ROOM:
            del self.states[::2], self.taken_at[::2]
            self._distance *= 2
            self.who //= 2
        if self._due(done):
            weights = self._layers.state_dict()
            self.states.append({name: weight.clone() for name, weight in weights.items()})
            self.taken_at.append(done)
        self._stack()

    def _due(self, done: float) -> bool:
        """Whether another multiple of the distance has been passed since the latest snapshot."""
        last = self.taken_at[-1] if self.taken_at else 0.0
        return done // self._distance > last // self._distance

    def follow(self, states: Sequence[dict[str, torch.Tensor]], taken_at: Sequence[float]) -> None:
        """Have what another pool has now, to which all that this one has once belonged.

        A game in which a snapshot that is gone was playing is finished by the one after it.
        """
        if list(taken_at) == self.taken_at:
            return
        if self.states:
            self.who[:] = np.searchsorted(taken_at, np.array(self.taken_at)[self.who])
        self.states, self.taken_at = list(states), list(taken_at)
        self._stack()

    def deal(self, games: np.ndarray) -> None:
        """Draw who sits in `games: [n] int64`, which were dealt anew."""
        if not self.states:
            self.seat[games] = NOBODY
            return
        sits = self._chance.random(len(games)) < self.share
        seats = self._chance.integers(self._players[games])
        self.seat[games] = np.where(sits, seats, NOBODY)
        self.who[games] = self._chance.integers(len(self.states), size=len(games))

    @torch.no_grad()
    def answer(self, games: Games, choosing: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Decide for the seats that snapshots play.

        Args:
            choosing: [n] int64, the games whose seat on move has a choice.
            actions: [B] int64, written where a snapshot decides.

        Returns:
            Those of `choosing` that are left to the policy in training.
        """
        if not self.states:
            return choosing
        theirs = self.seat[choosing] == games.seat[choosing]
        rows = choosing[theirs]
        if len(rows):
            logits = self._logits(games.observation[rows], self.who[rows])
            uniforms = self._chance.random(len(rows), np.float32)
            chosen, log_probs = np.empty(len(rows), np.int64), np.empty(len(rows), np.float32)
            sample(logits, games.mask[rows] != 0, uniforms, chosen, log_probs)
            actions[rows] = chosen
        return choosing[~theirs]

    def _logits(self, observation: np.ndarray, who: np.ndarray) -> np.ndarray:
        """The logits `[n, A]` that snapshot `who: [n]` gives for each of `observation: [n, D]`.

        All snapshots work at once, each on rows of its own, filled up to the most that one has.
        """
        order = np.argsort(who, kind="stable")
        counts = np.bincount(who, minlength=len(self.states))
        place = np.empty_like(order)
        place[order] = np.arange(len(who)) - np.repeat(counts.cumsum() - counts, counts)
        read = self._trunk.read(torch.from_numpy(observation))
        hidden = torch.zeros(len(self.states), int(counts.max()), read.shape[1])
        hidden[who, place] = read
        *trunk, head = self._stacked
        for weight, bias in trunk:
            hidden = torch.baddbmm(bias, hidden, weight).relu_()
        weight, bias = head
        return torch.baddbmm(bias, hidden, weight)[who, place].numpy()

    def _stack(self) -> None:
        """Lay each layer's weights `[S, in, out]` and biases `[S, 1, out]` side by side."""
        self._stacked = [
            (
                torch.stack([state[f"{layer}.weight"].T for state in self.states]),
                torch.stack([state[f"{layer}.bias"][None] for state in self.states]),
            )
            for layer in range(len(self._layers))
            if self.states
        ]

    def state_dict(self) -> dict[str, Any]:
        """All that changes during a run: a checkpoint's part."""
        return {
            "states": list(self.states),
            "taken_at": list(self.taken_at),
            "distance": self._distance,
            "seat": torch.tensor(self.seat),
            "who": torch.tensor(self.who),
            "chance": json.dumps(self._chance.bit_generator.state),
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from what `state_dict` gave."""
        self.states, self.taken_at = list(state["states"]), list(state["taken_at"])
        self._distance = state["distance"]
        self.seat[:], self.who[:] = state["seat"].numpy(), state["who"].numpy()
        self._chance.bit_generator.state = json.loads(state["chance"])
        self._stack()
