"""Legal actions and observations in words."""

import pytest

from tests.seeing.tables import at_every_question, bluffed
from uno_env import Game, Rules


def position(hand: str, discard: str = "R5", **options) -> Game:
    """Seat 0 of three is to play a hand."""
    rules = Rules(players=3, **options)
    return Game.from_position(
        rules, hands=[hand, "G1 G2", "B7 B8"], discard=discard, draw="Y1 Y2 Y3 Y4"
    )


def said(game: Game, label: str) -> str:
    lines = dict(line.split(": ", 1) for line in game.explain().splitlines())
    return lines[label]


def test_every_legal_action_is_explained_at_every_question():
    for phase, game in at_every_question().items():
        if game.is_over:
            assert game.explain().startswith("nothing to decide: ")
            continue
        labels = [line.split(":")[0] for line in game.explain().splitlines()]
        assert labels == game.legal, phase


def test_a_seat_that_is_not_asked_is_told_who_is():
    assert bluffed().explain(2) == (
        "player_2 is not asked: player_1 is to accept 4 cards, or challenge"
    )


def test_a_bluff_is_named_with_the_cards_that_make_it_one():
    assert "you hold red R1, so this is a bluff and may be challenged" in said(
        position("W+4 R1 B2"), "W+4"
    )
    assert "a challenge would fail" in said(position("W+4 G1 B2"), "W+4")
    assert "you hold W, so this is a bluff" in said(position("W+4 W B2", wilds_match=True), "W+4")
    assert "bluff" not in said(position("W+4 R1 B2", wild_draw_four="free"), "W+4")


@pytest.mark.parametrize(
    ("options", "label", "words"),
    [
        ({}, "RS", "player_1 loses the turn"),
        ({}, "R+2", "player_1 draws 2 and loses the turn"),
        ({"stacking": "mixed"}, "R+2", "or answers"),
        ({"seven_swap": True}, "R7", "choose a player to swap hands with"),
        ({}, "R7", "lay red 7"),
        ({"zero_pass": True}, "R0", "every hand passes on"),
        ({"custom_wild": "others_draw_two"}, "WC", "everybody else draws 2"),
        ({"doubles": True}, "R7", "you may lay the second one too"),
        ({"jump_in": "numbers"}, "R7", "may jump in"),
        ({"draw": "until_playable"}, "draw", "up to the first that fits"),
        ({"drawn_card": "keep"}, "draw", "you keep it"),
    ],
)
def test_what_an_action_does_is_told_by_the_rules_in_force(options, label, words):
    game = position("R7 R7 R0 RS R+2 WC", **options)
    assert words in said(game, label)


def test_what_is_said_of_a_skip_and_a_draw_two_comes_true():
    for label, sizes in (("RS", (2, 2)), ("R+2", (4, 2))):
        game = position("R7 R0 RS R+2")
        game.play(label)
        assert (len(game.hand(1)), len(game.hand(2)), game.turn) == (*sizes, 2)


def test_the_second_of_two_cards_is_told_with_what_both_do_together():
    for label, words, sizes, turn in (
        ("R+2", "player_1 draws 4 and loses the turn", (6, 2), 2),
        ("RS", "two places are skipped", (2, 2), 0),
        ("RR", "the direction turns twice", (2, 2), 1),
    ):
        game = position(f"{label} {label} G7 G8", doubles=True)
        game.play(label)
        assert words in said(game, label)
        game.play(label)
        assert (len(game.hand(1)), len(game.hand(2)), game.turn) == (*sizes, turn)


def test_the_last_card_and_the_last_but_one_are_announced():
    assert said(position("R7"), "R7") == "lay red 7; your last card: you go out"
    assert "player_1 still draws 2" in said(position("R+2"), "R+2")
    assert "still draws" not in said(position("R+2", final_draw=False), "R+2")
    assert "so you draw 2 and go on" in said(position("RS", action_finish=False), "RS")
    assert "call UNO next" in said(position("R7 G1", uno="call"), "R7")


def test_a_challenge_tells_both_verdicts():
    assert said(bluffed(), "challenge") == (
        "if the hand it was laid from held red, its player draws 4 and you play; if not, you draw "
        "6 and lose the turn"
    )


def test_an_observation_is_described_with_labels_numbers_and_what_zeros_mean():
    game = Game.from_position(
        Rules(players=3),
        hands=["R1 R1 B2", "G1", "Y1 Y2"],
        discard="R5",
        draw="",
        direction=-1,
        scores=[0, 40, 0],
    )
    lines = game.layout.describe(game.observation(0)).splitlines()
    assert {
        "hand: R1 x2 B2",
        "color: R",
        "direction: counter-clockwise",
        "hand_sizes: me 3, +1 1, +2 2",
        "draw_size: 0",
        "scores: +1 40",
    } <= set(lines)
    assert not any(line.startswith(("pending", "drawn", "known")) for line in lines)
    rules = next(line for line in lines if line.startswith("rules: "))
    assert " decks=1 " in rules and rules.startswith("rules: players=3 deck=108")


def test_what_is_known_of_other_hands_is_described_by_seat():
    game = bluffed()
    game.play("challenge")
    assert "known: +2: R1 B2" in game.layout.describe(game.observation(1)).splitlines()
