"""Laying two identical cards at once (section 9 of the rule sheet)."""

import pytest

from .table import asked, hand, hands, legal, play, sizes, table

PILE = "Y1 Y2 Y3 Y4 Y5 Y6 Y8 Y9 G1"


def pair(card, players=4, text="", more="B1 B2", **position):
    """Seat 0 holds two of `card` and `more`; everybody else two harmless cards."""
    others = [f"G{2 * seat} G{2 * seat + 1}" for seat in range(1, players)]
    seats = " | ".join([f"{card} {card} {more}".strip(), *others])
    return table(f"doubles,{text}" if text else "doubles", seats, "R5", draw=PILE, **position)


@pytest.mark.parametrize("card", ["R3", "RS", "RR", "R+2", "R0"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_a_colored_card_the_identical_second_may_be_laid(card, players):
    game = play(pair(card, players), card)
    assert asked(game) == (0, "SECOND_CARD")
    assert legal(game) == f"{card} pass"
    play(game, card)
    assert hand(game, 0) == "B1 B2"
    assert list(game.discard_pile)[-2:] == [card, card]


def test_without_the_rule_nobody_lays_a_second_card():
    assert asked(play(table("", "R3 R3 B1 | G1 G2", "R5"), "R3")) == (1, "PLAY")


@pytest.mark.parametrize("other", ["Y3", "R4", "W"])
def test_only_the_identical_card_makes_a_pair(other):
    game = play(table("doubles", f"R3 {other} B1 | G1 G2", "R5"), "R3")
    assert asked(game) == (1, "PLAY")


@pytest.mark.parametrize("wild", ["W", "W+4"])
def test_wilds_are_never_doubled(wild):
    assert asked(play(pair(wild), wild)) == (0, "CHOOSE_COLOR")


def test_a_declined_pair_stays_single():
    assert asked(play(pair("RS"), "RS pass")) == (2, "PLAY")
    game = play(pair("R+2"), "R+2 pass")
    assert sizes(game) == [3, 4, 2, 2]


def test_never_a_third_card():
    game = play(pair("R3", more="R3 B2"), "R3 R3")
    assert (asked(game), hand(game, 0)) == ((1, "PLAY"), "R3 B2")


@pytest.mark.parametrize(("players", "turn"), [(2, 1), (3, 0), (4, 3)])
def test_two_skips_skip_two_places(players, turn):
    assert asked(play(pair("RS", players), "RS RS")) == (turn, "PLAY")


def test_two_skips_against_the_clock():
    assert asked(play(pair("RS", direction=-1), "RS RS")) == (1, "PLAY")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_reverses_turn_twice(players):
    game = play(pair("RR", players), "RR RR")
    assert (asked(game), game.direction) == ((1, "PLAY"), 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_draw_twos_add_up(players):
    game = play(pair("R+2", players), "R+2 R+2")
    assert asked(game) == (2 % players, "PLAY")
    assert sizes(game)[:2] == [2, 6]


def test_a_doubled_seven_swaps_twice_each_with_its_target():
    game = play(pair("R7", text="seven_swap"), "R7 R7")
    assert asked(game) == (0, "CHOOSE_TARGET")
    play(game, "swap+1")
    assert asked(game) == (0, "CHOOSE_TARGET")
    assert hands(game) == "G2 G3 | B1 B2 | G4 G5 | G6 G7"
    play(game, "swap+3")
    assert hands(game) == "G6 G7 | B1 B2 | G4 G5 | G2 G3"
    assert asked(game) == (1, "PLAY")


def test_a_doubled_seven_swaps_to_and_fro_with_two_players():
    game = play(pair("R7", 2, "seven_swap"), "R7 R7")
    assert (asked(game), hands(game)) == ((1, "PLAY"), "B1 B2 | G2 G3")


@pytest.mark.parametrize("direction", [1, -1])
def test_a_doubled_zero_passes_hands_twice(direction):
    game = play(pair("R0", text="zero_pass", direction=direction), "R0 R0")
    assert hands(game) == "G4 G5 | G6 G7 | B1 B2 | G2 G3"
    assert asked(game) == (direction % 4, "PLAY")


def test_a_pair_may_go_out():
    game = play(pair("R3", more=""), "R3")
    assert asked(game) == (0, "SECOND_CARD")
    play(game, "R3")
    assert (game.is_over, game.winner) == (True, 0)


@pytest.mark.parametrize(("final", "drawn"), [("True", 4), ("False", 0)])
def test_after_a_last_pair_of_draw_twos_the_next_player_draws_both_amounts(final, drawn):
    game = play(pair("R+2", text=f"final_draw={final}", more=""), "R+2 R+2")
    assert (game.is_over, sizes(game)) == (True, [0, 2 + drawn, 2, 2])


def test_a_last_pair_acts_no_more():
    game = play(pair("R7", text="seven_swap", more=""), "R7 R7")
    assert (game.is_over, hands(game)) == (True, " | G2 G3 | G4 G5 | G6 G7")


def test_a_drawn_card_may_be_doubled():
    game = table("doubles", "Y3 B3 | G1 G2", "R5", draw="R3 Y1")
    assert asked(play(game, "draw R3")) == (1, "PLAY")
    game = table("doubles", "R3 B3 | G1 G2", "R5", draw="R3 Y1")
    play(game, "draw R3")
    assert (asked(game), legal(game)) == ((0, "SECOND_CARD"), "R3 pass")


def test_a_drawn_card_that_must_be_played_may_be_doubled():
    game = table("doubles,drawn_card=must_play", "R3 B3 | G1 G2", "R5", draw="R3 Y1")
    assert asked(play(game, "draw")) == (0, "SECOND_CARD")
