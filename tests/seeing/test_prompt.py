"""The text for language models: complete, by the rules in force, and in plain words."""

import pytest
from hypothesis import given, settings

from tests.seeing.tables import at_every_question, bluffed
from tests.strategies import games
from tests.strategies import rules as tables
from uno_env import PRESETS, Game, Rules
from uno_env.cards import DECKS, KIND
from uno_env.explain import card_name
from uno_env.options import Choice, Flag
from uno_env.rule_words import SAID, bears, option_in_words, rules_in_words
from uno_env.rules import OPTIONS


def values_of(option):
    """Some values of an option, all where it has few."""
    if isinstance(option, Flag):
        return [True, False]
    if isinstance(option, Choice):
        return option.values
    if hasattr(option, "low"):
        return [option.low, option.high]
    return [*DECKS, {"R1": 4, "W": 5}]


def test_every_option_has_words():
    assert list(SAID) == list(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_says_something_else_at_each_of_its_values(name):
    said = []
    for value in values_of(OPTIONS[name]):
        room = {"players": 4, "hand_size": 1, "decks": 1 if name == "deck" else 2}
        said.append(option_in_words(name, Rules(**room | {name: value})))
    assert len(set(said)) == len(said)
    for words in said:
        assert words[0].isupper() and words.endswith(".") and "{" not in words


@given(tables())
def test_the_prompt_says_every_option_that_bears_on_the_table(rules):
    sentences = Game(rules, seed=1).prompt().splitlines()
    for name in OPTIONS:
        assert (f"- {option_in_words(name, rules)}" in sentences) == bears(name, rules)


@pytest.mark.parametrize(
    ("name", "without", "under"),
    [
        ("opening_reverse", {"opening": "redraw"}, {"opening": "apply"}),
        ("opening_wild", {"opening": "redraw"}, {"opening": "ignore"}),
        ("opening_wild_draw_four", {"opening": "redraw"}, {"opening": "ignore"}),
        ("custom_wild", {"deck": "108"}, {"deck": "112-swap"}),
        ("wilds_match", {"wild_draw_four": "free"}, {"wild_draw_four": "strict"}),
        ("challenge_reveal", {"wild_draw_four": "strict"}, {"wild_draw_four": "bluff"}),
        ("uno_penalty", {"uno": "auto"}, {"uno": "call"}),
        ("scoring", {"target": 0}, {"target": 100}),
    ],
)
def test_what_cannot_come_up_is_not_told(name, without, under):
    assert not bears(name, Rules(**without)) and bears(name, Rules(**under))


def test_wilds_that_the_deck_holds_are_explained_and_others_are_not():
    for deck, held in (("112-shuffle", "WSH"), ("112-swap", "WSW"), ("112-remix", "WRX")):
        words = " ".join(rules_in_words(Rules(deck=deck)))
        for card in ("WSH", "WSW", "WRX"):
            assert (f"{card_name(card)}:" in words) == (card == held)


@settings(max_examples=30)
@given(games(longest=80))
def test_every_choice_is_numbered_in_order_with_its_label_and_its_words(game):
    lines = game.prompt().splitlines()
    explained = game.explain().splitlines()
    assert [line.split(":")[0] for line in explained] == game.legal
    for number, line in enumerate(explained, start=1):
        assert f"{number}. {line}" in lines
    assert f"{len(explained) + 1}. " not in game.prompt().split("YOUR DECISION")[1]


@settings(max_examples=30)
@given(games(longest=80))
def test_a_seat_is_told_its_hand_all_sizes_the_top_and_the_direction(game):
    for seat in range(game.rules.players):
        text = game.prompt(seat)
        hands = text.split("HANDS\n")[1].split("\n\n")[0].splitlines()
        assert len(hands) == game.rules.players
        assert hands[0].startswith(f"player_{seat} (you")
        for card in game.hand(seat):
            assert f" {card}" in hands[0]
        for place, line in enumerate(hands):
            other = (seat + place) % game.rules.players
            size = len(game.hand(other))
            assert line.startswith(f"player_{other}") and f" holds {size} card" in line
        assert f"The top card is {card_name(game.top)} ({game.top})" in text
        assert ("clockwise (" if game.direction > 0 else "counter-clockwise") in text


def test_what_is_known_of_another_hand_is_told_to_who_knows_it():
    game = bluffed()
    game.play("challenge")
    assert "player_0 holds 6 cards, 2 cards of them known to you: R1, B2" in game.prompt(1)
    assert "player_0 holds 6 cards\n" in game.prompt(2)


def test_the_open_question_of_a_wild_draw_four_is_told_with_colour_and_penalty():
    text = bluffed().prompt()
    assert "Before the Wild Draw Four the colour in force was red." in text
    assert "A penalty of 4 cards is open." in text
    assert "player_1 is to accept 4 cards, or challenge" in text


def test_a_drawn_card_is_told_to_who_drew_it():
    game = Game.from_position(hands=["B2", "G1"], discard="R5", draw="R9 Y1")
    game.play("draw")
    assert "just drawn: red 9 (R9)" in game.prompt(0)
    assert "just drawn" not in game.prompt(1)


def test_what_everybody_saw_is_told_in_order():
    game = Game.from_position(hands=["R7 B2 B3", "R1 G1"], discard="R5", draw="Y1 Y2")
    for action in ("R7", "draw"):
        game.play(action)
    assert "player_0 laid R7.\nplayer_1 drew." in game.prompt()
    assert "player_1: red (1 turns ago)" in game.prompt(0)


def test_who_is_not_asked_and_who_has_ended_is_told_so():
    for game in at_every_question().values():
        if game.is_over:
            assert game.prompt().endswith(f"THE GAME IS OVER\n{game.look().question}")
            continue
        other = (game.turn + 1) % game.rules.players
        assert "YOUR DECISION" in game.prompt() and "ACTION:" in game.prompt()
        assert "YOU ARE NOT ASKED" in game.prompt(other)
        assert "YOUR DECISION" not in game.prompt(other)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_card_that_a_table_has_is_readable_there(preset):
    game = Game(preset, seed=1)
    for card in ("W", "W+4", "WSH", "WSW", "WC", "WRX"):
        held = game.rules.card_counts[KIND[card]] > 0
        assert (f"{card} is {card_name(card)}" in game.prompt()) == held


def test_no_such_seat():
    with pytest.raises(ValueError, match="seat"):
        Game().prompt(2)
