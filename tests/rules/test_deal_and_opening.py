"""Decks, the deal, the dealer and the opening card (sections 2 and 3 of the rule sheet)."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uno_env import Game, Rules

from .chance import Chance, deal, turn_up
from .table import (
    EXTRA_CARDS,
    all_cards,
    asked,
    deck_cards,
    deck_opening_with,
    hand,
    hands,
    in_kind_order,
    legal,
    opened,
    play,
    rules_for,
    sizes,
)

SIZES = [2, 3, 4, 10]
SEEDS = st.integers(0, 2**64 - 1)
OPENING_WILDS = [
    ("108", "W"),
    ("112-shuffle", "WSH"),
    ("112-shuffle", "WC"),
    ("112-swap", "WSW"),
    ("112-remix", "WRX"),
]


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("deck", EXTRA_CARDS)
def test_a_new_game_holds_exactly_the_cards_of_its_deck(deck, decks):
    game = Game(Rules(deck=deck, decks=decks), seed=3)
    assert all_cards(game) == Counter(deck_cards(deck, decks))


def test_a_deck_of_108_has_one_zero_two_of_every_other_color_card_and_eight_wilds():
    cards = all_cards(Game(Rules(), seed=1))
    assert sum(cards.values()) == 108
    for color in "RYGB":
        assert cards[f"{color}0"] == 1
        assert all(cards[color + rank] == 2 for rank in [*"123456789", "S", "R", "+2"])
    assert cards["W"] == cards["W+4"] == 4


def test_a_deck_may_be_given_card_by_card():
    game = Game(Rules(hand_size=2, deck={"W": 2, "R1": 2, "G1": 2}), seed=1)
    assert all_cards(game) == {"R1": 2, "G1": 2, "W": 2}


@pytest.mark.parametrize("players", range(2, 11))
def test_everybody_gets_seven_cards(players):
    game = Game(rules_for(players, "opening=ignore"), seed=players)
    assert sizes(game) == [7] * players
    assert len(game.discard_pile) == 1


@pytest.mark.parametrize(("players", "hand_size"), [(2, 1), (4, 5), (10, 10), (2, 50)])
def test_hand_size_says_how_many_cards_are_dealt(players, hand_size):
    game = Game(rules_for(players, f"opening=ignore,hand_size={hand_size}"), seed=4)
    assert sizes(game) == [hand_size] * players


@pytest.mark.parametrize(("players", "dealer"), [(2, 0), (2, 1), (3, 1), (4, 3), (10, 6)])
def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_dealer(players, dealer):
    rules = rules_for(players)
    deck = deck_opening_with(rules, "G5")
    game = Game(rules, deck=" ".join(deck), dealer=dealer)
    dealt = deck[: 7 * players]
    for place in range(players):
        seat = (dealer + 1 + place) % players
        assert hand(game, seat).split() == in_kind_order(dealt[place::players])
    assert game.top == "G5"
    assert list(game.draw_pile) == deck[: 7 * players : -1]


@pytest.mark.parametrize("players", SIZES)
def test_the_player_left_of_the_dealer_begins_clockwise(players):
    for dealer in range(players):
        game = opened("", "G5", players, dealer)
        assert asked(game) == ((dealer + 1) % players, "PLAY")
        assert game.direction == 1
        assert game.color == "G"


def test_every_seat_is_equally_likely_to_deal():
    dealers = Counter(int(Game(Rules(players=4), seed=seed).dealer) for seed in range(400))
    assert set(dealers) == {0, 1, 2, 3}
    assert min(dealers.values()) > 60


@settings(max_examples=60, deadline=None)
@given(
    seed=SEEDS,
    players=st.integers(2, 10),
    deck=st.sampled_from(sorted(EXTRA_CARDS)),
    decks=st.integers(1, 2),
    dealer_given=st.booleans(),
)
def test_a_seed_decides_dealer_hands_opening_and_pile(seed, players, deck, decks, dealer_given):
    rules = Rules(players=players, deck=deck, decks=decks, opening="redraw")
    game = Game(rules, seed=seed, dealer=1) if dealer_given else Game(rules, seed=seed)
    chance = Chance(seed)
    dealer = 1 if dealer_given else chance.below(players)
    pile = chance.shuffled(deck_cards(deck, decks))
    seats = [(dealer + 1 + place) % players for place in range(players)]
    dealt = deal(pile, seats, 7)
    top = turn_up(pile, lambda card: card[1:].isdigit(), chance)
    assert game.dealer == dealer
    assert game.top == top
    assert list(game.draw_pile) == pile
    assert all(game.hand(seat) == in_kind_order(dealt[seat]) for seat in seats)


@pytest.mark.parametrize("seed", range(6))
def test_with_a_given_deck_the_seed_still_decides_the_dealer(seed):
    rules = rules_for(10)
    game = Game(rules, seed=seed, deck=" ".join(deck_opening_with(rules, "G5")))
    assert game.dealer == Chance(seed).below(10)
    assert game.top == "G5"


@pytest.mark.parametrize("players", SIZES)
def test_an_opening_skip_skips_the_left_of_the_dealer(players):
    dealer = players - 1
    game = opened("", "RS", players, dealer)
    assert asked(game) == ((dealer + 2) % players, "PLAY")
    assert sizes(game) == [7] * players


@pytest.mark.parametrize("players", SIZES)
def test_an_opening_draw_two_is_drawn_by_the_left_of_the_dealer_who_loses_the_turn(players):
    game = opened("", "R+2", players, dealer=players - 1)
    assert asked(game) == (1, "PLAY")
    assert sizes(game) == [9] + [7] * (players - 1)


@pytest.mark.parametrize("players", SIZES)
def test_after_an_opening_reverse_the_dealer_plays_first_against_the_clock(players):
    game = opened("opening_reverse=dealer", "RR", players, dealer=1)
    assert asked(game) == (1, "PLAY")
    assert game.direction == -1


@pytest.mark.parametrize(("players", "first"), [(2, 1), (3, 0), (4, 0), (10, 0)])
def test_after_an_opening_reverse_the_right_of_the_dealer_may_play_first(players, first):
    game = opened("opening_reverse=right", "RR", players, dealer=1)
    assert asked(game) == (first, "PLAY")
    assert game.direction == -1


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("color", ["red", "yellow", "green", "blue"])
def test_left_of_the_dealer_names_the_color_of_an_opening_wild_and_plays(players, color):
    game = opened("", "W", players, dealer=0)
    assert asked(game) == (1, "CHOOSE_COLOR")
    assert game.color is None
    play(game, color)
    assert asked(game) == (1, "PLAY")
    assert game.color == color[0].upper()


@pytest.mark.parametrize("custom", ["plain", "others_draw_two", "skip_everyone", "swap_hands"])
@pytest.mark.parametrize(("deck", "wild"), OPENING_WILDS)
def test_an_opening_wild_of_any_design_does_nothing_but_ask_for_a_color(deck, wild, custom):
    game = opened(f"deck={deck},custom_wild={custom}", wild)
    before = hands(game)
    assert asked(game) == (0, "CHOOSE_COLOR")
    play(game, "blue")
    assert asked(game) == (0, "PLAY")
    assert (hands(game), game.top, game.color) == (before, wild, "B")


@pytest.mark.parametrize(("deck", "wild"), OPENING_WILDS)
def test_an_opening_wild_may_be_put_back(deck, wild):
    game = opened(f"deck={deck},opening_wild=redraw", f"{wild} G4")
    assert asked(game) == (0, "PLAY")
    assert game.top == "G4"
    assert list(game.discard_pile) == ["G4"]
    assert all_cards(game) == Counter(deck_cards(deck))


def test_an_opening_wild_draw_four_is_put_back():
    game = opened("", "W+4 G4")
    assert (asked(game), game.top) == ((0, "PLAY"), "G4")
    assert len(game.draw_pile) == 79


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("more", ["", ",stacking=mixed", ",opening=ignore"])
def test_an_opening_wild_draw_four_may_hit_the_left_of_the_dealer(players, more):
    game = opened(f"opening_wild_draw_four=apply{more}", "W+4", players, dealer=players - 1)
    assert sizes(game) == [11] + [7] * (players - 1)
    assert asked(game) == (1, "CHOOSE_COLOR")
    play(game, "green")
    assert asked(game) == (1, "PLAY")
    assert game.color == "G"


@pytest.mark.parametrize("card", ["RS", "GR", "B+2"])
@pytest.mark.parametrize("players", SIZES)
def test_an_ignored_opening_card_lies_there_without_effect(card, players):
    game = opened("opening=ignore", card, players, dealer=players - 1)
    assert asked(game) == (0, "PLAY")
    assert (game.top, game.color, game.direction) == (card, card[0], 1)
    assert sizes(game) == [7] * players


def test_ignoring_the_opening_card_leaves_wilds_to_their_own_options():
    assert asked(opened("opening=ignore", "W")) == (0, "CHOOSE_COLOR")
    assert opened("opening=ignore,opening_wild=redraw", "W G4").top == "G4"
    assert opened("opening=ignore", "W+4 G4").top == "G4"


@pytest.mark.parametrize("card", ["RS", "YR", "G+2", "W", "W+4"])
def test_redraw_puts_everything_but_numbers_back_wilds_too(card):
    text = "opening=redraw,opening_wild=choose,opening_wild_draw_four=apply"
    game = opened(text, f"{card} G4")
    assert (asked(game), game.top, game.direction) == ((0, "PLAY"), "G4", 1)
    assert sizes(game) == [7] * 4


@pytest.mark.parametrize("seed", range(12))
def test_a_card_put_back_goes_to_a_random_place_and_the_others_keep_their_order(seed):
    game = opened("opening_wild=redraw,opening=ignore", "W", seed=seed)
    chance = Chance(seed)
    pile = deck_opening_with(rules_for(4), "W")[:27:-1]
    top = turn_up(pile, lambda card: card not in ("W", "W+4"), chance)
    assert game.top == top
    assert list(game.draw_pile) == pile


@pytest.mark.parametrize(
    ("text", "deck"),
    [
        ("opening=redraw", "RS=4"),
        ("opening=redraw", "RR=4"),
        ("opening=redraw", "R+2=4"),
    ],
)
def test_where_no_card_may_open_the_first_one_stays_without_effect(text, deck):
    game = Game(rules_for(2, f"{text},hand_size=1,deck={deck}"), dealer=1)
    assert asked(game) == (0, "PLAY")
    assert (game.top, game.direction) == (deck[:-2], 1)
    assert sizes(game) == [1, 1]


@pytest.mark.parametrize(
    ("text", "deck"),
    [("opening=redraw", "W=4"), ("opening_wild=redraw", "W=4"), ("opening=apply", "W+4=4")],
)
def test_where_no_card_may_open_the_first_player_names_the_color_of_a_wild(text, deck):
    game = Game(rules_for(2, f"{text},hand_size=1,deck={deck}"), dealer=1)
    assert (asked(game), game.top) == ((0, "CHOOSE_COLOR"), deck[:-2])
    play(game, "yellow")
    assert (asked(game), game.color) == ((0, "PLAY"), "Y")
    assert sizes(game) == [1, 1]


def test_cards_already_dealt_do_not_count_as_cards_that_may_open():
    rules = rules_for(2, "hand_size=1,deck=R1=1 R2=1 W+4=2")
    game = Game(rules, deck="R1 R2 W+4 W+4", dealer=1)
    assert (asked(game), game.top) == ((0, "CHOOSE_COLOR"), "W+4")


def test_an_opening_draw_card_cannot_be_stacked_upon_or_challenged():
    game = opened("stacking=mixed", "R+2")
    assert "R+2" in game.hand(0) + game.hand(1) + game.hand(2) + game.hand(3)
    assert (asked(game), sizes(game)) == ((1, "PLAY"), [9, 7, 7, 7])


def test_nobody_jumps_in_on_an_opening_card_or_doubles_it():
    game = opened("jump_in=colored,doubles", "R5")
    assert "R5" in hands(game).split()
    assert asked(game) == (0, "PLAY")


@pytest.mark.parametrize("card", ["R7", "R0"])
def test_an_opening_seven_or_zero_moves_no_hands(card):
    game = opened("seven_swap,zero_pass", card)
    assert asked(game) == (0, "PLAY")
    assert hands(game) == hands(opened("", card))


def test_a_hand_dealt_as_one_card_brings_no_uno_call():
    game = opened("hand_size=1,uno=call", "G5")
    assert asked(game) == (0, "PLAY")
    assert "draw" in legal(game).split()
