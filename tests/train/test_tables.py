"""What is trained on: several tables in one run, what they pay, and what the network reads there."""

import json

import numpy as np
import pytest

from tests.train.running import TINY, flags, run
from uno_agents.deals import play
from uno_env import ACTIONS, Rules, observation_layout
from uno_env.rules import option_labels
from uno_train.games import SelfPlayTables, TableBatch, games_within, tables_of
from uno_train.network import Inputs
from uno_train.selfplay import SelfPlayPPO


def names(*given: str, players: tuple[int, ...] = ()) -> list[str]:
    return [str(rules) for rules in tables_of(given, players)]


def test_every_rule_set_meets_every_number_of_players():
    assert names() == [""]
    assert names("official", "kids", players=(3, 4)) == [
        "players=3",
        "players=4",
        "players=3,wild_draw_four=strict,open_hands",
        "players=4,wild_draw_four=strict,open_hands",
    ]


def test_without_a_number_the_rules_say_how_many_play_and_no_table_stands_twice():
    assert names("partners", "players=3", "official", "") == [
        "players=4,target=500,teams",
        "players=3",
        "",
    ]


def test_a_table_that_cannot_be_is_left_out_while_its_rules_and_players_have_another():
    assert names("official", "partners", players=(2, 4)) == [
        "",
        "players=4",
        "players=4,target=500,teams",
    ]


@pytest.mark.parametrize("players", [(3,), (2, 3)])
def test_rules_without_any_table_are_refused_with_their_own_words(players):
    with pytest.raises(ValueError, match="needs four players"):
        tables_of(["official", "partners"], players)


def test_a_number_of_players_without_any_table_is_refused():
    with pytest.raises(ValueError, match="players=10 with hand_size=20"):
        tables_of(["hand_size=20"], (2, 10))


def test_the_games_are_spread_evenly_over_the_tables():
    tables = tables_of(["official", "party"], (2, 3, 5))
    rows = TableBatch(tables, 20, seed=0).rules
    counts = [rows.count(rules) for rules in tables]
    assert sum(counts) == 20 and max(counts) - min(counts) == 1


def test_large_tables_are_fewer_so_that_half_a_window_is_learned_from():
    assert games_within(8192, 512, [Rules(players=4)]) == 512
    assert games_within(8192, 512, [Rules(), Rules(players=10)]) == 409
    with pytest.raises(ValueError, match="too small for 2 tables of up to 10 players"):
        games_within(39, 512, [Rules(), Rules(players=10)])


def spread(reward: str, rules: Rules) -> float:
    """The standard deviation of what a seat gets over a whole game of random play."""
    games, rng = TableBatch([rules], 64, seed=1, reward=reward), np.random.default_rng(0)
    total, ended = np.zeros((64, rules.players)), []
    while len(ended) < 500:
        rewards, terminated, _ = games.step((rng.random(games.mask.shape) * games.mask).argmax(1))
        total += rewards
        ended.extend(total[terminated])
        total[terminated] = 0
    return float(np.std(ended))


@pytest.mark.parametrize("reward", ["win", "points", "match"])
@pytest.mark.parametrize("text", ["", "players=4", "players=4,target=200", "target=500"])
def test_whole_games_are_worth_about_one_whatever_is_paid(reward, text):
    assert 0.4 < spread(reward, Rules.parse(text)) < 2.2


def test_a_match_pays_at_its_end_alone():
    games, rng = TableBatch([Rules(target=200)], 32, 1, "match"), np.random.default_rng(0)
    paid = 0
    for _ in range(1500):
        rewards, terminated, _ = games.step((rng.random(games.mask.shape) * games.mask).argmax(1))
        assert set(np.unique(np.abs(rewards[terminated]))) <= {1.0}
        assert not rewards[~terminated].any()
        paid += terminated.sum()
    assert paid


def read(layout, tables) -> list[str]:
    """The rule options that the network reads."""
    columns = Inputs.of(layout, tables).columns
    where = layout.slice("rules")
    inside = columns[(columns >= where.start) & (columns < where.stop)] - where.start
    return [option_labels()[column] for column in inside]


def test_of_the_options_those_are_read_that_differ_between_the_tables():
    layout = observation_layout(4)
    same = tables_of(["stacking=same"], (4,))
    assert read(layout, same) == read(layout, same[0]) == []
    differing = read(layout, tables_of(["official", "seven_swap"], (2, 4)))
    assert sorted(differing) == ["players", "seven_swap"]


def test_an_option_that_differs_is_read_as_one_at_its_largest():
    layout, tables = observation_layout(4), tables_of(["target=200", "target=500"], (2, 4))
    inputs = Inputs.of(layout, tables)
    rows = TableBatch(tables, 4, seed=0).observation[:, inputs.columns] * inputs.scale
    where = layout.slice("rules")
    options = rows[:, (inputs.columns >= where.start) & (inputs.columns < where.stop)]
    assert options.max(axis=0) == pytest.approx([1, 1])
    assert len(np.unique(options.round(5), axis=0)) == 4, "the network can tell the tables apart"


def test_cards_are_read_that_any_of_the_decks_holds():
    layout = observation_layout(2)
    both = set(Inputs.of(layout, [Rules(), Rules(deck="112-shuffle")]).columns)
    assert both >= set(Inputs.of(layout, Rules(deck="112-shuffle")).columns)
    assert len(both) > len(Inputs.of(layout, Rules()).columns)


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (["official"], (10,)),
        (["partners"], ()),
        (["party"], (7,)),
        (["kids"], (5,)),
        (["deck=112-remix,target=500"], (3,)),
        (["official", "party", "partners", "deck=112-remix,target=500"], (2, 4, 10)),
    ],
)
@pytest.mark.parametrize("reward", ["win", "match"])
def test_any_table_can_be_trained_on(rules, players, reward):
    tables = tables_of(rules, players)
    layout = observation_layout(max(table.players for table in tables))
    games = games_within(1024, 64, tables)
    model = SelfPlayPPO(
        env=SelfPlayTables(
            lambda seed: TableBatch(tables, games, seed, reward),
            games, layout.seats, layout.size, ACTIONS.size,
        ),
        inputs=Inputs.of(layout, tables), widths=(16,), window=1024, batch_size=256, seed=1,
    )  # fmt: skip
    before = model.policy.action_net.weight.detach().clone()
    model.learn(1500)
    assert model.num_timesteps >= 1500
    assert not (model.policy.action_net.weight == before).all()


def test_a_run_over_several_tables_measures_and_lists_each_and_its_policy_sits_at_all(
    tmp_path, capsys
):
    run(
        flags(
            out=tmp_path, decisions=600, rules=("official", "party"), players=(2, 3), **TINY,
            reward="points",
        )
    )  # fmt: skip
    card = json.loads((tmp_path / "policy.json").read_text())
    assert [table["players"] for table in card["tables"]] == [2, 3, 2, 3]
    assert card["tables"][3]["rules_fingerprint"] == Rules.preset("party", players=3).fingerprint
    for table in card["tables"]:
        assert table["results"]["random"]["players"] == table["players"]
    assert card["seats"] == 3 and card["settings"]["reward"] == "points"
    assert capsys.readouterr().out.count("against") == 4
    assert play([f"policy:{tmp_path}/", "random"], "party", deals=2).players == 2
