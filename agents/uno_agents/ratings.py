"""Ratings from a cross table: one Plackett-Luce fit, with intervals, residuals and cycles.

An agent of strength s wins a game with chance s over the sum of the strengths at the table, copies
counted each (with two players: Bradley-Terry). A rating is 400 log10 of the strength, as Elo's are:
400 points are odds of ten to one. `random` is 0 where it plays, else the mean of all is.

Half a win is added to every side of each match, so that an agent that never lost has a rating, too.
Intervals are percentiles over resampled deals; matches on the same deals are resampled together.
One number an agent cannot say who beats whom: residuals and cycles tell what it hides.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from uno_agents.results import Estimate, estimate, per_deal

if TYPE_CHECKING:
    from uno_agents.deals import Match

ANCHOR = "random"
SCALE = 400 / np.log(10)
_PRIOR = 0.5


@dataclass(frozen=True)
class Rating:
    """An agent's place on the scale."""

    agent: str
    rating: float
    low: float
    high: float


@dataclass(frozen=True)
class Residual:
    """What the ratings miss of one match."""

    first: str
    second: str
    win_rate: float
    """Of the first agent, of the games that somebody won."""
    expected: float
    """By the ratings."""
    standard_errors: float
    """The difference, in standard errors of the win rate."""


@dataclass(frozen=True)
class Ratings:
    """The fit."""

    ratings: tuple[Rating, ...]
    """The best first."""
    residuals: tuple[Residual, ...]
    """The largest first."""
    cycles: tuple[tuple[str, str, str], ...]
    """Three agents of whom each beats the next and the last the first, all beyond chance."""
    anchor: str | None
    """Whose rating is 0; None: the mean is."""

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON types."""
        return asdict(self)


def rate(matches: Sequence["Match"], bootstraps: int = 500, seed: int = 0) -> Ratings:
    """Rate the agents of these matches.

    Args:
        matches: played; together they must connect all agents.
        bootstraps: resamples for the intervals.
        seed: of the resampling.
    """
    names = list(dict.fromkeys(name for match in matches for name in match.names))
    seats = np.array([_seats(match, names) for match in matches])
    wins = [_wins(match, names) for match in matches]
    anchor = names.index(ANCHOR) if ANCHOR in names else None
    strengths = fit(seats, np.array([of_match.sum(axis=0) for of_match in wins]))
    ratings = _anchored(strengths, anchor)
    resampled = [
        _anchored(fit(seats, sums, strengths), anchor)
        for sums in _resampled(matches, wins, bootstraps, np.random.default_rng(seed))
    ]
    low, high = np.percentile(resampled, (2.5, 97.5), axis=0) if resampled else (ratings, ratings)
    order = np.argsort(-ratings, kind="stable")
    return Ratings(
        tuple(Rating(names[a], float(ratings[a]), float(low[a]), float(high[a])) for a in order),
        _residuals(matches, names, seats, strengths),
        _cycles(matches),
        None if anchor is None else ANCHOR,
    )


def fit(seats: np.ndarray, wins: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """The likeliest log strengths `[A]`, with mean 0, by Newton's method.

    Args:
        seats: [M, A], copies of each agent in each match.
        wins: [M, A], games won, by any copy.
        start: [A], where to begin.
    """
    wins = wins + _PRIOR * (seats > 0)
    games = wins.sum(axis=1)
    strengths = np.zeros(seats.shape[1]) if start is None else start
    for _ in range(100):
        chance = expected(seats, strengths)
        slope = (wins - games[:, None] * chance).sum(axis=0)
        curvature = np.diag(games @ chance) - chance.T @ (games[:, None] * chance)
        step = np.linalg.lstsq(curvature, slope, rcond=1e-12)[0]
        strengths = strengths + step / max(1.0, np.abs(step).max())  # far steps overshoot
        if np.abs(step).max() < 1e-9:
            break
    return strengths - strengths.mean()


def expected(seats: np.ndarray, strengths: np.ndarray) -> np.ndarray:
    """The chance `[M, A]` that (a copy of) each agent wins, by log strengths `[A]`."""
    weights = seats * np.exp(strengths)
    return weights / weights.sum(axis=1, keepdims=True)


def _anchored(strengths: np.ndarray, anchor: int | None) -> np.ndarray:
    return SCALE * (strengths - (strengths.mean() if anchor is None else strengths[anchor]))


def _seats(match: "Match", names: list[str]) -> np.ndarray:
    seats = np.zeros(len(names))
    for name, _, places in match.table.entries:
        seats[names.index(name)] += len(places)
    return seats


def _wins(match: "Match", names: list[str]) -> np.ndarray:
    """Games won by each agent in each deal, [N, A]."""
    outcomes = match.outcomes
    wins = np.zeros((len(outcomes), len(names)))
    for name, _, places in match.table.entries:
        wins[:, names.index(name)] += outcomes.wins[:, :, list(places)].sum(axis=(1, 2))
    return wins


def _resampled(
    matches: Sequence["Match"], wins: list[np.ndarray], bootstraps: int, rng: np.random.Generator
) -> np.ndarray:
    """The wins of each match over resampled deals, [bootstraps, M, A]."""
    drawn: dict[tuple, np.ndarray] = {}
    sums = []
    for match, of_match in zip(matches, wins, strict=True):
        deals = len(of_match)
        same = (match.settings.seed, match.settings.block, deals)
        if same not in drawn:
            counts = rng.multinomial(deals, np.full(deals, 1 / deals), size=bootstraps)
            drawn[same] = counts.astype(np.float64)
        sums.append(drawn[same] @ of_match)
    return np.stack(sums, axis=1)


def _residuals(
    matches: Sequence["Match"], names: list[str], seats: np.ndarray, strengths: np.ndarray
) -> tuple[Residual, ...]:
    residuals = []
    for match, chance in zip(matches, expected(seats, strengths), strict=True):
        wins, _, _ = per_deal(match.outcomes, match.table.entries[0][2])
        won = match.outcomes.wins.sum(axis=2).mean()  # games that somebody won
        error = wins.std(ddof=1) / np.sqrt(len(wins)) / won if len(wins) > 1 else np.inf
        observed, first = float(wins.mean() / won), float(chance[names.index(match.names[0])])
        difference = (observed - first) / error if error > 0 else 0.0
        one, other = match.names[:2]
        residuals.append(Residual(one, other, observed, first, float(difference)))
    return tuple(sorted(residuals, key=lambda residual: -abs(residual.standard_errors)))


def _cycles(matches: Sequence["Match"]) -> tuple[tuple[str, str, str], ...]:
    beats = set()
    for match in matches:
        first, second = match.names[:2]
        rate = _first_win_rate(match)
        if rate.low > match.chance:
            beats.add((first, second))
        elif rate.high < match.chance and match.table.players == 2:
            beats.add((second, first))
    agents = sorted({name for pair in beats for name in pair})
    return tuple(
        (a, b, c)
        for a, b, c in permutations(agents, 3)
        if a == min(a, b, c) and {(a, b), (b, c), (c, a)} <= beats
    )


def _first_win_rate(match: "Match") -> Estimate:
    wins, _, _ = per_deal(match.outcomes, match.table.entries[0][2])
    return estimate(wins, 0, 1)
