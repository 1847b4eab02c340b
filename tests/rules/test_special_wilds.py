"""Shuffle Hands, Swap Hands, Customizable and Remix (section 5 of the rule sheet)."""

import pytest

from .chance import Chance, deal
from .remix import finish_round, remix_askers, remix_match
from .table import (
    around,
    asked,
    hand,
    hands,
    in_kind_order,
    known,
    legal,
    play,
    seen,
    sizes,
    table,
)

SHUFFLE = "deck=112-shuffle"
SWAP = "deck=112-swap"
SEEDS = range(60)


def test_every_special_wild_may_be_played_at_any_time_and_asks_for_the_color_first():
    for deck, wild in [(SHUFFLE, "WSH"), (SWAP, "WSW"), (SWAP, "WC"), ("deck=112-remix", "WRX")]:
        game = play(table(deck, f"{wild} G1 R1 | G3 G4 | B1 B2", "R5"), wild)
        assert (asked(game), game.color) == ((0, "CHOOSE_COLOR"), None)
        assert legal(game) == "red yellow green blue"


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("seat", range(4))
def test_shuffled_hands_are_dealt_clockwise_from_the_players_left(seat, direction):
    seats = ["R3 R4 R6 R8 G1", "B1 B2 B3", "Y1 Y2 Y3 Y4", "G5 W"]
    seats[seat] = "WSH R1"
    position = {"turn": seat, "direction": direction, "seed": 10 + seat, "draw": "G9"}
    game = table(SHUFFLE, " | ".join(seats), "R5", **position)
    play(game, "WSH green")
    seats[seat] = "R1"
    order = [(seat + 1 + place) % 4 for place in range(4)]
    gathered = [card for other in order for card in in_kind_order(seats[other].split())]
    pile = Chance(10 + seat).shuffled(gathered)
    dealt = {other: [] for other in order}
    for place in range(len(gathered)):
        dealt[order[place % 4]].append(pile.pop())
    assert all(hand(game, other).split() == in_kind_order(dealt[other]) for other in order)
    assert asked(game) == ((seat + direction) % 4, "PLAY")


def test_shuffled_hands_may_differ_by_one_card():
    game = table(SHUFFLE, "WSH R1 | R3 R4 R6 R8 G1 | B1 B2 B3 | Y1 Y2 Y3 Y4", "R5")
    assert sizes(play(game, "WSH green")) == [3, 4, 3, 3]


@pytest.mark.parametrize("players", [2, 10])
def test_hands_are_shuffled_at_small_and_large_tables(players):
    game = table(SHUFFLE, around(players, "WSH R1"), "R5", draw="G9", seed=2)
    before = hands(game).replace("WSH", "").replace("|", " ").split()
    play(game, "WSH green")
    assert sorted(hands(game).replace("|", " ").split()) == sorted(before)
    assert sizes(game) == [1, *[2] * (players - 1)]


def test_seats_that_are_out_get_no_shuffled_cards():
    text = f"{SHUFFLE},scoring=elimination,target=100"
    seats = "WSH R1 | | R3 R4 R6 R8 | B1 B2"
    game = table(text, seats, "R5", scores=[0, 100, 0, 0], seed=5, draw="G9")
    play(game, "WSH green")
    pile = Chance(5).shuffled(["R3", "R4", "R6", "R8", "B1", "B2", "R1"])
    dealt = deal(pile, [2, 3, 0], 2)
    dealt[2] += pile
    assert hands(game) == " | ".join(
        " ".join(in_kind_order(dealt.get(seat, []))) for seat in range(4)
    )


@pytest.mark.parametrize("places", [1, 2, 3])
def test_a_swap_wild_exchanges_whole_hands_with_a_chosen_player(places):
    game = table(SWAP, "WSW R1 R2 | G1 | G2 G3 | G4 G5 G6", "R5")
    before = [hand(game, seat) for seat in range(4)]
    play(game, "WSW blue")
    assert (asked(game), legal(game)) == ((0, "CHOOSE_TARGET"), "swap+1 swap+2 swap+3")
    play(game, f"swap+{places}")
    assert hand(game, 0) == before[places]
    assert hand(game, places) == "R1 R2"
    assert (asked(game), game.color) == ((1, "PLAY"), "B")


def test_with_two_players_a_swap_wild_swaps_at_once():
    game = play(table(SWAP, "WSW R1 R2 | G1", "R5"), "WSW blue")
    assert (asked(game), hands(game)) == ((1, "PLAY"), "G1 | R1 R2")


@pytest.mark.parametrize("players", [2, 3, 4, 10])
def test_a_plain_customizable_is_a_wild(players):
    game = play(table(SWAP, around(players, "WC R1"), "R5"), "WC blue")
    assert (asked(game), game.color) == ((1, "PLAY"), "B")
    assert sizes(game) == [1] + [2] * (players - 1)


@pytest.mark.parametrize("direction", [1, -1])
def test_a_customizable_may_make_every_other_seat_draw_two_in_turn_order(direction):
    text = f"{SWAP},custom_wild=others_draw_two"
    pile = "Y1 Y2 Y3 Y4 Y5 Y6 Y7"
    game = table(text, around(4, "WC R1"), "R5", draw=pile, direction=direction)
    play(game, "WC blue")
    for place in range(3):
        seat = direction * (place + 1) % 4
        assert hand(game, seat) == f"Y{2 * place + 1} Y{2 * place + 2} G{seat} B{seat}"
    assert asked(game) == (direction % 4, "PLAY")
    assert hand(game, 0) == "R1"


def test_partners_draw_two_from_a_customizable_too():
    text = f"{SWAP},custom_wild=others_draw_two,teams"
    game = play(table(text, around(4, "WC R1"), "R5", draw="Y1 Y2 Y3 Y4 Y5 Y6"), "WC blue")
    assert sizes(game) == [1, 4, 4, 4]


def test_seats_that_are_out_draw_nothing_from_a_customizable():
    text = f"{SWAP},custom_wild=others_draw_two,scoring=elimination,target=100"
    position = {"scores": [0, 100, 0], "draw": "Y1 Y2 Y3 Y4"}
    game = play(table(text, "WC R1 | | G1 G2", "R5", **position), "WC blue")
    assert sizes(game) == [1, 0, 4]


@pytest.mark.parametrize("players", [2, 3, 4, 10])
def test_a_customizable_may_skip_everyone(players):
    text = f"{SWAP},custom_wild=skip_everyone"
    game = play(table(text, around(players, "WC B8 B9"), "R5"), "WC blue")
    assert (asked(game), legal(game)) == ((0, "PLAY"), "B8 B9 draw")


def test_playing_again_after_skipping_everyone_is_a_new_turn():
    text = f"{SWAP},custom_wild=skip_everyone,max_turns=1"
    game = play(table(text, "WC B8 B9 | G1 G2", "R5"), "WC blue")
    assert (game.is_over, game.winner) == (True, None)


def test_a_customizable_may_swap_hands():
    text = f"{SWAP},custom_wild=swap_hands"
    game = table(text, "WC R1 R2 | G1 | G2 G3", "R5")
    play(game, "WC blue")
    assert (asked(game), legal(game)) == ((0, "CHOOSE_TARGET"), "swap+1 swap+2")
    assert hands(play(game, "swap+2")) == "G2 G3 | G1 | R1 R2"


def test_a_customizable_swaps_at_once_with_two_players():
    text = f"{SWAP},custom_wild=swap_hands"
    assert hands(play(table(text, "WC R1 R2 | G1", "R5"), "WC blue")) == "G1 | R1 R2"


def test_in_a_single_round_a_remix_wild_is_a_wild():
    game = table("deck=112-remix", around(3, "WRX R1 R2"), "R5")
    assert asked(play(game, "WRX")) == (0, "CHOOSE_COLOR")
    assert asked(play(game, "green")) == (1, "PLAY")
    assert game.color == "G"


def test_in_the_first_round_of_a_match_nobody_owns_a_remix_wild():
    laid = [pair for seed in SEEDS for pair in remix_askers(remix_match(seed))]
    assert len(laid) > 50
    assert all(layer == namer for layer, namer in laid)


@pytest.mark.parametrize("owner", range(3))
def test_the_winner_of_round_one_owns_every_other_remix_wild_of_round_two(owner):
    lengths = set()
    for seed in SEEDS:
        game = remix_match(seed)
        finish_round(game, owner)
        askers = remix_askers(game)
        lengths.add(len(askers))
        for number, (layer, namer) in enumerate(askers):
            assert namer == (owner if number % 2 == 0 else layer)
    assert max(lengths) >= 3


def test_the_winner_of_round_two_owns_the_second_remix_wild():
    lengths = set()
    for seed in SEEDS:
        game = remix_match(seed)
        finish_round(game, 1)
        finish_round(game, 2)
        askers = remix_askers(game)
        lengths.add(len(askers))
        assert [namer for _, namer in askers] == [1, 2, 1, 2][: len(askers)]
    assert max(lengths) >= 3


def test_everybody_sees_whose_the_remix_wilds_are():
    game = remix_match(4)
    assert not seen(game, 0, "owners").any()
    finish_round(game, 1)
    assert seen(game, 0, "owners").tolist() == [[0, 1, 0], [0, 0, 0]]
    finish_round(game, 2)
    assert seen(game, 0, "owners").tolist() == [[0, 1, 0], [0, 0, 1]]
    assert seen(game, 2, "owners").tolist() == [[0, 0, 1], [1, 0, 0]]


def test_later_winners_own_no_remix_wild():
    game = remix_match(4)
    for winner in (1, 2, 0):
        finish_round(game, winner)
    for _ in range(20):
        assert all(
            namer == (1, 2)[number % 2] for number, (_, namer) in enumerate(remix_askers(game))
        )


def test_a_round_without_a_winner_makes_nobody_an_owner():
    second_wilds = 0
    for seed in SEEDS:
        game = remix_match(seed)
        finish_round(game)
        finish_round(game, 2)
        askers = remix_askers(game)
        second_wilds += len(askers) > 1
        for number, (layer, namer) in enumerate(askers):
            assert namer == (layer if number % 2 == 0 else 2)
    assert second_wilds > 0


def test_the_left_of_the_dealer_names_the_color_of_an_opening_remix_wild_owner_or_not():
    others = 0
    for seed in SEEDS:
        game = remix_match(seed)
        finish_round(game, 1)
        if game.top != "WRX":
            continue
        assert asked(game) == ((game.dealer + 1) % 3, "CHOOSE_COLOR")
        others += game.turn != 1
        askers = remix_askers(game)
        assert [namer for _, namer in askers[:1]] in ([], [1])
    assert others > 0


def test_without_its_owner_still_in_a_remix_wild_is_a_wild():
    text = "hand_size=2,deck=R1=4 R9=4 WRX=4,target=100,scoring=elimination"
    named = 0
    for seed in range(300):
        game = remix_match(seed, 4, text)
        finish_round(game, 1)
        finish_round(game, 2)
        out = [score >= 100 for score in game.scores]
        if game.is_over or not out[1] or out[2]:
            continue
        for number, (layer, namer) in enumerate(remix_askers(game)):
            assert namer == (layer if number % 2 == 0 else 2)
            named += 1
    assert named > 3


def test_the_owner_keeps_the_turn_order_as_it_is():
    for seed in SEEDS:
        game = remix_match(seed)
        finish_round(game, 1)
        if "WRX" in game.legal and len(game.hand(game.turn)) == 2 and game.turn != 1:
            layer = game.turn
            assert asked(play(game, "WRX")) == (1, "CHOOSE_COLOR")
            assert asked(play(game, "red")) == ((layer + 1) % 3, "PLAY")
            return
    raise AssertionError("no seed led to a wild of seat 1 in another hand")


def test_shuffled_hands_are_known_to_nobody_but_their_new_holders():
    game = table(f"{SHUFFLE},seven_swap", "R7 R1 R2 | R8 WSH R3 | B1 B2", "R5", draw="G9 G8 Y1")
    play(game, "R7 swap+2")
    assert known(game, 0, 2) == "R1 R2"
    play(game, "WSH green")
    assert known(game, 0, 2) == ""
