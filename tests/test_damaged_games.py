"""Saved games, and what is said when one is damaged."""

import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uno_env import Game, Rules


def test_bytes_and_text_bring_the_same_game_back():
    game = Game(Rules.preset("party", players=3), seed=5)
    for _ in range(12):
        game.play(game.legal[0])
    for again in (Game.from_bytes(game.to_bytes()), Game.from_json(game.to_json()), game.copy()):
        assert again.to_bytes() == game.to_bytes()
        again.play(again.legal[-1])
        assert again.to_bytes() != game.to_bytes()


@cache
def saved():
    """A running game as bytes."""
    return Game(Rules(players=3), seed=9).to_bytes()


@cache
def written():
    """A position as text."""
    hands = ["R1 R2", "G1", "B1 W"]
    return Game.from_position(Rules(players=3), hands=hands, discard="R5", draw="Y1").to_json()


@settings(max_examples=150, deadline=None)
@given(place=st.integers(0, 2**20), flip=st.integers(1, 255))
def test_a_flipped_byte_anywhere_is_noticed(place, flip):
    damaged = bytearray(saved())
    damaged[place % len(damaged)] ^= flip
    with pytest.raises(ValueError) as refused:
        Game.from_bytes(bytes(damaged))
    assert str(refused.value)


@settings(max_examples=60, deadline=None)
@given(length=st.integers(0, 2**20))
def test_truncated_bytes_are_noticed(length):
    with pytest.raises(ValueError):
        Game.from_bytes(saved()[: length % len(saved())])


@pytest.mark.parametrize(
    "damage",
    [
        lambda blob: blob + b"\0",
        lambda blob: b"PNG!" + blob[4:],
        lambda blob: b"",
        lambda blob: b"hello",
        lambda blob: blob * 2,
    ],
    ids=["longer", "another magic", "empty", "a word", "twice"],
)
def test_bytes_that_are_no_saved_game_are_refused(damage):
    with pytest.raises(ValueError) as refused:
        Game.from_bytes(damage(saved()))
    assert len(str(refused.value)) > 10


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "7", "{}", '"game"'])
def test_a_text_that_is_no_saved_game_is_refused(text):
    with pytest.raises(ValueError) as refused:
        Game.from_json(text)
    assert str(refused.value)


def test_a_text_cut_short_is_refused():
    with pytest.raises(ValueError):
        Game.from_json(written()[:-5])


def test_a_saved_text_without_one_of_its_parts_is_refused():
    parts = json.loads(written())
    for name in parts:
        rest = {other: value for other, value in parts.items() if other != name}
        with pytest.raises(ValueError, match=name):
            Game.from_json(json.dumps(rest))


@pytest.mark.parametrize("value", [{"a": []}, -5, "Q?!", [[]]], ids=str)
def test_a_saved_text_with_nonsense_in_one_part_is_refused(value):
    parts = json.loads(written())
    for name in parts:
        with pytest.raises(ValueError) as refused:
            Game.from_json(json.dumps(parts | {name: value}))
        assert str(refused.value), name


@pytest.mark.parametrize("hands", [[], ["R1"], ["R1 R2", "G1"], ["R1", "G1", "B1", "Y1"]], ids=len)
def test_a_saved_text_with_the_wrong_number_of_hands_is_refused(hands):
    parts = json.loads(written())
    with pytest.raises(ValueError, match="hand"):
        Game.from_json(json.dumps(parts | {"hands": hands}))


def test_a_game_is_read_in_the_layout_and_the_rewards_asked_for():
    game = Game(Rules(), seed=3, reward="points", seats=6, history=3)
    for again in (
        Game.from_bytes(game.to_bytes(), reward="points", seats=6, history=3),
        Game.from_json(game.to_json(), reward="points", seats=6, history=3),
    ):
        copy = game.copy()
        assert again.layout == copy.layout
        assert (again.observation(0) == copy.observation(0)).all()
        while not copy.is_over:
            again.play(copy.legal[0])
            copy.play(copy.legal[0])
        assert copy.rewards.any() and (again.rewards == copy.rewards).all()


def test_a_saved_text_with_a_void_of_a_turn_to_come_is_refused():
    game = Game(Rules(), seed=1)
    for _ in range(30):
        game.play("draw" if "draw" in game.legal else "pass")
    saved = json.loads(game.to_json())
    saved["turns"] = 2
    with pytest.raises(ValueError, match="voids"):
        Game.from_json(json.dumps(saved))
