"""Where `heuristic-bluff` departs from `heuristic`."""

import numpy as np

from tests.agents.asking import ask, rng
from uno_agents import make
from uno_agents.bluffing import MEASURED, HeuristicBluff
from uno_env import ACTIONS, Game, GameBatch, Rules

MANY = "B1 B2 B3 B4 B6 B7 B8 B9"


def after(actions, hands, discard="R5", agent="heuristic-bluff", **more):
    game = Game.from_position(hands=hands, discard=discard, **more)
    for action in actions.split():
        game.play(action)
    return ask(make(agent), game)[0]


def test_it_challenges_with_few_cards_in_hand_and_believes_with_many():
    accused = "W+4 Y1 Y2 Y3 Y4 Y6"
    assert after("W+4 green", [accused, "B1"]) == "challenge"
    assert after("W+4 green", [accused, MANY]) == "accept"
    assert after("W+4 green", [accused, MANY], agent="heuristic") == "challenge"


def test_it_believes_a_player_who_has_just_drawn_on_the_colour():
    hands = ["W+4 Y1 Y2 Y3", "R1 B1 B2"]
    assert after("W+4 green", [hands[0], "B1 B2"]) == "challenge"
    assert after("draw R1 W+4 green", hands, draw="G9 B1 B2") == "accept"


def test_it_bluffs_now_and_then_where_nothing_else_stops_a_player_with_one_card():
    bluffer = HeuristicBluff(nerve=MEASURED._replace(bluffed=1.0))
    assert after("", ["R7 W+4 B2", "B1"], agent=bluffer) == "W+4"
    assert after("", ["R7 W+4 B2", "B1 B3"], agent=bluffer) == "R7"
    assert after("", ["R7 RS W+4 B2", "B1"], agent=bluffer) == "RS"
    assert after("", ["R7 W+4 B2", "B1"], agent="heuristic") == "R7"
    game = Game.from_position(hands=["R7 W+4 B2", "B1"], discard="R5")
    row, mask = game.observation(0)[None], game.mask(0)[None]
    answers = make("heuristic-bluff").act(row.repeat(2000, 0), mask.repeat(2000, 0), rng())
    share = (answers == ACTIONS.parse("W+4")).mean()
    assert abs(share - MEASURED.bluffed) < 0.03


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
