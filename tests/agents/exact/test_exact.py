"""A game small enough to solve: the whole tree, exact values, best responses, an equilibrium."""

import itertools
from pathlib import Path

import numpy as np
import pytest

import uno_agents
from uno_agents.exact import (
    TINIEST,
    TINY,
    Equilibrium,
    Tree,
    best_response,
    solve,
    strategy_of,
    value_against,
)
from uno_agents.exact.__main__ import Args, main
from uno_agents.exact.solving import best_response_on_seat, conserved, frequency, uniform
from uno_env import Game, Rules
from uno_env.cards import LABELS

PLAIN = "deck=R1=2 RS=2 G1=1 G2=2 W=2,hand_size=2,opening_wild=choose,max_turns=3"
"""The draw pile is never used up, so an order of the deck decides all chance."""

SMALL = "deck=R1=2 G2=2 W=2,hand_size=2,opening=redraw,max_turns=2"


@pytest.fixture(scope="module")
def tree():
    return Tree.grow(TINIEST)


@pytest.fixture(scope="module")
def solution(tree):
    return solve(tree, iterations=200, every=200)


@pytest.fixture(scope="module")
def strategies(tree):
    return {name: strategy_of(tree, name) for name in ("uniform", "random", "heuristic")}


def value_of_each_node(tree: Tree, chances: np.ndarray) -> np.ndarray:
    """The reward of seat 0 from each node on, by a loop from the ends to the deals."""
    worth = tree.nodes["won"].astype(float)
    for node in range(len(tree.nodes) - 1, -1, -1):
        above = tree.nodes["parent"][node]
        if above >= 0:
            worth[above] += chances[node] * tree.nodes["chance"][node] * worth[node]
    return worth


def value_by_recursion(game: Game) -> float:
    """The reward of seat 0 if both choose uniformly and the deck's order is as it is."""
    if game.is_over:
        return 0.0 if game.winner is None else 1.0 - 2.0 * game.winner
    values = []
    for label in game.legal:
        after = game.copy()
        after.play(label)
        values.append(value_by_recursion(after))
    return float(np.mean(values))


def test_every_deal_is_worth_what_a_recursion_over_all_orders_of_the_draw_pile_finds():
    tree = Tree.grow(PLAIN)
    steps = np.where(tree.edge >= 0, uniform(tree)[tree.edge], 1.0)
    worth = value_of_each_node(tree, steps)
    for place in np.random.default_rng(0).choice(len(tree.roots), 8, replace=False):
        deal = tree.game(tree.roots[place])
        hands = zip(deal.hand(0), deal.hand(1), strict=True)
        first = [*itertools.chain(*hands), deal.top]
        orders = sorted(set(itertools.permutations(deal.draw_pile)))
        games = [Game(tree.rules, deck=[*first, *order], dealer=1) for order in orders]
        expected = np.mean([value_by_recursion(game) for game in games])
        assert worth[tree.roots[place]] == pytest.approx(expected, abs=1e-12)


def test_deals_are_as_likely_as_counting_all_orders_of_the_deck_says():
    tree = Tree.grow("deck=R1=2 G1=1 G2=2 W=1,hand_size=2,opening_wild=choose,max_turns=1")
    counted: dict[tuple, int] = {}
    deck = [card for card, n in tree.rules.deck.items() for _ in range(n)]
    orders = list(itertools.permutations(deck))
    for order in orders:
        deal = tuple(sorted(order[:4:2])), tuple(sorted(order[1:4:2])), order[4]
        counted[deal] = counted.get(deal, 0) + 1
    assert len(tree.roots) == len(counted)
    for root in tree.roots:
        game = tree.game(root)
        deal = tuple(sorted(game.hand(0))), tuple(sorted(game.hand(1))), game.top
        assert tree.luck[root] == pytest.approx(counted[deal] / len(orders))


def test_hands_are_as_likely_where_cards_that_may_not_open_are_put_back(tree):
    deck = [card for card, n in tree.rules.deck.items() for _ in range(n)]
    orders = list(itertools.permutations(deck))
    counted: dict[tuple, int] = {}
    for order in orders:
        hands = tuple(sorted(order[:4:2])), tuple(sorted(order[1:4:2]))
        counted[hands] = counted.get(hands, 0) + 1
    for root in tree.roots:
        game = tree.game(root)
        counted[tuple(sorted(game.hand(0))), tuple(sorted(game.hand(1)))] -= tree.luck[root] * len(
            orders
        )
    assert list(counted.values()) == pytest.approx([0] * len(counted), abs=1e-6)


def test_what_one_action_leads_to_is_certain_to_be_one_of_its_children(tree):
    nodes = tree.nodes
    children = nodes["parent"] >= 0
    of = np.unique(
        np.stack([nodes["parent"], nodes["slot"]], axis=1)[children], axis=0, return_inverse=True
    )[1]
    assert np.bincount(of.ravel(), nodes["chance"][children]) == pytest.approx(1)


def test_the_chances_of_all_ends_add_up_to_one(tree, strategies, solution):
    for strategy in (*strategies.values(), solution.strategy):
        assert conserved(tree, strategy) == pytest.approx(1)


def test_the_way_to_a_node_can_be_played_again(tree):
    for node in np.random.default_rng(1).choice(len(tree.nodes), 40, replace=False):
        game = tree.game(node)
        assert game.is_over == (tree.view[node] < 0)
        if game.is_over:
            won = 0 if game.winner is None else 1 - 2 * game.winner
            assert tree.nodes["won"][node] == won
        else:
            assert game.turn == tree.nodes["seat"][node]
            assert len(game.legal) == tree.slots[tree.view[node]]


def test_what_one_wins_the_other_loses(tree, strategies):
    random, heuristic = strategies["random"], strategies["heuristic"]
    there, back = value_against(tree, heuristic, random), value_against(tree, random, heuristic)
    assert there.reward == pytest.approx(-back.reward)
    assert value_against(tree, random, random).reward == pytest.approx(0)


def test_sensible_play_beats_random_play_and_random_beats_uniform(tree, strategies):
    assert value_against(tree, strategies["heuristic"], strategies["random"]).reward > 0
    assert value_against(tree, strategies["random"], strategies["uniform"]).reward > 0


@pytest.mark.parametrize("name", ["uniform", "random", "heuristic"])
def test_nothing_does_better_against_an_agent_than_the_best_response(
    tree, strategies, solution, name
):
    best = best_response(tree, strategies[name])
    for strategy in (*strategies.values(), solution.strategy):
        assert value_against(tree, strategy, strategies[name]).reward <= best.reward + 1e-12


def test_a_best_response_gets_what_it_promises(tree, strategies):
    for seat in (0, 1):
        value, chances, slots = best_response_on_seat(tree, strategies["random"], seat)
        above = tree.nodes["parent"].clip(min=0)
        chosen = tree.nodes["slot"] == slots[tree.memory[above]]
        steps = np.where(tree.nodes["seat"][above] == seat, chosen, strategies["random"][tree.edge])
        worth = value_of_each_node(tree, np.where(tree.edge >= 0, steps, 1.0))
        roots = tree.roots
        promised = (worth[roots] * tree.luck[roots]).sum() * (1 - 2 * seat)
        assert value == pytest.approx(promised) == pytest.approx(chances[0] - chances[1])


def test_nobody_gains_against_the_equilibrium_and_it_gains_against_others(
    tree, strategies, solution
):
    assert 0 <= solution.exploitability < 1e-3
    for strategy in strategies.values():
        assert value_against(tree, solution.strategy, strategy).reward >= -solution.exploitability
        assert best_response(tree, strategy).reward > 0.01


def test_the_value_of_the_game_lies_between_what_both_seats_can_make_sure_of(tree, solution):
    (first, _, _), (second, _, _) = (
        best_response_on_seat(tree, solution.strategy, seat) for seat in (0, 1)
    )
    assert -second - 1e-9 <= solution.value <= first + 1e-9
    assert first + second < 2e-3


def test_the_equilibrium_challenges_now_and_then(tree, solution):
    offered, challenged = frequency(tree, solution.strategy, "challenge")
    assert offered > 0 and 0.05 < challenged < 0.95


def test_who_never_mixes_can_be_exploited(tree, solution):
    pure = np.zeros(len(solution.strategy))
    for first, last in itertools.pairwise(tree.base):
        pure[first + solution.strategy[first:last].argmax()] = 1
    assert best_response(tree, pure).reward > 0.02 > 10 * solution.exploitability


def test_the_equilibrium_as_an_agent_does_what_its_table_says(tree, solution):
    asked = strategy_of(tree, Equilibrium(tree, solution.strategy))
    assert asked == pytest.approx(solution.strategy, abs=1e-6)


def test_the_equilibrium_sits_down_only_where_its_own_rules_are_played(tree, solution):
    with pytest.raises(ValueError, match="solved for the rules"):
        uno_agents.play([Equilibrium(tree, solution.strategy), "random"], "", deals=1)


@pytest.mark.parametrize("other", ["random", "heuristic"])
def test_the_arena_agrees_with_the_exact_value(tree, strategies, solution, other):
    agent = Equilibrium(tree, solution.strategy)
    played = uno_agents.play([agent, other], TINIEST, deals=4_000, seed=1)
    exact = value_against(tree, solution.strategy, strategies[other])
    for won, measured in zip(
        (exact.win, exact.lose), (s.win_rate for s in played.standings), strict=True
    ):
        assert abs(won - measured.mean) < 2 * (measured.high - measured.mean)


def test_an_agent_that_leaves_its_choice_to_chance_is_asked_often():
    class Coy:
        """`random` without saying its chances."""

        def act(self, observation, mask, rng):
            return uno_agents.make("random").act(observation, mask, rng)

    small = Tree.grow(SMALL)
    asked, exact = strategy_of(small, Coy(), times=400), strategy_of(small, "random")
    assert abs(asked - exact).max() < 0.15
    best = best_response(small, exact).reward
    assert best_response(small, asked).reward == pytest.approx(best, abs=0.03)


def test_an_agent_that_needs_worlds_is_given_those_of_the_view(tree):
    class Dreamer:
        """Plays the first legal action of a world dealt for it."""

        needs_worlds = True

        def act(self, observation, mask, rng, worlds):
            rows = range(len(mask))
            actions = [int(worlds(row, 7).mask(worlds(row, 7).turn).argmax()) for row in rows]
            assert (np.array(actions) == mask.argmax(axis=1)).all()
            return np.array(actions)

    small = Tree.grow(SMALL)
    strategy = strategy_of(small, Dreamer())
    assert set(np.unique(strategy)) == {0.0, 1.0}
    assert strategy[small.base[:-1]].all()


@pytest.mark.parametrize("name", ["search-4", "policy-search-4"])
def test_search_agents_have_a_strategy(name):
    small = Tree.grow(SMALL)
    strategy = strategy_of(small, name)
    assert (np.add.reduceat(strategy, small.base[:-1]) == 1).all()


def test_an_agent_that_sees_hidden_cards_has_none():
    with pytest.raises(ValueError, match="clairvoyant-4 sees hidden cards"):
        strategy_of(Tree.grow(SMALL), "clairvoyant-4")


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("", "give a small deck"),
        ("players=3,deck=R1=4 G1=4 W=2,hand_size=2", "two players"),
        ("deck=R1=4 G1=4 W=2,hand_size=2,target=100", "one round"),
        ("deck=R1=4 G1=4 W=2,hand_size=2,draw=until_playable", "draw=one"),
        ("deck=R1=4 G1=4 WSH=1,hand_size=2", "WSH"),
        ("deck=R1=4 R+2=4,hand_size=2,max_turns=2", "opening card that makes somebody draw"),
    ],
)
def test_what_cannot_be_solved_is_refused_with_the_way_out(rules, message):
    with pytest.raises(ValueError, match=message):
        Tree.grow(rules)


def test_the_command_measures_agents_and_writes_the_numbers(tmp_path, capsys):
    rules = "deck=R1=2 G2=2 W=2,hand_size=2,opening=redraw,max_turns=3"
    file = tmp_path / "exact.json"
    found = main(Args(against="random, heuristic", rules=rules, iterations=60, json=file))
    assert found["agents"].keys() == {"random", "heuristic"}
    assert "heuristic" in capsys.readouterr().out and file.read_text().startswith("{")
    for row in found["agents"].values():
        assert row["against_equilibrium"] <= 50 + found["exploitability"] + 1e-9
        assert row["exploitability"] >= 0


def test_the_text_of_tiny_rules_is_read_back():
    rules = Rules.parse(TINIEST)
    assert Rules.parse(str(rules)) == rules and set(rules.deck) <= set(LABELS)


def test_the_page_shows_the_table_that_is_solved():
    page = (Path(__file__).parents[3] / "docs" / "exact.md").read_text()
    assert page.count(TINY) == 3
