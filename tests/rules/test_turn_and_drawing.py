"""What may be played, drawing, the reshuffle and passing (section 4 of the rule sheet)."""

import pytest

from .chance import Chance
from .table import (
    COLORS,
    KINDS,
    WILDS,
    all_cards,
    around,
    asked,
    hand,
    legal,
    play,
    scores,
    sizes,
    table,
)

SIZES = [2, 3, 4, 10]
COLORED = [kind for kind in KINDS if kind not in WILDS]
ONE_OF_EACH = " ".join([*COLORED, "W", "W+4"])


@pytest.mark.parametrize("top", COLORED)
def test_color_rank_and_wilds_match_a_colored_top_card(top):
    game = table("wild_draw_four=free", f"{ONE_OF_EACH} | G1 G2", top)
    fitting = [kind for kind in COLORED if kind[0] == top[0] or kind[1:] == top[1:]]
    assert game.legal == [*fitting, "W", "W+4", "draw"]


@pytest.mark.parametrize("top", ["W", "W+4"])
@pytest.mark.parametrize("color", COLORS)
def test_only_the_named_color_or_another_wild_matches_a_wild(top, color):
    game = table("wild_draw_four=free", f"{ONE_OF_EACH} | G1 G2", f"R5 {top}", color=color)
    assert game.legal == [*(color + rank[1:] for rank in COLORED[:13]), "W", "W+4", "draw"]


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("players", SIZES)
def test_one_card_a_turn_then_the_next_in_the_direction_of_play(players, direction):
    game = table("", around(players, "R1 R2 R3"), "R5", direction=direction)
    play(game, "R1")
    assert asked(game) == (direction % players, "PLAY")
    assert hand(game, 0) == "R2 R3"


def test_a_player_able_to_play_may_draw():
    assert legal(table("", "R1 B2 | G1 G2", "R5")) == "R1 draw"


def test_without_voluntary_drawing_one_draws_only_when_nothing_can_be_played():
    assert legal(table("voluntary_draw=False", "R1 B2 | G1 G2", "R5")) == "R1"
    assert legal(table("voluntary_draw=False", "W+4 B2 | G1 G2", "R5")) == "W+4"
    assert legal(table("voluntary_draw=False", "Y1 B2 | G1 G2", "R5")) == "draw"


def test_without_voluntary_drawing_who_can_play_cannot_pass_either():
    assert legal(table("voluntary_draw=False", "R1 B2 | G1 G2", "R5", draw="")) == "R1"
    assert legal(table("voluntary_draw=False", "Y1 B2 | G1 G2", "R5", draw="")) == "pass"


@pytest.mark.parametrize("players", SIZES)
def test_a_drawn_card_that_fits_may_be_played_at_once_and_no_other(players):
    game = table("", around(players, "R1 B9"), "R5", draw="R8 Y1")
    play(game, "draw")
    assert asked(game) == (0, "PLAY_DRAWN")
    assert legal(game) == "R8 pass"
    play(game, "R8")
    assert (asked(game), game.top) == ((1 % players, "PLAY"), "R8")


@pytest.mark.parametrize("players", SIZES)
def test_a_drawn_card_that_fits_may_be_kept(players):
    game = play(table("", around(players, "R1 B9"), "R5", draw="R8 Y1"), "draw pass")
    assert (asked(game), game.top) == ((1, "PLAY"), "R5")
    assert hand(game, 0) == "R1 R8 B9"


@pytest.mark.parametrize("players", SIZES)
def test_a_drawn_card_that_does_not_fit_ends_the_turn(players):
    game = play(table("", around(players, "R1 B9"), "R5", draw="Y8 R2"), "draw")
    assert asked(game) == (1, "PLAY")
    assert hand(game, 0) == "R1 Y8 B9"


def test_a_drawn_wild_that_is_played_asks_for_its_color():
    game = play(table("", "R1 B9 | G1 G2", "R5", draw="W Y1"), "draw W")
    assert (asked(game), legal(game)) == ((0, "CHOOSE_COLOR"), "red yellow green blue")


def test_until_playable_draws_up_to_the_first_card_that_fits():
    game = table("draw=until_playable", "B8 G7 | G1 G2", "R5", draw="G1 Y2 R9 R1")
    play(game, "draw")
    assert (asked(game), legal(game)) == ((0, "PLAY_DRAWN"), "R9 pass")
    assert hand(game, 0) == "R9 Y2 G1 G7 B8"
    assert list(game.draw_pile) == ["R1"]


def test_until_playable_goes_on_across_a_reshuffle():
    game = table("draw=until_playable", "B8 G7 | G1 G2", "R2 R5", draw="G1 Y2")
    play(game, "draw")
    assert (asked(game), legal(game)) == ((0, "PLAY_DRAWN"), "R2 pass")
    assert list(game.discard_pile) == ["R5"]


def test_until_playable_ends_the_turn_when_there_is_nothing_more_to_draw():
    game = table("draw=until_playable", "B8 G7 | G1 G2", "R5", draw="G1 Y2")
    play(game, "draw")
    assert asked(game) == (1, "PLAY")
    assert sizes(game) == [4, 2]


@pytest.mark.parametrize("draw", ["one", "until_playable"])
def test_must_play_lays_a_drawn_card_that_fits_without_asking(draw):
    game = table(f"draw={draw},drawn_card=must_play", "B8 G7 | G1 G2", "R5", draw="R9 Y1")
    play(game, "draw")
    assert (asked(game), game.top) == ((1, "PLAY"), "R9")
    assert sizes(game) == [2, 2]


def test_must_play_lays_a_drawn_wild_and_asks_for_its_color():
    game = table("drawn_card=must_play", "B8 G7 | G1 G2", "R5", draw="W Y1")
    assert asked(play(game, "draw")) == (0, "CHOOSE_COLOR")
    assert game.top == "W"


def test_must_play_lays_only_the_drawn_card():
    game = table("drawn_card=must_play", "R1 G7 | G1 G2", "R5", draw="Y9 Y1")
    play(game, "draw")
    assert (asked(game), game.top) == ((1, "PLAY"), "R5")
    assert hand(game, 0) == "R1 Y9 G7"


@pytest.mark.parametrize(("draw", "size"), [("one", 3), ("until_playable", 5)])
def test_keep_ends_the_turn_with_the_drawn_card_kept(draw, size):
    pile = "R9 Y1" if draw == "one" else "Y1 Y2 R9 R8"
    game = table(f"draw={draw},drawn_card=keep", "B8 G7 | G1 G2", "R5", draw=pile)
    play(game, "draw")
    assert (asked(game), game.top) == ((1, "PLAY"), "R5")
    assert sizes(game) == [size, 2]
    assert "R9" in game.hand(0)


@pytest.mark.parametrize("rule", ["bluff", "free"])
def test_a_drawn_wild_draw_four_fits_where_it_may_always_be_played(rule):
    text = f"draw=until_playable,wild_draw_four={rule}"
    game = table(text, "R1 G7 | G1 G2", "R5", draw="Y1 W+4 R9")
    play(game, "draw")
    assert (asked(game), legal(game)) == ((0, "PLAY_DRAWN"), "W+4 pass")


@pytest.mark.parametrize("rule", ["bluff", "free"])
def test_must_play_lays_a_drawn_wild_draw_four(rule):
    text = f"drawn_card=must_play,wild_draw_four={rule}"
    game = play(table(text, "R1 G7 | G1 G2", "R5", draw="W+4 R9"), "draw")
    assert (asked(game), game.top) == ((0, "CHOOSE_COLOR"), "W+4")


def test_under_strict_a_drawn_wild_draw_four_fits_only_without_the_color_in_hand():
    strict = "wild_draw_four=strict"
    fits = table(strict, "B1 G7 | G1 G2", "R5", draw="W+4 R9")
    assert (asked(play(fits, "draw")), legal(fits)) == ((0, "PLAY_DRAWN"), "W+4 pass")
    does_not = table(strict, "R1 G7 | G1 G2", "R5", draw="W+4 R9")
    assert asked(play(does_not, "draw")) == (1, "PLAY")


def test_under_strict_until_playable_draws_past_a_wild_draw_four_that_may_not_be_played():
    text = "wild_draw_four=strict,draw=until_playable"
    game = play(table(text, "R1 G7 | G1 G2", "R5", draw="W+4 Y1 R9"), "draw")
    assert legal(game) == "R9 pass"
    assert sizes(game) == [5, 2]


@pytest.mark.parametrize(("held", "fits"), [("W B1", False), ("W+4 B1", False), ("Y1 B1", True)])
def test_with_matching_wilds_a_strict_drawn_wild_draw_four_needs_a_hand_without_wilds(held, fits):
    text = "wild_draw_four=strict,wilds_match"
    game = play(table(text, f"{held} | G1 G2", "R5", draw="W+4 R9"), "draw")
    assert asked(game) == ((0, "PLAY_DRAWN") if fits else (1, "PLAY"))


@pytest.mark.parametrize("seed", range(8))
def test_the_discards_below_the_top_are_shuffled_into_a_new_draw_pile(seed):
    below = "B1 Y2 Y3 W Y4 GS"
    game = table("", "B9 R2 | G1 G2", f"{below} R5", draw="", seed=seed)
    cards = all_cards(game)
    play(game, "draw")
    pile = Chance(seed).shuffled(below.split())
    drawn = pile.pop()
    assert drawn in game.hand(0)
    assert list(game.draw_pile) == pile
    assert list(game.discard_pile) == ["R5"]
    assert all_cards(game) == cards


def test_the_active_color_stays_over_a_reshuffle():
    game = table("", "B9 R2 | G1 G2", "Y1 Y2 W", color="G", draw="")
    play(game, "draw")
    assert (game.top, game.color) == ("W", "G")
    assert legal(game) == "G1 G2 draw"


def test_a_wild_that_goes_back_has_no_color():
    game = play(table("", "B9 R2 | G1 G2", "W R5", draw=""), "draw")
    assert legal(game) == "W pass"
    assert asked(play(game, "W")) == (0, "CHOOSE_COLOR")


def test_the_pile_is_reshuffled_only_when_a_card_is_needed():
    game = play(table("", "B9 R2 | G1 G2", "B1 B2 R5", draw="Y1"), "draw")
    assert list(game.draw_pile) == []
    assert list(game.discard_pile) == ["B1", "B2", "R5"]
    assert "draw" in game.legal


def test_a_penalty_larger_than_the_pile_continues_after_the_reshuffle():
    text = "wild_draw_four=free"
    game = table(text, "W+4 R1 | G1 G2 | Y3 Y4", "B1 B2 B3 R5", draw="Y7")
    play(game, "W+4 blue")
    assert sizes(game) == [1, 6, 2]
    assert "Y7" in game.hand(1)
    assert list(game.discard_pile) == ["W+4"]
    assert len(game.draw_pile) == 1


def test_with_both_piles_empty_one_draws_what_there_is_and_owes_nothing():
    text = "wild_draw_four=free,drawn_card=keep"
    game = table(text, "W+4 R1 R2 | G1 G2 | B3 Y4", "R5", draw="Y7")
    play(game, "W+4 blue")
    assert hand(game, 1) == "R5 Y7 G1 G2"
    assert asked(game) == (2, "PLAY")
    play(game, "B3 draw")
    assert asked(game) == (1, "PLAY")
    assert sizes(game) == [3, 4, 1]


def test_who_can_neither_play_nor_draw_passes():
    assert legal(table("", "B1 B2 | G1 G2", "R5", draw="")) == "pass"


def test_who_can_play_but_not_draw_may_pass():
    assert legal(table("", "R1 B2 | G1 G2", "R5", draw="")) == "R1 pass"


@pytest.mark.parametrize("players", SIZES)
def test_when_every_seat_has_passed_the_round_ends_without_a_winner(players):
    game = table("", around(players, "R1 B9"), "R0", draw="")
    play(game, "pass " * (players - 1))
    assert not game.is_over
    play(game, "pass")
    assert game.is_over
    assert asked(game) == (players - 1, "OVER")
    assert (game.winner, game.points, scores(game)) == (None, 0, [0] * players)


def test_a_card_laid_or_drawn_starts_the_passing_anew():
    game = table("", "B1 B2 | G1 G2 | R3 Y4", "R5", draw="")
    play(game, "pass pass R3")
    assert legal(game) == "draw"
    play(game, "draw")
    assert (asked(game), legal(game)) == ((0, "PLAY_DRAWN"), "R5 pass")
    play(game, "pass pass pass")
    assert not game.is_over
    play(game, "pass")
    assert game.is_over
    assert game.winner is None


def test_only_seats_still_in_count_for_the_passing():
    text = "scoring=elimination,target=100"
    game = table(text, "B1 B2 | | Y3 Y4", "R5", draw="", scores=[7, 100, 8], dealer=0)
    play(game, "pass")
    assert asked(game) == (2, "PLAY")
    play(game, "pass")
    assert scores(game) == [7, 100, 8]
    assert game.dealer == 2
