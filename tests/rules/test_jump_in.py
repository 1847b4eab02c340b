"""Jumping in with the identical card (section 9 of the rule sheet)."""

import pytest

from .table import COLORS, RANKS, asked, hand, hands, legal, play, sizes, table

PILE = "Y1 Y2 Y3 Y4 Y5 Y6 Y8 Y9"


@pytest.mark.parametrize("rule", ["off", "numbers", "colored"])
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("color", COLORS)
def test_which_cards_may_jump_in(color, rank, rule):
    card = color + rank
    other = "B" if color != "B" else "G"
    hands = f"{card} {other}1 | {other}2 {other}3 | {card} {other}4 | {other}8 {other}9"
    game = play(table(f"jump_in={rule}", hands, f"{color}5", draw=PILE), card)
    asks = rule == "colored" or (rule == "numbers" and rank.isdigit())
    assert (asked(game) == (2, "JUMP_IN")) == asks
    if asks:
        assert legal(game) == f"{card} pass"


@pytest.mark.parametrize("other", ["Y6", "B5", "B7", "G6"])
def test_only_the_identical_card_jumps_in(other):
    hands = f"B6 R1 | R3 R4 | {other} G1 | R5 R8"
    assert asked(play(table("jump_in=colored", hands, "B5"), "B6")) == (1, "PLAY")


@pytest.mark.parametrize("wild", ["W", "W+4"])
def test_nobody_jumps_in_on_a_wild(wild):
    hands = f"{wild} R1 | R3 R4 | {wild} G1 | R5 R8"
    game = play(table("jump_in=colored,wild_draw_four=free", hands, "B5", draw=PILE), wild)
    assert asked(game) == (0, "CHOOSE_COLOR")
    assert asked(play(game, "red"))[1] == "PLAY"


def test_play_goes_on_from_the_one_who_jumped_in():
    game = table("jump_in=colored", "B6 R1 | R3 R4 | B6 G1 | R5 R8", "B5")
    play(game, "B6 B6")
    assert (asked(game), sizes(game)) == ((3, "PLAY"), [1, 2, 1, 2])
    assert list(game.discard_pile) == ["B5", "B6", "B6"]


def test_against_the_clock_play_goes_on_to_the_right_of_the_one_who_jumped_in():
    game = table("jump_in=colored", "B6 R1 | R3 R4 | B6 G1 | R5 R8", "B5", direction=-1)
    assert asked(play(game, "B6 B6")) == (1, "PLAY")


def test_after_declining_the_card_takes_its_effect():
    game = table("jump_in=colored", "BS R1 | R3 R4 | BS G1 | R5 R8", "B5")
    assert asked(play(game, "BS pass")) == (2, "PLAY")
    assert hand(game, 2) == "G1 BS"


@pytest.mark.parametrize(("direction", "order"), [(1, [2, 3, 0]), (-1, [0, 3, 2])])
def test_holders_are_asked_in_turn_order_from_the_player_after(direction, order):
    hands = "B6 R2 | B6 R4 | B6 G1 | B6 R8"
    game = table("jump_in=colored", hands, "B5", turn=1, direction=direction)
    play(game, "B6")
    seats = []
    while asked(game)[1] == "JUMP_IN":
        seats.append(asked(game)[0])
        play(game, "pass")
    assert seats == order


def test_the_same_chance_follows_a_jump_in():
    hands = "B6 B6 R1 | R3 R4 | B6 G1 | B6 R8"
    game = play(table("jump_in=colored", hands, "B5"), "B6 B6")
    assert asked(game) == (3, "JUMP_IN")
    play(game, "B6")
    assert asked(game) == (0, "JUMP_IN")
    play(game, "B6")
    assert (asked(game), sizes(game)) == ((1, "PLAY"), [1, 2, 1, 1])


def test_a_jumped_skip_skips_nobody_but_the_jumpers_own_skip_does():
    game = table("jump_in=colored", "BS R1 | R3 R4 | BS G1 | R5 R8", "B5")
    assert asked(play(game, "BS BS")) == (0, "PLAY")


def test_a_jumped_reverse_turns_once():
    game = table("jump_in=colored", "BR R1 | R3 R4 | BR G1 | R5 R8", "B5")
    play(game, "BR BR")
    assert (asked(game), game.direction) == ((1, "PLAY"), -1)


def test_a_jumped_draw_two_makes_only_the_one_after_the_jumper_draw():
    game = table("jump_in=colored", "B+2 R1 | R3 R4 | B+2 G1 | R5 R8", "B5", draw=PILE)
    play(game, "B+2 B+2")
    assert (asked(game), sizes(game)) == ((0, "PLAY"), [1, 2, 1, 4])


def test_a_jumped_seven_swaps_only_for_the_jumper():
    text = "jump_in=colored,seven_swap"
    game = table(text, "B7 R1 R2 | R3 R4 | B7 G1 | R5 R8", "B5")
    play(game, "B7 B7")
    assert asked(game) == (2, "CHOOSE_TARGET")
    play(game, "swap+1")
    assert hands(game) == "R1 R2 | R3 R4 | R5 R8 | G1"
    assert asked(game) == (3, "PLAY")


def test_a_jumped_zero_passes_hands_once():
    text = "jump_in=colored,zero_pass"
    game = table(text, "B0 R1 R2 | R3 R4 | B0 G1 | R5 R8", "B5")
    play(game, "B0 B0")
    assert hands(game) == "R5 R8 | R1 R2 | R3 R4 | G1"


def test_nobody_jumps_in_on_a_last_card():
    game = play(table("jump_in=colored", "B6 | B6 R4 | B6 G1", "B5"), "B6")
    assert (game.is_over, game.winner) == (True, 0)


def test_a_jump_in_may_go_out():
    game = play(table("jump_in=colored", "B6 R1 | R3 R4 | B6 | R5 R8", "B5"), "B6 B6")
    assert (game.is_over, game.winner, game.points) == (True, 2, 21)
    assert asked(game) == (2, "OVER")


def test_jumping_in_with_two_players():
    game = table("jump_in=colored", "B6 R1 | B6 R4", "B5")
    play(game, "B6 B6")
    assert (asked(game), sizes(game)) == ((0, "PLAY"), [1, 1])


def test_a_card_drawn_and_laid_may_be_jumped_in_on():
    game = table("jump_in=colored", "R1 R2 | R3 R4 | B6 G1", "B5", draw="B6 Y1")
    assert asked(play(game, "draw B6")) == (2, "JUMP_IN")


def test_a_partner_may_jump_in():
    game = table("jump_in=colored,teams", "B6 R1 | R3 R4 | B6 G1 | R5 R8", "B5")
    assert asked(play(game, "B6")) == (2, "JUMP_IN")


def test_a_jump_in_is_not_a_turn():
    game = table("jump_in=colored,max_turns=2", "B6 R1 | R3 R4 | B6 G1 | B8 R8", "B5")
    play(game, "B6 B6")
    assert not game.is_over
    play(game, "B8")
    assert (game.is_over, game.winner) == (True, None)
