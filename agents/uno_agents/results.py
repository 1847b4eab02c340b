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

Z95 = 1.959964
"""Standard errors on each side of a mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Outcomes:
    """Every game of a set of deals: `N` deals, each in `P` rotations.

    In rotation r the place p of the line-up sits at seat `(p + r) % P`.
    """

    wins: np.ndarray
    """[N, P, P] bool: deal, rotation, place."""
    points: np.ndarray
    """[N, P, P] float64: the total of each place at the game's end."""
    first: np.ndarray
    """[N] int64: the seat to the left of the (first) dealer."""
    decisions: np.ndarray
    """[N, P] int64: actions taken by all seats."""
    truncated: np.ndarray
    """[N, P] bool: ended by the turn limit."""
    move_time: tuple[list[tuple[int, float]], ...]
    """For each place, rows and seconds of each call of its agent."""

    @classmethod
    def blank(cls, deals: int, players: int) -> "Outcomes":
        """Outcomes to be written."""
        return cls(
            wins=np.zeros((deals, players, players), bool),
            points=np.zeros((deals, players, players)),
            first=np.zeros(deals, np.int64),
            decisions=np.zeros((deals, players), np.int64),
            truncated=np.zeros((deals, players), bool),
            move_time=tuple([] for _ in range(players)),
        )

    def __add__(self, other: "Outcomes") -> "Outcomes":
        """The deals of both."""
        both = {
            name: np.concatenate([getattr(self, name), getattr(other, name)])
            for name in ("wins", "points", "first", "decisions", "truncated")
        }
        times = zip(self.move_time, other.move_time, strict=True)
        return Outcomes(**both, move_time=tuple(one + more for one, more in times))


@dataclass(frozen=True)
class Standing:
    """How one agent did: one place of the line-up, or the equal copies on several."""

    agent: str
    places: tuple[int, ...]
    greedy: bool | None
    """Of a learned policy: whether it took its best action; None for other agents."""
    win_rate: Estimate
    """Games won by a place, as a share of all games."""
    points: Estimate
    """The total a place ended a game with."""
    win_rate_by_seat: tuple[float, ...]
    """Seat 0 is the one to the dealer's left."""
    move_us: float
    """Microseconds a move takes, on average."""
    move_us_p50: float
    move_us_p99: float


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
    chance: float
    """The win rate of equal agents."""
    decisions_per_game: float
    truncated: int
    """Games ended by the turn limit."""
    without_winner: int
    """Games nobody won, the truncated ones included."""
    seconds: float
    games_per_second: float
    versions: dict[str, str]

    def __getitem__(self, agent: str) -> Standing:
        """The (first) standing of an agent's name."""
        return next(s for s in self.standings if s.agent == agent)

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON types; a bound that does not exist is None."""
        return _finite(asdict(self))


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _finite(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return None if isinstance(value, float) and not np.isfinite(value) else value


def standing(
    outcomes: Outcomes, agent: str, places: Sequence[int], greedy: bool | None
) -> Standing:
    """How the agent on these places did."""
    chosen = list(places)
    mean, median, slow = _move_time([call for p in chosen for call in outcomes.move_time[p]])
    return Standing(
        agent=agent,
        places=tuple(chosen),
        greedy=greedy,
        win_rate=estimate(outcomes.wins[:, :, chosen].mean(axis=(1, 2)), low=0, high=1),
        points=estimate(outcomes.points[:, :, chosen].mean(axis=(1, 2))),
        win_rate_by_seat=_by_seat(outcomes, chosen),
        move_us=mean,
        move_us_p50=median,
        move_us_p99=slow,
    )


def _move_time(calls: list[tuple[int, float]]) -> tuple[float, float, float]:
    """Microseconds a move: mean, median and 99th percentile over moves."""
    if not calls:
        return 0.0, 0.0, 0.0
    rows, seconds = np.array(calls).T
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
    players = outcomes.wins.shape[1]
    rotation, place = np.arange(players)[:, None], np.array(places)
    seats = (place + rotation - outcomes.first[:, None, None]) % players  # [N, P, places]
    wins = outcomes.wins[:, :, places]
    return tuple(float(wins[seats == seat].mean()) for seat in range(players))


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
