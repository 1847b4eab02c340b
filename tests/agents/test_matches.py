"""Matches and cross tables: the same games in any number of processes, and after a stop."""

import json

import numpy as np
import pytest

from tests.agents.careful import Careful
from uno_agents import arena, leaderboard
from uno_agents.blocks import Settings
from uno_agents.cross import cross_matches, cross_result, play_cross, play_matches
from uno_agents.deals import Match, play
from uno_agents.export import game_columns
from uno_agents.replay import games_hash
from uno_agents.workers import Workers
from uno_env import Rules

SETTINGS = Settings(Rules(players=2), seed=5, block=25)


def games(match):
    """All that was noted of the games, times apart."""
    arrays = match.outcomes.to_arrays()
    return {name: array for name, array in arrays.items() if "time" not in name}


def same(one, other):
    return all(np.array_equal(one[name], other[name]) for name in one)


def test_games_are_the_same_however_many_processes_play_them():
    alone, shared = (Match(["random", "heuristic"], SETTINGS, 110) for _ in range(2))
    with Workers(1) as workers:
        alone.play(workers)
    with Workers(2) as workers:
        shared.play(workers)
    assert len(alone.blocks) == 5
    assert same(games(alone), games(shared))


def test_a_run_goes_on_from_its_finished_blocks_and_they_are_not_played_again(tmp_path):
    whole = Match(["random", "uniform"], SETTINGS, 100)
    short = Match(["random", "uniform"], SETTINGS, 60, tmp_path / "kept")
    longer = Match(["random", "uniform"], SETTINGS, 100, tmp_path / "kept")
    with Workers() as workers:
        whole.play(workers)
        short.play(workers)
        longer.read_kept()
        assert sorted(longer.blocks) == [0, 1]  # the third was shorter
        longer.play(workers)
    assert same(games(whole), games(longer))


def test_a_folder_of_another_match_is_refused_with_what_differs(tmp_path):
    Match(["random", "uniform"], SETTINGS, 25, tmp_path)
    other = Settings(Rules(players=2), seed=6, block=25)
    with pytest.raises(ValueError, match=r"begun otherwise: seed was 5, now 6\. Go on with"):
        Match(["random", "uniform"], other, 25, tmp_path)
    with pytest.raises(ValueError, match="agents was"):
        Match(["random", "heuristic"], SETTINGS, 25, tmp_path)


def test_a_damaged_block_is_played_again(tmp_path):
    first = Match(["random", "uniform"], SETTINGS, 50, tmp_path)
    with Workers() as workers:
        first.play(workers)
        (tmp_path / "block-00001.npz").write_bytes(b"PK torn")
        again = Match(["random", "uniform"], SETTINGS, 50, tmp_path)
        again.read_kept()
        assert sorted(again.blocks) == [0]
        again.play(workers)
    assert same(games(first), games(again))


def test_a_clear_case_is_decided_long_before_the_last_deal():
    result = play(["random", "uniform"], deals=20_000, block=50, until_decided=True)
    assert result.decided == "above"
    assert result.deals < 1_000
    assert result.anytime.low > 0.5


def test_equal_agents_stay_undecided():
    result = play(["heuristic", "heuristic"], deals=60, block=20, until_decided=True)
    assert (result.decided, result.deals) == ("undecided", 60)


def test_everybody_meets_everybody_and_copies_of_everybody_at_larger_tables():
    names = ["random", "uniform", "heuristic"]
    pairs = cross_matches(names, SETTINGS, 25)
    assert [tuple(m.names) for m in pairs] == [
        tuple(np.array(names)[[a, b]]) for a, b in ((0, 1), (0, 2), (1, 2))
    ]
    table = cross_matches(names, Settings(Rules(players=3)), 25)
    assert len(table) == 6
    assert table[0].table.entries[1][2] == (1, 2)


@pytest.mark.parametrize(
    ("names", "rules", "message"),
    [
        (["random", "random"], "players=2", "none of them twice"),
        (["random"], "players=2", "two or more"),
        (["random", "uniform"], "players=4,teams", "partners win together"),
    ],
)
def test_a_cross_table_that_compares_nobody_is_refused(names, rules, message):
    with pytest.raises(ValueError, match=message):
        cross_matches(names, Settings(Rules.parse(rules)), 25)


def test_a_match_in_a_cross_table_is_the_match_by_itself():
    matches = cross_matches(["random", "heuristic", "uniform"], SETTINGS, 50)
    with Workers() as workers:
        play_matches(matches, workers)
    result = cross_result(matches, bootstraps=20)
    alone = play(["heuristic", "uniform"], "players=2", 50, seed=5, block=25)
    assert result.pairs[2].standings[0].win_rate == alone.standings[0].win_rate
    assert result.win_rate("uniform", "heuristic") == alone.standings[1].win_rate_adjusted
    assert [r.agent for r in result.ratings.ratings][-1] == "uniform"


def test_an_agent_of_ones_own_meets_named_ones_in_a_cross_table():
    result = play_cross(["random", Careful(), "uniform"], "players=2", 20, seed=5)
    assert [rating.agent for rating in result.ratings.ratings][-1] == "uniform"
    alone = play([Careful(), "uniform"], "players=2", 20, seed=5)
    assert result.win_rate("Careful", "uniform") == alone["Careful"].win_rate_adjusted
    with pytest.raises(ValueError, match="none of them twice"):
        play_cross([Careful(), Careful()], "players=2", 20)


def test_the_rows_of_a_file_are_the_games():
    match = Match(["random", "uniform"], Settings(Rules(players=3), seed=2, block=8), 8)
    with Workers() as workers:
        match.play(workers)
    columns = game_columns(match)
    assert {len(column) for column in columns.values()} == {24}
    standing = match.result()["random"]
    assert (columns["winner"] == "random").mean() == pytest.approx(standing.win_rate.mean)
    rows = range(24)
    seats = np.array([columns[f"seat_{seat}"] for seat in range(3)])
    won = columns["winner_seat"] >= 0
    assert all(seats[columns["winner_seat"][n], n] == columns["winner"][n] for n in rows if won[n])
    points = np.array([columns[f"points_{seat}"] for seat in range(3)])
    assert points.T[seats.T == "random"].mean() == pytest.approx(standing.points.mean)
    assert (seats == "random").sum() == 24
    assert columns["deal_seed"][0] == columns["deal_seed"][2] != columns["deal_seed"][3]


def test_a_cross_table_writes_what_pandas_reads_and_goes_on_from_where_it_was(tmp_path, capsys):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    args = arena.Args(
        "random,heuristic,uniform", deals=20, block=10, cross=True, keep=tmp_path / "kept",
        json=tmp_path / "r.json", parquet=tmp_path / "g.parquet", plots=tmp_path / "plots",
    )  # fmt: skip
    result = arena.main(args)
    assert "cycles: none" in capsys.readouterr().out
    written = json.loads((tmp_path / "r.json").read_text())
    assert list(pandas.DataFrame(written["ratings"])["agent"])[-1] == "uniform"
    assert len(pandas.DataFrame(written["pairs"])) == 3
    rows = pandas.read_parquet(tmp_path / "g.parquet")
    one = rows[rows["match"] == "random vs uniform"]
    pair = next(p for p in result.pairs if p.standings[1].agent == "uniform")
    assert (one["winner"] == "random").mean() == pytest.approx(pair.standings[0].win_rate.mean)
    assert (tmp_path / "plots" / "heat_map.png").stat().st_size > 10_000
    (tmp_path / "r.json").unlink()
    arena.main(args)
    assert json.loads((tmp_path / "r.json").read_text()) == written


def test_what_is_not_installed_is_named_before_anything_is_played(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(ValueError, match=r"--parquet needs pyarrow.*uno-env\[arena\]"):
        arena.main(arena.Args("random,random", deals=1, parquet=tmp_path / "g.parquet"))


def test_a_hash_of_games_tells_agents_apart_and_holds():
    rules = Rules(players=2)
    assert games_hash("heuristic", rules, 20) == games_hash("heuristic", rules, 20)
    assert games_hash("heuristic", rules, 20) != games_hash("uniform", rules, 20)


def test_the_leaderboard_is_written_and_checked_row_by_row(tmp_path, capsys):
    response = {"heuristic of 2": {"starts": {"scratch": {"win_rate":
               {"mean": 0.7, "low": 0.69, "high": 0.71}}}}}  # fmt: skip
    (tmp_path / "best.json").write_text(json.dumps(response))
    args = leaderboard.Args(
        players=(2,), deals=10, replayed=4, agents=("random", "heuristic", "policy:official-2p"),
        keep=tmp_path / "kept", data=tmp_path / "l.json", page=tmp_path / "l.md",
        best_response=tmp_path / "best.json", processes=1,
    )  # fmt: skip
    assert leaderboard.main(args)
    page = (tmp_path / "l.md").read_text()
    assert "70.00 (69.00 - 71.00)" in page
    assert "`policy:official-2p`: weights `" in page
    assert "--agents random,policy:official-2p --players 2 --deals 10 --block 1000 --seed 1" in page
    args.check = True
    assert leaderboard.main(args)
    data = json.loads((tmp_path / "l.json").read_text())
    data["tables"][0]["rows"][1]["games_hash"] = "0" * 16
    (tmp_path / "l.json").write_text(json.dumps(data))
    assert not leaderboard.main(args)
    assert "plays otherwise" in capsys.readouterr().out
