"""Rules that cannot be: the words name the value, what is allowed and the way out."""

import pytest

from uno_env import Rules
from uno_env.cards import DECKS

from .test_rules_options import CHOICES, FLAGS, PRESETS, RANGES


@pytest.mark.parametrize("text", ["stackng=same", "stackng", "players=4,seven_swop", "house"])
def test_an_unknown_option_is_named_with_those_there_are(text):
    with pytest.raises(ValueError) as refused:
        Rules.parse(text)
    wrong = text.split(",")[-1].split("=")[0]
    assert wrong in str(refused.value)
    assert "stacking" in str(refused.value)


def test_an_unknown_preset_is_named_with_those_there_are():
    with pytest.raises(ValueError, match="partys") as refused:
        Rules.preset("partys")
    assert all(name in str(refused.value) for name in PRESETS)


@pytest.mark.parametrize("name", CHOICES)
def test_an_unknown_value_is_named_with_what_is_allowed(name):
    for refuse in (lambda: Rules(**{name: "banana"}), lambda: Rules.parse(f"{name}=banana")):
        with pytest.raises(ValueError) as refused:
            refuse()
        assert name in str(refused.value)
        assert "banana" in str(refused.value)
        assert all(value in str(refused.value) for value in CHOICES[name])


@pytest.mark.parametrize("name", RANGES)
def test_a_number_out_of_range_is_named_with_the_range(name):
    low, high = RANGES[name]
    for value in (low - 1, high + 1):
        for refuse in (
            lambda value=value: Rules(**{name: value}),
            lambda value=value: Rules.parse(f"{name}={value}"),
        ):
            with pytest.raises(ValueError) as refused:
                refuse()
            message = str(refused.value)
            assert all(part in message for part in (name, str(value), str(low), str(high)))


@pytest.mark.parametrize("name", RANGES)
def test_what_is_no_whole_number_is_refused(name):
    for value in ("many", 2.5, None, True):
        with pytest.raises(ValueError, match=name):
            Rules(**{name: value})
    with pytest.raises(ValueError, match=name):
        Rules.parse(f"{name}=many")


@pytest.mark.parametrize("name", FLAGS)
def test_a_flag_is_true_or_false(name):
    for refuse in (lambda: Rules(**{name: "maybe"}), lambda: Rules.parse(f"{name}=maybe")):
        with pytest.raises(ValueError, match=name) as refused:
            refuse()
        assert "maybe" in str(refused.value)


@pytest.mark.parametrize("players", [2, 3, 5, 10])
def test_partners_need_four_players(players):
    with pytest.raises(ValueError) as refused:
        Rules(players=players, teams=True)
    message = str(refused.value)
    assert all(part in message for part in ("teams", "players", str(players), "players=4"))


@pytest.mark.parametrize("scoring", ["lowest", "elimination"])
def test_partners_score_as_the_winner_only(scoring):
    with pytest.raises(ValueError) as refused:
        Rules(players=4, teams=True, scoring=scoring)
    assert all(part in str(refused.value) for part in ("teams", "scoring", scoring, "winner"))


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ({"players": 10, "hand_size": 11}, "108"),
        ({"players": 3, "hand_size": 36}, "108"),
        ({"players": 2, "hand_size": 7, "deck": {"R1": 4, "W": 2}}, "6"),
    ],
)
def test_a_deck_too_small_for_the_table_is_refused(options, cards):
    with pytest.raises(ValueError) as refused:
        Rules(**options)
    message = str(refused.value)
    assert all(part in message for part in ("players", "hand_size", cards))
    needed = options["players"] * options["hand_size"] + 2
    assert str(needed) in message


def test_the_smallest_deck_that_is_enough_is_taken():
    assert Rules(players=10, hand_size=10).players == 10
    assert Rules(players=2, hand_size=2, deck={"R1": 4, "W": 2}).hand_size == 2
    assert Rules(players=10, hand_size=21, decks=2).decks == 2


@pytest.mark.parametrize(
    ("deck", "word"),
    [
        ({"R1": 5, "W": 8, "R2": 4}, "R1"),
        ({"W": 9, "R1": 4, "R2": 4}, "W"),
        ({"R0": 3, "W": 8, "R2": 4, "R3": 4}, "R0"),
        ({"X9": 2, "W": 8, "R2": 4, "R3": 4}, "X9"),
        ({"R1": -1, "W": 8, "R2": 4, "R3": 4}, "R1"),
        ({"R1": "two", "W": 8, "R2": 4, "R3": 4}, "R1"),
    ],
)
def test_a_deck_with_impossible_cards_is_refused(deck, word):
    with pytest.raises(ValueError, match=word):
        Rules(deck=deck)


@pytest.mark.parametrize("text", ["deck=R1=5 W=8 R2=4", "deck=X9=2", "deck=R1=two", "deck=R1 R2"])
def test_a_deck_text_with_impossible_cards_is_refused(text):
    with pytest.raises(ValueError, match="deck"):
        Rules.parse(text)


@pytest.mark.parametrize("deck", [{}, {"R1": 0}])
def test_a_deck_without_a_card_is_refused(deck):
    with pytest.raises(ValueError, match="no card"):
        Rules(deck=deck)


def test_two_decks_are_the_way_out_only_where_they_would_be_enough():
    with pytest.raises(ValueError, match="decks=2"):
        Rules(players=10, hand_size=15)
    for options in ({"deck": {"R1": 3}, "hand_size": 1}, {"decks": 2, "hand_size": 50}):
        with pytest.raises(ValueError) as refused:
            Rules(**({"players": 5} | options))
        assert "decks=2" not in str(refused.value)


def test_a_mapping_of_what_a_named_deck_holds_is_that_deck():
    for name in DECKS:
        assert Rules(deck=dict(reversed(DECKS[name].items()))) == Rules(deck=name)
