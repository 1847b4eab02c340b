"""What came of a set of deals: means with intervals, as a record and as JSON.

The unit is the deal, not the game: the rotations of one deal share its shuffle, so intervals are
taken over per-deal means.
"""

import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from uno_agents.adjusted import cross_fitted
from uno_agents.outcomes import Outcomes

Z95 = 1.959964
"""Standard errors on each side of a mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """How one agent did: one place of the line-up, or the equal copies on several."""

    agent: str
    places: tuple[int, ...]
    greedy: bool | None
    """Of a learned policy: whether it took its best action; None for other agents."""
    win_rate: Estimate
    """Games won by a place, as a share of all games."""
    win_rate_adjusted: Estimate
    """The same with the luck of the draw taken out."""
    points: Estimate
    """The total a place ended a game with."""
    points_adjusted: Estimate
    variance_ratio: float
    """Of the win rate's squared standard error, to that of as many independent games."""
    variance_ratio_adjusted: float
    win_rate_by_seat: tuple[float, ...]
    """Seat 0 is the one to the dealer's left."""
    move_us: float
    """Microseconds a move takes, on average."""
    move_us_p50: float
    move_us_p99: float
    faults: int
    """Games lost by raising, an illegal answer or too long a thought."""


@dataclass(frozen=True)
class Result:
    """What `play` found; every number the arena prints."""

    standings: tuple[Standing, ...]
    rules: str
    rules_fingerprint: str
    players: int
    deals: int
    games: int
    seed: int
    block: int
    """Deals that are played as one batch."""
    chance: float
    """The win rate of equal agents."""
    decided: str | None
    """Of a sequential test: the first agent is "above" or "below" chance, or "undecided"."""
    anytime: Estimate | None
    """Of a sequential test: the first agent's win rate, adjusted, with an interval that holds at
    95 % however often one looks."""
    decisions_per_game: float
    truncated: int
    """Games ended by the turn limit."""
    without_winner: int
    """Games nobody won, the truncated ones included."""
    faults: tuple[str, ...]
    """The first faults in words, with the position in notation."""
    seconds: float
    games_per_second: float
    versions: dict[str, str]

    def __getitem__(self, agent: str) -> Standing:
        """The (first) standing of an agent's name."""
        return next(s for s in self.standings if s.agent == agent)

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON types; a bound that does not exist is None."""
        return finite(asdict(self))


def finite(value: Any) -> Any:
    """The value with None for every number that JSON has no word for."""
    if isinstance(value, dict):
        return {name: finite(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [finite(inner) for inner in value]
    return None if isinstance(value, float) and not np.isfinite(value) else value


def standing(
    outcomes: Outcomes, agent: str, places: Sequence[int], greedy: bool | None
) -> Standing:
    """How the agent on these places did."""
    chosen = list(places)
    mean, median, slow = _move_time(np.concatenate([outcomes.move_time[p] for p in chosen]))
    wins, points, luck = per_deal(outcomes, chosen)
    adjusted = cross_fitted(wins, luck)
    return Standing(
        agent=agent,
        places=tuple(chosen),
        greedy=greedy,
        win_rate=estimate(wins, low=0, high=1),
        win_rate_adjusted=estimate(adjusted, low=0, high=1),
        points=estimate(points),
        points_adjusted=estimate(cross_fitted(points, luck)),
        variance_ratio=_variance_ratio(outcomes, chosen, wins),
        variance_ratio_adjusted=_variance_ratio(outcomes, chosen, adjusted),
        win_rate_by_seat=_by_seat(outcomes, chosen),
        move_us=mean,
        move_us_p50=median,
        move_us_p99=slow,
        faults=int(np.isin(outcomes.at_fault, chosen).sum()),
    )


def per_deal(
    outcomes: Outcomes, places: Sequence[int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Means over the games of each deal and these places.

    Returns:
        wins [N], points [N], and luck beyond that of the others [N, C].
    """
    chosen = list(places)
    return (
        outcomes.wins[:, :, chosen].mean(axis=(1, 2), dtype=np.float64),
        outcomes.points[:, :, chosen].mean(axis=(1, 2)),
        outcomes.luck_beyond_others()[:, :, chosen].mean(axis=(1, 2)),
    )


def _variance_ratio(outcomes: Outcomes, places: list[int], per_deal: np.ndarray) -> float:
    """The squared standard error of the mean of `per_deal: [N]`, to that of independent games."""
    games = outcomes.wins[:, :, places].mean(axis=2, dtype=np.float64)
    independent = games.var() / games.size
    if len(per_deal) < 2 or independent == 0:
        return float("nan")
    return float(per_deal.var(ddof=1) / len(per_deal) / independent)


def _move_time(calls: np.ndarray) -> tuple[float, float, float]:
    """Microseconds a move: mean, median and 99th percentile over moves, of `calls: [n, 2]`."""
    if not len(calls):
        return 0.0, 0.0, 0.0
    rows, seconds = calls.T
    each = np.repeat(seconds / rows, rows.astype(np.int64))
    median, slow = np.percentile(each, (50, 99))
    return 1e6 * float(each.mean()), 1e6 * float(median), 1e6 * float(slow)


def estimate(per_deal: np.ndarray, low: float = -np.inf, high: float = np.inf) -> Estimate:
    """The mean of `per_deal: [N]` with its 95 % interval, kept within `low` and `high`.

    Where every deal gave the same bound, the spread says nothing: the interval then is Wilson's for
    N trials. One deal alone has no interval but all that is possible.
    """
    mean, deals = float(per_deal.mean()), len(per_deal)
    spread = float(per_deal.std(ddof=1)) if deals > 1 else np.inf
    half = Z95 * spread / float(np.sqrt(deals))
    if mean in (low, high):
        wilson = (high - low) * Z95**2 / (deals + Z95**2)
        return Estimate(mean, max(mean - wilson, low), min(mean + wilson, high))
    return Estimate(mean, max(mean - half, low), min(mean + half, high))


def _by_seat(outcomes: Outcomes, places: list[int]) -> tuple[float, ...]:
    """The win rate of these places on each seat, counted from the dealer's left."""
    players = outcomes.players
    rotation, place = np.arange(players)[:, None], np.array(places)
    seats = (place + rotation - outcomes.first[:, None, None]) % players  # [N, P, places]
    wins = outcomes.wins[:, :, places]
    return tuple(float(wins[seats == seat].mean(dtype=np.float64)) for seat in range(players))


def versions() -> dict[str, str]:
    """What the numbers depend on beside rules and seed."""
    return {name: _version(name) for name in ("uno-env", "numpy", "numba")} | {
        "python": platform.python_version()
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
