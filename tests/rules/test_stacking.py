"""Answering a penalty with a draw card: the option `stacking` (section 9 of the rule sheet)."""

import pytest

from .table import asked, hand, known, legal, play, seen, sizes, table

PILE = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 G1 G2 G3"


def facing(laid, answer, stacking, more="", rest="B3 R4"):
    """Seat 0 has laid a draw card (and named green); seat 1, holding `answer`, is next."""
    text = f"stacking={stacking}" + (f",{more}" if more else "")
    hands = f"{laid} B1 B2 | {answer} Y1 Y2 | {rest} | R6 R8"
    game = table(text, hands, "R5", draw=PILE)
    return play(game, "W+4 green" if laid == "W+4" else laid)


@pytest.mark.parametrize(
    ("stacking", "laid", "answer", "fits"),
    [
        ("draw_two", "R+2", "B+2", True),
        ("draw_two", "R+2", "R+2", True),
        ("draw_two", "R+2", "W+4", False),
        ("draw_two", "W+4", "W+4", False),
        ("draw_two", "W+4", "G+2", False),
        ("same", "R+2", "B+2", True),
        ("same", "R+2", "W+4", False),
        ("same", "W+4", "W+4", True),
        ("same", "W+4", "G+2", False),
        ("mixed", "R+2", "B+2", True),
        ("mixed", "R+2", "W+4", True),
        ("mixed", "W+4", "W+4", True),
        ("mixed", "W+4", "G+2", True),
        ("mixed", "W+4", "R+2", True),
    ],
)
def test_which_draw_card_answers_which(stacking, laid, answer, fits):
    game = facing(laid, answer, stacking, "wild_draw_four=free")
    if fits:
        assert (asked(game), legal(game)) == ((1, "STACK"), f"{answer} accept")
    else:
        assert asked(game) == (2, "PLAY")
        assert sizes(game)[1] == 3 + (4 if laid == "W+4" else 2)


def test_without_stacking_nothing_is_asked():
    game = facing("R+2", "B+2", "off")
    assert (asked(game), sizes(game)) == ((2, "PLAY"), [2, 5, 2, 2])


@pytest.mark.parametrize("stacking", ["off", "draw_two"])
def test_where_they_do_not_stack_wild_draw_fours_are_challenged_as_ever(stacking):
    game = facing("W+4", "W+4", stacking)
    assert (asked(game), legal(game)) == ((1, "CHALLENGE"), "accept challenge")


@pytest.mark.parametrize("stacking", ["same", "mixed"])
def test_where_they_stack_every_wild_draw_four_is_answered_in_stack(stacking):
    holding = facing("W+4", "W+4", stacking)
    assert (asked(holding), legal(holding)) == ((1, "STACK"), "W+4 accept challenge")
    empty = facing("W+4", "R2", stacking)
    assert (asked(empty), legal(empty)) == ((1, "STACK"), "accept challenge")


def test_who_accepts_draws_the_whole_sum_and_loses_the_turn():
    game = play(facing("R+2", "B+2", "draw_two", rest="G+2 R4"), "B+2")
    assert (asked(game), legal(game)) == ((2, "STACK"), "G+2 accept")
    play(game, "accept")
    assert (asked(game), sizes(game)) == ((3, "PLAY"), [2, 2, 6, 2])
    assert (game.top, game.color) == ("B+2", "B")


def test_who_has_no_answer_draws_the_whole_sum_at_once():
    game = play(facing("R+2", "B+2", "draw_two"), "B+2")
    assert (asked(game), sizes(game)) == ((3, "PLAY"), [2, 2, 6, 2])


def test_with_two_players_the_stack_goes_to_and_fro():
    game = table("stacking=same", "R+2 B+2 G1 | Y+2 G2 G3", "R5", draw=PILE)
    play(game, "R+2 Y+2 B+2")
    assert (asked(game), sizes(game)) == ((0, "PLAY"), [1, 8])


def test_the_stack_follows_the_direction_of_play():
    hands = "R+2 B1 B2 | G1 G2 | G3 G4 | B+2 G5 G6"
    game = play(table("stacking=same", hands, "R5", draw=PILE, direction=-1), "R+2 B+2")
    assert (asked(game), sizes(game)) == ((1, "PLAY"), [2, 2, 6, 2])


def test_draw_fours_and_draw_twos_add_up():
    game = play(facing("R+2", "W+4", "mixed", "wild_draw_four=free", "B+2 R4 R6"), "W+4")
    assert asked(game) == (1, "CHOOSE_COLOR")
    play(game, "green")
    assert (asked(game), legal(game)) == ((2, "STACK"), "B+2 accept")
    play(game, "B+2")
    assert sizes(game) == [2, 2, 2, 10]
    assert game.color == "B"


def test_the_pending_sum_is_public():
    game = facing("R+2", "B+2", "draw_two", rest="G+2 R4")
    assert [int(seen(game, seat, "pending").sum()) for seat in range(4)] == [2] * 4
    play(game, "B+2")
    assert [int(seen(game, seat, "pending").sum()) for seat in range(4)] == [4] * 4
    play(game, "accept")
    assert [int(seen(game, seat, "pending").sum()) for seat in range(4)] == [0] * 4


@pytest.mark.parametrize("held", ["R1 Y2", "R1 R2"])
def test_under_strict_a_wild_draw_four_answers_only_without_the_active_color(held):
    text = "stacking=mixed,wild_draw_four=strict"
    hands = f"R+2 B1 B2 | W+4 B+2 {held} | G1 G2"
    game = play(table(text, hands, "R5", draw=PILE), "R+2")
    assert legal(game) == "B+2 accept"
    without = table(text, "R+2 B1 B2 | W+4 B+2 Y1 G2 | G1 G2", "R5", draw=PILE)
    assert legal(play(without, "R+2")) == "B+2 W+4 accept"


def test_under_strict_a_wild_draw_four_without_answer_is_drawn_at_once():
    game = facing("W+4", "R2", "same", "wild_draw_four=strict")
    assert (asked(game), sizes(game)) == ((2, "PLAY"), [2, 7, 2, 2])


def test_a_guilty_stacked_wild_draw_four_makes_its_player_draw_the_whole_sum():
    game = facing("R+2", "W+4 R7", "mixed")
    play(game, "W+4 blue")
    assert (asked(game), legal(game)) == ((2, "STACK"), "accept challenge")
    play(game, "challenge")
    assert (asked(game), sizes(game)) == ((2, "PLAY"), [2, 9, 2, 2])
    assert (game.top, game.color) == ("W+4", "B")


def test_an_innocent_stacked_wild_draw_four_costs_the_challenger_the_sum_and_two():
    game = play(facing("R+2", "W+4 B7", "mixed"), "W+4 blue challenge")
    assert (asked(game), sizes(game)) == ((3, "PLAY"), [2, 3, 10, 2])


def test_a_stacked_wild_draw_four_is_judged_on_the_color_under_it():
    game = play(facing("W+4", "W+4 R7", "same"), "W+4 blue challenge")
    assert sizes(game) == [2, 3, 12, 2]
    guilty = play(facing("W+4", "W+4 G7", "same"), "W+4 blue challenge")
    assert sizes(guilty) == [2, 11, 2, 2]


def test_a_challenge_in_a_stack_reveals_the_judged_hand_to_the_challenger():
    game = play(facing("R+2", "W+4 R7", "mixed"), "W+4 blue challenge")
    assert known(game, 2, 1) == "R7 Y1 Y2"
    assert (known(game, 0, 1), known(game, 3, 1)) == ("", "")


def test_only_the_newest_card_of_the_stack_can_be_challenged():
    game = facing("W+4", "B+2", "mixed", rest="G+2 R4 R6")
    play(game, "B+2")
    assert (asked(game), legal(game)) == ((2, "STACK"), "G+2 accept")


@pytest.mark.parametrize("more", ["wild_draw_four=free", "wild_draw_four=strict"])
def test_without_bluffing_a_stack_is_never_challenged(more):
    assert legal(facing("W+4", "W+4", "same", more)) == "W+4 accept"


def test_a_last_card_that_opens_a_stack_ends_the_round_and_the_next_draws():
    game = table("stacking=same", "R+2 | B+2 G1 | G2", "R5", draw=PILE)
    play(game, "R+2")
    assert (game.is_over, game.winner, sizes(game)) == (True, 0, [0, 4, 1])


@pytest.mark.parametrize(("final", "drawn"), [("True", 4), ("False", 0)])
def test_a_last_card_that_raises_a_stack_ends_the_round_and_the_next_draws_the_sum(final, drawn):
    text = f"stacking=same,final_draw={final}"
    game = table(text, "R+2 B1 | B+2 | G+2 G2", "R5", draw=PILE)
    play(game, "R+2 B+2")
    assert (game.is_over, game.winner) == (True, 1)
    assert sizes(game) == [1, 0, 2 + drawn]


def test_a_last_wild_draw_four_on_a_stack_asks_neither_color_nor_challenge():
    game = table("stacking=mixed", "R+2 B1 | W+4 | G+2 G2", "R5", draw=PILE)
    play(game, "R+2 W+4")
    assert (game.is_over, game.winner, game.color) == (True, 1, None)
    assert sizes(game) == [1, 0, 8]


def test_a_last_wild_draw_four_that_may_not_go_out_is_answered_but_not_challenged():
    text = "stacking=same,action_finish=False"
    game = table(text, "W+4 | W+4 G1 | G2 G3", "R5", draw=PILE)
    play(game, "W+4 blue")
    assert sizes(game) == [2, 2, 2]
    assert (asked(game), legal(game)) == ((1, "STACK"), "W+4 accept")


def test_with_an_empty_judged_hand_and_no_answer_the_sum_is_drawn_at_once():
    text = "stacking=same,action_finish=False"
    game = play(table(text, "W+4 | G1 G4 | G2 G3", "R5", draw=PILE), "W+4 blue")
    assert (asked(game), sizes(game)) == ((2, "PLAY"), [2, 6, 2])


def test_the_penalty_of_a_stack_is_drawn_as_far_as_there_are_cards():
    game = table("stacking=same", "R+2 B1 B2 | B+2 G1 | G2 G3", "R5", draw="Y1")
    play(game, "R+2 B+2")
    assert hand(game, 2) == "R5 R+2 Y1 G2 G3"
    assert asked(game) == (0, "PLAY")


def test_a_stack_answer_is_not_a_turn():
    text = "stacking=same,max_turns=2"
    game = table(text, "R+2 Y8 B2 | B+2 G1 G2 | Y+2 G3 G4 | R1 B3", "R5", draw=PILE)
    play(game, "R+2 B+2 Y+2")
    assert not game.is_over
    assert (asked(game), sizes(game)) == ((0, "PLAY"), [2, 2, 2, 8])
    play(game, "Y8")
    assert (game.is_over, game.winner) == (True, None)
