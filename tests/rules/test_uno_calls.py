"""Calling UNO, missing the call and being caught (section 7 of the rule sheet)."""

import pytest

from .table import around, asked, hand, legal, play, sizes, table

SIZES = [2, 3, 4, 10]
PILE = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8"


def calling(hands, discard="R5", text="", **position):
    """A table where the call is the players' own affair."""
    position = {"draw": PILE} | position
    return table(f"uno=call,{text}" if text else "uno=call", hands, discard, **position)


@pytest.mark.parametrize("players", SIZES)
def test_automatic_calls_ask_nobody(players):
    game = play(table("", around(players, "R1 R2"), "R5"), "R1")
    assert (asked(game), hand(game, 0)) == ((1, "PLAY"), "R2")


@pytest.mark.parametrize("players", SIZES)
def test_whoever_comes_down_to_one_card_decides_to_call(players):
    game = play(calling(around(players, "R1 R2")), "R1")
    assert (asked(game), legal(game)) == ((0, "CALL_UNO"), "pass uno")
    play(game, "uno")
    assert asked(game) == (1, "PLAY")
    assert sizes(game) == [1] + [2] * (players - 1)


@pytest.mark.parametrize("players", SIZES)
def test_after_a_missed_call_everybody_may_catch_in_turn_order(players):
    game = play(calling(around(players, "R1 R2")), "R1 pass")
    for seat in range(1, players):
        assert (asked(game), legal(game)) == ((seat, "CATCH"), "pass catch")
        play(game, "pass")
    assert asked(game) == (1, "PLAY")
    assert sizes(game) == [1] + [2] * (players - 1)


def test_catching_is_asked_in_the_direction_of_play():
    game = play(calling(around(4, "R1 R2"), direction=-1), "R1 pass")
    order = []
    while asked(game)[1] == "CATCH":
        order.append(asked(game)[0])
        play(game, "pass")
    assert order == [3, 2, 1]


def test_a_reverse_turns_the_order_of_catching_only_when_its_effect_comes():
    game = play(calling(around(4, "RR R2")), "RR pass")
    assert asked(game) == (1, "CATCH")
    assert asked(play(game, "pass pass pass")) == (3, "PLAY")


def test_only_seats_still_in_may_catch():
    text = "scoring=elimination,target=100"
    game = calling("R1 R2 | | G1 G2 | G3 G4", text=text, scores=[0, 100, 0, 0])
    assert asked(play(game, "R1 pass")) == (2, "CATCH")
    assert asked(play(game, "pass")) == (3, "CATCH")


def test_a_partner_may_catch_too():
    game = play(calling(around(4, "R1 R2"), text="teams"), "R1 pass pass")
    assert (asked(game), legal(game)) == ((2, "CATCH"), "pass catch")
    assert sizes(play(game, "catch")) == [3, 2, 2, 2]


@pytest.mark.parametrize("penalty", [0, 1, 2, 4])
def test_a_caught_player_draws_the_penalty(penalty):
    game = play(calling(around(3, "R1 R2"), text=f"uno_penalty={penalty}"), "R1 pass catch")
    assert asked(game) == (1, "PLAY")
    assert sizes(game) == [1 + penalty, 2, 2]


def test_the_penalty_is_two_cards_unless_the_rules_say_otherwise():
    assert sizes(play(calling(around(3, "R1 R2")), "R1 pass pass catch")) == [3, 2, 2]


def test_a_caught_player_draws_what_there_is():
    game = play(calling(around(3, "R1 R2"), text="uno_penalty=4", draw="Y1"), "R1 pass catch")
    assert hand(game, 0) == "R2 R5 Y1"


@pytest.mark.parametrize(
    ("card", "after"),
    [
        ("W", (0, "CHOOSE_COLOR")),
        ("W+4", (0, "CHOOSE_COLOR")),
        ("R+2", (2, "PLAY")),
        ("RS", (2, "PLAY")),
    ],
)
def test_the_call_comes_before_color_challenge_and_penalty(card, after):
    game = play(calling(around(3, f"{card} R2")), card)
    assert asked(game) == (0, "CALL_UNO")
    assert sizes(game) == [1, 2, 2]
    assert game.color == (None if card[0] == "W" else "R")
    play(game, "pass")
    assert asked(game) == (1, "CATCH")
    assert sizes(game) == [1, 2, 2]
    play(game, "pass pass")
    assert asked(game) == after


def test_playing_a_drawn_card_with_one_in_hand_is_a_new_duty():
    game = calling("B9 | G1 G2", draw="R7 Y1")
    play(game, "draw R7")
    assert (asked(game), hand(game, 0)) == ((0, "CALL_UNO"), "B9")


def test_a_drawn_card_that_must_be_played_brings_the_duty_too():
    game = calling("B9 | G1 G2", text="drawn_card=must_play", draw="R7 Y1")
    assert asked(play(game, "draw")) == (0, "CALL_UNO")


def test_each_return_to_one_card_is_a_new_duty():
    game = calling("R1 R2 | R8 G2", draw="B3 Y4 Y5")
    play(game, "R1 uno R8 uno draw")
    assert asked(game) == (1, "PLAY")
    play(game, "draw R2")
    assert asked(game) == (0, "CALL_UNO")


def test_drawing_back_to_one_card_brings_no_duty():
    text = "action_finish=False"
    game = calling("RS | G1 G2 | G3 G4", text=text, discard="R5", draw="", turn=0)
    play(game, "RS")
    assert hand(game, 0) == "R5"
    assert asked(game) == (2, "PLAY")


def test_going_out_brings_no_duty():
    game = play(calling("R1 | G1 | G2"), "R1")
    assert game.is_over


def test_a_last_draw_card_brings_no_duty_to_anybody():
    game = play(calling("R+2 | G1 | G2"), "R+2")
    assert (asked(game), sizes(game)) == ((0, "OVER"), [0, 3, 1])


def test_a_hand_of_one_card_got_by_a_swap_is_a_duty_of_its_new_holder():
    game = calling("R7 R1 R2 | G1 | B1 B2 B3", text="seven_swap")
    play(game, "R7 swap+1")
    assert (asked(game), hand(game, 0)) == ((0, "CALL_UNO"), "G1")
    assert asked(play(game, "uno")) == (1, "PLAY")


def test_both_holders_of_a_swapped_single_card_have_the_duty_the_player_first():
    game = calling("R7 R1 | G1 G2 | B1", text="seven_swap")
    play(game, "R7")
    assert asked(game) == (0, "CALL_UNO")
    play(game, "uno")
    assert asked(game) == (0, "CHOOSE_TARGET")
    play(game, "swap+2")
    assert (asked(game), hand(game, 0)) == ((0, "CALL_UNO"), "B1")
    play(game, "uno")
    assert (asked(game), hand(game, 2)) == ((2, "CALL_UNO"), "R1")
    assert asked(play(game, "uno")) == (1, "PLAY")


def test_a_duty_is_settled_before_the_next_is_asked():
    game = calling("R7 R1 | G1 G2 | B1", text="seven_swap")
    play(game, "R7 uno swap+2 pass")
    assert asked(game) == (1, "CATCH")
    play(game, "catch")
    assert sizes(game) == [3, 2, 1]
    assert asked(game) == (2, "CALL_UNO")
    play(game, "pass")
    assert asked(game) == (0, "CATCH")
    assert asked(play(game, "pass pass")) == (1, "PLAY")


def test_a_passed_single_card_is_a_duty_of_its_new_holder():
    game = calling("R0 R1 R2 | G1 | B1 B2 | Y1 Y2 Y3", text="zero_pass")
    play(game, "R0")
    assert sizes(game) == [3, 2, 1, 2]
    assert asked(game) == (2, "CALL_UNO")
    assert asked(play(game, "uno")) == (1, "PLAY")


@pytest.mark.parametrize(
    ("direction", "hands", "order"),
    [(1, "R0 G1 | B1 B2 | Y1 | G2", [0, 1, 3]), (-1, "R0 G1 | G2 | Y1 | B1 B2", [0, 3, 1])],
)
def test_duties_after_a_pass_of_hands_come_in_the_direction_of_play(direction, hands, order):
    game = calling(hands, text="zero_pass", direction=direction)
    play(game, "R0 uno")
    asked_seats = []
    while asked(game)[1] == "CALL_UNO":
        asked_seats.append(asked(game)[0])
        play(game, "uno")
    assert asked_seats == order
    assert asked(game) == (direction % 4, "PLAY")


def test_a_hand_that_was_one_card_and_did_not_move_brings_no_duty():
    game = calling("R7 R1 R2 | G1 | B1 B2 B3", text="seven_swap")
    assert asked(play(game, "R7 swap+2")) == (1, "PLAY")


def test_a_wild_swap_of_hands_brings_the_duty_after_the_color():
    game = calling("WSW R1 R2 | G1 | B1 B2", text="deck=112-swap")
    play(game, "WSW")
    assert asked(game) == (0, "CHOOSE_COLOR")
    play(game, "red swap+1")
    assert (asked(game), hand(game, 0)) == ((0, "CALL_UNO"), "G1")


def test_a_customizable_swap_brings_the_duty_too():
    game = calling("WC R1 R2 | G1", text="deck=112-swap,custom_wild=swap_hands")
    play(game, "WC red")
    assert (asked(game), hand(game, 0)) == ((0, "CALL_UNO"), "G1")


@pytest.mark.parametrize("direction", [1, -1])
def test_after_shuffled_hands_everybody_with_one_card_has_the_duty(direction):
    game = calling("WSH R1 | G1 | B1 | Y1", text="deck=112-shuffle", direction=direction)
    play(game, "WSH")
    assert asked(game) == (0, "CALL_UNO")
    play(game, "uno green")
    for place in range(4):
        assert asked(game) == (place * direction % 4, "CALL_UNO")
        play(game, "uno")
    assert asked(game) == (direction % 4, "PLAY")
