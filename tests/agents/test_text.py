"""Reading free text as an action, and agents over a function from text to text."""

import json
import pickle
from random import Random

import pytest
from hypothesis import given, settings

from tests.agents.asking import rng
from tests.strategies import SEEDS, games
from uno_agents import play
from uno_agents.deals import Stopped
from uno_agents.text import Refusal, TextAgent, parse
from uno_env import ACTIONS, Game, Rules
from uno_env.cards import KIND
from uno_env.explain import action_name, card_name, explanations


def to_play(hand="R7 G7 R3 R+2 W W+4 B2"):
    return Game.from_position(hands=[hand, "Y1 Y2"], discard="R5")


def refused(text, game):
    with pytest.raises(Refusal) as caught:
        parse(text, game)
    return caught.value.reason


@settings(max_examples=40)
@given(games(longest=100))
def test_number_label_and_words_of_every_legal_action_parse_back_to_it(game):
    for number, (label, words) in enumerate(explanations(game).items(), start=1):
        for said in (f"{number}", label, words, action_name(game, label), f"{label}: {words}"):
            for text in (
                said,
                f"  {said.upper()}. ",
                f"ACTION: {said}",
                f"Hm.\n**Action:** {said}",
            ):
                assert parse(text, game) == label, text
        for value in (number, str(number), label, words):
            assert parse(json.dumps({"reason": "red 7", "action": value}), game) == label
        for text in (f"{number}. {label}: {words}", f"I choose option {number}.", f"{number})"):
            assert parse(text, game) == label, text


@given(games(longest=100))
def test_a_sentence_that_names_a_legal_card_or_colour_parses_to_it(game):
    for label in game.legal:
        if label in KIND:
            for name in (card_name(label), card_name(label).lower(), label):
                assert parse(f"I lay the {name}, I think.", game) == label
        elif ACTIONS.labels.index(label) < ACTIONS.first("swap"):
            assert parse(f"My choice is to {label}!", game) == label


@settings(max_examples=30)
@given(games(longest=60), SEEDS)
def test_two_different_actions_are_never_guessed_between(game, seed):
    legal = game.legal
    if len(legal) < 2:
        return
    first, second = Random(seed).sample(legal, 2)
    names = action_name(game, first), action_name(game, second)
    refused(f"{names[0]} or {names[1]}", game)
    refused(f"ACTION: {names[0]}\nACTION: {names[1]}", game)
    refused(json.dumps({"action": first}) + json.dumps({"action": second}), game)


@settings(max_examples=30)
@given(games(longest=60), SEEDS)
def test_whatever_is_said_the_answer_is_legal_or_a_refusal(game, seed):
    chance = Random(seed)
    words = ["I", "play", "the", "red", "7", "draw", "two", "wild", "not", "3", "skip", "{", "}"]
    words += [
        "ACTION:",
        "\n",
        "?",
        "player_1",
        '"action":',
        "+4",
        "UNO",
        "take",
        "pass",
        *ACTIONS.labels,
    ]
    for _ in range(20):
        text = " ".join(chance.choices(words, k=chance.randint(0, 8)))
        try:
            assert parse(text, game) in game.legal
        except Refusal as refusal:
            assert refusal.legal == game.legal and str(refusal.legal[0]) in str(refusal)


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("I play the red 7.", "R7"),
        ("3", "R+2"),
        ("draw", "draw"),
        ('{"action": "R7"}', "R7"),
        ('```json\n{"action": 2, "why": "I hold red 3"}\n```', "R7"),
        ("Red 5 is on top and I hold red 3.\nACTION: red seven", "R7"),
        ("**Final answer:** 2 (R7)", "R7"),
        ("{action: red 7}", "R7"),
        ("I play the 3", "R3"),
        ("play 7", "R7"),
        ("the +2", "R+2"),
        ("Red Draw Two. UNO!", "R+2"),
        ("I play the wild and choose green", "W"),
        ("the draw four", "W+4"),
        ("+4", "W+4"),
        ("w", "W"),
        ("I can't lay anything good so I draw", "draw"),
        ("I draw 2 cards", "draw"),
        ("Red 7, because the draw pile is small: R7!", "R7"),
    ],
)
def test_ways_to_say_it(said, label):
    assert parse(said, to_play()) == label


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("", "it is empty"),
        ("banana", "it names no action"),
        ("9", "there is no choice 9, only 1 to 6"),
        ("-1", "it names no action"),
        ("play 3", "it may mean several actions: red Draw Two (R+2), red 3 (R3)"),
        ("2) R3", "it may mean several actions: red 3 (R3), red 7 (R7)"),
        ("blue 2", "blue 2 (B2) is not legal now"),
        ("challenge!", "challenge is not what is asked"),
        ("red", "red is not what is asked"),
        ("I won't draw", '"draw" is denied, not chosen'),
        ("If I draw I lose.", '"draw" is only supposed, not chosen'),
        ("I don't have a red 7, so I draw", '"red 7" is denied, not chosen'),
        ("Should I draw?", '"draw" is asked about, not chosen'),
        ("draw four", "it may mean several actions: Wild Draw Four (W+4), draw"),
        ("ACTION: 2\nACTION: 3", "it gives several answers: 2, 3"),
        ('{"action": null}', "it names no action"),
        ('{"action": 2} ACTION: 1', "it gives several answers"),
    ],
)
def test_what_is_refused_and_why(said, reason):
    assert refused(said, to_play()).startswith(reason)


def test_a_refusal_says_what_would_be_legal_by_number():
    with pytest.raises(Refusal, match=r'"blue 2" is refused: .* Legal: 1 red 7 \(R7\), 2 draw'):
        parse("blue 2", to_play("R7 B2"))


def test_a_rank_alone_means_the_one_legal_card_of_it():
    assert parse("I play the skip", to_play("RS G1")) == "RS"
    assert "several" in refused("the 7", Game.from_position(hands=["R7 G7", "Y1"], discard="R7"))
    assert "several" in refused("I play a skip", to_play("R1 G1"))


def test_where_a_colour_is_asked_cards_are_mere_talk():
    game = to_play()
    game.play("W")
    assert parse("Green, as I hold G7 and blue 2.", game) == "green"
    assert refused("I play red 3", game) == "red 3 is not what is asked"
    assert "several" in refused("red or green", game)


def test_where_a_penalty_is_open_drawing_cards_is_accepting():
    game = to_play("W+4 B1 B3")
    game.play("W+4")
    game.play("blue")
    assert parse("I draw four", game) == parse("take the cards", game) == "accept"
    assert parse("Bluff! I challenge.", game) == "challenge"
    assert "denied" in refused("I do not challenge", game)


def test_a_partner_in_a_swap_is_found_by_its_name():
    rules = Rules(players=4, seven_swap=True)
    game = Game.from_position(rules, hands=["B1", "B2", "R7 B3", "B4 B5"], discard="R5", turn=2)
    game.play("R7")
    assert parse("Swap with player_1, it has one card", game) == "swap+3"
    assert parse("player 0", game) == "swap+2"
    assert refused("myself, player_2", game) == "player_2 is not what is asked"


def test_once_the_game_is_over_everything_is_refused():
    game = to_play("R7")
    game.play("R7")
    assert refused("R7", game) == "the game is over"


def test_a_refusal_can_be_sent_to_another_process():
    with pytest.raises(Refusal) as caught:
        parse("?", to_play())
    twin = pickle.loads(pickle.dumps(caught.value))
    assert (str(twin), twin.reason, twin.legal) == (
        str(caught.value),
        caught.value.reason,
        caught.value.legal,
    )


class Scripted:
    """Answers from a list, and keeps what it was asked."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.prompts = []

    def __call__(self, prompt):
        self.prompts.append(prompt)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def decide(agent, game):
    seen, mask = game.observe(game.turn)
    answers = agent.act(seen[None], mask[None], rng(), lambda row, seed: game.sample_world(0, seed))
    return ACTIONS.label(int(answers[0]))


def test_the_agent_is_asked_the_prompt_of_its_seat():
    game, ask = to_play(), Scripted("I play red 7")
    assert decide(TextAgent(ask), game) == "R7"
    assert ask.prompts == [game.prompt(0)]


def test_after_a_refusal_it_is_asked_again_and_told_why():
    game, ask = to_play(), Scripted("banana", "blue 2", "red 3")
    agent = TextAgent(ask, retries=2)
    assert decide(agent, game) == "R3"
    assert [prompt.startswith(game.prompt(0)) for prompt in ask.prompts] == [True] * 3
    assert "it names no action" in ask.prompts[1] and "blue 2 (B2) is not legal" in ask.prompts[2]
    assert (agent.asked, agent.refused, agent.given_up) == (3, 2, 0)


def test_when_all_answers_are_refused_another_agent_decides_or_the_refusal_is_raised():
    game = to_play("R7 B2")
    agent = TextAgent(Scripted("banana"), retries=1, on_refusal="random")
    assert decide(agent, game) == "R7"
    assert (agent.asked, agent.refused, agent.given_up) == (2, 2, 1)
    with pytest.raises(Refusal, match="banana"):
        decide(TextAgent(Scripted("banana"), retries=0), game)


class FirstChoice(TextAgent):
    """An agent as a user's own class."""

    def __init__(self):
        super().__init__(lambda prompt: "ACTION: 1", on_refusal="random")


def test_it_enters_the_arena_as_an_object_and_as_module_and_class():
    rules = "players=3,uno=call,seven_swap,stacking=mixed"
    mine = play(["tests.agents.test_text:FirstChoice", "random"], rules, deals=4, seed=1)
    agent = TextAgent(lambda prompt: "1", on_refusal="random")
    same = play([agent, "random"], rules, deals=4, seed=1)
    assert mine.standings[0].points == same.standings[0].points
    assert agent.asked > 20 and agent.refused == 0


def test_in_the_arena_a_model_that_babbles_is_named_or_loses():
    with pytest.raises(Stopped, match="banana"):
        play([TextAgent(Scripted("banana")), "random"], deals=1)
    result = play([TextAgent(Scripted("banana")), "random"], deals=2, on_fault="lose")
    assert result.standings[0].win_rate.mean == 0


def test_what_cannot_be_asked_is_refused():
    for arguments, word in (
        ({"ask": "gpt"}, "ask"),
        ({"ask": str, "retries": -1}, "retries"),
        ({"ask": str, "on_refusal": "search-5"}, "on_refusal"),
        ({"ask": str, "on_refusal": "clairvoyant-5"}, "on_refusal"),
        ({"ask": str, "on_refusal": "nobody"}, "nobody"),
    ):
        with pytest.raises(ValueError, match=word):
            TextAgent(**arguments)
