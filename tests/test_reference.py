"""The reference itself: the handed cases hold, and no rule combination loses a card."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.random_rules import Style, all_options, random_options
from tests.reference import IllegalAction, ReferenceGame, parse_options
from tests.reference.cards import DECKS, POINTS, whole_deck
from tests.reference.chance import Chance

CASES = [
    json.loads(line)
    for line in Path(__file__).with_name("data").joinpath("rules.jsonl").read_text().splitlines()
]
POSITION_KEYS = ("hands", "discard", "draw", "turn", "direction", "color", "dealer", "scores")
COMBINATIONS = 40
DECISIONS_EACH = 150


def start(case: dict) -> ReferenceGame:
    options = parse_options(case["rules"])
    if "opening" not in case:
        position = {key: case[key] for key in POSITION_KEYS if key in case}
        return ReferenceGame.from_position(options, **position)
    opening = case["opening"].split()
    rest = list((Counter(whole_deck(all_options(None, options))) - Counter(opening)).elements())
    dealt = options["players"] * 7
    order = [*rest[:dealt], *opening, *rest[dealt:]]
    return ReferenceGame(options, deck=" ".join(order), dealer=case["dealer"])


def seen(game: ReferenceGame) -> dict:
    return {
        "legal": game.legal,
        "turn": game.turn,
        "phase": game.phase,
        "top": game.top,
        "color": game.color,
        "direction": game.direction,
        "over": game.is_over,
        "winner": game.winner,
        "points": game.points,
        "scores": game.scores,
        "dealer": game.dealer,
        "sizes": [len(hand) for hand in game.hands],
        "draw_size": len(game.draw_pile),
        "discard": game.discard_pile,
    }


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_handed_case_holds(case):
    game = start(case)
    for step in case["steps"]:
        if isinstance(step, str):
            game.play(step)
        elif "illegal" in step:
            before = seen(game)
            with pytest.raises(IllegalAction):
                game.play(step["illegal"])
            assert seen(game) == before
        else:
            expected = dict(step["expect"])
            if "hand_of" in expected:
                seat, hand = expected.pop("hand_of")
                assert game.hand(seat) == hand
            assert {key: seen(game)[key] for key in expected} == expected


@pytest.mark.parametrize("seed", range(COMBINATIONS))
def test_random_play_loses_no_card_and_always_offers_a_choice(seed):
    preset, named = random_options(Random(seed))
    options = all_options(preset, named)
    game = ReferenceGame(options, seed=seed)
    style = Style(seed)
    for _ in range(DECISIONS_EACH):
        assert game.cards_on_the_table() == whole_deck(options)
        if game.is_over:
            break
        assert game.legal
        assert game.playing[game.turn]
        game.play(style.choose(game.legal))
        for paid in game.rewards.values():
            assert sum(paid) == pytest.approx(0)


@pytest.mark.parametrize(
    ("deck", "points"),
    [("108", 1240), ("112-shuffle", 1400), ("112-swap", 1400), ("112-remix", 1400)],
)
def test_a_deck_holds_the_points_of_the_sheet(deck, points):
    assert sum(count * POINTS[card] for card, count in DECKS[deck].items()) == points


def test_splitmix64_gives_its_published_words():
    chance = Chance(0)
    chance.word = 1234567
    assert [chance.next() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_a_giver_knows_the_hand_it_gave_until_hands_are_shuffled():
    game = ReferenceGame.from_position(
        {"players": 3, "seven_swap": True, "deck": "112-shuffle"},
        hands=["R7 R1 B2 WSH", "R3 R4 Y1", "B5 B6"],
        discard="R5",
        draw="Y2 Y3 Y4",
    )
    game.play("R7")
    game.play("swap+1")
    assert game.known(0, 1) == ["R1", "B2", "WSH"]
    assert game.known(1, 0) == ["R3", "R4", "Y1"]
    assert game.known(2, 0) == game.known(2, 1) == []
    game.play("R1")
    assert game.known(0, 1) == ["B2", "WSH"]


def test_knowledge_of_a_third_seat_travels_with_the_hand():
    game = ReferenceGame.from_position(
        {"players": 3, "seven_swap": True},
        hands=["W+4 B1 Y8", "R3 R7 G4", "Y7 B5 B6"],
        discard="R5",
        draw="Y2 Y3 Y4 Y5 Y6 Y9 G1",
    )
    for label in ("W+4", "yellow", "challenge"):
        game.play(label)
    assert game.known(1, 0) == ["Y8", "B1"]
    assert game.known(2, 0) == []
    for label in ("Y7", "swap+1"):
        game.play(label)
    assert game.known(1, 2) == ["Y8", "B1"]
    assert game.known(1, 0) == []


def test_an_empty_draw_pile_lets_the_two_of_a_table_count_each_other():
    game = ReferenceGame.from_position(
        {"players": 2}, hands=["R1 R2", "G1 G2"], discard="B1 R5", draw="Y1"
    )
    assert game.known(0, 1) == []
    game.play("draw")
    assert game.known(0, 1) == ["G1", "G2"]
    assert game.known(1, 0) == ["R1", "R2", "Y1"]


def test_a_seat_that_draws_is_remembered_with_the_colour_it_declined():
    game = ReferenceGame.from_position(
        {"players": 2}, hands=["G1 G2", "R1 R2"], discard="R5", draw="Y1 Y2 Y3"
    )
    assert game.void_age(0, "R") is None
    game.play("draw")
    assert (game.void_age(0, "R"), game.void_age(0, "G")) == (1, None)
    game.play("R1")
    assert game.void_age(0, "R") == 2
