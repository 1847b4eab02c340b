"""Seven-O: sevens swap hands, zeros pass them on (section 9 of the rule sheet)."""

import pytest

from .table import around, asked, hand, hands, legal, play, sizes, table


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("players", [3, 4, 10])
def test_a_seven_asks_for_any_other_seat(players, direction):
    game = table("seven_swap", around(players, "R7 R1 R2"), "R5", direction=direction)
    play(game, "R7")
    assert asked(game) == (0, "CHOOSE_TARGET")
    assert game.legal == [f"swap+{places}" for places in range(1, players)]


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("places", [1, 2, 3])
@pytest.mark.parametrize("seat", range(4))
def test_a_swap_counts_its_places_clockwise_and_exchanges_whole_hands(seat, places, direction):
    seats = ["G1", "G2 G3", "G4 G5 G6", "B1 B2 B3 B4"]
    seats[seat] = "R7 R1 R2 R3 R4 R6"
    game = table("seven_swap", " | ".join(seats), "R5", turn=seat, direction=direction)
    play(game, f"R7 swap+{places}")
    partner = (seat + places) % 4
    assert hand(game, partner) == "R1 R2 R3 R4 R6"
    assert hand(game, seat) == seats[partner]
    assert asked(game) == ((seat + direction) % 4, "PLAY")


def test_with_two_players_a_seven_swaps_at_once():
    game = play(table("seven_swap", "R7 R1 | G1 G2 G3", "R5"), "R7")
    assert asked(game) == (1, "PLAY")
    assert hands(game) == "G1 G2 G3 | R1"


def test_with_two_seats_still_in_a_seven_swaps_at_once():
    text = "seven_swap,scoring=elimination,target=100"
    game = play(table(text, "R7 R1 | | G1 G2 G3", "R5", scores=[0, 100, 0]), "R7")
    assert hands(game) == "G1 G2 G3 |  | R1"


def test_nobody_swaps_with_a_seat_that_is_out():
    text = "seven_swap,scoring=elimination,target=100"
    game = table(text, "R7 R1 | G3 G4 | | G1 G2", "R5", scores=[0, 0, 100, 0])
    assert legal(play(game, "R7")) == "swap+1 swap+3"


def test_partners_may_swap_with_each_other():
    game = table("seven_swap,teams", around(4, "R7 R1 R2"), "R5")
    play(game, "R7 swap+2")
    assert hands(game) == "G2 B2 | G1 B1 | R1 R2 | G3 B3"


@pytest.mark.parametrize(("text", "card"), [("", "R7"), ("", "R0"), ("zero_pass", "R7")])
def test_without_the_rule_hands_stay_where_they_are(text, card):
    game = play(table(text, around(3, f"{card} R1 R2"), "R5"), card)
    assert asked(game) == (1, "PLAY")
    assert hands(game) == around(3, "R1 R2")


def test_swapping_sevens_leaves_zeros_alone():
    game = play(table("seven_swap", around(3, "R0 R1 R2"), "R5"), "R0")
    assert hands(game) == around(3, "R1 R2")


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("players", [2, 3, 4, 10])
def test_a_zero_passes_every_hand_to_the_next_in_the_direction_of_play(players, direction):
    game = table("zero_pass", around(players, "R0 R1 R2 R3"), "R5", direction=direction)
    before = [hand(game, seat) for seat in range(players)]
    before[0] = "R1 R2 R3"
    play(game, "R0")
    for seat in range(players):
        assert hand(game, (seat + direction) % players) == before[seat]
    assert asked(game) == (direction % players, "PLAY")


def test_a_zero_passes_over_seats_that_are_out():
    text = "zero_pass,scoring=elimination,target=100"
    game = table(text, "R0 R1 | | G1 G2 G3 | B1 B2", "R5", scores=[0, 100, 0, 0])
    assert hands(play(game, "R0")) == "B1 B2 |  | R1 | G1 G2 G3"


@pytest.mark.parametrize("card", ["R7", "R0"])
def test_as_last_card_seven_and_zero_do_nothing(card):
    game = play(table("seven_swap,zero_pass", f"{card} | G3 G4 | B1", "R5"), card)
    assert (game.is_over, game.winner, game.points) == (True, 0, 8)
    assert hands(game) == " | G3 G4 | B1"


def test_a_drawn_seven_swaps_too():
    game = table("seven_swap", "G9 B9 | G1 G2 | G3 G4", "R5", draw="R7 Y1")
    play(game, "draw R7")
    assert asked(game) == (0, "CHOOSE_TARGET")
    assert sizes(play(game, "swap+1")) == [2, 2, 2]
    assert hand(game, 1) == "G9 B9"
