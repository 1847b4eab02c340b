"""The worlds that agree with what a seat knows (design, section 5)."""

from collections import Counter

import pytest

from .table import all_cards, asked, everything, hand, play, sizes, table

PILE = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8"


def test_a_sampled_world_is_the_same_public_situation_seen_by_the_seat():
    game = table("uno=call", "R1 R2 R3 | G1 G2 | B1 B2 B3", "R5", draw=PILE)
    play(game, "R1")
    for seed in range(20):
        world = game.sample_world(0, seed)
        assert everything(world, 0) == everything(game, 0)
        assert (asked(world), sizes(world)) == (asked(game), sizes(game))
        assert list(world.discard_pile) == list(game.discard_pile)
        assert hand(world, 0) == hand(game, 0)
        assert all_cards(world) == all_cards(game)


def test_a_sampled_world_keeps_the_cards_known_for_certain():
    game = table("seven_swap", "R7 R1 R2 | G1 G2 | B1 B2 B3", "R5", draw=PILE)
    play(game, "R7 swap+2 draw")
    for seed in range(20):
        assert set(game.sample_world(0, seed).hand(2)) == {"R1", "R2"}


def test_worlds_are_uniform_over_the_hidden_places():
    game = table("", "R1 R2 | G1", "R5", draw="Y1 Y2")
    held = Counter(hand(game.sample_world(0, seed), 1) for seed in range(600))
    assert set(held) == {"G1", "Y1", "Y2"}
    assert min(held.values()) > 150


def test_worlds_are_uniform_over_the_order_of_the_pile():
    game = table("", "R1 R2 | G1", "R5", draw="Y1 Y2")
    tops = Counter(game.sample_world(0, seed).draw_pile[-1] for seed in range(600))
    assert set(tops) == {"G1", "Y1", "Y2"}
    assert min(tops.values()) > 150


@pytest.mark.parametrize(
    ("text", "hands", "discard", "labels", "fits"),
    [
        ("stacking=same", "R+2 R1 R2 | B+2 G2 | G3 G4", "R5", "R+2", "B+2 G+2"),
        ("jump_in=colored", "B6 R1 R2 | B6 G2 | G3 G4", "B5", "B6", "B6"),
    ],
)
def test_a_sampled_world_leaves_the_question_askable(text, hands, discard, labels, fits):
    game = play(table(text, hands, discard, draw="Y1 Y2 G+2 Y3"), labels)
    assert asked(game)[0] == 1
    for seed in range(40):
        world = game.sample_world(0, seed)
        assert asked(world) == asked(game)
        assert set(fits.split()) & set(world.hand(1))
        assert len(world.legal) >= 2


def test_a_seat_that_holds_a_drawn_card_holds_a_fitting_one_in_every_world():
    game = play(table("", "B8 B9 | G1 G2", "R5", draw="R7 Y1 Y2 R9"), "draw")
    assert asked(game) == (0, "PLAY_DRAWN")
    for seed in range(40):
        world = game.sample_world(1, seed)
        assert asked(world) == (0, "PLAY_DRAWN")
        assert world.legal[0][0] == "R" or world.legal[0][1:] == "5"
