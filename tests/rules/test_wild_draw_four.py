"""The Wild Draw Four: when it may be played, the challenge, who sees what (section 6)."""

import pytest

from .table import around, asked, hand, known, legal, play, scores, sizes, table

PILE = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 G1 G2"
SIZES = [2, 3, 4, 10]


def accused(held, players=3, text="", top="R5", **position):
    """A table whose seat 0 holds a W+4 and `held`."""
    return table(text, around(players, f"W+4 {held}"), top, draw=PILE, **position)


@pytest.mark.parametrize("held", ["R1 R2", "W W", "B1 GS", "W+4 W+4"])
def test_bluff_allows_it_at_any_time(held):
    assert "W+4" in accused(held).legal


@pytest.mark.parametrize(
    ("held", "allowed"),
    [
        ("R1 B2", False),
        ("RS B2", False),
        ("B5 G5", True),
        ("B1 GS", True),
        ("W B1", True),
        ("W+4 B1", True),
    ],
)
def test_strict_allows_it_only_without_a_card_of_the_active_color(held, allowed):
    assert ("W+4" in accused(held, text="wild_draw_four=strict").legal) == allowed


@pytest.mark.parametrize("held", ["W B1", "W+4 B1", "R1 B1"])
def test_with_matching_wilds_strict_forbids_it_beside_any_wild(held):
    assert "W+4" not in accused(held, text="wild_draw_four=strict,wilds_match").legal


def test_with_matching_wilds_strict_allows_it_beside_other_colors_only():
    assert "W+4" in accused("B1 G5", text="wild_draw_four=strict,wilds_match").legal


@pytest.mark.parametrize("held", ["R1 R2", "W W", "B1 GS"])
def test_free_allows_it_at_any_time(held):
    assert "W+4" in accused(held, text="wild_draw_four=free").legal


@pytest.mark.parametrize(("held", "allowed"), [("R1 B2", True), ("G1 B2", False)])
def test_strict_looks_at_the_named_color_on_top_of_a_wild(held, allowed):
    game = accused(held, text="wild_draw_four=strict", top="R5 W", color="G")
    assert ("W+4" in game.legal) == allowed


@pytest.mark.parametrize("rule", ["strict", "free"])
@pytest.mark.parametrize("players", SIZES)
def test_without_bluffing_the_next_player_draws_four_and_is_not_asked(rule, players):
    game = play(accused("B1 B2", players, f"wild_draw_four={rule}"), "W+4 green")
    assert (asked(game), game.color) == ((2 % players, "PLAY"), "G")
    assert sizes(game)[:2] == [2, 6]


@pytest.mark.parametrize("players", SIZES)
def test_the_color_is_named_first_then_the_next_player_may_challenge(players):
    game = play(accused("R1 B2", players), "W+4")
    assert asked(game) == (0, "CHOOSE_COLOR")
    play(game, "blue")
    assert asked(game) == (1, "CHALLENGE")
    assert legal(game) == "accept challenge"
    assert game.color == "B"


def test_against_the_clock_the_player_to_the_right_is_asked():
    assert asked(play(accused("R1 B2", direction=-1), "W+4 blue")) == (2, "CHALLENGE")


@pytest.mark.parametrize("players", SIZES)
def test_who_accepts_draws_four_and_loses_the_turn(players):
    game = play(accused("R1 B2", players), "W+4 blue accept")
    assert asked(game) == (2 % players, "PLAY")
    assert sizes(game)[:2] == [2, 6]


@pytest.mark.parametrize("players", SIZES)
def test_the_guilty_draws_four_and_the_challenger_takes_a_normal_turn(players):
    game = play(accused("R1 B2", players), "W+4 blue challenge")
    assert asked(game) == (1, "PLAY")
    assert sizes(game)[:2] == [6, 2]
    assert (game.top, game.color) == ("W+4", "B")
    assert legal(game) == "B1 draw"


@pytest.mark.parametrize("players", SIZES)
def test_an_innocent_player_makes_the_challenger_draw_six_and_lose_the_turn(players):
    game = play(accused("Y1 B5", players), "W+4 blue challenge")
    assert asked(game) == (2 % players, "PLAY")
    assert sizes(game)[:2] == [2, 8]
    assert (game.top, game.color) == ("W+4", "B")


@pytest.mark.parametrize("held", ["B5 G5", "W B1", "W+4 B1", "B2 B7"])
def test_same_numbers_wilds_and_the_named_color_are_no_guilt(held):
    assert sizes(play(accused(held), "W+4 blue challenge"))[:2] == [2, 8]


@pytest.mark.parametrize("held", ["W B1", "W+4 B1"])
def test_with_matching_wilds_another_wild_in_hand_is_guilt(held):
    assert sizes(play(accused(held, text="wilds_match"), "W+4 blue challenge"))[:2] == [6, 2]


@pytest.mark.parametrize(("held", "guilty"), [("G1 B2", True), ("R1 B2", False)])
def test_the_color_named_before_is_what_is_judged_on_top_of_a_wild(held, guilty):
    game = play(accused(held, top="R5 W", color="G"), "W+4 red challenge")
    assert sizes(game)[:2] == ([6, 2] if guilty else [2, 8])


def test_a_caught_player_is_judged_by_the_hand_at_the_moment_of_play():
    game = table("uno=call", "W+4 B2 | G1 B1 | G2 B3", "R5", draw=f"R1 R2 {PILE}")
    play(game, "W+4 pass catch blue challenge")
    assert hand(game, 0) == "R1 R2 B2"
    assert sizes(game) == [3, 8, 2]


def test_a_wild_draw_four_just_drawn_is_judged_by_the_hand_beside_it():
    guilty = table("", "R1 B2 | G1 B1 | G2 B3", "R5", draw=f"W+4 {PILE}")
    assert sizes(play(guilty, "draw W+4 blue challenge")) == [6, 2, 2]
    innocent = table("", "Y1 B2 | G1 B1 | G2 B3", "R5", draw=f"W+4 {PILE}")
    assert sizes(play(innocent, "draw W+4 blue challenge")) == [2, 8, 2]


def test_cards_drawn_before_the_challenge_do_not_hide_guilt():
    game = table("uno=call", "W+4 R9 | G1 B1 | G2 B3", "R5", draw=PILE)
    play(game, "W+4 pass catch blue challenge")
    assert sizes(game) == [7, 2, 2]
    assert asked(game) == (1, "PLAY")


@pytest.mark.parametrize("text", ["", "wild_draw_four=strict", "wild_draw_four=free"])
@pytest.mark.parametrize("players", SIZES)
def test_as_last_card_it_is_never_challenged_and_the_four_cards_count(players, text):
    hands = " | ".join(["W+4", "B5", *["G3"] * min(players - 2, 4), *["G4"] * (players - 6)])
    game = play(table(text, hands, "R5", draw="R1 R2 R3 R4 R6"), "W+4")
    assert game.is_over
    assert game.winner == 0
    assert sizes(game)[:2] == [0, 5]
    others = 3 * min(players - 2, 4) + 4 * max(players - 6, 0)
    assert game.points == 5 + 1 + 2 + 3 + 4 + others
    assert scores(game)[0] == game.points


@pytest.mark.parametrize("text", ["wild_draw_four=strict", "wild_draw_four=strict,wilds_match"])
def test_a_hand_of_one_wild_draw_four_is_always_legal(text):
    assert legal(table(text, "W+4 | G1 G2", "R5")) == "W+4 draw"


@pytest.mark.parametrize("rule", ["bluff", "strict", "free"])
def test_where_it_may_not_go_out_its_player_draws_two_and_nobody_challenges(rule):
    text = f"action_finish=False,wild_draw_four={rule}"
    game = table(text, "W+4 | G1 G2 | G3 G4", "R5", draw=f"R1 R2 {PILE}")
    play(game, "W+4")
    assert asked(game) == (0, "CHOOSE_COLOR")
    assert hand(game, 0) == "R1 R2"
    play(game, "blue")
    assert asked(game) == (2, "PLAY")
    assert sizes(game) == [2, 6, 2]


@pytest.mark.parametrize("challenger", [1, 2])
def test_the_challenger_alone_learns_the_judged_hand(challenger):
    direction = 1 if challenger == 1 else -1
    game = play(accused("R1 B2", direction=direction), "W+4 blue challenge")
    assert known(game, challenger, 0) == "R1 B2"
    assert known(game, 3 - challenger, 0) == ""


def test_the_whole_table_may_learn_the_judged_hand():
    game = play(accused("R1 B2", 4, "challenge_reveal=table"), "W+4 blue challenge")
    assert [known(game, seat, 0) for seat in (1, 2, 3)] == ["R1 B2"] * 3


def test_the_judged_hand_may_be_shown_to_nobody():
    game = play(accused("R1 B2", 4, "challenge_reveal=nobody"), "W+4 blue challenge")
    assert [known(game, seat, 0) for seat in (1, 2, 3)] == [""] * 3


@pytest.mark.parametrize("reveal", ["challenger", "table", "nobody"])
def test_accepting_shows_no_hand(reveal):
    game = play(accused("R1 B2", 4, f"challenge_reveal={reveal}"), "W+4 blue accept")
    assert [known(game, seat, 0) for seat in (1, 2, 3)] == [""] * 3


def test_an_innocent_hand_is_revealed_too():
    assert known(play(accused("Y1 B2"), "W+4 blue challenge"), 1, 0) == "Y1 B2"


def test_the_challenger_goes_on_knowing_what_is_still_held():
    game = play(accused("R1 B2 B3"), "W+4 blue challenge")
    assert known(game, 1, 0) == "R1 B2 B3"
    play(game, "B1 B2 B3")
    assert asked(game) == (1, "PLAY")
    assert known(game, 1, 0) == "R1 B2"


def test_penalty_cards_drawn_since_are_not_revealed():
    game = table("uno=call", "W+4 R9 | G1 B1 | G2 B3", "R5", draw=PILE)
    play(game, "W+4 pass catch blue challenge")
    assert known(game, 1, 0) == "R9"
