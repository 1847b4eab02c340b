"""What `uniform` and `random` do in positions, and how often."""

from collections import Counter

import numpy as np
import pytest

from tests.agents.asking import ask, rng
from uno_agents import make
from uno_agents.baselines import NO_ACTION
from uno_env import ACTIONS, Game, Rules

TIMES = 4_000


def position(hand, discard="R5", other="B1 B2 B3", **more):
    options = {key: more.pop(key) for key in list(more) if key in ("draw", "color")}
    return Game.from_position(hands=[hand, other], discard=discard, **options, **more)


def assert_equally_often(answers, labels):
    counts = Counter(answers)
    assert set(counts) == set(labels)
    share = 1 / len(labels)
    tolerance = 5 * np.sqrt(share * (1 - share) / len(answers))
    for label in labels:
        assert counts[label] / len(answers) == pytest.approx(share, abs=tolerance)


def test_uniform_takes_every_legal_action_equally_often_drawing_included():
    assert_equally_often(ask(make("uniform"), position("R7 R9 G1"), TIMES), ["R7", "R9", "draw"])


def test_random_lays_every_playable_card_equally_often_and_never_draws_then():
    assert_equally_often(ask(make("random"), position("R7 R9 G1 W"), TIMES), ["R7", "R9", "W"])


def test_random_draws_when_it_can_lay_nothing():
    assert set(ask(make("random"), position("G1 Y2"), 50)) == {"draw"}


def test_random_passes_when_nothing_is_left_to_draw():
    game = Game.from_position(hands=["G1 Y2", "B1"], discard="R5", draw="")
    assert game.legal == ["pass"]
    assert ask(make("random"), game) == ["pass"]


def test_random_lays_the_card_it_drew():
    game = position("G1", draw="R9 B4")
    game.play("draw")
    assert game.legal == ["R9", "pass"]
    assert set(ask(make("random"), game, 50)) == {"R9"}


def test_random_names_a_random_colour():
    game = position("W G1")
    game.play("W")
    assert_equally_often(ask(make("random"), game, TIMES), ["red", "yellow", "green", "blue"])


def test_a_coin_decides_whether_random_challenges():
    game = position("W+4 G1", other="B1 B2 R5")
    game.play("W+4")
    game.play("green")
    assert_equally_often(ask(make("random"), game, TIMES), ["accept", "challenge"])


def test_random_answers_a_penalty_with_a_card_when_stacking_allows_one():
    game = position("R+2 G1", other="B+2 B1", stacking="same")
    game.play("R+2")
    assert game.legal == ["B+2", "accept"]
    assert set(ask(make("random"), game, 50)) == {"B+2"}


def test_random_jumps_in_when_it_holds_the_identical_card():
    rules = Rules(players=3, jump_in="colored")
    game = Game.from_position(rules, hands=["R7 G1 G2", "B1 B2", "R7 Y1"], discard="R5")
    game.play("R7")
    assert (game.phase.name, game.turn) == ("JUMP_IN", 2)
    assert set(ask(make("random"), game, 50)) == {"R7"}


def test_random_lays_the_second_card_of_a_pair():
    game = position("R7 R7 G1 G2", doubles=True)
    game.play("R7")
    assert game.phase.name == "SECOND_CARD"
    assert set(ask(make("random"), game, 50)) == {"R7"}


def test_random_always_calls_uno_and_always_catches_who_did_not():
    game = position("R7 G1", uno="call")
    game.play("R7")
    assert set(ask(make("random"), game, 50)) == {"uno"}
    game.play("pass")
    assert game.phase.name == "CATCH"
    assert set(ask(make("random"), game, 50)) == {"catch"}


def test_random_swaps_hands_with_anybody():
    rules = Rules(players=4, seven_swap=True)
    game = Game.from_position(rules, hands=["R7 G1 G2", "B1", "Y1 Y2", "B3"], discard="R5")
    game.play("R7")
    assert_equally_often(ask(make("random"), game, TIMES), ["swap+1", "swap+2", "swap+3"])


@pytest.mark.parametrize("name", ["uniform", "random"])
def test_where_nothing_is_legal_no_action_is_given(name):
    masks = np.zeros((3, ACTIONS.size), np.int8)
    assert make(name).act(np.zeros((3, 1), np.float32), masks, rng()).tolist() == [NO_ACTION] * 3


@pytest.mark.parametrize("name", ["uniform", "random"])
def test_a_batch_of_one_gets_the_answer_the_first_row_of_many_gets(name):
    game = position("R7 R9 G1 W")
    assert [ask(make(name), game, 1)] == [ask(make(name), game, 5)[:1]]
