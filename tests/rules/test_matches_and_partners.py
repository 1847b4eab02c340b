"""Rounds after rounds: the deal passes on, totals, who leaves, partners, truncation (section 8)."""

from collections import Counter

import pytest

from uno_env import Game, Rules

from .chance import Chance, deal, turn_up
from .remix import finish_round
from .table import (
    all_cards,
    around,
    asked,
    deck_cards,
    hands,
    in_kind_order,
    play,
    rules_for,
    scores,
    sizes,
    table,
)

MATCH = "target=500"
ELIMINATION = "scoring=elimination,target=100"


@pytest.mark.parametrize(("total", "over"), [(496, False), (497, False), (498, True), (499, True)])
def test_a_match_is_won_by_reaching_the_target(total, over):
    game = play(table(MATCH, "R1 | G2", "R5", scores=[total, 0]), "R1")
    assert scores(game) == [total + 2, 0]
    assert (game.is_over, game.winner) == ((True, 0) if over else (False, None))


def test_the_target_is_the_options():
    assert play(table("target=2", "R1 | G2", "R5"), "R1").is_over
    assert not play(table("target=3", "R1 | G2", "R5"), "R1").is_over


@pytest.mark.parametrize("players", [2, 3, 4, 10])
def test_after_a_round_the_deal_passes_to_the_left_and_everybody_gets_cards(players):
    for dealer in range(players):
        text = f"{MATCH},opening=redraw"
        seats = around(players, "R1")
        game = play(table(text, seats, "R5", dealer=dealer, direction=-1), "R1")
        assert game.dealer == (dealer + 1) % players
        assert asked(game) == ((dealer + 2) % players, "PLAY")
        assert game.direction == 1
        assert sizes(game) == [7] * players
        assert all_cards(game) == Counter(deck_cards())


@pytest.mark.parametrize("seed", range(10))
def test_the_next_round_is_dealt_from_the_same_chance_without_a_new_dealer_draw(seed):
    text = f"{MATCH},opening=redraw"
    game = table(text, "R1 | G2 | G3", "R5", draw="Y1 Y2", dealer=0, seed=seed)
    play(game, "R1")
    chance = Chance(seed)
    pile = chance.shuffled(deck_cards())
    dealt = deal(pile, [2, 0, 1], 7)
    top = turn_up(pile, lambda card: card[1:].isdigit(), chance)
    assert (game.dealer, game.top) == (1, top)
    assert list(game.draw_pile) == pile
    assert all(game.hand(seat) == in_kind_order(dealt[seat]) for seat in range(3))


@pytest.mark.parametrize("seed", range(10))
def test_eliminated_seats_are_passed_over_when_the_next_round_is_dealt(seed):
    text = f"{ELIMINATION},opening=redraw"
    position = {"scores": [0, 100, 0, 0], "dealer": 3, "draw": "Y1", "seed": seed}
    game = play(table(text, "R1 | | G2 | G3", "R5", **position), "R1")
    pile = Chance(seed).shuffled(deck_cards())
    dealt = deal(pile, [2, 3, 0], 7)
    assert game.dealer == 0
    assert all(game.hand(seat) == in_kind_order(dealt[seat]) for seat in (0, 2, 3))


def test_with_two_seats_still_in_opening_action_cards_let_the_dealer_play():
    met = Counter()
    for seed in range(60):
        text = f"{ELIMINATION},opening_reverse=right"
        position = {"scores": [0, 100, 0], "dealer": 0, "seed": seed}
        game = play(table(text, "R1 | | G2", "R5", **position), "R1")
        effect = game.top[1:]
        met[effect] += 1
        if effect in ("S", "R", "+2"):
            assert asked(game) == (2, "PLAY")
            assert game.direction == (-1 if effect == "R" else 1)
            assert sizes(game) == [9 if effect == "+2" else 7, 0, 7]
    assert met["S"] and met["R"] and met["+2"]


def test_the_opening_card_acts_in_every_round():
    starts = Counter()
    for seed in range(80):
        game = play(table(MATCH, "R1 | G2 | G3", "R5", dealer=0, seed=seed), "R1")
        if game.top[1:] == "S":
            assert asked(game) == (0, "PLAY")
            starts["skip"] += 1
        if game.top == "W":
            assert asked(game) == (2, "CHOOSE_COLOR")
            starts["wild"] += 1
        if game.top[1:] == "R":
            assert (asked(game), game.direction) == ((1, "PLAY"), -1)
            starts["reverse"] += 1
    assert {"skip", "reverse"} <= set(starts)


def test_after_a_round_without_a_winner_the_deal_passes_too():
    game = table(MATCH, "B1 B2 | G1 G2 | G3 G4", "R5", draw="", dealer=1, scores=[5, 6, 7])
    play(game, "pass pass pass")
    assert (game.dealer, scores(game), game.points) == (2, [5, 6, 7], 0)
    assert sum(all_cards(game).values()) == 108


def test_the_worked_hand_of_ana_ben_cy_and_dee():
    seats = "G+2 | R7 BS | G3 R9 Y+2 W+4 | B0 RR"
    game = table(MATCH, seats, "G4", draw="Y5 W R1", dealer=3, scores=[312, 0, 0, 0])
    play(game, "G+2")
    assert (scores(game), game.points, game.dealer) == ([496, 0, 0, 0], 184, 0)


def test_an_eliminated_seat_holds_no_card_and_is_never_asked_again():
    for seed in range(6):
        position = {"scores": [0, 99, 0], "dealer": 0, "seed": seed}
        game = play(table(ELIMINATION, "R1 | G2 | G3", "R5", **position), "R1")
        assert scores(game) == [0, 101, 3]
        assert (game.dealer, sizes(game)[1]) == (2, 0)
        for _ in range(200):
            if game.is_over or game.dealer != 2:
                break
            assert game.turn != 1
            assert game.hand(1) == []
            game.play(game.legal[0])


def test_the_deal_passes_over_eliminated_seats():
    position = {"scores": [0, 100, 0, 0], "dealer": 0}
    game = play(table(f"{ELIMINATION},opening=redraw", "R1 | | G2 | G3", "R5", **position), "R1")
    assert game.dealer == 2
    assert asked(game) == (3, "PLAY")
    assert sizes(game) == [7, 0, 7, 7]


def test_a_whole_elimination_match_leaves_one_seat_in():
    for seed in range(5):
        game = Game(rules_for(3, "hand_size=2,deck=R1=4 R9=4,scoring=elimination,target=20"), seed)
        while not game.is_over:
            leader = min(s for s in range(3) if game.scores[s] < 20)
            finish_round(game, leader)
        assert [score < 20 for score in game.scores].count(True) == 1
        assert game.scores[game.winner] < 20


def test_a_whole_match_ends_with_the_first_to_reach_the_target():
    game = Game(rules_for(3, "hand_size=2,deck=R1=4 R9=4,target=50"), seed=8)
    while not game.is_over:
        before = scores(game)
        assert max(before) < 50
        finish_round(game, 1)
    assert game.winner == 1
    assert scores(game)[1] >= 50


def test_a_whole_lowest_match_goes_to_the_lowest_total():
    game = Game(rules_for(3, "hand_size=2,deck=R1=4 R9=4,target=50,scoring=lowest"), seed=8)
    while not game.is_over:
        assert max(scores(game)) < 50
        finish_round(game, 2)
    assert scores(game)[2] == 0
    assert game.winner == 2


def test_partners_sit_opposite_and_both_totals_move_together():
    game = table(f"teams,{MATCH}", "G4 | R1 | G6 | G8", "R5", turn=1, scores=[3, 5, 3, 5])
    play(game, "R1")
    assert not game.is_over
    assert (scores(game), game.points) == ([3, 15, 3, 15], 10)


def test_a_round_of_partners_ends_when_either_goes_out():
    game = play(table("teams", "G4 G1 | G5 G2 | R1 | G7 G3", "R5", turn=2), "R1")
    assert (game.is_over, game.winner, game.points) == (True, 2, 17)


def test_too_many_turns_truncate_the_game_for_everybody():
    game = table("max_turns=3", "B1 B2 | G1 G2", "R5", draw="Y1 Y2 Y3 Y4 Y6 Y7")
    play(game, "draw draw")
    assert not game.is_over
    play(game, "draw")
    assert (asked(game), game.is_over) == ((0, "OVER"), True)
    assert (game.winner, game.points, game.legal) == (None, 0, [])


def test_turns_are_counted_anew_in_every_round():
    text = f"{MATCH},max_turns=2,opening=redraw"
    game = play(table(text, "B1 B2 | R1 | G3", "R5", draw="Y1 Y2"), "draw R1")
    assert not game.is_over
    dealer = game.dealer
    while not game.is_over and game.dealer == dealer:
        play(game, next(label for label in game.legal if label in ("draw", "pass")))
    assert game.is_over
    assert game.winner is None


def test_a_round_that_is_won_in_its_last_turn_is_not_truncated():
    game = play(table("max_turns=1", "R1 | G1", "R5"), "R1")
    assert (game.is_over, game.winner) == (True, 0)


def test_a_hundred_rounds_in_a_row_without_a_changed_total_truncate():
    game = Game(rules_for(2, "hand_size=2,deck=R1=4 R2=2,target=500"), seed=1)
    rounds = 0
    while not game.is_over:
        dealer = game.dealer
        finish_round(game)
        rounds += game.dealer != dealer or game.is_over
    assert rounds == 100
    assert (game.winner, scores(game)) == (None, [0, 0])


def test_a_changed_total_starts_the_count_of_idle_rounds_anew():
    game = Game(rules_for(2, "hand_size=2,deck=R1=4 R2=2,target=500"), seed=1)
    for _ in range(99):
        finish_round(game)
    finish_round(game, 0)
    assert scores(game)[0] > 0
    for _ in range(99):
        finish_round(game)
        assert not game.is_over
    finish_round(game)
    assert (game.is_over, game.winner) == (True, None)


def test_a_position_needs_no_whole_deck_but_the_next_round_is_dealt_from_it():
    game = table(MATCH, "R1 | G2", "R5", draw="Y1")
    assert sum(all_cards(game).values()) == 4
    play(game, "R1")
    assert all_cards(game) == Counter(deck_cards())


def test_an_omitted_draw_pile_is_the_rest_of_the_deck_in_random_order():
    game = table("", "R1 R1 R1 | G2", "R5 R0 R0", seed=4)
    rest = Counter(deck_cards())
    rest.subtract(["R1", "R1", "G2", "R5", "R0"])
    pile = Chance(4).shuffled(in_kind_order((+rest).elements()))
    assert list(game.draw_pile) == pile
    assert hands(game) == "R1 R1 R1 | G2"


def test_the_last_round_is_kept_when_the_next_one_is_dealt():
    game = table(MATCH, "R1 | G2", "R5")
    assert game.last_round is None
    play(game, "R1")
    assert (game.last_round.winner, game.last_round.points) == (0, 2)


def test_the_official_game_is_one_round():
    assert Rules().target == 0
    assert play(table("", "R1 | G2", "R5"), "R1").is_over
