"""How long a search agent thinks about a move: so many worlds, or so much time."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

CHUNK = 32
"""Worlds looked at between two looks at the clock; that many records fit into a core's cache."""


@dataclass(frozen=True)
class Budget:
    """A number of worlds, or a time; exactly one of them is given."""

    worlds: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, agent: str, text: str) -> "Budget":
        """The budget that the suffix of a name gives: `200`, or `50ms`.

        Raises:
            ValueError: neither a number of worlds nor a time; names the agent.
        """
        if found := re.fullmatch(r"0*([1-9][0-9]{0,8})(ms)?", text, re.ASCII):
            number = int(found[1])
            return cls(seconds=number / 1000) if found[2] else cls(worlds=number)
        raise ValueError(
            f"agent {agent + '-' + text!r}: expected a number of worlds, such as {agent}-200, or a "
            f"time for each move, such as {agent}-50ms"
        )

    def chunks(self, seed: np.uint64) -> Iterator[np.ndarray]:
        """The seeds of the worlds, `[n] uint64` at a time; at least one chunk."""
        began = time.perf_counter()
        done = 0
        while self._goes_on(done, began):
            size = CHUNK if self.worlds is None else min(CHUNK, self.worlds - done)
            yield np.arange(done, done + size, dtype=np.uint64) + seed
            done += size

    def _goes_on(self, done: int, began: float) -> bool:
        if self.worlds is not None:
            return done < self.worlds
        return done == 0 or time.perf_counter() - began < (self.seconds or 0)
