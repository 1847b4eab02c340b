"""Looking ahead with a learned policy: `policy-search-N[:X]`.

The policy `X` proposes the moves worth a thought. In each world every one of them is played out by
`heuristic`, and valued by the policy where the searching seat decides again after others have moved
as the policy has them move (see `expectation`); the mean of both counts.

Worlds are dealt from what the seat knows, and those that explain better what the others did are
taken more often (see `voids`). The policy's own choice is left only for a gain that stands out.
`X` is what may follow `policy:`, by default the shipped policy for the table's number of players.
"""

import numpy as np

from uno_agents.budget import Budget
from uno_agents.expectation import Expectation
from uno_agents.policy import Policy, load
from uno_agents.search import best_column
from uno_agents.voids import explained_best
from uno_env import Layout, Rules, observation_layout
from uno_env.worlds import Worlds

SHIPPED = {2: "official-2p", 3: "official-4p", 4: "official-4p"}
"""The policy for each number of players."""

HOPELESS = 0.02
"""A move that the policy gives less than this share of its favourite's chance is not looked at."""

FAITH = 0.02
"""What one unit of the policy's score is worth, in rewards."""

SPARE = 8
"""Worlds dealt for each one that is looked at."""


class PolicySearch:
    """The agent of this module.

    Attributes:
        seats: the most players it can sit with, if the policy was named.
    """

    needs_worlds = True

    def __init__(self, suffix: str) -> None:
        amount, _, name = suffix.partition(":")
        self.budget = Budget.parse("policy-search", amount)
        self._policy: Policy | None = load(name) if name else None
        self.seats = self._policy.seats if self._policy else None
        self._expectation: Expectation | None = None

    def start(self, layout: Layout, rules: Rules) -> None:
        """Called before play.

        Raises:
            ValueError: no policy was named, and none is shipped for so many players.
        """
        policy = self._policy
        if policy is None:
            if rules.players not in SHIPPED:
                raise ValueError(
                    f"no policy is shipped for players={rules.players}: name one that was trained "
                    "with seats for all, as in policy-search-50ms:runs/mine/"
                )
            policy = load(SHIPPED[rules.players])
        own = observation_layout(policy.seats, policy.history)
        self._layout = layout
        self._players = rules.players
        self._expectation = Expectation(policy, own, rules)

    def act(
        self,
        observation: np.ndarray,
        mask: np.ndarray,
        rng: np.random.Generator,
        worlds: Worlds,
    ) -> np.ndarray:
        """An action for each row of `observation: [B, D]` and `mask: [B, A]`; `[B] int64`.

        One number is drawn a row.

        Raises:
            ValueError: nobody called `start`.
        """
        if self._expectation is None:
            raise ValueError("policy-search does not know the table: call start(layout, rules)")
        seeds = rng.integers(2**64, size=len(mask), dtype=np.uint64)
        actions = mask.argmax(axis=1)
        for row in np.flatnonzero(mask.sum(axis=1) > 1):
            actions[row] = self._best(observation[row], mask[row], seeds[row], worlds, int(row))
        return actions

    def _best(
        self, seen: np.ndarray, legal: np.ndarray, seed: np.uint64, worlds: Worlds, row: int
    ) -> int:
        """The best action in one row."""
        expectation = self._expectation
        assert expectation is not None
        expectation.look_at(worlds, row)
        liking = expectation.scores(worlds, row, seed)
        moves, liking = worth_a_thought(liking, legal)
        if len(moves) == 1:
            return int(moves[0])
        evidence = self._layout.decode(seen)
        returns = []
        for chunk in self.budget.chunks(seed):
            spare = np.arange(SPARE * len(chunk), dtype=np.uint64)
            dealt = worlds.many(row, chunk[:1] * np.uint64(SPARE) + spare)
            seat = worlds.seat(row)
            chosen = explained_best(dealt, seat, self._players, evidence, len(chunk))
            returns.append(expectation.returns(chosen, moves))
        column = best_column(np.concatenate(returns), 0, FAITH * (liking - liking[0]))
        return int(moves[column])


def worth_a_thought(scores: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The legal actions that are not hopeless and their scores, the favourite first.

    Args:
        scores: [A], the policy's.
        legal: [A], the mask.
    """
    actions = np.flatnonzero(legal)
    order = np.argsort(-scores[actions], kind="stable")
    actions = actions[order].astype(np.int64)
    kept = scores[actions] >= scores[actions[0]] + np.log(HOPELESS)
    return actions[kept], scores[actions[kept]]
