"""What `search-N` and `clairvoyant-N` do, on what, and how long."""

import time

import numpy as np
import pytest

from tests.agents.asking import rng
from tests.agents.looking_ahead import batch_for, play_legally, random_rules, seat
from uno_agents import make, play
from uno_agents.heuristic import Heuristic
from uno_agents.lookahead import sensible_actions
from uno_agents.search import best_column
from uno_agents.sight import sight_of
from uno_env import ACTIONS, PRESETS, Game, GameBatch, Rules
from uno_env.worlds import Truth, Worlds


def answer(name, game, seed=0):
    """What an agent does for the seat on move in a game."""
    seated = seat(make(name), game.rules)
    games = batch_for(seated, game.rules, 1, 0)
    games._games[0] = game._record[0]
    games._observe(np.arange(1))
    return ACTIONS.label(int(seated.answer(np.arange(1), games, rng(seed))[0]))


def test_it_finds_the_skip_that_wins_at_once_where_the_heuristic_saves_it():
    game = Game.from_position(hands=["RS R1", "B1 B2 B3 B4 B6 B7"], discard="R5")
    assert answer("heuristic", game) == "R1"
    assert answer("search-50", game) == "RS"


def test_the_clairvoyant_does_not_name_the_only_colour_that_the_other_holds():
    game = Game.from_position(hands=["W G1 G3", "G2"], discard="R5", draw="B1 B4 B2 B3")
    game.play("W")
    assert answer("heuristic", game) == "green"
    assert "green" not in {answer("clairvoyant-20", game, seed) for seed in range(5)}


@pytest.mark.parametrize("text", ["", "players=3,seven_swap,stacking=mixed,uno=call"])
def test_what_it_does_is_the_same_however_the_hidden_cards_lie(text):
    games = GameBatch(text, 40, seed=3)
    agent = seat(make("search-20"), games.rules[0])
    random, rows = make("random"), np.arange(40)
    for step in range(12):
        games.step(random.act(games.observation, games.mask, rng(step)))
    other = GameBatch(text, 40, seed=4)
    for row in rows:
        other._games[row] = games[row].sample_world(int(games.seat[row]), 99)._record[0]
    other._observe(rows)
    assert (other._games["hands"] != games._games["hands"]).any(axis=(1, 2)).sum() > 30
    assert np.array_equal(other.observation, games.observation)
    answers = agent.answer(rows, games, rng(1))
    assert np.array_equal(answers, agent.answer(rows, other, rng(1)))


@pytest.mark.parametrize("players", [2, 4])
def test_many_worlds_at_once_are_those_that_come_one_by_one(players):
    games = GameBatch(f"players={players},stacking=same", 6, seed=2)
    worlds = Worlds(games, np.array([4, 1]))
    for row in range(2):
        many = worlds.many(row, np.array([7, 2**64 - 1], np.uint64))
        for record, seed in zip(many, (7, 2**64 - 1), strict=True):
            world = worlds(row, seed)
            assert Game.of_record(games.rules[0], record[None]).to_bytes() == world.to_bytes()
            assert world.turn == worlds.seat(row) == games.seat[[4, 1][row]]


def test_the_truth_is_handed_to_agents_that_ask_for_it_as_a_copy():
    games = GameBatch("", 3, seed=2)
    truth = Truth(games, np.array([2]))
    assert truth(0).to_bytes() == games[2].to_bytes()
    truth.record(0)["turns"] += 1
    truth(0).play(games[2].legal[0])
    assert truth(0).to_bytes() == games[2].to_bytes()


@pytest.mark.parametrize("name", ["search-40", "clairvoyant-8"])
def test_the_same_chance_gives_the_same_moves_whether_rows_are_asked_together_or_alone(name):
    games = GameBatch("players=3", 12, seed=5)
    agent = seat(make(name), games.rules[0])
    together = agent.answer(np.arange(12), games, rng(3))
    assert np.array_equal(together, agent.answer(np.arange(12), games, rng(3)))
    chance = rng(3)
    alone = [agent.answer(np.array([row]), games, chance)[0] for row in range(12)]
    assert np.array_equal(together, alone)


def test_the_heuristic_in_play_outs_does_what_the_heuristic_does():
    met = set()
    for seed in range(40):
        rules = random_rules(seed, 2 + seed % 9)
        games = GameBatch(rules, 16, seed=seed)
        agent, layout = Heuristic(), games.layout
        agent.start(layout, rules)
        blank = np.zeros(layout.size, np.float32)
        blank[layout.slice("rules")] = games.observation[0, layout.slice("rules")]
        actions = np.empty(16, np.int64)
        for step in range(60):
            sensible_actions(
                games._games,
                games._tables,
                layout.offsets,
                layout.seats,
                blank,
                sight_of(layout, rules),
                actions,
            )
            assert np.array_equal(actions, agent.act(games.observation, games.mask, rng()))
            met |= set(layout.view(games.observation)["phase"].argmax(axis=1).tolist())
            stray = make("uniform").act(games.observation, games.mask, rng(step))
            games.step(np.where(np.arange(16) % 3, actions, stray))
    assert len(met) == 10


TABLES = [Rules.preset(name) for name in PRESETS]
TABLES += [random_rules(seed, players) for seed, players in enumerate(range(2, 11))]


@pytest.mark.parametrize("rules", TABLES, ids=str)
@pytest.mark.parametrize("name", ["search-3", "clairvoyant-2", "heuristic-bluff", "rlcard-rule-v1"])
def test_every_table_is_played_legally(name, rules):
    assert play_legally(make(name), rules, size=3, steps=25) == 75


def test_a_forced_move_is_answered_without_a_search():
    class NoWorlds:
        def many(self, row, seeds):
            raise AssertionError("nothing to think about")

    games = GameBatch("", 1)
    mask = np.zeros((1, ACTIONS.size), np.int8)
    mask[0, ACTIONS.parse("draw")] = 1
    chosen = make("search-10").act(games.observation, mask, rng(), NoWorlds())
    assert ACTIONS.label(int(chosen[0])) == "draw"


def test_a_time_for_each_move_is_kept_roughly():
    games = GameBatch("", 1, seed=1)
    quick, slow = seat(make("search-1ms"), games.rules[0]), seat(make("search-300ms"), Rules())
    quick.answer(np.arange(1), games, rng())
    began = time.perf_counter()
    slow.answer(np.arange(1), games, rng())
    assert 0.3 <= time.perf_counter() - began < 3


@pytest.mark.parametrize("kind", ["search", "clairvoyant", "policy-search"])
@pytest.mark.parametrize("amount", ["0", "fast", "-5", "5s", "1.5", "٣"])
def test_an_amount_that_is_none_is_refused_with_what_was_expected(kind, amount):
    with pytest.raises(ValueError, match=rf"{kind}-{amount}.*{kind}-200.*{kind}-50ms"):
        make(f"{kind}-{amount}")


@pytest.mark.parametrize("kind", ["search", "clairvoyant", "policy-search"])
def test_a_name_without_an_amount_is_refused(kind):
    with pytest.raises(ValueError, match="needs a suffix"):
        make(kind)


def test_a_gain_within_the_noise_does_not_move_it_from_the_usual():
    returns = np.array([[0.0, 1.0], [0.0, -1.0], [0.0, 1.0], [0.0, -0.9]])
    assert best_column(returns, usual=0) == 0
    assert best_column(returns + np.array([0, 1]), usual=0) == 1
    assert best_column(np.zeros((3, 4)), usual=2) == 2


def test_the_clairvoyant_wins_most_rounds():
    assert play(["clairvoyant-5", "heuristic"], deals=40, seed=1).standings[0].win_rate.mean > 0.8
