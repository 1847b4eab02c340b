"""Whether what `heuristic-bluff` thinks of a Wild Draw Four is so."""

import numpy as np
import pytest

from tests.agents.asking import rng
from uno_agents import make
from uno_agents.bluffing import MEASURED, HeuristicBluff
from uno_agents.calibration import (
    bluffing_rate,
    break_even,
    gain_of_challenging,
    reliability,
)
from uno_agents.heuristic import Heuristic
from uno_agents.situations import may_bluff, may_challenge, met, play_on
from uno_env.actions import ACCEPT, CHALLENGE
from uno_env.cards import KIND

DRAW_FOUR = KIND["W+4"]
POLICY = "policy:official-2p"


class AsReckoned(Heuristic):
    """Lays every honest Wild Draw Four, and as many bluffs as `heuristic-bluff` takes for usual."""

    def act(self, observation, mask, rng):
        sizes = self._layout.decode(observation)["hand_sizes"]
        bluff = may_bluff(observation, mask, self._layout)
        rate = MEASURED.bluffs * MEASURED.fades ** (sizes[:, 1] - 1.0)
        lays = (mask[:, DRAW_FOUR] > 0) & (sizes[:, 0] > 1)
        lays &= ~bluff | (rng.random(len(mask)) < rate)
        allowed = mask.copy()
        allowed[bluff, DRAW_FOUR] = 0
        return np.where(lays, DRAW_FOUR, super().act(observation, allowed, rng))


def off_the_diagonal(layer, deals, seed):
    """How far each bin with some cards in it lies off, in points beyond its interval."""
    asked = met(may_challenge, ("heuristic", layer), "", deals, seed)
    doubts = make("heuristic-bluff").doubts(asked.observation)
    bins = reliability(doubts, asked.was_bluff, [0, 0.1, 0.3, 0.6, 1])
    assert len(bins) == 4
    return [max(b.bluffs.low - b.reckoned, b.reckoned - b.bluffs.high, 0) for b in bins]


def test_the_estimate_is_right_about_who_bluffs_as_often_as_it_takes_for_usual():
    assert max(off_the_diagonal(AsReckoned(), 600, 3)) < 0.04


def test_the_estimate_is_roughly_right_about_the_shipped_policy():
    assert max(off_the_diagonal(POLICY, 400, 3)) < 0.2


def test_heuristic_never_bluffs_and_its_situations_are_told_apart():
    asked = met(may_challenge, ("random", "heuristic"), "", 50, 1)
    assert not asked.was_bluff.any()
    assert (asked.mask[:, CHALLENGE] == 1).all()
    assert set(asked.action) == {ACCEPT, CHALLENGE}
    tempted = met(may_bluff, ("random", "heuristic"), "", 50, 1)
    held = tempted.fields["hand"][:, :52].reshape(-1, 4, 13).sum(axis=2)
    assert (held[tempted.fields["color"] > 0] > 0).all()


def test_a_challenge_draws_six_for_an_innocent_card_and_none_for_a_bluff():
    asked = met(may_challenge, ("random", "random"), "players=3", 60, 1)
    bluffs = asked.was_bluff
    assert 0 < bluffs.sum() < len(asked)
    games = asked.games()
    seats, before = games.seat.copy(), asked.records["hand_size"]
    games.step(np.full(len(asked), CHALLENGE))
    rows = np.arange(len(asked))
    drawn = games.records(rows)["hand_size"][rows, seats] - before[rows, seats]
    assert (drawn == np.where(bluffs, 0, 6)).all()


def test_situations_played_on_as_they_were_end_as_they_did():
    asked = met(may_challenge, ("heuristic", "heuristic"), "", 40, 2)
    once, again = (
        play_on(games, games.seat.copy(), asked.line_up) for games in (asked.games(), asked.games())
    )
    assert np.array_equal(once, again)
    assert set(once) == {-1.0, 1.0}
    some = asked[asked.fields["hand_sizes"][:, 0] > 3]
    assert 0 < len(some) < len(asked)
    assert len(gain_of_challenging(some)) == len(some)


def test_a_challenge_breaks_even_where_gain_and_loss_cancel():
    was_bluff = rng().random(4_000) < 0.3
    gain = np.where(was_bluff, 0.3, -0.1) + rng().normal(0, 0.1, 4_000)
    even = break_even(gain, was_bluff)
    assert even.low < 0.25 < even.high
    assert even.high - even.low < 0.05


def test_a_known_rate_of_bluffing_is_found_again():
    chance, held = rng().random(5_000), rng(1).uniform(0.2, 0.9, 5_000)
    was_bluff = chance < 0.2 * held / (0.2 * held + 1 - held)
    rate = bluffing_rate(held, was_bluff)
    assert rate.low < 0.2 < rate.high < 1.2 * rate.low


def test_agents_that_look_ahead_are_refused():
    with pytest.raises(ValueError, match="Search looks ahead"):
        met(may_challenge, ("search-2", "random"), "", 2)


def test_a_situation_that_never_comes_up_is_an_error():
    with pytest.raises(ValueError, match="met no such situation"):
        met(may_challenge, ("random", "random"), "wild_draw_four=strict", 2)


def test_constants_reach_the_kernel():
    asked = met(may_challenge, ("random", "random"), "", 30, 1)
    never = HeuristicBluff(nerve=MEASURED._replace(bluffs=0.0)).doubts(asked.observation)
    always = HeuristicBluff(nerve=MEASURED._replace(bluffs=1e9)).doubts(asked.observation)
    assert (never < 0.001).mean() > 0.9
    assert (always > 0.999).mean() > 0.9
