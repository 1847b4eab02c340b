"""What `rlcard-rule-v1` does: what RLCard's rule agent does, and nothing cleverer."""

from collections import Counter

from tests.agents.asking import ask
from tests.agents.test_baselines import TIMES, assert_equally_often, position
from uno_agents import make, play
from uno_env import Game, Rules


def answers(game, times=50):
    return ask(make("rlcard-rule-v1"), game, times)


def test_it_lays_any_coloured_card_that_fits_and_keeps_wilds():
    assert_equally_often(answers(position("R7 RS G5 W W+4"), TIMES), ["R7", "RS", "G5"])


def test_a_card_held_twice_is_laid_twice_as_often():
    counts = Counter(answers(position("R7 R7 RS G1"), TIMES))
    assert 0.6 < counts["R7"] / TIMES < 0.73


def test_it_lays_a_wild_before_a_wild_draw_four_and_either_before_it_draws():
    assert set(answers(position("G1 W W+4"))) == {"W"}
    assert set(answers(position("G1 W+4"))) == {"W+4"}
    assert set(answers(position("G1"))) == {"draw"}


def test_it_lays_a_drawn_card_of_the_colour_in_force_or_a_wild_but_not_one_whose_rank_fits():
    for drawn, expected in (("R9", "R9"), ("W", "W"), ("W+4", "W+4"), ("G5", "pass")):
        game = position("G1 Y2", draw=f"{drawn} B4")
        game.play("draw")
        assert set(answers(game)) == {expected}


def test_its_colour_is_random_after_a_wild_and_its_richest_after_a_wild_draw_four():
    colors = ["red", "yellow", "green", "blue"]
    game = position("W G1 G2 Y3")
    game.play("W")
    assert_equally_often(answers(game, TIMES), colors)
    game = position("W+4 G1 G2 Y3")
    game.play("W+4")
    assert set(answers(game)) == {"green"}
    game = position("W+4 G1 G2 Y3 Y4 B1")
    game.play("W+4")
    assert_equally_often(answers(game, TIMES), ["yellow", "green"])


def test_it_never_challenges():
    game = Game.from_position(hands=["W+4 R1 R2 R3", "B1 B2"], discard="R5")
    for action in ("W+4", "green"):
        game.play(action)
    assert set(answers(game)) == {"accept"}


def test_it_calls_and_catches():
    game = Game.from_position(Rules(uno="call"), hands=["R1 R2", "B1 B2"], discard="R5")
    game.play("R1")
    assert set(answers(game)) == {"uno"}
    game.play("pass")
    assert set(answers(game)) == {"catch"}


def test_it_beats_random_and_loses_to_the_heuristic():
    assert play(["rlcard-rule-v1", "random"], deals=1_000, seed=1).standings[0].win_rate.low > 0.53
    lost = play(["rlcard-rule-v1", "heuristic"], deals=1_000, seed=1).standings[0].win_rate
    assert lost.high < 0.5
