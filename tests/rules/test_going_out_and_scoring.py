"""The last card, what it still does, and what the round counts (section 8 of the rule sheet)."""

import pytest

from uno_env import Rules

from .table import (
    EXTRA_CARDS,
    KINDS,
    WILDS,
    around,
    asked,
    card_points,
    deck_cards,
    hand,
    hand_points,
    hands,
    legal,
    play,
    scores,
    sizes,
    table,
)

SIZES = [2, 3, 4, 10]
DECK_OF = {"WSH": "112-shuffle", "WSW": "112-swap", "WC": "112-swap", "WRX": "112-remix"}
SHEET = {"S": 20, "R": 20, "+2": 20, "W": 50, "W+4": 50, "WSH": 40, "WSW": 40, "WC": 40, "WRX": 40}
LAST_CARDS = ["R1", "R0", "RS", "RR", "R+2", *WILDS]


def last_card(card, text="", **position):
    """A table of three whose seat 0 holds nothing but `card`."""
    deck = f"deck={DECK_OF.get(card, '108')}"
    position = {"draw": "R2 R3 Y1 Y2 Y3 Y4"} | position
    return table(f"{deck},{text}" if text else deck, f"{card} | G1 B1 | G2", "R5", **position)


@pytest.mark.parametrize("card", LAST_CARDS)
def test_any_card_may_be_the_last(card):
    game = last_card(card)
    assert (game.winner, game.points, game.is_over) == (None, 0, False)
    play(game, card)
    assert game.is_over
    assert game.winner == 0
    assert asked(game) == (0, "OVER")
    assert game.legal == []
    assert sizes(game)[0] == 0


@pytest.mark.parametrize("card", [card for card in LAST_CARDS if card not in ("R+2", "W+4")])
def test_the_effect_of_a_last_card_is_not_carried_out(card):
    game = play(last_card(card, "seven_swap,zero_pass,custom_wild=others_draw_two"), card)
    assert hands(game) == " | G1 B1 | G2"
    assert game.direction == 1
    assert game.points == 4


@pytest.mark.parametrize("wild", WILDS)
def test_no_color_is_asked_for_after_a_wild_that_goes_out(wild):
    game = play(last_card(wild), wild)
    assert game.is_over
    assert game.color is None


@pytest.mark.parametrize(("card", "drawn"), [("R+2", 2), ("W+4", 4)])
@pytest.mark.parametrize("direction", [1, -1])
def test_after_a_last_draw_card_the_next_player_still_draws(card, drawn, direction):
    game = play(last_card(card, direction=direction), card)
    victim = direction % 3
    assert game.is_over
    assert sizes(game)[victim] == (2 if victim == 1 else 1) + drawn
    assert game.points == 4 + sum([2, 3, 1, 2][:drawn])


@pytest.mark.parametrize("card", ["R+2", "W+4"])
def test_the_final_draw_may_be_left_out(card):
    game = play(last_card(card, "final_draw=False"), card)
    assert (hands(game), game.points) == (" | G1 B1 | G2", 4)


@pytest.mark.parametrize(
    ("card", "answers", "turn"),
    [
        ("RS", "", 2),
        ("RR", "", 2),
        ("R+2", "", 2),
        ("W", "blue", 1),
        ("W+4", "blue", 2),
        ("WSH", "blue", 1),
        ("WC", "blue", 1),
        ("WRX", "blue", 1),
        ("WSW", "blue swap+1", 1),
    ],
)
def test_where_action_cards_may_not_go_out_their_player_draws_two_and_play_goes_on(
    card, answers, turn
):
    game = last_card(card, "action_finish=False")
    play(game, card)
    assert sizes(game)[0] == 2
    play(game, answers)
    assert not game.is_over
    assert asked(game) == (turn, "PLAY")
    assert sum(sizes(game)) == 5 + {"R+2": 2, "W+4": 4}.get(card, 0)


@pytest.mark.parametrize("card", ["R0", "R7", "R1"])
def test_where_action_cards_may_not_go_out_numbers_still_may(card):
    game = play(last_card(card, "action_finish=False,seven_swap,zero_pass"), card)
    assert (game.is_over, game.winner) == (True, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_every_card_left_in_an_opponents_hand_counts_its_points(kind):
    rank = kind if kind in WILDS else kind[1:]
    deck = DECK_OF.get(kind, "108")
    game = play(table(f"deck={deck}", f"R1 | {kind}", "R5"), "R1")
    assert game.points == (int(rank) if rank.isdigit() else SHEET[rank])


@pytest.mark.parametrize(
    ("deck", "total"),
    [("108", 1240), ("112-shuffle", 1400), ("112-swap", 1400), ("112-remix", 1400)],
)
def test_all_cards_of_a_deck_together_count_its_total(deck, total):
    rest = deck_cards(deck)
    rest.remove("R1")
    rest.remove("R5")
    game = table(f"deck={deck}", f"R1 | {' '.join(rest)}", "R5", draw="")
    assert play(game, "R1").points == total - 1 - 5
    assert set(EXTRA_CARDS[deck]) <= set(game.hand(1))


@pytest.mark.parametrize("players", SIZES)
def test_the_winner_scores_all_cards_in_the_opponents_hands(players):
    game = play(table("", around(players, "R1"), "R5"), "R1")
    total = sum(2 * seat for seat in range(1, players))
    assert game.points == total
    assert scores(game) == [total] + [0] * (players - 1)


@pytest.mark.parametrize("scoring", ["lowest", "elimination"])
@pytest.mark.parametrize("players", SIZES)
def test_a_single_round_is_won_by_who_goes_out_and_everybody_adds_the_own_hand(players, scoring):
    game = play(table(f"scoring={scoring}", around(players, "R1"), "R5"), "R1")
    assert game.is_over
    assert game.winner == 0
    assert game.points == sum(2 * seat for seat in range(1, players))
    assert scores(game) == [2 * seat for seat in range(players)]


def test_lowest_adds_the_own_hand_to_the_own_total():
    text = "scoring=lowest,target=500"
    game = play(table(text, "R1 | W G1 | G2", "R5", scores=[100, 200, 300]), "R1")
    assert not game.is_over
    assert scores(game) == [100, 251, 302]
    assert game.points == 53


def test_when_somebody_reaches_the_target_the_lowest_total_wins():
    text = "scoring=lowest,target=500"
    game = play(table(text, "R1 | W | G2", "R5", scores=[310, 450, 120]), "R1")
    assert game.is_over
    assert (game.winner, scores(game)) == (2, [310, 500, 122])


@pytest.mark.parametrize(("winner_of_round", "champion"), [(0, 0), (1, 2), (2, 2), (3, 0)])
def test_a_tie_at_the_lowest_total_goes_clockwise_from_the_winner_of_the_round(
    winner_of_round, champion
):
    totals = {0: [122, 470, 120, 300], 1: [120, 300, 120, 498]}
    totals |= {2: [120, 470, 122, 300], 3: [120, 470, 120, 300]}
    seats = ["G2", "W", "B2", "Y2"]
    seats[winner_of_round] = "R1"
    game = table(
        "scoring=lowest,target=500",
        " | ".join(seats),
        "R5",
        turn=winner_of_round,
        scores=totals[winner_of_round],
    )
    play(game, "R1")
    assert game.is_over
    assert scores(game)[0] == scores(game)[2] == min(scores(game)) == 122
    assert game.winner == champion


def test_elimination_takes_out_who_reaches_the_target_and_the_last_one_left_wins():
    text = "scoring=elimination,target=100"
    game = play(table(text, "R1 | W | G2", "R5", scores=[90, 50, 40], dealer=0), "R1")
    assert not game.is_over
    assert scores(game) == [90, 100, 42]
    assert (sizes(game)[1], game.dealer) == (0, 2)
    last = play(table(text, "R1 | W | | G2", "R5", scores=[90, 50, 120, 98]), "R1")
    assert (last.is_over, last.winner) == (True, 0)
    assert scores(last) == [90, 100, 120, 100]


@pytest.mark.parametrize("seat", range(4))
def test_partners_score_the_hands_of_the_two_opponents_and_both_get_the_points(seat):
    seats = ["G4", "G5", "G6", "G7"]
    seats[seat] = "R1"
    game = play(table("teams", " | ".join(seats), "R5", turn=seat), "R1")
    points = hand_points([seats[(seat + 1) % 4], seats[(seat + 3) % 4]])
    assert game.is_over
    assert (game.winner, game.points) == (seat, points)
    assert scores(game) == [points if (other - seat) % 2 == 0 else 0 for other in range(4)]


def test_the_champion_of_a_team_is_the_seat_that_went_out_last():
    game = table("teams,target=500", "G4 | R1 | G6 | W", "R5", turn=1, scores=[0, 490, 0, 490])
    play(game, "R1")
    assert (game.is_over, game.winner) == (True, 1)
    assert scores(game) == [0, 500, 0, 500]


def test_partners_do_not_count_the_partners_own_hand():
    game = play(table("teams", "R1 | B5 | W W | Y+2", "R2"), "R1")
    assert game.points == 25


def test_a_round_without_a_winner_counts_nothing():
    game = table("target=500", "B1 B2 | G1 G2", "R5", draw="", scores=[30, 40])
    play(game, "pass pass")
    assert not game.is_over
    assert (scores(game), game.points, game.winner) == ([30, 40], 0, None)


def test_points_are_zero_before_a_round_has_ended():
    game = table("target=500", "R1 R2 | G1 G2", "R5", scores=[30, 40])
    assert (game.points, game.winner) == (0, None)


def test_points_stand_for_the_last_finished_round_in_the_next_one():
    game = play(table("target=500", "R1 | G1 G2", "R5", scores=[30, 40]), "R1")
    assert (game.points, scores(game), game.winner) == (3, [33, 40], None)


def test_a_hand_that_wins_keeps_color_and_turn_as_they_were():
    game = play(table("", "G1 G2 | R1 | B1", "R5", turn=1), "R1")
    assert asked(game) == (1, "OVER")
    assert game.color == "R"
    assert (legal(game), hand(game, 0)) == ("", "G1 G2")


def test_the_card_points_used_here_are_those_of_the_sheet():
    assert Rules().scoring == "winner"
    assert [card_points(card) for card in ("R0", "B9", "RS", "G+2", "W", "WC")] == [
        0,
        9,
        20,
        20,
        50,
        40,
    ]
