"""Where `heuristic-bluff` departs from `heuristic`."""

import numpy as np

from tests.agents.asking import ask, rng
from uno_agents import make
from uno_env import Game, GameBatch, Rules

MANY = "B1 B2 B3 B4 B6 B7 B8 B9"
FEW_REDS_LEFT = "R0 R1 R1 R2 R2 R3 R3 R4 R4 R5 R6 R6 R7 R7 R8 R8 R9 R9 RS RS RR RR R+2 R+2"


def after(actions, hands, discard="R5", name="heuristic-bluff", **more):
    game = Game.from_position(hands=hands, discard=discard, **more)
    for action in actions.split():
        game.play(action)
    return ask(make(name), game)[0]


def test_it_challenges_a_large_hand_and_believes_a_small_one():
    assert after("W+4 green", ["W+4 Y1 Y2 Y3 Y4 Y6 Y7 Y8", MANY]) == "challenge"
    hands = ["W+4 Y1 Y2", MANY]
    assert after("W+4 green", hands) == "accept"
    assert after("W+4 green", hands, name="heuristic") == "challenge"


def test_it_believes_a_player_who_has_just_drawn_on_the_colour():
    hands = ["W+4 Y1 Y2 Y3 Y4", "R1 " + MANY]
    draws = "draw", "R1", "W+4", "green"
    assert after("W+4 green", hands) == "challenge"
    assert after(" ".join(draws), hands, draw="G9 B1 B2") == "accept"


def test_it_bluffs_against_a_player_about_to_go_out_where_counting_would_let_it_pass():
    hands = ["R5 W+4", "B1"]
    assert after("", hands, FEW_REDS_LEFT) == "W+4"
    assert after("", hands, FEW_REDS_LEFT, name="heuristic") == "R5"
    assert after("", hands) == "R5"
    assert after("", ["R5 W+4", MANY], FEW_REDS_LEFT) == "R5"


def test_where_no_wild_draw_four_is_judged_it_is_the_heuristic():
    games = GameBatch(Rules(players=3, wild_draw_four="strict", stacking="same"), 100, seed=2)
    plain, bluffer = make("heuristic"), make("heuristic-bluff")
    for _ in range(100):
        actions = plain.act(games.observation, games.mask, rng())
        assert np.array_equal(actions, bluffer.act(games.observation, games.mask, rng()))
        games.step(actions)


def test_a_small_hand_known_to_hold_the_colour_is_challenged_all_the_same():
    for own, expected in (("R9", "challenge"), ("Y1", "accept")):
        hands = [f"R7 W+4 {own} Y2", "R1 R2"]
        rules = Rules(seven_swap=True)
        game = Game.from_position(rules, hands=hands, discard="R5", draw="B1 B2 B3")
        for action in ("R7", "W+4", "blue"):  # the seven gives seat 1 the hand that seat 0 knows
            game.play(action)
        assert ask(make("heuristic-bluff"), game) == [expected]
