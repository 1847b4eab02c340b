"""Estimates with the luck of the draw taken out.

A place's win rate is regressed on the luck of its draws less that of the others' (zero on average,
see `uno_env.luck`), and what the luck explains is subtracted. The coefficients for a deal come from
other deals, so the estimate has no bias whatever they are; good ones make it narrower.
"""

from collections.abc import Iterable

import numpy as np

FOLDS = 10
"""A deal's coefficients are fitted on the other nine tenths."""

FEWEST = 100
"""Deals below which coefficients would add more noise than they take out."""


def cross_fitted(values: np.ndarray, luck: np.ndarray) -> np.ndarray:
    """The values with what luck explains subtracted; same mean on average, less spread.

    Args:
        values: [N], one a deal.
        luck: [N, C], zero on average in each column.

    Returns:
        [N]; the values themselves where there are fewer than `FEWEST`.
    """
    if len(values) < FEWEST:
        return values
    fold = np.arange(len(values)) % FOLDS
    sums = [Moments.of(values[fold == k], luck[fold == k]) for k in range(FOLDS)]
    everything = sum(sums, Moments.none(luck.shape[1]))
    coefficients = np.array([(everything - part).coefficients() for part in sums])
    return values - np.einsum("nc,nc->n", luck, coefficients[fold])


def by_the_past(blocks: Iterable[tuple[np.ndarray, np.ndarray]]) -> list[np.ndarray]:
    """The same, with coefficients from earlier blocks alone, as a sequential test needs it.

    Args:
        blocks: values `[n]` and luck `[n, C]` of each block, in order.
    """
    adjusted, seen = [], None
    for values, luck in blocks:
        seen = seen or Moments.none(luck.shape[1])
        known = seen.count >= FEWEST
        adjusted.append(values - luck @ seen.coefficients() if known else values)
        seen = seen + Moments.of(values, luck)
    return adjusted


class Moments:
    """The sums that a regression of values on luck is made from."""

    def __init__(self, count: float, total: float, luck: np.ndarray, products: np.ndarray) -> None:
        self.count, self.total, self.luck, self.products = count, total, luck, products

    @classmethod
    def none(cls, columns: int) -> "Moments":
        """Of no deals."""
        return cls(0, 0.0, np.zeros(columns), np.zeros((columns + 1, columns)))

    @classmethod
    def of(cls, values: np.ndarray, luck: np.ndarray) -> "Moments":
        """Of these deals."""
        products = np.vstack([luck.T @ luck, values @ luck])
        return cls(len(values), float(values.sum()), luck.sum(axis=0), products)

    def __add__(self, other: "Moments") -> "Moments":
        return Moments(*(one + more for one, more in zip(self._all, other._all, strict=True)))

    def __sub__(self, other: "Moments") -> "Moments":
        return Moments(*(one - less for one, less in zip(self._all, other._all, strict=True)))

    @property
    def _all(self) -> tuple:
        return self.count, self.total, self.luck, self.products

    def coefficients(self) -> np.ndarray:
        """[C]: what a unit of each column's luck is worth; 0 for a column that never varies."""
        with_values = self.products[-1] - self.total / self.count * self.luck
        return np.linalg.lstsq(self.products[:-1], with_values, rcond=1e-10)[0]
