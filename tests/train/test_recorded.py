"""`--record-games`: how the policy plays with itself, along the learning curve."""

from pathlib import Path

import pytest

from tests.train.running import TINY, flags, run
from uno_env import Rules
from uno_env.record import GameReader, check

DECISIONS = 1_500


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> Path:
    """A run at two tables that recorded three games of each at every point."""
    folder = tmp_path_factory.mktemp("recorded")
    run(flags(out=folder, decisions=DECISIONS, players=(2, 3), record_games=3, **TINY))
    return folder


def files(folder: Path) -> list[Path]:
    return sorted((folder / "games").iterdir())


def decisions(path: Path) -> int:
    return int(path.name.partition(".")[0])


def test_each_point_of_the_curve_has_its_games_and_they_replay_exactly(recorded):
    first, *_, last = files(recorded)
    assert decisions(first) == 0 and decisions(last) >= DECISIONS
    for path in files(recorded):
        reader = GameReader(path)
        games = list(check(reader))
        assert [saved.rules for saved, _ in games] == [Rules()] * 3 + [Rules(players=3)] * 3
        assert not reader.refused and all(problem is None for _, problem in games)
        assert {name for saved, _ in games for name in saved.agents} == {
            f"after {decisions(path):,} decisions"
        }


def test_all_points_have_the_same_deals_and_play_changes(recorded):
    untrained, *_, trained = ([*GameReader(path)] for path in files(recorded))
    assert [saved.seed for saved in untrained] == [saved.seed for saved in trained]
    assert [saved.actions for saved in untrained] != [saved.actions for saved in trained]


def test_a_run_goes_on_recording_and_drops_what_it_will_play_again(recorded):
    lost = recorded / "games" / "999999999999.jsonl.gz"
    lost.write_bytes(files(recorded)[0].read_bytes())
    before = files(recorded)
    run(flags(out=recorded, resume=True, decisions=2 * DECISIONS))
    assert not lost.exists()
    assert {*before} - {lost} < {*files(recorded)}
    assert decisions(files(recorded)[-1]) >= 2 * DECISIONS


def test_a_run_that_replaces_another_leaves_none_of_its_games(tmp_path):
    run(flags(out=tmp_path, decisions=600, record_games=1, **TINY))
    assert files(tmp_path)
    run(flags(out=tmp_path, decisions=600, overwrite=True, **TINY))
    assert not (tmp_path / "games").exists()
