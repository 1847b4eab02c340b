"""The arena records every game it plays, whichever process plays it."""

import numpy as np
import pytest

from uno_agents import arena
from uno_agents.blocks import Settings
from uno_agents.deals import Match, Stopped
from uno_agents.workers import Workers
from uno_env import Rules
from uno_env.record import GameReader, check


def recorded(path, processes=1, deals=10, line_up=("heuristic", "random", "uniform"), **settings):
    match = Match(line_up, Settings(Rules(players=3), 5, 4, **settings), deals, record=path)
    with Workers(processes) as workers:
        match.play(workers)
    return match


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_every_game_of_a_match_is_recorded_as_it_counts(tmp_path, name):
    path = tmp_path / name
    outcomes = recorded(path).outcomes
    reader = GameReader(path)
    games = list(reader)
    assert [problem for _, problem in check(games)] == [None] * 30 and reader.refused == []
    assert sorted(game.seed for game in games) == sorted(np.repeat(outcomes.seeds, 3).tolist())
    wins = sum(game.agents[game.ending.winner] == "heuristic" for game in games)
    assert wins == outcomes.wins[:, :, 0].sum()
    assert sum(len(game.actions) for game in games) == outcomes.decisions.sum()
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_several_processes_record_the_same_file(tmp_path):
    recorded(tmp_path / "one.jsonl", deals=20)
    recorded(tmp_path / "two.jsonl", processes=2, deals=20)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


class Failing:
    """An agent that plays for a while and then raises."""

    def __init__(self):
        self.left = 40

    def act(self, observation, mask, rng):
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("no more")
        return mask.argmax(axis=1)


def test_a_match_that_is_stopped_leaves_the_games_of_its_finished_blocks(tmp_path):
    path = tmp_path / "games.jsonl"
    with pytest.raises(Stopped, match="no more"):
        recorded(path, line_up=(Failing(), "random", "random"))
    assert path.exists() and len(list(tmp_path.iterdir())) == 1
    assert len(list(GameReader(path))) % 12 == 0


def test_a_game_lost_by_a_fault_is_recorded_as_far_as_it_came(tmp_path):
    path = tmp_path / "games.jsonl"
    recorded(path, line_up=(Failing(), "random", "random"), on_fault="lose")
    games = list(GameReader(path))
    assert len(games) == 30 and any(game.ending.how == "running" for game in games)
    assert [problem for _, problem in check(games)] == [None] * 30


def test_the_command_records_one_match_and_says_so_otherwise(tmp_path):
    path = tmp_path / "games.jsonl"
    args = arena.Args("heuristic,random", deals=3, record=path, processes=1)
    arena.main(args)
    assert len(list(GameReader(path))) == 6
    with pytest.raises(ValueError, match="--record is for one match"):
        arena.main(arena.Args("heuristic,random", deals=3, record=path, keep=tmp_path / "kept"))
    with pytest.raises(ValueError, match="cannot be written"):
        arena.main(arena.Args("heuristic,random", deals=3, record=tmp_path / "no" / "x.jsonl"))
