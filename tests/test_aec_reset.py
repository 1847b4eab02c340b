"""How a PettingZoo game begins: seeds, laid-out decks, positions. How an environment is copied."""

import copy
import pickle
import random

import numpy as np
import pytest

from tests.aec_play import (
    RULES,
    begun,
    choose,
    ended,
    everything_seen,
    play_out,
    seed_spaces,
)
from uno_env import Game, Rules, uno_v0


@pytest.mark.parametrize("rules", RULES)
def test_a_seed_gives_the_same_game_again_whatever_came_before(rules):
    fresh = begun(rules, seed=11)
    used = begun(rules, seed=3, decisions=15)
    used.reset(seed=11)
    for env in (fresh, used):
        seed_spaces(env, 0)
    for _ in range(30):
        assert everything_seen(fresh) == everything_seen(used)
        if ended(fresh):
            break
        action = choose(fresh)
        fresh.step(action)
        used.step(action)


@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**63, 2**64 - 1, np.uint64(2**64 - 1), np.int64(5)])
def test_a_seed_is_the_seed_of_the_game_inside(seed):
    env = begun("players=4", seed=0)
    env.reset(seed=seed)
    assert env.unwrapped.game.to_bytes() == Game(Rules(players=4), seed=seed).to_bytes()


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7"])
def test_a_seed_out_of_range_is_refused_and_the_running_game_goes_on(seed):
    env = begun(decisions=5)
    seen = everything_seen(env)
    with pytest.raises((ValueError, TypeError), match="seed"):
        env.reset(seed=seed)
    assert everything_seen(env) == seen


@pytest.mark.parametrize("decisions", [0, 7, 10_000])
def test_a_reset_without_a_seed_goes_on_in_the_seeded_stream(decisions):
    one, other = uno_v0.env("players=3"), uno_v0.env("players=3")
    games = []
    for env in (one, other):
        env.reset(seed=8)
        seed_spaces(env, 1)
        for _ in range(decisions):
            if not ended(env):
                env.step(choose(env))
        env.reset()
        games.append(env.unwrapped.game.to_bytes())
    assert games[0] == games[1]
    assert games[0] != Game(Rules(players=3), seed=8).to_bytes()
    assert not any(one.terminations.values())


def test_the_first_reset_without_a_seed_deals_a_new_game_each_time():
    games = set()
    for _ in range(5):
        env = uno_v0.env()
        env.reset()
        games.add(env.unwrapped.game.to_bytes())
    assert len(games) == 5


def test_no_global_random_state_is_used_or_moved():
    before = random.getstate(), pickle.dumps(np.random.get_state())
    env = play_out(begun("players=3"))
    env.reset()
    assert (random.getstate(), pickle.dumps(np.random.get_state())) == before


def test_a_deck_may_be_laid_out_and_a_dealer_named():
    env = uno_v0.env(players=2, hand_size=2)
    deck = "R1 G1 R2 G2 R5 B9 B8"
    env.reset(seed=0, options={"deck": deck, "dealer": 1})
    game = env.unwrapped.game
    assert game.to_bytes() == Game(env.rules, seed=0, deck=deck, dealer=1).to_bytes()
    assert [game.hand(0), game.hand(1), game.top] == [["R1", "R2"], ["G1", "G2"], "R5"]
    assert env.agent_selection == "player_0"


def test_a_dealer_alone_may_be_named():
    env = uno_v0.env(players=3, opening="redraw")
    env.reset(seed=0, options={"dealer": 0})
    assert env.agent_selection == "player_1"


def test_a_game_may_begin_in_a_position():
    env = uno_v0.env(players=2)
    position = {"hands": ["R1 R2", "B5"], "discard": "R9", "draw": "Y1 G2", "turn": 1}
    env.reset(seed=3, options={"position": position})
    expected = Game.from_position(Rules(), seed=3, **position)
    assert env.unwrapped.game.to_bytes() == expected.to_bytes()
    assert env.agent_selection == "player_1"


def test_a_laid_out_deck_without_a_seed_goes_on_in_the_seeded_stream_too():
    games = set()
    for seed in (1, 1, 2):
        env = begun("players=2,hand_size=1", seed=seed)
        env.reset(options={"deck": "R1 G1 R5 B9 B8 W", "dealer": 0})
        games.add(env.unwrapped.game.to_bytes())
    assert len(games) == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"dekc": "R1"}, ["dekc", "deck"]),
        ({"stacking": "same"}, ["stacking", "deck", "dealer", "position"]),
        (
            {"position": {"hands": ["R1", "R2"], "discard": "R3"}, "dealer": 1},
            ["position", "dealer"],
        ),
        ({"position": {"hnads": ["R1", "R2"]}}, ["hnads", "hands"]),
        ({"position": {"discard": "R3"}}, ["hands"]),
        ({"position": "R1"}, ["position"]),
        ({"dealer": 5}, ["dealer", "5"]),
        ({"deck": "R1 Q9"}, ["Q9"]),
    ],
)
def test_a_wrong_reset_option_is_refused_and_the_running_game_goes_on(options, words):
    env = begun("players=2,hand_size=1", decisions=1)
    seen = everything_seen(env)
    with pytest.raises(ValueError) as refusal:
        env.reset(seed=0, options=options)
    assert all(word in str(refusal.value) for word in words)
    assert everything_seen(env) == seen


def test_reset_options_are_not_changed():
    options = {"position": {"hands": ["R1 R2", "B5"], "discard": "R9"}}
    kept = copy.deepcopy(options)
    uno_v0.env().reset(seed=1, options=options)
    assert options == kept


@pytest.mark.parametrize("make", [uno_v0.env, uno_v0.raw_env])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("rules", RULES)
def test_a_copied_environment_keeps_the_running_game_and_goes_its_own_way(rules, copied, make):
    env = begun(rules, seed=2, decisions=4, make=make)
    twin = copied(env)
    assert everything_seen(twin) == everything_seen(env)
    seed_spaces(env, 0)
    seed_spaces(twin, 0)
    for _ in range(40):
        before = everything_seen(twin)
        env.step(choose(env))
        assert everything_seen(twin) == before
        twin.step(choose(twin))
        assert everything_seen(twin) == everything_seen(env)
        assert twin.rewards == env.rewards
        if ended(env):
            break
    env.reset()
    twin.reset()
    assert everything_seen(twin) == everything_seen(env)


def test_an_environment_may_be_copied_before_its_first_reset():
    env = copy.deepcopy(uno_v0.env(players=3))
    env.reset(seed=1)
    assert everything_seen(env) == everything_seen(begun("players=3", seed=1))
