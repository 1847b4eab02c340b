"""What `policy-search-N:X` does with a policy."""

import numpy as np
import pytest

from tests.agents.asking import rng
from tests.agents.looking_ahead import batch_for, play_legally, random_rules, seat
from uno_agents import make
from uno_agents.policy import load
from uno_agents.policy_files import describe, save
from uno_agents.policy_search import worth_a_thought
from uno_agents.voids import explained_best, log_likelihood
from uno_env import ACTIONS, PRESETS, GameBatch, Rules, observation_layout

WIDTH = 16


def stored(folder, seats, value=True, seed=0):
    """The path of a policy with random weights, as `policy-search-N:` takes it."""
    chance = np.random.default_rng(seed)
    size = observation_layout(seats).size
    shapes = {
        "trunk.0.weight": (WIDTH, size),
        "trunk.0.bias": (WIDTH,),
        "policy.weight": (ACTIONS.size, WIDTH),
        "policy.bias": (ACTIONS.size,),
    }
    if value:
        shapes |= {"value.weight": (1, WIDTH), "value.bias": (1,)}
    tensors = {name: chance.normal(0, 0.4, shape).astype("f4") for name, shape in shapes.items()}
    save(f"{folder}/", tensors, describe(seats) | {"activation": "tanh", "trunk": ["trunk.0"]})
    return f"{folder}/"


TABLES = [Rules.preset(name) for name in PRESETS]
TABLES += [random_rules(seed, players) for seed, players in enumerate(range(2, 11), 50)]


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_every_table_is_played_legally(tmp_path, rules, value):
    agent = make(f"policy-search-3:{stored(tmp_path, 10, value)}")
    assert play_legally(agent, rules, size=3, steps=20) == 60


@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_a_name_it_takes_the_shipped_policy_for_the_table(players):
    assert play_legally(make("policy-search-2"), Rules(players=players), size=2, steps=20) == 40


def test_a_table_that_no_policy_is_shipped_for_is_refused_with_the_way_out():
    with pytest.raises(ValueError, match=r"players=5.*policy-search-50ms:runs/mine/"):
        seat(make("policy-search-50ms"), Rules(players=5))


def test_a_policy_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="nowhere"):
        make("policy-search-50ms:nowhere/")


def test_what_it_does_is_the_same_however_the_hidden_cards_lie(tmp_path):
    rules, rows = Rules(players=3), np.arange(30)
    agent = seat(make(f"policy-search-16:{stored(tmp_path, 3)}"), rules)
    games, other = (batch_for(agent, rules, 30, seed) for seed in (3, 4))
    for step in range(15):
        games.step(make("random").act(games.observation, games.mask, rng(step)))
    for row in rows:
        other._games[row] = games[row].sample_world(int(games.seat[row]), 99)._record[0]
    other._observe(rows)
    answers = agent.answer(rows, games, rng(1))
    assert np.array_equal(answers, agent.answer(rows, other, rng(1)))
    assert np.array_equal(answers, agent.answer(rows, games, rng(1)))


def test_a_move_is_tried_only_if_the_policy_does_not_find_it_hopeless(tmp_path):
    scores = np.zeros(ACTIONS.size)
    scores[[3, 5, 7]] = 1.0, 9.0, 8.0
    legal = np.zeros(ACTIONS.size, np.int8)
    legal[[3, 5, 7]] = 1
    moves, liking = worth_a_thought(scores, legal)
    assert moves.tolist() == [5, 7] and liking.tolist() == [9.0, 8.0]


def test_where_nothing_else_is_worth_a_thought_it_plays_its_policy(tmp_path):
    path = stored(tmp_path, 2)
    games = GameBatch("", 50, seed=1)
    policy = load(path)
    policy._head = policy._head[0] * 1000, policy._head[1] * 1000
    agent = make(f"policy-search-4:{path}")
    agent._policy = policy
    own = policy.act(games.observation, games.mask, rng())
    assert np.array_equal(seat(agent, games.rules[0]).answer(np.arange(50), games, rng()), own)


def test_who_has_just_drawn_on_a_colour_is_given_less_of_it():
    games = GameBatch("", 300, seed=7)
    for step in range(20):
        games.step(make("heuristic").act(games.observation, games.mask, rng(step)))
    seen = games.layout.decode(games.observation)
    lower = []
    for row in np.flatnonzero((seen["voids"][:, 0] >= 31).any(axis=1)):
        evidence = {name: values[row] for name, values in seen.items()}
        seat_on_move = int(games.seat[row])
        worlds = np.concatenate(
            [games[row].sample_world(seat_on_move, seed)._record for seed in range(60)]
        )
        color = evidence["voids"][0].argmax()
        kinds = slice(color * 13, color * 13 + 13)
        other = 1 - seat_on_move
        chosen = explained_best(worlds, seat_on_move, 2, evidence, 20)
        assert len(chosen) == 20
        held = worlds["hands"][:, other, kinds].sum(axis=1)
        lower.append(held.mean() - chosen["hands"][:, other, kinds].sum(axis=1).mean())
        likelihood = log_likelihood(worlds["hands"][:, [other]], evidence)
        assert np.cov(held, likelihood)[0, 1] <= 0
    assert np.mean(lower) > 0.2
