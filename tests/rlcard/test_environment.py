"""Our engine in RLCard's terms, without RLCard."""

from collections import OrderedDict

import numpy as np
import pytest
from hypothesis import given

from tests.strategies import SEEDS
from uno_env import Game, IllegalAction, rlcard
from uno_env.cards import LABELS
from uno_env.rlcard import ACTION_LIST, ACTION_SPACE, NEAREST_RULES, UnoEnv, card_text, our_words


def standing(hand, discard="R5", other="G1 G2 G3", draw="Y1 Y2 Y3 Y4 Y5 Y6", color=None):
    """An environment in which player 0 holds a hand and is on move."""
    env = rlcard.make("uno")
    hands = [hand, other]
    env.load(
        Game.from_position(NEAREST_RULES, hands=hands, discard=discard, draw=draw, color=color)
    )
    return env


def legal(env):
    return env.get_state(env.get_player_id())["raw_legal_actions"]


def played(seed, config=None):
    """An environment after a game of random actions, and all states on the way."""
    env = rlcard.make("uno", {"seed": seed} | (config or {}))
    rng = np.random.default_rng(seed)
    states = [env.reset()[0]]
    while not env.is_over():
        states.append(env.step(rng.choice(list(states[-1]["legal_actions"])))[0])
    return env, states


def test_the_actions_are_numbered_as_in_rlcard():
    assert len(ACTION_LIST) == len(ACTION_SPACE) == 61
    for number, text in {
        0: "r-0",
        12: "r-draw_2",
        14: "r-wild_draw_4",
        15: "g-0",
        43: "b-wild",
    }.items():
        assert ACTION_LIST[number] == text
    assert ACTION_SPACE["y-0"] == 45 and ACTION_SPACE["draw"] == 60


def test_every_card_and_colour_has_one_action_and_back():
    for text in ACTION_LIST[:-1]:
        label, color = our_words(text)
        assert card_text(label, color and color[0].upper()) == text
    assert {our_words(text)[0] for text in ACTION_LIST} == {*LABELS[:54], "draw"}


def test_cards_that_rlcard_does_not_have_are_refused_by_name():
    with pytest.raises(ValueError, match="no card WSH"):
        card_text("WSH")
    with pytest.raises(ValueError, match="no action 'r-10'"):
        our_words("r-10")


def test_only_who_can_lay_nothing_draws_and_a_wild_draw_four_comes_last():
    assert legal(standing("R7 R7 G5 B2 W W+4")) == [
        "r-7",
        "r-7",
        "g-5",
        "r-wild",
        "g-wild",
        "b-wild",
        "y-wild",
    ]
    assert legal(standing("B2 W+4 W+4")) == [f"{color}-wild_draw_4" for color in "rgby"]
    assert legal(standing("G5 W+4")) == ["g-5"]
    assert legal(standing("B2")) == ["draw"]


def test_on_a_wild_only_the_colour_named_and_wilds_fit():
    assert legal(standing("B2 G3 W+4", discard="R5 W", color="B")) == ["b-2"]
    assert legal(standing("G3", discard="R5 W", color="B")) == ["draw"]


def test_the_planes_tell_what_is_held_not_at_all_once_and_twice_and_the_target():
    state = standing("R7 R7 G0 W").get_state(0)
    planes = state["obs"]
    assert planes.shape == (4, 4, 15) and planes.dtype == int
    assert np.argwhere(planes[2]).tolist() == [[0, 7]]
    assert np.argwhere(planes[1]).tolist() == [[0, 13], [1, 0], [1, 13], [2, 13], [3, 13]]
    assert (planes[:3].sum(axis=0) == 1).all()
    assert np.argwhere(planes[3]).tolist() == [[0, 5]]
    assert isinstance(state["legal_actions"], OrderedDict)
    assert list(state["legal_actions"]) == [7, 13, 28, 43, 58]


def test_the_colour_is_named_with_the_wild():
    env = standing("W B1")
    state, player = env.step(ACTION_SPACE["g-wild"])
    assert (player, env.game.color, state["raw_obs"]["target"]) == (1, "G", "g-wild")
    assert state["raw_obs"]["played_cards"] == ["r-5", "g-wild"]
    assert state["action_record"] == [(0, "g-wild")]
    state, _ = env.step("g-1", raw_action=True)
    assert state["raw_obs"]["played_cards"] == ["r-5", "g-wild", "g-1"]


def test_a_drawn_card_is_laid_if_its_colour_is_in_force_and_kept_if_only_its_rank_fits():
    for drawn, top, kept in (("R9", "R9", 0), ("B5", "R5", 1), ("G8", "R5", 1)):
        env = standing("B2", draw=f"{drawn} Y4")
        env.step("draw", raw_action=True)
        assert (env.game.top, len(env.game.hand(0)) - 1, env.game.turn) == (top, kept, 1)


def test_a_drawn_wild_is_laid_in_a_colour_that_is_drawn_by_lot():
    colors = set()
    for seed in range(30):
        env = standing("B2", draw="W Y4")
        env.seed(seed)
        env.step("draw", raw_action=True)
        assert env.game.top == "W" and len(env.game.hand(0)) == 1
        colors.add(env.game.color)
    assert colors == set("RYGB")


def test_player_0_begins_unless_the_opening_card_says_otherwise():
    tops = set()
    for seed in range(200):
        env = rlcard.make("uno", {"seed": seed})
        _, player = env.reset()
        rank = env.game.top.removeprefix(env.game.color)
        tops.add(rank)
        assert player == (rank in ("S", "R", "+2"))
    assert tops >= {"S", "R", "+2", "W"} and "W+4" not in tops


@given(SEEDS)
def test_what_rlcard_allows_the_engine_allows_and_every_game_pays_one_winner(seed):
    env, states = played(seed % 2**32)
    assert sorted(env.get_payoffs().tolist()) == [-1, 1]
    assert env.game.hand(env.get_payoffs().argmax()) == []
    for state in states[:-1]:
        assert [ACTION_SPACE[a] for a in dict.fromkeys(state["raw_legal_actions"])] == list(
            state["legal_actions"]
        )
    record = states[-1]["action_record"]
    assert len(record) == env.timestep == len(states) - 1


@given(SEEDS)
def test_the_played_cards_are_the_discard_pile(seed):
    env = rlcard.make("uno", {"seed": seed % 2**32})
    rng = np.random.default_rng(seed)
    state, _ = env.reset()
    while not env.is_over():
        state, _ = env.step(rng.choice(list(state["legal_actions"])))
        cards = state["raw_obs"]["played_cards"]
        assert [our_words(card)[0] for card in cards] == env.game.discard_pile
        assert cards[-1] == state["raw_obs"]["target"]


def test_the_same_seed_gives_the_same_games_and_another_another():
    records = [played(seed)[1][-1]["action_record"] for seed in (5, 5, 6)]
    assert records[0] == records[1] != records[2]


def test_a_step_can_be_taken_back():
    env = rlcard.make("uno", {"seed": 4, "allow_step_back": True})
    state, player = env.reset()
    assert env.step_back() is False
    rng = np.random.default_rng(0)
    states = [(repr(state), player)]
    for _ in range(12):
        state, player = env.step(rng.choice(list(state["legal_actions"])))
        states.append((repr(state), player))
    for before in states[-2::-1]:
        state, player = env.step_back()
        assert (repr(state), player) == before
    with pytest.raises(ValueError, match="allow_step_back"):
        rlcard.make("uno").step_back()


def test_an_illegal_action_is_refused_and_changes_nothing():
    env = standing("R7 W+4 B2")
    before = env.game.to_bytes()
    for action, raw in ((ACTION_SPACE["b-2"], False), ("r-wild_draw_4", True), (61, False)):
        with pytest.raises(IllegalAction):
            env.step(action, raw)
    assert env.game.to_bytes() == before and env.timestep == 0


def test_nothing_of_what_the_other_player_holds_is_in_a_state():
    env, _ = played(3)
    env.reset()
    for _ in range(10):
        for player in (0, 1):
            twin = UnoEnv()
            twin.load(env.game.sample_world(player, 1))
            mine, its = env.get_state(player), twin.get_state(player)
            for known in ("obs", "legal_actions", "raw_legal_actions"):
                assert str(mine[known]) == str(its[known])
            assert mine["raw_obs"]["num_cards"] == its["raw_obs"]["num_cards"]
        env.step(next(iter(env.get_state(env.get_player_id())["legal_actions"])))


def test_agents_are_run_as_in_rlcard():
    class First:
        use_raw = True

        def step(self, state):
            return state["raw_legal_actions"][0]

        def eval_step(self, state):
            return self.step(state), {}

    env = rlcard.make("uno", {"seed": 1})
    env.set_agents([First(), First()])
    for is_training in (False, True):
        trajectories, payoffs = env.run(is_training)
        assert payoffs.sum() == 0
        assert sum(len(steps) // 2 for steps in trajectories) == len(env.action_recorder)
        for steps in trajectories:
            assert all("obs" in state for state in steps[::2])
            assert all(action in ACTION_SPACE for action in steps[1::2])
    assert env.get_perfect_information()["hand_cards"][int(payoffs.argmax())] == []


def test_games_of_other_rules_and_other_games_are_refused():
    with pytest.raises(ValueError, match="voluntary_draw=False"):
        rlcard.make("uno").load(Game())
    with pytest.raises(ValueError, match="leduc-holdem"):
        rlcard.make("leduc-holdem")
