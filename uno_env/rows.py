"""What a batch is given for its rows: rules, seeds, actions and the rows' numbers, checked."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from uno_env.checks import check_seed
from uno_env.rules import Rules, as_rules


def rules_of_rows(
    rules: Rules | str | Sequence[Rules] | None, options: dict[str, Any], size: int
) -> tuple[Rules, ...]:
    """The rules of each of `size` rows: one for all, or a sequence with one a row.

    Raises:
        ValueError: no rules, or another number of them.
    """
    if not isinstance(rules, Sequence) or isinstance(rules, str):
        return (as_rules(rules, options),) * size
    rows = tuple(as_rules(r, options) for r in rules)
    if len(rows) != size:
        raise ValueError(f"{len(rows)} rules for {size} games: give one, or one a game")
    return rows


def seeds_of_rows(seed: int | Sequence[int] | np.ndarray, size: int) -> np.ndarray:
    """The seeds of `size` games, `[size] uint64`: counted on from the first one, or as given.

    Raises:
        ValueError: no seed, or not one for each game.
    """
    if np.ndim(seed) == 0:
        first = np.uint64(check_seed(seed))
        return np.arange(size, dtype=np.uint64) + first
    if not isinstance(seed, np.ndarray):
        seed = np.array([check_seed(one) for one in seed], np.uint64)  # type: ignore[union-attr]
    if seed.shape != (size,) or seed.dtype.kind not in "iu" or seed.min() < 0:
        raise ValueError(f"seeds of shape {seed.shape}, {seed.dtype}: expected {size} seeds >= 0")
    return seed.astype(np.uint64)


def as_rows(rows: Any, size: int) -> np.ndarray:
    """Numbers of rows of a batch of `size`, `[n] int64`.

    Raises:
        ValueError: not `[n]` whole numbers from 0 to `size - 1`.
    """
    rows = np.ascontiguousarray(rows, np.int64)
    if rows.ndim != 1:
        raise ValueError(f"rows of shape {rows.shape}: expected [n]")
    if rows.size and not (rows.min() >= 0 and rows.max() < size):
        raise ValueError(f"rows run from {rows.min()} to {rows.max()}; the batch has {size}")
    return rows


def ascending_rows(rows: Any, size: int) -> np.ndarray:
    """The same, for rows that ascend.

    Raises:
        ValueError: also when a row stands twice, or before a smaller one.
    """
    rows = np.ascontiguousarray(rows, np.int64)
    if rows.ndim == 1 and (rows[1:] <= rows[:-1]).any():
        raise ValueError(f"rows={rows.tolist()}: expected ascending rows, none of them twice")
    if rows.size and rows.ndim == 1 and rows[0] >= 0 and rows[-1] < size:
        return rows
    return as_rows(rows, size)


def as_actions(actions: Any, count: int) -> np.ndarray:
    """Actions as `[count] int64`.

    Raises:
        ValueError: not that many whole numbers.
    """
    actions = np.asarray(actions)
    if actions.shape != (count,) or actions.dtype.kind not in "iu":
        raise ValueError(
            f"actions of shape {actions.shape} and dtype {actions.dtype}: expected "
            f"{count} whole numbers"
        )
    return np.ascontiguousarray(actions, np.int64)
