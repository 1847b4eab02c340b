"""A run that is shared by actors: who plays what, from which seeds, and how it comes together."""

from pathlib import Path

import numpy as np
import pytest
import torch

from tests.train.scripted import INPUTS, Script, tables
from tests.train.test_snapshots import pool
from uno_env import Rules
from uno_train import distributed, ppo
from uno_train.command_line import read_args
from uno_train.decisions import GatheredDecisions
from uno_train.distributed_player import seed_of
from uno_train.files import SETTINGS, write_json
from uno_train.games import tables_of
from uno_train.record import describe_run
from uno_train.selfplay import SelfPlayPPO
from uno_train.snapshots import ROOM


@pytest.mark.parametrize("actors", [1, 2, 3, 7])
def test_actors_share_games_and_window_and_have_every_table(actors):
    several = tables_of((), (2, 4))
    args = distributed.Args(Path("run"), decisions=1, games=90, window=1000, actors=actors)
    parts = distributed.parts_of(args, several)
    assert sum(part.games for part in parts) == 90
    assert sum(part.window for part in parts) == 1000
    assert min(part.games for part in parts) >= len(several)
    assert {type(part) for part in parts} == {ppo.Args}


def test_no_two_actors_play_the_same_games_nor_do_those_that_replace_them_or_resume():
    size, first = 10_000, set()
    for place in np.ndindex(2, 20, 4, 3):
        first.add(ppo.first_seed(seed_of(*(int(number) for number in place))))
    first |= {ppo.first_seed(run) for run in range(2)}
    assert len(first) == 2 * 20 * 4 * 3 + 2
    assert np.diff(sorted(first)).min() > size, "game i of an actor has its first seed plus i"


def test_decisions_that_were_gathered_in_parts_are_learned_from_like_those_of_one_buffer():
    duel = Script(seats=(0, 1, 0, 1, 0), payoffs=(1, -1))
    model = SelfPlayPPO(
        env=tables([[duel], [duel]]), inputs=INPUTS, widths=(8,), window=64, batch_size=32, seed=3
    )
    _, callback = model._setup_learn(1)
    model.collect_rollouts(model.env, callback, model.rollout_buffer, 0)
    whole, gathered = model.rollout_buffer, GatheredDecisions()
    learned = whole.learned()
    gathered.take(
        [{n: a[:20] for n, a in learned.items()}, {n: a[20:] for n, a in learned.items()}]
    )
    assert len(gathered.trained()) == len(whole.trained()) < whole.size
    one = whole.minibatch(torch.from_numpy(whole.trained()))
    other = gathered.minibatch(torch.from_numpy(gathered.trained()))
    for name, rows in vars(one).items():
        assert torch.equal(rows, getattr(other, name)), name


def test_a_pool_that_follows_another_has_its_snapshots_in_the_same_games():
    leader, follower = pool(games=500, taken=0), pool(games=500, taken=0)
    for number in range(1, 3 * ROOM):
        leader.offer(number / 64)
        if number % 3:  # an actor may miss some of it
            follower.follow(leader.states, leader.taken_at)
            assert follower.taken_at == leader.taken_at
            np.testing.assert_array_equal(follower.who, leader.who)
            for snapshots in (leader, follower):
                snapshots.deal(np.arange(number, 500, 2))
    assert len(set(leader.who)) > 3


def test_without_ray_it_is_said_how_to_get_it(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(distributed, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as refused:
        distributed.main(distributed.Args(tmp_path / "run", minutes=1.0))
    assert refused.value.code == 2
    assert "pip install -e '.[train,distributed]'" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_a_run_with_actors_is_not_resumed_by_the_program_without(tmp_path):
    settings = describe_run(distributed.Args(tmp_path, decisions=1), (Rules(),))
    write_json(tmp_path / SETTINGS, settings)
    with pytest.raises(ValueError, match="another version or program"):
        read_args(ppo.Args, ["--out", str(tmp_path), "--resume"])
    again = read_args(distributed.Args, ["--out", str(tmp_path), "--resume", "--actors", "5"])
    assert again.actors == 5, "a resumed run may have other actors"
