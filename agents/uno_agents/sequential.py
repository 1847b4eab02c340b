"""A test that may stop at any time: is the first agent better or worse than chance?

A fixed-sample interval that is looked at again and again excludes the truth sooner or later. The
interval here is a confidence sequence: it holds the truth at all times together with probability
95 %. It is the normal mixture of Robbins (1970) with estimated variance, the asymptotic confidence
sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2021), looked at after whole blocks.
Luck is taken out with coefficients from earlier blocks alone, so that every block's mean is right
whatever came before.
"""

from collections.abc import Sequence

import numpy as np

from uno_agents.adjusted import by_the_past
from uno_agents.outcomes import Outcomes
from uno_agents.results import Estimate, per_deal

ERROR = 0.05
"""The chance that the interval ever misses the truth."""

TIGHTEST = 5_000
"""Deals at which the sequence is about as narrow as it can be."""

_SPREAD = (-2 * np.log(ERROR) + np.log(-2 * np.log(ERROR) + 1)) / TIGHTEST


def anytime(values: np.ndarray, fewest: int = 2) -> Estimate:
    """The mean of `values: [N]` in [0, 1], one a deal, with an interval that holds at any time."""
    deals = len(values)
    mean = float(values.mean())
    if deals < fewest:
        return Estimate(mean, 0.0, 1.0)
    spread = np.sqrt(max(float(values.var(ddof=1)), 1 / deals))  # equal values prove little
    mixed = deals * _SPREAD + 1
    half = spread * np.sqrt(2 * mixed / (deals**2 * _SPREAD) * np.log(np.sqrt(mixed) / ERROR))
    return Estimate(mean, max(mean - half, 0.0), min(mean + half, 1.0))


class Verdict:
    """What is known of the first agent of a line-up after each block."""

    def __init__(self, places: Sequence[int], chance: float) -> None:
        self._places = places
        self._chance = chance
        self._blocks: list[tuple[np.ndarray, np.ndarray]] = []
        self.estimate = Estimate(chance, 0.0, 1.0)

    def hear(self, outcomes: Outcomes) -> None:
        """The next block is finished."""
        wins, _, luck = per_deal(outcomes, self._places)
        self._blocks.append((wins, luck))
        self.estimate = anytime(np.concatenate(by_the_past(self._blocks)))

    @property
    def decided(self) -> str | None:
        """Whether the agent is "above" or "below" chance; None while both are possible."""
        if self.estimate.low > self._chance:
            return "above"
        return "below" if self.estimate.high < self._chance else None
