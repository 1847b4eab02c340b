"""`sample_world` deals every possible world equally often.

The oracle lays all orders of the unseen cards into the hidden places by hand and keeps those in
which the question could be asked. Card by card, each of them is equally likely.
"""

from collections import Counter
from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest

from uno_env import Game, Rules

PER_WORLD = 30
"""Samples for each world that differs to the eye."""

Hands = dict[int, list[str]]


def possible_worlds(
    game: Game, seat: int, certain: Hands, askable: Callable[[Hands], bool], depth: int
) -> Counter:
    """All worlds that `seat` cannot tell apart, with the number of card orders that lead to each.

    Args:
        certain: the cards the seat is certain of in each other hand.
        askable: whether the question could be asked, given the other hands, the unseen cards of
            each hand in the order in which they were dealt.
        depth: how many cards of the draw pile tell two worlds apart.
    """
    others = [other for other in range(game.rules.players) if other != seat]
    unseen = list(game.draw_pile)
    sizes = []
    for other in others:
        hidden = list(game.hand(other))
        for card in certain.get(other, []):
            hidden.remove(card)
        unseen += hidden
        sizes.append(len(hidden))
    worlds: Counter = Counter()
    for order in permutations(unseen):
        rest, hands = list(order), {}
        for other, size in zip(others, sizes, strict=True):
            hands[other], rest = rest[:size], rest[size:]
        full = {other: [*certain.get(other, []), *hand] for other, hand in hands.items()}
        if askable(full):
            worlds[as_seen(full, rest[len(rest) - depth :])] += 1
    return worlds


def as_seen(hands: Hands, draw_pile: list[str]) -> str:
    return f"{[sorted(hands[seat]) for seat in sorted(hands)]} {draw_pile}"


def assert_uniform(
    game: Game,
    seat: int,
    certain: Hands | None = None,
    askable: Callable[[Hands], bool] = lambda hands: True,
    depth: int = 1,
) -> None:
    """Compare sampled worlds with all possible ones by a chi-square test, five sigmas wide."""
    depth = min(depth, len(game.draw_pile))
    worlds = possible_worlds(game, seat, certain or {}, askable, depth)
    samples = PER_WORLD * len(worlds)
    sampled: Counter = Counter()
    for seed in range(samples):
        world = game.sample_world(seat, seed)
        others = {o: world.hand(o) for o in range(game.rules.players) if o != seat}
        pile = world.draw_pile
        sampled[as_seen(others, pile[len(pile) - depth :])] += 1
    assert set(sampled) <= set(worlds), "a world was dealt that cannot be"
    orders = worlds.total()
    expected = np.array([samples * count / orders for count in worlds.values()])
    seen = np.array([sampled[world] for world in worlds])
    distance = float(((seen - expected) ** 2 / expected).sum())
    freedom = max(len(worlds) - 1, 1)
    assert distance < freedom + 5 * np.sqrt(2 * freedom) + 1e-6


def position(rules: str = "", **where) -> Game:
    return Game.from_position(Rules.parse(rules), **where)


def fits_red(card: str) -> bool:
    return card[0] in "RW"


@pytest.mark.parametrize("seat", [0, 1])
def test_two_players_at_the_start_of_a_turn(seat):
    game = position(hands=["R1 R2", "G1 Y1 Y1"], discard="B5", draw="B1 W G1")
    assert_uniform(game, seat, depth=3)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_three_players_at_the_start_of_a_turn(seat):
    game = position("players=3", hands=["R1 R2", "G1 Y1", "B3"], discard="B5", draw="W Y1 G7")
    assert_uniform(game, seat, depth=3)


def challenged(seat_on_move_decides: str | None) -> Game:
    """Seat 0 has laid a Wild Draw Four over red holding R1; seat 1 may challenge it."""
    game = position("players=3", hands=["R1 W+4", "B5", "G1"], discard="R9", draw="Y1 Y2 Y3 Y4 G8")
    game.play("W+4")
    game.play("blue")
    if seat_on_move_decides:
        game.play(seat_on_move_decides)
    return game


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_before_a_challenge_nobody_knows_the_hand_in_question(seat):
    assert_uniform(challenged(None), seat)


def test_after_a_challenge_the_challenger_is_certain_of_the_hand_it_saw():
    assert_uniform(challenged("challenge"), 1, certain={0: ["R1"]})


@pytest.mark.parametrize("seat", [0, 2])
def test_after_a_challenge_the_others_have_seen_nothing(seat):
    assert_uniform(challenged("challenge"), seat)


def test_a_verdict_shown_to_the_table_makes_everyone_certain():
    game = position(
        "players=3,challenge_reveal=table",
        hands=["R1 W+4", "B5", "G1"],
        discard="R9",
        draw="Y1 Y2 Y3 Y4 G8",
    )
    for action in ("W+4", "blue", "challenge"):
        game.play(action)
    for seat in (1, 2):
        assert_uniform(game, seat, certain={0: ["R1"]})


def test_a_seen_card_is_certain_no_longer_once_it_is_laid():
    game = position(hands=["R1 G2 W+4", "B5 B5"], discard="R9", draw="Y1 Y2 Y3 Y4 G8 G7", turn=0)
    for action in ("W+4", "green", "challenge", "draw"):
        game.play(action)
    game.play("pass") if game.phase.name == "PLAY_DRAWN" else None
    assert game.turn == 0
    game.play("G2")
    assert_uniform(game, 1, certain={0: ["R1"]})


def drawn_by_seat_1(rules: str = "") -> Game:
    """Seat 1 has drawn a red card on red and is asked whether it plays it."""
    game = position(rules, hands=["B1", "G1 Y1"], discard="R5", draw="R7 W+4 Y3 G8", turn=1)
    game.play("draw")
    assert (game.phase.name, game.turn) == ("PLAY_DRAWN", 1)
    return game


def test_a_card_that_may_be_played_once_drawn_must_fit():
    assert_uniform(drawn_by_seat_1(), 0, askable=lambda hands: fits_red(hands[1][-1]))


def test_a_drawn_wild_draw_four_fits_a_strict_table_only_without_the_colour():
    def askable(hands):
        *rest, drawn = hands[1]
        strict = drawn != "W+4" or not any(card.startswith("R") for card in rest)
        return fits_red(drawn) and strict

    assert_uniform(drawn_by_seat_1("wild_draw_four=strict"), 0, askable=askable)


def test_the_one_who_drew_knows_its_card():
    assert_uniform(drawn_by_seat_1(), 1)


def test_who_is_asked_to_stack_holds_a_card_that_stacks():
    game = position(
        "players=3,stacking=draw_two",
        hands=["R+2 B1", "G+2 Y1", "G3"],
        discard="R5",
        draw="Y+2 G8",
    )
    game.play("R+2")
    assert (game.phase.name, game.turn) == ("STACK", 1)
    for seat in (0, 2):
        assert_uniform(game, seat, askable=lambda hands: any("+2" in card for card in hands[1]))


def test_who_is_asked_to_jump_in_holds_the_card_that_was_laid():
    game = position(
        "players=3,jump_in=numbers", hands=["R1 B1", "G2 Y1", "R1 G3"], discard="R5", draw="R1 G8"
    )
    game.play("R1")
    assert (game.phase.name, game.turn) == ("JUMP_IN", 2)
    for seat in (0, 1):
        assert_uniform(game, seat, askable=lambda hands: "R1" in hands[2])


def test_who_is_asked_for_a_second_card_holds_the_like_of_the_first():
    game = position("doubles", hands=["R1 R1 B1 G2", "G2 Y1"], discard="R5", draw="R1 G8")
    game.play("R1")
    assert (game.phase.name, game.turn) == ("SECOND_CARD", 0)
    assert_uniform(game, 1, askable=lambda hands: "R1" in hands[0])


def test_with_nothing_left_to_draw_the_one_other_hand_is_certain():
    game = position(hands=["R1 B1", "G2 Y1"], discard="R5 R6", draw="Y3", turn=0)
    game.play("draw")
    assert game.draw_pile == [] and game.turn == 1
    assert_uniform(game, 0, certain={1: ["G2", "Y1"]})
    known = game.layout.decode(game.observation(0))["known"]
    assert known.sum() == 2


def test_a_pile_that_runs_out_in_the_middle_of_a_penalty_makes_the_hand_certain_so_far():
    game = position(hands=["R+2 B1", "G2 Y1"], discard="R5 R6", draw="Y3")
    game.play("R+2")
    assert len(game.hand(1)) == 4 and len(game.draw_pile) == 1
    assert_uniform(game, 0, certain={1: ["G2", "Y1", "Y3"]})


def test_a_hand_given_away_is_certain():
    game = position(
        "players=3,seven_swap", hands=["R7 B1 B2", "G2 Y1", "Y5"], discard="R5", draw="Y3 G8"
    )
    game.play("R7")
    game.play("swap+1")
    assert_uniform(game, 0, certain={1: ["B1", "B2"]})
    assert_uniform(game, 1, certain={0: ["G2", "Y1"]})
    assert_uniform(game, 2)


def test_a_seen_hand_stays_certain_on_its_way_round_the_table():
    game = position(
        "players=3,zero_pass",
        hands=["R1 B0 W+4", "B5 BR", "G1"],
        discard="R9",
        draw="Y1 Y2 Y3 Y4 G8",
    )
    for action in ("W+4", "blue", "challenge", "BR", "B0"):
        game.play(action)
    assert "R1" in game.hand(2)  # against the clock: 0 to 2, 2 to 1, 1 to 0
    assert_uniform(game, 1, certain={0: ["B5"], 2: ["R1"]})


def test_a_shuffle_of_all_hands_ends_what_was_certain():
    game = position(
        "players=3,deck=112-shuffle",
        hands=["R1 W+4", "B5 WSH", "G1"],
        discard="R9",
        draw="Y1 Y2 Y3 Y4 G8",
    )
    for action in ("W+4", "blue", "challenge", "WSH", "red"):
        game.play(action)
    for seat in range(3):
        assert not game.layout.decode(game.observation(seat))["known"].any()


MOMENTS = {
    "challenge": {
        "hands": ["R1 W+4", "B5", "G1"],
        "discard": "R9",
        "draw": "Y1 Y1 Y1 Y1 Y2 Y2",
        "before": ("W+4", "blue"),
        "after": ("challenge",),
    },
    "swap": {
        "hands": ["R7 B1 B2", "G2 Y1", "Y5"],
        "discard": "R5",
        "draw": "Y3 G8",
        "before": (),
        "after": ("R7", "swap+1"),
    },
    "reshuffle": {
        "hands": ["R+2 B1", "G2 G3", "G3"],
        "discard": "R5 W R8",
        "draw": "Y3",
        "before": (),
        "after": ("R+2",),
    },
}
"""Each with what is played up to just before it, and what brings it about."""

CERTAIN_AFTER = {
    ("challenge", 2): {1: {0: ["R1"]}},
    ("challenge", 3): {1: {0: ["R1"]}},
    ("swap", 2): {0: {1: ["B1", "B2"]}, 1: {0: ["G2", "Y1"]}},
    ("swap", 3): {0: {1: ["B1", "B2"]}, 1: {0: ["G2", "Y1"]}},
    # The pile ran out, so each of two players has counted the other's cards; what the one under the
    # penalty drew from the new pile is open again.
    ("reshuffle", 2): {0: {1: ["G2", "G3", "Y3"]}, 1: {0: ["B1"]}},
    ("reshuffle", 3): {},
}
"""What the seats are certain of: the table's event and size, observer, owner."""


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("event", MOMENTS)
@pytest.mark.parametrize("moment", ["before", "after"])
def test_worlds_before_and_after_what_a_seat_learns_from(event, players, moment):
    setup = MOMENTS[event]
    game = position(
        f"players={players},seven_swap",
        hands=setup["hands"][:players],
        discard=setup["discard"],
        draw=setup["draw"],
    )
    actions = setup["before"] + (setup["after"] if moment == "after" else ())
    for action in actions:
        if action in game.legal:  # with one other seat a swap needs no choice
            game.play(action)
    certain = CERTAIN_AFTER[event, players] if moment == "after" else {}
    for seat in range(players):
        assert_uniform(game, seat, certain.get(seat))
