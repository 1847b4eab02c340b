"""Nobody sees what a player at the table could not know.

A world dealt by `sample_world` differs from the true game only in what one seat cannot know. So
everything that seat is ever handed must be the same bytes in both.
"""

from collections import Counter
from random import Random

import pytest
from hypothesis import given

from tests.strategies import SEEDS, games, play_on
from uno_env import Game, Phase, Rules, uno_v0
from uno_env.notation import count_kinds, parse_cards
from uno_env.render import render_text

LONGEST = 150


def hidden_from(game, seat):
    """The cards that lie where `seat` does not see them, as the places hold them."""
    hands = [game.hand(other) for other in range(game.rules.players) if other != seat]
    return hands, game.draw_pile


@given(games(longest=LONGEST, history=32), SEEDS)
def test_all_that_a_seat_is_handed_is_the_same_in_a_world_it_cannot_tell_apart(game, seed):
    for seat in range(game.rules.players):
        world = game.sample_world(seat, seed)
        assert world.observation(seat).tobytes() == game.observation(seat).tobytes()
        assert world.mask(seat).tobytes() == game.mask(seat).tobytes()
        assert render_text(world, seat) == render_text(game, seat)
        assert world.prompt(seat) == game.prompt(seat)
        assert world.layout.describe(world.observation(seat)) == game.layout.describe(
            game.observation(seat)
        )


@given(games(longest=LONGEST), SEEDS)
def test_a_world_keeps_the_question_the_cards_and_the_own_hand(game, seed):
    for seat in range(game.rules.players):
        world = game.sample_world(seat, seed)
        assert (world.phase, world.turn, world.rules) == (game.phase, game.turn, game.rules)
        assert world.legal
        assert world.hand(seat) == game.hand(seat)
        assert world.discard_pile == game.discard_pile
        assert [len(world.hand(s)) for s in range(game.rules.players)] == [
            len(game.hand(s)) for s in range(game.rules.players)
        ]
        assert Counter(cards_of(world)) == Counter(cards_of(game))


def cards_of(game):
    hands = [card for seat in range(game.rules.players) for card in game.hand(seat)]
    return hands + game.draw_pile + game.discard_pile


@given(games(longest=LONGEST), SEEDS, SEEDS)
def test_a_world_depends_on_what_the_seat_knows_and_the_seed_alone(game, seed, later):
    for seat in range(game.rules.players):
        world = game.sample_world(seat, seed)
        assert world.to_bytes() == game.sample_world(seat, seed).to_bytes()
        assert world.sample_world(seat, later).to_bytes() == (
            game.sample_world(seat, later).to_bytes()
        )


@given(games(longest=LONGEST, history=32), SEEDS)
def test_games_that_went_the_same_way_for_a_seat_have_the_same_worlds(game, seed):
    rng = Random(seed)
    seat = rng.randrange(game.rules.players)
    other = game.sample_world(seat, seed)
    for _ in range(20):
        both = [action for action in game.legal if action in other.legal]
        if not both or game.turn != other.turn:
            return
        action = rng.choice(both)
        game.play(action)
        other.play(action)
        same = game.observation(seat).tobytes() == other.observation(seat).tobytes()
        if not same or game.is_over or other.is_over:
            return
        assert game.sample_world(seat, 1).to_bytes() == other.sample_world(seat, 1).to_bytes()


def test_what_another_seat_was_shown_has_no_part_in_a_world():
    worlds = []
    for first, second in (("R1", "R2"), ("R2", "R1")):
        game = Game.from_position(
            Rules(players=3),
            hands=[f"{first} W+4", "B5", "G1"],
            discard="R9",
            draw=f"Y1 {second} Y2 Y3 G8",
        )
        for action in ("W+4", "blue", "challenge"):
            game.play(action)
        worlds.append(game.sample_world(2, 0).to_bytes())
    assert worlds[0] == worlds[1]


@given(games(longest=LONGEST), SEEDS)
def test_what_was_certain_stays_certain_in_every_world(game, seed):
    for seat in range(game.rules.players):
        known = game.layout.decode(game.observation(seat))["known"]
        world = game.sample_world(seat, seed)
        for place, cards in enumerate(known, start=1):
            hand = count_kinds(parse_cards(world.hand((seat + place) % game.rules.players)))
            assert (cards <= hand).all()


@given(games(longest=LONGEST), SEEDS)
def test_a_world_can_be_played_to_its_end(game, seed):
    rng = Random(seed)
    world = game.sample_world(rng.randrange(game.rules.players), seed)
    cards = Counter(cards_of(world))
    play_on(world, rng, 50)
    assert world.rules.target or Counter(cards_of(world)) == cards


@given(games(longest=20, deck="108", open_hands=False))
def test_unseen_cards_really_change(game):
    for seat in range(game.rules.players):
        worlds = [game.sample_world(seat, seed) for seed in range(5)]
        if len(game.draw_pile) > 8:
            assert len({str(world.draw_pile) for world in worlds}) == 5
        known = game.layout.decode(game.observation(seat))["known"]
        held = [len(hand) for hand in hidden_from(game, seat)[0]]
        unseen = sum(held) - known.sum()
        if unseen > 8 and len(game.draw_pile) > 8:
            assert len({str(hidden_from(world, seat)[0]) for world in worlds}) > 2


@given(games(longest=LONGEST, open_hands=True), SEEDS)
def test_with_open_hands_only_the_draw_pile_is_unknown(game, seed):
    for seat in range(game.rules.players):
        world = game.sample_world(seat, seed)
        assert [world.hand(s) for s in range(game.rules.players)] == [
            game.hand(s) for s in range(game.rules.players)
        ]


def test_a_world_of_no_seat_or_no_seed_is_refused():
    game = Game(seed=1)
    for seat in (-1, 2, "0"):
        with pytest.raises((ValueError, TypeError), match="seat"):
            game.sample_world(seat, 0)
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="seed"):
            game.sample_world(0, seed)


def test_the_verdict_of_a_challenge_fits_the_hand_in_every_world():
    game = Game.from_position(
        hands=["R1 R2 W+4 G3", "B5 B6"], discard="R9", draw="Y1 G2 Y5 B1 B2 G5 W Y8", turn=0
    )
    game.play("W+4")
    game.play("blue")
    verdicts = set()
    for seed in range(50):
        world = game.sample_world(1, seed)
        guilty = any(card.startswith("R") for card in world.hand(0))
        world.play("challenge")
        assert len(world.hand(1)) == (2 if guilty else 8)
        verdicts.add(guilty)
    assert verdicts == {True, False}


@pytest.mark.parametrize(
    ("question", "rules", "turn", "action", "seat", "holding", "lacking"),
    [
        (Phase.PLAY_DRAWN, "", 1, "draw", 1, {"draw": "R7 Y8"}, {"draw": "B7 Y8"}),
        (Phase.STACK, "stacking=draw_two", 0, "R+2", 1, {1: "G+2 Y1"}, {1: "G7 Y1"}),
        (Phase.JUMP_IN, "jump_in=numbers", 0, "R1", 2, {2: "R1 Y1"}, {2: "R2 Y1"}),
        (Phase.SECOND_CARD, "doubles", 0, "R1", 0, {0: "R1 R1 R+2 B3"}, {0: "R1 R3 R+2 B3"}),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_declining_looks_like_not_having_been_asked(
    question, rules, turn, action, seat, holding, lacking
):
    env = uno_v0.raw_env(Rules.parse(rules).replace(players=3), history=32)
    seen = []
    for difference in (holding, lacking):
        hands = [difference.get(s, ("R1 R+2 B1 B2", "G1 Y1", "G3 G4")[s]) for s in range(3)]
        draw = difference.get("draw", "Y3 Y4 Y5 Y6")
        position = {"hands": hands, "discard": "R5", "draw": draw, "turn": turn}
        env.reset(seed=0, options={"position": position})
        env.game.play(action)
        if difference is holding:
            assert (env.game.turn, env.game.phase) == (seat, question)
            env.game.play("accept" if question == Phase.STACK else "pass")
        others = set(env.possible_agents) - {f"player_{seat}"}
        seen.append([env.observe(other)["observation"].tobytes() for other in sorted(others)])
    assert seen[0] == seen[1]
