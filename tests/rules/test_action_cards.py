"""Skip, Reverse, Draw Two and Wild (section 5 of the rule sheet)."""

import pytest

from .table import around, asked, hand, legal, play, sizes, table

SIZES = [2, 3, 4, 10]
ELIMINATION = "scoring=elimination,target=100"


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("players", SIZES)
def test_skip_makes_the_next_player_lose_the_turn(players, direction):
    game = table("", around(players, "RS R1"), "R5", direction=direction)
    play(game, "RS")
    assert asked(game) == (2 * direction % players, "PLAY")
    assert game.direction == direction


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("players", [3, 4, 10])
def test_reverse_turns_the_direction(players, direction):
    game = table("", around(players, "RR R1"), "R5", direction=direction)
    play(game, "RR")
    assert asked(game) == (-direction % players, "PLAY")
    assert game.direction == -direction


@pytest.mark.parametrize("direction", [1, -1])
def test_with_two_players_reverse_turns_and_acts_as_skip(direction):
    game = play(table("", "RR R1 | G1 G2", "R5", direction=direction), "RR")
    assert asked(game) == (0, "PLAY")
    assert game.direction == -direction


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("players", SIZES)
def test_draw_two_makes_the_next_player_draw_two_and_lose_the_turn(players, direction):
    game = table("", around(players, "R+2 R1"), "R5", draw="Y1 Y2 Y3", direction=direction)
    play(game, "R+2")
    victim = direction % players
    assert asked(game) == (2 * direction % players, "PLAY")
    assert [size - 2 for size in sizes(game)][victim] == 2
    assert {"Y1", "Y2"} <= set(game.hand(victim))
    assert list(game.draw_pile) == ["Y3"]


@pytest.mark.parametrize("answer", ["B+2", "R+2", "W+4", "RS", "RR"])
def test_nothing_answers_a_draw_two(answer):
    game = table("", f"R+2 R1 | {answer} G1 | R3 R4", "R5", draw="Y1 Y2 Y3")
    play(game, "R+2")
    assert (asked(game), sizes(game)) == ((2, "PLAY"), [1, 4, 2])


@pytest.mark.parametrize("card", ["RS", "RR", "R+2"])
def test_with_two_seats_still_in_every_action_card_brings_the_turn_back(card):
    game = table(ELIMINATION, f"{card} R1 | | G1 G2", "R5", scores=[0, 100, 0])
    assert asked(play(game, card)) == (0, "PLAY")
    assert sizes(game) == [1, 0, 4 if card == "R+2" else 2]


def test_with_three_seats_still_in_reverse_only_turns():
    game = table(ELIMINATION, "RR R1 | | G1 G2 | G3 G4", "R5", scores=[0, 100, 0, 0])
    assert asked(play(game, "RR")) == (3, "PLAY")


def test_skip_and_draw_two_pass_over_seats_that_are_out():
    out = {"scores": [0, 100, 0, 0], "draw": "Y1 Y2 Y3"}
    skip = table(ELIMINATION, "RS R1 | | G1 G2 | G3 G4", "R5", **out)
    assert asked(play(skip, "RS")) == (3, "PLAY")
    draw = table(ELIMINATION, "R+2 R1 | | G1 G2 | G3 G4", "R5", **out)
    assert asked(play(draw, "R+2")) == (3, "PLAY")
    assert sizes(draw) == [1, 0, 4, 2]


@pytest.mark.parametrize("color", ["red", "yellow", "green", "blue"])
@pytest.mark.parametrize("players", SIZES)
def test_a_wild_names_any_color_also_the_present_one(players, color):
    game = table("", around(players, "W R1"), "R5")
    play(game, "W")
    assert asked(game) == (0, "CHOOSE_COLOR")
    assert legal(game) == "red yellow green blue"
    assert (game.color, game.top) == (None, "W")
    play(game, color)
    assert asked(game) == (1, "PLAY")
    assert game.color == color[0].upper()


@pytest.mark.parametrize("top", ["R5", "GS", "B+2", "Y0"])
def test_a_wild_may_be_played_at_any_time(top):
    assert "W" in table("", "W R5 Y5 | G1 G2", top).legal


def test_a_number_card_has_no_effect():
    game = play(table("", "R7 R0 R1 | G1 G2 | G3 G4", "R5"), "R7")
    assert (asked(game), game.direction, game.color) == ((1, "PLAY"), 1, "R")
    assert (hand(game, 1), hand(game, 2)) == ("G1 G2", "G3 G4")
