"""What a seat sees and what it knows for certain (design, section 5)."""

import numpy as np
import pytest

from .table import (
    KINDS,
    asked,
    everything,
    hand,
    hands,
    known,
    play,
    seen,
    sizes,
    table,
)

PILE = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8"


def assert_same_view(games, seat):
    """The games differ only in what `seat` cannot know, so it sees the very same bytes."""
    first, second = games
    assert first.to_bytes() != second.to_bytes()
    assert everything(first, seat) == everything(second, seat)
    assert first.sample_world(seat, 7).to_bytes() == second.sample_world(seat, 7).to_bytes()


def test_a_seat_sees_its_own_hand_and_the_public_part():
    game = table("", "R1 R1 W | G1 G2 | B1", "Y5 R5", draw=PILE, dealer=2, scores=[7, 8, 9])
    assert hand(game, 0) == "R1 R1 W"
    own = dict(zip(KINDS, seen(game, 0, "hand").tolist(), strict=True))
    assert {kind: count for kind, count in own.items() if count} == {"R1": 2, "W": 1}
    assert seen(game, 1, "hand_sizes").tolist() == [2, 1, 3]
    assert seen(game, 1, "scores").tolist() == [8, 9, 7]
    assert int(seen(game, 2, "draw_size").sum()) == 8
    assert KINDS[int(seen(game, 2, "top").argmax())] == "R5"


def test_only_the_seat_on_move_has_a_mask():
    game = table("", "R1 G3 | G1 G2 | B1", "R5", draw=PILE)
    assert [int(np.sum(game.mask(seat))) for seat in range(3)] == [2, 0, 0]


def test_opponents_hands_and_the_pile_are_hidden():
    games = [
        table("", "R1 R2 | G1 G2 | B1 B2", "R5", draw="Y1 Y2 Y3"),
        table("", "R1 R2 | Y3 B2 | Y1 G2", "R5", draw="G1 Y2 B1"),
    ]
    assert_same_view(games, 0)


def test_the_order_of_the_draw_pile_is_hidden():
    games = [
        table("", "R1 R2 | G1 G2", "R5", draw="Y1 Y2 Y3"),
        table("", "R1 R2 | G1 G2", "R5", draw="Y3 Y1 Y2"),
    ]
    for seat in range(2):
        assert_same_view(games, seat)


def test_open_hands_show_every_hand_to_every_seat():
    game = table("open_hands", "R1 R2 | G1 G2 | B1", "R5", draw=PILE)
    assert [known(game, 0, 1), known(game, 0, 2)] == ["G1 G2", "B1"]
    assert [known(game, 1, 2), known(game, 1, 0)] == ["B1", "R1 R2"]


def test_a_kept_drawn_card_looks_like_an_unplayable_one():
    games = [
        play(table("", "B8 B9 | G1 G2 | G3 G4", "R5", draw="R7 Y8 Y1"), "draw pass"),
        play(table("", "B8 B9 | G1 G2 | G3 G4", "R5", draw="Y8 R7 Y1"), "draw"),
    ]
    for seat in (1, 2):
        assert_same_view(games, seat)


def test_a_declined_jump_in_leaves_no_trace():
    text = "jump_in=colored"
    games = [
        play(table(text, "B6 R1 | G1 G2 | B6 G3", "B5", draw="Y1 Y2"), "B6 pass"),
        play(table(text, "B6 R1 | G1 G2 | Y1 G3", "B5", draw="B6 Y2"), "B6"),
    ]
    for seat in (0, 1):
        assert_same_view(games, seat)


def test_an_accepted_stack_leaves_no_trace_of_the_card_not_laid():
    text = "stacking=same"
    games = [
        play(table(text, "R+2 R1 | B+2 G2 | G3 G4", "R5", draw="Y1 Y2 Y3"), "R+2 accept"),
        play(table(text, "R+2 R1 | Y3 G2 | G3 G4", "R5", draw="Y1 Y2 B+2"), "R+2"),
    ]
    for seat in (0, 2):
        assert_same_view(games, seat)


def test_a_declined_second_card_leaves_no_trace():
    games = [
        play(table("doubles", "R3 R3 B1 | G1 G2 | G3 G4", "R5", draw="Y1 Y2"), "R3 pass"),
        play(table("doubles", "R3 Y1 B1 | G1 G2 | G3 G4", "R5", draw="R3 Y2"), "R3"),
    ]
    for seat in (1, 2):
        assert_same_view(games, seat)


@pytest.mark.parametrize(
    ("question", "text", "hands", "hole", "labels", "seat"),
    [
        ("CHOOSE_COLOR", "", "W+4 {} B2 | G1 | G2", "R1 Y1", "W+4", 1),
        ("CHALLENGE", "", "W+4 {} B2 | G1 | G2", "R1 Y1", "W+4 blue", 2),
        ("PLAY", "", "W+4 {} B2 | G1 | G2", "R1 Y1", "W+4 blue accept", 2),
        ("PLAY", "", "W+4 {} B2 | G1 | G2", "G9 Y1", "W+4 blue challenge", 2),
        ("STACK", "stacking=same", "B+2 R1 | {} G1 | G2", "R+2 G+2", "B+2", 0),
        ("JUMP_IN", "jump_in=colored", "B6 R1 | B6 {} | G2", "G3 Y1", "B6", 2),
        ("SECOND_CARD", "doubles", "B6 B6 {} | G1 | G2", "G3 Y1", "B6", 2),
        ("CALL_UNO", "uno=call", "B6 {} | G1 | G2", "G3 Y1", "B6", 2),
        ("CATCH", "uno=call", "B6 {} | G1 | G2", "G3 Y1", "B6 pass", 2),
        ("CHOOSE_TARGET", "seven_swap", "B7 {} | G1 | G2", "G3 Y1", "B7", 2),
    ],
)
def test_no_question_shows_another_seat_a_hidden_card(question, text, hands, hole, labels, seat):
    games = []
    for held, in_the_pile in (hole.split(), hole.split()[::-1]):
        pile = f"Y2 Y3 Y4 Y5 Y6 Y7 Y8 {in_the_pile}"
        games.append(table(text, hands.format(held), "B5", draw=pile))
        assert asked(play(games[-1], labels))[1] == question
    assert_same_view(games, seat)


def test_a_drawn_card_that_fits_is_hidden_from_the_others():
    games = [
        play(table("", "B8 B9 | G1 G2", "R5", draw="R7 R8 Y1"), "draw"),
        play(table("", "B8 B9 | G1 G2", "R5", draw="R8 R7 Y1"), "draw"),
    ]
    assert_same_view(games, 1)


def test_everybody_sees_who_is_asked_what():
    game = play(table("", "W+4 R1 | G1 G2 | G3 G4", "R5", draw=PILE), "W+4 blue")
    for seat in range(3):
        assert seen(game, seat, "to_act").tolist() == np.roll([0, 1, 0], -seat).tolist()
        assert "RYGB"[int(seen(game, seat, "color_before").argmax())] == "R"
        assert int(seen(game, seat, "pending").sum()) == 4


def test_everybody_sees_who_is_exposed_while_he_may_be_caught():
    game = play(table("uno=call", "R1 R2 | G1 G2 | B1 B2", "R5", draw=PILE), "R1 pass")
    assert [seen(game, seat, "exposed").tolist() for seat in range(3)] == [
        [1, 0, 0],
        [0, 0, 1],
        [0, 1, 0],
    ]
    play(game, "pass pass")
    assert not any(seen(game, seat, "exposed").any() for seat in range(3))


def test_only_the_seat_that_drew_sees_the_drawn_card():
    game = play(table("", "B8 B9 | G1 G2", "R5", draw="R7 Y1"), "draw")
    assert KINDS[int(seen(game, 0, "drawn").argmax())] == "R7"
    assert not seen(game, 1, "drawn").any()


def test_drawing_leaves_a_mark_on_the_color_that_was_active():
    game = table("", "B8 B9 | G1 G2 | G3 G4", "R5", draw=PILE)
    assert not seen(game, 1, "voids").any()
    play(game, "draw")
    assert (seen(game, 1, "voids") > 0).tolist() == [[False] * 4, [True, False, False, False]]
    assert (seen(game, 2, "voids") > 0).tolist() == [[True, False, False, False], [False] * 4]


def test_discards_are_seen_since_the_last_reshuffle():
    game = table("", "B8 B9 | G1 G2", "Y1 Y2 R5", draw="")
    counted = dict(zip(KINDS, seen(game, 1, "discards").tolist(), strict=True))
    assert {kind for kind, count in counted.items() if count} == {"Y1", "Y2", "R5"}
    play(game, "draw")
    counted = dict(zip(KINDS, seen(game, 1, "discards").tolist(), strict=True))
    assert {kind for kind, count in counted.items() if count} == {"R5"}


def test_everybody_sees_who_deals_and_who_is_still_in():
    text = "scoring=elimination,target=100"
    game = table(text, "R1 R2 | | B1 B2", "R5", scores=[0, 100, 5], dealer=2)
    assert seen(game, 0, "playing").tolist() == [1, 0, 1]
    assert seen(game, 2, "playing").tolist() == [1, 1, 0]
    assert seen(game, 0, "dealer").tolist() == [0, 0, 1]
    assert seen(game, 2, "dealer").tolist() == [1, 0, 0]


def test_whose_hands_are_swapped_know_the_hand_they_gave_away():
    game = table("seven_swap", "R7 R1 R2 | G1 G2 | B1 B2 B3", "R5", draw=PILE)
    play(game, "R7 swap+2")
    assert (known(game, 0, 2), known(game, 2, 0)) == ("R1 R2", "B1 B2 B3")
    assert [known(game, 1, 0), known(game, 1, 2), known(game, 0, 1)] == ["", "", ""]


@pytest.mark.parametrize("direction", [1, -1])
def test_everybody_knows_the_hand_passed_on(direction):
    seats = "R0 R1 R2 | G1 G2 | B1 B2 | Y1 Y2"
    game = table("zero_pass", seats, "R5", draw="Y3 Y4", direction=direction)
    play(game, "R0")
    for seat, given in enumerate(["R1 R2", "G1 G2", "B1 B2", "Y1 Y2"]):
        assert known(game, seat, (seat + direction) % 4) == given
        assert known(game, seat, (seat - direction) % 4) == ""


def test_knowledge_travels_with_a_hand_that_moves():
    text = "seven_swap"
    game = table(text, "W+4 R1 B2 R8 | B7 G2 G3 | B1 B3", "R5", draw=PILE)
    play(game, "W+4 blue challenge")
    assert known(game, 1, 0) == "R1 R8 B2"
    play(game, "B7 swap+1")
    assert known(game, 1, 2) == "G2 G3"
    assert known(game, 1, 0) == "R1 R8 B2"
    moved = table(text, "W+4 R1 B2 R8 | B8 G2 G3 | B7 B3", "R5", draw=PILE)
    play(moved, "W+4 blue challenge B8 B7 swap+1")
    assert known(moved, 1, 2) == "R1 R8 B2"
    assert known(moved, 1, 0) == ""


def test_known_cards_leave_with_being_played_and_drawn_cards_stay_hidden():
    game = table("seven_swap", "R7 R1 R2 | G1 B4 | B1 R3", "R5", draw=PILE)
    play(game, "R7 swap+2 draw R1 draw draw")
    assert known(game, 0, 2) == "R2"
    play(game, "draw")
    assert known(game, 0, 2) == "R2"
    assert sizes(game)[2] == 2


def test_knowledge_ends_with_shuffled_hands():
    text = "deck=112-shuffle,seven_swap"
    game = table(text, "R7 R1 R2 | WSH R3 R8 | B1 B2", "R5", draw=PILE)
    play(game, "R7 swap+2")
    assert known(game, 0, 2) == "R1 R2"
    play(game, "WSH green")
    assert [known(game, seat, other) for seat in (0, 2) for other in range(3) if other != seat] == [
        ""
    ] * 4


def test_knowledge_ends_with_a_new_deal():
    game = table("target=500,seven_swap", "R7 R1 R2 | R8 | B1 B2", "R5", draw=PILE)
    play(game, "R7 swap+2 R8")
    assert not game.is_over
    assert all(known(game, a, b) == "" for a in range(3) for b in range(3) if a != b)


def test_with_an_empty_draw_pile_two_players_can_count_each_others_hands():
    game = table("", "B8 B9 | G1 G2", "R5", draw="")
    assert (known(game, 0, 1), known(game, 1, 0)) == ("G1 G2", "B8 B9")


def test_counting_needs_all_other_hidden_cards_in_one_hand():
    game = table("", "B8 B9 | G1 G2 | G3 G4", "R5", draw="")
    assert [known(game, 0, 1), known(game, 0, 2)] == ["", ""]


def test_a_hand_is_counted_when_the_only_other_hand_is_known():
    game = table("seven_swap", "R7 R1 R2 | G1 G2 | B1 B2", "R5", draw="Y1")
    play(game, "R7 swap+2")
    assert known(game, 0, 1) == ""
    play(game, "draw")
    assert list(game.draw_pile) == []
    assert known(game, 0, 1) == "Y1 G1 G2"


def test_what_was_counted_before_a_reshuffle_stays_known():
    game = table("wild_draw_four=free", "W+4 B8 B9 | G1 G2", "B1 B2 B3 B4 R5", draw="Y1")
    play(game, "W+4 blue")
    assert (sizes(game), len(game.draw_pile)) == ([2, 6], 2)
    assert known(game, 0, 1) == "Y1 G1 G2"


def test_a_position_says_nothing_about_other_hands():
    game = table("", "R1 R2 | G1 G2 | B1 B2", "R5", draw=PILE)
    assert all(known(game, a, b) == "" for a in range(3) for b in range(3) if a != b)


def test_the_state_is_the_full_truth():
    first = table("", "R1 R2 | G1 G2", "R5", draw="Y1 Y2")
    second = table("", "R1 R2 | Y1 G2", "R5", draw="G1 Y2")
    assert np.asarray(first.state()).tobytes() != np.asarray(second.state()).tobytes()
    assert hands(first) != hands(second)
