"""Ratings: one scale for all who met, its intervals, and what it hides."""

from types import SimpleNamespace

import numpy as np
import pytest

from uno_agents.blocks import Settings
from uno_agents.outcomes import Outcomes
from uno_agents.ratings import SCALE, fit, rate
from uno_env import Rules


def played(first, second, chance, deals=2_000, players=2, seed=0):
    """A match whose games the first agent wins by this chance; else one of the copies does."""
    outcomes = Outcomes.blank(np.arange(deals, dtype=np.uint64), players)
    generator = np.random.default_rng(seed)
    won = generator.random((deals, players)) < chance
    outcomes.wins[:, :, 0] = won
    outcomes.wins[:, :, 1] = ~won
    entries = [(first, None, (0,)), (second, None, tuple(range(1, players)))]
    return SimpleNamespace(
        names=[first, second],
        outcomes=outcomes,
        settings=Settings(Rules(players=players), seed),
        table=SimpleNamespace(entries=entries, players=players),
        chance=1 / players,
    )


def test_two_agents_are_rated_by_the_logarithm_of_their_odds():
    wins = np.array([[7_500.0, 2_500.0]])
    strengths = fit(np.ones((1, 2)), wins)
    assert SCALE * (strengths[0] - strengths[1]) == pytest.approx(400 * np.log10(3), abs=0.1)


def test_copies_at_the_table_count_each():
    wins = np.array([[2_500.0, 7_500.0]])
    strengths = fit(np.array([[1.0, 3.0]]), wins)
    assert strengths == pytest.approx([0, 0], abs=1e-3)


def test_strengths_that_made_the_games_are_found_again_within_their_intervals():
    true = {"random": 0.0, "a": 60.0, "b": 150.0, "c": -80.0}
    names, matches = list(true), []
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            chance = 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
            matches.append(played(one, other, chance, seed=len(matches)))
    ratings = rate(matches, bootstraps=200)
    assert [r.agent for r in ratings.ratings] == ["b", "a", "random", "c"]
    assert ratings.anchor == "random"
    for found in ratings.ratings:
        assert found.low - 10 < true[found.agent] < found.high + 10
        assert found.rating == 0 if found.agent == "random" else 8 < found.high - found.low < 40
    assert abs(ratings.residuals[0].standard_errors) < 4
    assert not ratings.cycles


def test_a_cycle_is_reported_and_not_averaged_away():
    matches = [
        played(a, b, 0.6, seed=n) for n, (a, b) in enumerate([("r", "p"), ("p", "s"), ("s", "r")])
    ]
    ratings = rate(matches, bootstraps=20)
    assert ratings.cycles == (("p", "s", "r"),)
    assert max(abs(r.rating) for r in ratings.ratings) < 15
    assert abs(ratings.residuals[0].standard_errors) > 5
    assert ratings.anchor is None


def test_an_agent_that_never_lost_has_a_rating():
    ratings = rate([played("random", "best", 0.0)], bootstraps=20)
    assert ratings.ratings[0].agent == "best"
    assert 1_000 < ratings.ratings[0].rating < 2_000
