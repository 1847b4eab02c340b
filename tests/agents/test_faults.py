"""Agents that fail: named with the position, made to lose the game or to stop the run."""

import time

import numpy as np
import pytest

from uno_agents import IllegalAnswer, play
from uno_agents.deals import Stopped


class First:
    """Takes the first legal action."""

    def act(self, observation, mask, rng):
        return mask.argmax(axis=1)


class Choosy(First):
    """Fails in the positions in which it holds no playable card."""

    def fail(self, mask, actions, rows):
        raise RuntimeError("out of ideas")

    def act(self, observation, mask, rng):
        rows = mask[:, :58].sum(axis=1) == 0
        actions = super().act(observation, mask, rng)
        return self.fail(mask, actions, rows) if rows.any() else actions


class Illegal(Choosy):
    """Answers with something illegal there."""

    def fail(self, mask, actions, rows):
        return np.where(rows, mask.argmin(axis=1), actions)


class Slow(Choosy):
    """Sleeps there."""

    def fail(self, mask, actions, rows):
        time.sleep(30)


POSITION = r" for seat [01] in \w+, holding .* on top and .* in force; legal: .*"
WORDS = {
    Choosy: r"raised RuntimeError: out of ideas",
    Illegal: r"answered \"\S+\"",
    Slow: r"took longer than 0.5 s a move",
}


@pytest.mark.parametrize("agent", WORDS)
def test_the_run_stops_at_a_fault_and_names_agent_and_position(agent):
    message = rf"agent '{agent.__name__}' at place 0 {WORDS[agent]}{POSITION}\(deal seed \d+"
    with pytest.raises(IllegalAnswer, match=message):
        play([agent(), First()], deals=1, move_seconds=0.5 if agent is Slow else None)


@pytest.mark.parametrize("agent", [Choosy, Illegal])
def test_the_agent_at_fault_loses_that_game_and_the_others_are_played_on(agent):
    result = play([agent(), First()], deals=40, on_fault="lose")
    failing, other = result.standings
    assert 0 < failing.faults <= 80
    assert other.faults == 0
    assert failing.win_rate.mean + other.win_rate.mean == pytest.approx(1)
    assert failing.win_rate.mean <= 1 - failing.faults / 80
    assert 0 < len(result.faults) <= 20
    assert agent.__name__ in result.faults[0]


def test_a_slow_move_loses_its_game_alone():
    result = play([Slow(), First()], deals=1, on_fault="lose", move_seconds=0.5)
    assert result["Slow"].faults >= 1
    assert "took longer than 0.5 s a move for seat" in result.faults[0]


def test_at_a_larger_table_the_others_share_the_game():
    result = play([Choosy(), First(), First()], "players=3", deals=20, on_fault="lose")
    wins = [standing.win_rate.mean for standing in result.standings]
    assert sum(wins) + result.without_winner / result.games == pytest.approx(1, abs=1e-6)
    assert wins[0] < min(wins[1:])


class Late(First):
    """Fails in the second block."""

    rows = 0

    def act(self, observation, mask, rng):
        Late.rows += len(mask)
        if Late.rows > 800:
            raise RuntimeError("tired")
        return super().act(observation, mask, rng)


def test_what_was_finished_before_the_fault_is_kept():
    with pytest.raises(Stopped) as caught:
        play([Late(), First()], deals=80, block=10)
    assert caught.value.result is not None
    assert 10 <= caught.value.result.deals < 80
