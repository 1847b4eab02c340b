"""The adapter beside RLCard itself, where it is installed: the same positions, the same answers.

The extra `bench` brings RLCard.
"""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from tests.strategies import SEEDS
from uno_agents import play
from uno_agents.rlcard_agent import RlcardAgent
from uno_env import Game, IllegalAction, rlcard
from uno_env.cards import KIND, LABELS
from uno_env.rlcard import ACTION_LIST, ACTION_SPACE, NEAREST_RULES, card_text, our_words

real = pytest.importorskip("rlcard")

from rlcard.games.uno import utils as real_utils  # noqa: E402
from rlcard.games.uno.card import UnoCard  # noqa: E402


def as_card(text):
    """A card of RLCard's."""
    color, trait = text.split("-")
    kind = "wild" if "wild" in trait else "number" if trait.isdigit() else "action"
    return UnoCard(kind, color, trait)


def transplanted(env):
    """RLCard's own environment in the position of ours, order of the draw pile included."""
    twin = real.make("uno", config={"seed": 0})
    twin.reset()
    game = twin.game
    for player in (0, 1):
        game.players[player].hand = [as_card(card_text(card)) for card in env.game.hand(player)]
    pile = env.get_perfect_information()["played_cards"]
    game.dealer.deck = [as_card(card_text(card)) for card in env.game.draw_pile]
    game.round.played_cards = [as_card(card) for card in pile]
    game.round.target = game.round.played_cards[-1]
    game.round.current_player = env.get_player_id()
    game.round.direction = 1
    twin.action_recorder = list(env.action_recorder)
    return twin


def positions(seed):
    """Our environment before each decision of a game of random actions."""
    env = rlcard.make("uno", {"seed": seed % 2**32})
    rng = np.random.default_rng(seed)
    state, _ = env.reset()
    while not env.is_over():
        yield env, rng
        state = env.get_state(env.get_player_id())
        env.step(int(rng.choice(list(state["legal_actions"]))))


def assert_same(state, other):
    """Two states hold the same, types included."""
    assert state.keys() == other.keys()
    assert (state["obs"] == other["obs"]).all() and state["obs"].dtype == other["obs"].dtype
    for name in state.keys() - {"obs"}:
        assert state[name] == other[name] and type(state[name]) is type(other[name]), name


def standing(hand, draw="Y1 Y2 Y3 Y4 Y5 Y6", other="G1 G2 G3", discard="R5"):
    """Our environment and RLCard's in a position with player 0 on move."""
    env = rlcard.make("uno")
    env.load(
        Game.from_position(NEAREST_RULES, hands=[hand, other], discard=discard, draw=draw, seed=1)
    )
    return env, transplanted(env)


def test_actions_and_their_numbers_are_rlcards():
    assert list(ACTION_LIST) == real_utils.ACTION_LIST
    assert dict(real_utils.ACTION_SPACE) == ACTION_SPACE


def test_the_decks_are_the_same():
    theirs = Counter(our_words(card.get_str())[0] for card in real_utils.init_deck())
    ours = {LABELS[kind]: int(count) for kind, count in enumerate(NEAREST_RULES.card_counts)}
    assert theirs == {label: count for label, count in ours.items() if count}


def test_what_is_said_of_the_environment_is_the_same():
    env, theirs = rlcard.make("uno"), real.make("uno")
    for name in ("name", "num_players", "num_actions", "state_shape", "action_shape", "timestep"):
        assert getattr(env, name) == getattr(theirs, name)
    assert (env.get_action_feature(7) == theirs.get_action_feature(7)).all()


@settings(max_examples=15)
@given(SEEDS)
def test_the_player_on_move_sees_the_same_in_every_position(seed):
    for env, _ in positions(seed):
        player = env.get_player_id()
        assert_same(env.get_state(player), transplanted(env).get_state(player))


@settings(max_examples=15)
@given(SEEDS)
def test_what_follows_an_action_is_the_same_but_for_the_documented_differences(seed):
    compared = 0
    for env, rng in positions(seed):
        twin = transplanted(env)
        state = env.get_state(env.get_player_id())
        action = ACTION_LIST[rng.choice(list(state["legal_actions"]))]
        if differs(env, action):
            continue
        ours = rlcard.make("uno")
        ours.load(env.game.copy())
        ours._played = list(env._played)
        ours.action_recorder = list(env.action_recorder)
        _, player = ours.step(action, raw_action=True)
        _, their_player = twin.step(action, raw_action=True)
        assert player == their_player and ours.is_over() == twin.is_over()
        assert (ours.get_payoffs() == twin.get_payoffs()).all()
        for seat in (0, 1):
            hand = [card.str for card in twin.game.players[seat].hand]
            assert sorted(ours.get_perfect_information()["hand_cards"][seat]) == sorted(hand)
        target = twin.game.round.target
        assert ours.get_perfect_information()["target"] == target.get_str()
        target.str = target.get_str()  # the colour of a wild that RLCard forgets
        for hand in (p.hand for p in twin.game.players):
            hand.sort(key=lambda card: KIND[our_words(card.str)[0]])
        if not ours.is_over():
            assert_same(ours.get_state(player), twin.get_state(player))
        compared += 1
    assert compared


def differs(env, action):
    """Whether an action meets one of the differences of `docs/coming-from-rlcard.md`."""
    pile = env.game.draw_pile
    if len(pile) < 5 or action.endswith("reverse"):
        return True
    if action != "draw":
        return False
    drawn = pile[-1]
    return drawn in ("W", "W+4") or drawn[1:] == "R"


def test_a_reverse_skips_here_and_passes_the_turn_there():
    env, theirs = standing("RR R7")
    assert env.step("r-reverse", True)[1] == 0
    assert theirs.step("r-reverse", True)[1] == 1


def test_a_wild_draw_four_that_is_drawn_takes_effect_here_alone():
    env, theirs = standing("B2", draw="W+4 Y1 Y2 Y3 Y4 Y5")
    assert env.step("draw", True)[0]["raw_obs"]["num_cards"] == [1, 7]
    assert theirs.step("draw", True)[0]["raw_obs"]["num_cards"] == [1, 3]


def test_after_a_wild_rlcard_shows_the_colour_it_was_made_with():
    env, theirs = standing("W R7")
    assert env.step("g-wild", True)[0]["raw_obs"]["target"] == "g-wild"
    state = theirs.step("g-wild", True)[0]
    assert state["raw_obs"]["target"] == "r-wild"
    assert state["raw_obs"]["played_cards"][-1] == "g-wild"
    assert theirs.game.round.target.color == "g"


def test_after_an_opening_draw_two_the_first_player_loses_the_turn_here_alone():
    met = set()
    for seed in range(100):
        env, theirs = rlcard.make("uno", {"seed": seed}), real.make("uno", config={"seed": seed})
        for one, begins in ((env, 1), (theirs, 0)):
            state, player = one.reset()
            if state["raw_obs"]["target"].endswith("draw_2"):
                assert (player, state["raw_obs"]["num_cards"]) == (begins, [9, 7])
                met.add(begins)
    assert met == {0, 1}


def test_an_empty_pile_is_made_of_all_played_cards_there_and_of_all_but_the_top_here():
    env, theirs = standing("B2 B3", draw="", discard="G8 Y1 Y2 R5")
    assert env.step("draw", True)[0]["raw_obs"]["played_cards"] == ["r-5"]
    theirs.step("draw", True)
    assert len(theirs.game.dealer.deck) == 3  # four cards less the one drawn: r-5 among the four


def test_with_nothing_to_draw_rlcard_breaks_off_and_here_the_turn_ends():
    env, theirs = standing("B2", draw="", discard="R5", other="G1")
    theirs.game.round.played_cards = []
    assert env.step("draw", True)[1] == 1
    with pytest.raises(IndexError):
        theirs.step("draw", True)


def test_rlcard_tells_a_player_off_move_the_legal_actions_of_the_other():
    env, theirs = standing("R7 B2", other="R1 G2")
    assert list(theirs.get_state(1)["legal_actions"]) == [ACTION_SPACE["r-7"]]
    assert list(env.get_state(1)["legal_actions"]) == [ACTION_SPACE["r-1"]]


def test_an_illegal_number_breaks_rlcard_an_illegal_card_is_laid_there_and_here_both_are_refused():
    env, theirs = standing("R7 B2 B9")
    with pytest.raises(ValueError, match="1-dimensional"):
        theirs.step(ACTION_SPACE["b-2"])
    theirs.step("b-2", raw_action=True)
    assert theirs.game.round.target.str == "b-2"
    for action, raw in ((ACTION_SPACE["b-2"], False), ("b-2", True)):
        with pytest.raises(IllegalAction, match="legal: r-7"):
            env.step(action, raw)


def test_rlcards_own_helpers_run_on_our_environment():
    from rlcard.agents import RandomAgent
    from rlcard.utils import reorganize, tournament

    env = rlcard.make("uno", {"seed": 1})
    env.set_agents([RandomAgent(env.num_actions)] * 2)
    assert sum(tournament(env, 5)) == 0
    trajectories, payoffs = env.run(is_training=True)
    for player, steps in enumerate(reorganize(trajectories, payoffs)):
        state, action, reward, _, done = steps[-1]
        assert action in state["legal_actions"]
        assert (reward, done) == (payoffs[player], True)


def test_learning_agents_of_rlcard_train_on_our_environment_and_sit_at_our_tables():
    pytest.importorskip("torch")
    from rlcard.agents import DQNAgent, NFSPAgent
    from rlcard.utils import reorganize

    env = rlcard.make("uno", {"seed": 1})
    shape = env.state_shape[0]
    dqn = DQNAgent(num_actions=61, state_shape=shape, mlp_layers=[16])
    nfsp = NFSPAgent(num_actions=61, state_shape=shape, hidden_layers_sizes=[16], q_mlp_layers=[16])
    env.set_agents([dqn, nfsp])
    trajectories, payoffs = env.run(is_training=True)
    for transition in reorganize(trajectories, payoffs)[0]:
        dqn.feed(transition)
    for agent in (dqn, nfsp):
        result = play([RlcardAgent(agent), "random"], deals=3, seed=1)
        again = play([RlcardAgent(agent), "random"], deals=3, seed=1)
        assert result.standings[0].points == again.standings[0].points
