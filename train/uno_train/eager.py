"""Seats that lay a coloured card whenever they can, among those that do as they like.

Where drawing by choice is allowed, a policy that only meets itself easily takes to drawing: at a
table where everybody hoards, hoarding costs little. Against a seat that never does, it does cost,
and the others learn so.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from uno_env import Rules
from uno_env.actions import DRAW, PASS
from uno_env.cards import COLORED
from uno_train.games import TableBatch


class EagerTables(TableBatch):
    """Games at some of whose seats nobody may draw or pass who can lay a coloured card.

    Which seats these are is drawn once, game by game, and stays so however often a game is dealt
    anew; the policy is not told. Their masks are narrower than the rules'.

    Args:
        share: of the seats that are such, 0 to 1.
        tables, size, seed, options: as `TableBatch` takes them.

    Attributes:
        eager: [B, P] bool, which seats of which games.

    Raises:
        ValueError: `share` is no share.
    """

    def __init__(
        self, share: float, tables: Sequence[Rules], size: int, seed: int, **options: Any
    ) -> None:
        if not 0 <= share <= 1:
            raise ValueError(f"eager={share}: expected a share of the seats, from 0 to 1")
        most = max(rules.players for rules in tables)
        chance = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(3,)))
        self.eager = chance.random((size, most)) < share
        super().__init__(tables, size, seed, **options)

    def _observe(self, rows: np.ndarray) -> None:
        super()._observe(rows)
        bound = rows[self.eager[rows, self.seat[rows]]]
        able = bound[self.mask[bound, :COLORED].any(axis=1)]
        self.mask[able, DRAW] = 0
        self.mask[able, PASS] = 0
