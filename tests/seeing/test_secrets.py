"""A text, a picture and an explanation tell a seat no more than it knows."""

from random import Random

import pytest
from hypothesis import given, settings

from tests.seeing.tables import at_every_question, bluffed
from tests.strategies import SEEDS, decide, games
from uno_env import PRESETS, Game
from uno_env.picture import HEIGHT, WIDTH, draw_picture


@settings(max_examples=30)
@given(games(longest=80), SEEDS)
def test_swapping_hidden_cards_leaves_all_that_a_seat_sees_the_same_bytes(game, seed):
    for seat in range(game.rules.players):
        world = game.sample_world(seat, seed)
        assert world.look(seat) == game.look(seat)
        assert world.svg(seat) == game.svg(seat)
        assert world.text(seat) == game.text(seat)
        assert world.explain(seat) == game.explain(seat)
        assert world.prompt(seat) == game.prompt(seat)


@pytest.mark.parametrize("preset", PRESETS)
def test_swapping_hidden_cards_leaves_the_prompt_the_same_under_every_preset(preset):
    for seed in range(3):
        rng = Random(seed)
        game = Game(preset, seed=seed)
        for decision in range(60):
            if game.is_over:
                break
            if decision % 6 == 0:
                for seat in range(game.rules.players):
                    world = game.sample_world(seat, seed=decision)
                    assert world.prompt(seat) == game.prompt(seat)
            game.play(decide(game, rng))


def test_swapping_hidden_cards_leaves_the_pixels_the_same_at_every_question():
    pytest.importorskip("pygame")
    from uno_env.window import pixels

    for game in at_every_question().values():
        world = game.sample_world(0, seed=1)
        seen = [pixels(draw_picture(one.look(0)), WIDTH, HEIGHT).tobytes() for one in (game, world)]
        assert seen[0] == seen[1]


def test_with_all_hands_open_two_worlds_do_not_look_the_same():
    game = bluffed()
    worlds = {game.sample_world(1, seed).svg(show_all=True) for seed in range(8)}
    assert len(worlds) > 1


def test_a_hand_shown_in_a_challenge_lies_open_to_the_challenger_alone():
    game = bluffed()
    game.play("challenge")
    assert game.look(1).places[0].cards == ("R1", "B2")
    assert game.look(2).places[0].cards == ()
    assert game.look(2).places[0].hidden == 6


def test_only_with_open_hands_or_all_shown_are_other_hands_seen():
    for options, show_all, cards in (
        ({}, False, 0),
        ({"open_hands": True}, False, 2),
        ({}, True, 2),
    ):
        places = bluffed(**options).look(1, show_all).places
        assert len(places[0].cards) == cards
