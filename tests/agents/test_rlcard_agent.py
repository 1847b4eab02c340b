"""Agents written for RLCard at our tables, and ours at RLCard's."""

from collections import Counter

import numpy as np
import pytest

from tests.agents.asking import ask, rng
from tests.agents.test_baselines import position
from uno_agents import make, play
from uno_agents.rlcard_agent import RlcardAgent, RuleV1
from uno_agents.rlcard_guest import Guest, position_of
from uno_env import ACTIONS, GameBatch, Rules, rlcard

NEAREST = str(rlcard.NEAREST_RULES)


class ByNumber:
    """Takes the last legal action, by its number, and keeps what it was shown."""

    def __init__(self):
        self.shown = []

    def eval_step(self, state):
        self.shown.append(state)
        return list(state["legal_actions"])[-1], {}


class AtRandom:
    """Takes a legal action in words, by NumPy's global generator."""

    use_raw = True

    def eval_step(self, state):
        return np.random.choice(state["raw_legal_actions"]), {}


def test_the_agent_is_shown_rlcards_state_of_its_seat():
    agent = ByNumber()
    env = rlcard.make("uno", {"seed": 2})
    state, player = env.reset()
    for _ in range(10):
        ask(RlcardAgent(agent), env.game)
        shown = agent.shown.pop()
        assert (shown["obs"] == state["obs"]).all()
        assert shown["raw_legal_actions"] == state["raw_legal_actions"]
        sizes = state["raw_obs"]["num_cards"]
        assert shown["raw_obs"]["num_cards"] == [sizes[player], sizes[1 - player]]
        assert shown["raw_obs"]["target"] == state["raw_obs"]["target"]
        state, player = env.step(next(iter(state["legal_actions"])))


@pytest.mark.parametrize("color", ["red", "yellow", "green", "blue"])
def test_the_colour_it_names_with_a_wild_is_named_when_it_is_asked_for(color):
    class Names:
        use_raw = True

        def eval_step(self, state):
            return f"{color[0]}-wild", {}

    for seed in range(5):
        agent = RlcardAgent(Names())
        game = position("W B2 G3", discard="R5")
        (label,) = ask(agent, game)
        game.play(label)
        seen, mask = game.observe(game.turn)
        answer = agent.act(seen[None], mask[None], rng(seed))
        assert (label, ACTIONS.label(answer[0])) == ("W", color)


def test_in_many_games_at_once_each_gets_its_own_colour():
    class ByTarget:
        """Names the colour of the top card."""

        use_raw = True

        def eval_step(self, state):
            return f"{state['raw_obs']['target'][0]}-wild", {}

    games = [position("W B2 G3", discard=f"{color}5") for color in "RYGB"]
    agent = RlcardAgent(ByTarget())
    for expected in (["W"] * 4, ["red", "yellow", "green", "blue"]):
        seen, masks = zip(*(game.observe(game.turn) for game in games), strict=True)
        answers = agent.act(np.stack(seen), np.stack(masks), rng())
        assert [ACTIONS.label(answer) for answer in answers] == expected
        for game, answer in zip(games, answers, strict=True):
            game.play(int(answer))


def test_it_plays_at_tables_whose_questions_rlcard_does_not_ask():
    rules = "players=3,stacking=mixed,seven_swap,jump_in=colored,doubles,uno=call"
    for table in (NEAREST, "", "players=4", rules, "draw=until_playable,wilds_match"):
        rules = Rules.parse(table)
        line_up = [RlcardAgent(AtRandom()), "random"]
        result = play(line_up, rules, deals=20, seed=1)
        assert result.standings[0].win_rate.mean > 0


def test_its_chance_comes_from_the_generator_alone_and_numpys_own_is_left_as_it_was():
    games = GameBatch(Rules.parse(NEAREST), 64, seed=1)
    np.random.seed(3)
    before = np.random.get_state()[1].tobytes()
    answers = []
    for seed in (1, 1, 2):
        np.random.random(answers and 5)
        answers.append(
            RlcardAgent(AtRandom()).act(games.observation, games.mask, rng(seed)).tolist()
        )
    assert answers[0] == answers[1] != answers[2]
    np.random.seed(3)
    RlcardAgent(AtRandom()).act(games.observation, games.mask, rng())
    assert np.random.get_state()[1].tobytes() == before


def test_cards_that_rlcard_does_not_have_and_agents_of_another_kind_are_refused():
    with pytest.raises(ValueError, match="RLCard has no card WSH"):
        play([RlcardAgent(AtRandom()), "random"], "deck=112-shuffle", deals=1)
    with pytest.raises(ValueError, match="eval_step"):
        RlcardAgent("uno-rule-v1")


def test_a_guest_sees_in_rlcards_state_what_the_seat_sees_at_our_table():
    env = rlcard.make("uno", {"seed": 5})
    chance = np.random.default_rng(1)
    state, player = env.reset()
    fields = ["hand", "top", "color", "phase", "hand_sizes", "draw_size", "discards", "rules"]
    while not env.is_over():
        seen = env.game.layout.decode(env.game.observation(player))
        guest = position_of(state["raw_obs"])
        shown = guest.layout.decode(guest.observation(0))
        for name in fields:
            assert (shown[name] == seen[name]).all(), name
        state, player = env.step(int(chance.choice(list(state["legal_actions"]))))


def test_guests_play_whole_games_and_the_stronger_wins_more():
    env = rlcard.make("uno", {"seed": 1})
    won = Counter()
    for place in (0, 1):
        guests = [Guest("heuristic"), Guest("uniform")]
        env.set_agents(guests[::-1] if place else guests)
        for _ in range(60):
            won[int(env.run()[1].argmax()) == place] += 1
    assert won[True] > won[False]


def test_a_guest_that_looks_ahead_is_refused():
    with pytest.raises(ValueError, match="looks ahead"):
        Guest("search-10")


def test_rlcards_own_rule_agent_does_what_ours_of_that_name_does():
    pytest.importorskip("rlcard")
    for hand, expected in (
        ("R7 RS G5 W W+4", {"R7", "RS", "G5"}),
        ("G1 W W+4", {"W"}),
        ("G1 W+4", {"W+4"}),
        ("G1", {"draw"}),
    ):
        game = position(hand, discard="R5")
        ours = make("rlcard-rule-v1")
        assert set(ask(RuleV1(), game, 40)) == set(ask(ours, game, 40)) == expected
