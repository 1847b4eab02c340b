"""Training on a small Ray cluster: it learns, and it survives whatever is lost on the way.

The cluster is two nodes of one CPU each on this machine, so each of two actors has its own.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

ray = pytest.importorskip("ray", reason="make distributed installs Ray and runs these")

from ray.cluster_utils import Cluster  # noqa: E402

from tests.train.running import TINY, flags, weights_sha  # noqa: E402
from uno_agents.deals import play  # noqa: E402
from uno_env import Rules  # noqa: E402
from uno_train import distributed, ppo  # noqa: E402
from uno_train.budget import Budget  # noqa: E402
from uno_train.command_line import read_args  # noqa: E402
from uno_train.decisions import LEARNED  # noqa: E402
from uno_train.distributed_crew import STARTS, Crew, Member  # noqa: E402
from uno_train.distributed_player import Player, as_arrays, seed_of  # noqa: E402
from uno_train.games import tables_of  # noqa: E402
from uno_train.selfplay import SelfPlayPPO  # noqa: E402

pytestmark = pytest.mark.distributed

TABLES = tables_of((), (2,))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Two nodes; this process belongs to the first."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
        environment.setenv("RAY_USAGE_STATS_ENABLED", "0")
        started = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        started.add_node(num_cpus=1)
        ray.init(address=started.address, log_to_driver=False)
        yield started
        ray.shutdown()
        started.shutdown()


def run(folder: Path, **options) -> dict:
    """A run with two actors; its results."""
    words = flags(out=folder, **TINY | {"decisions": 4000, "seed": 1} | options)
    distributed.main(read_args(distributed.Args, words))
    return json.loads((folder / "results.json").read_text())


def part(**options) -> ppo.Args:
    """What one of two actors gets of a tiny run."""
    args = distributed.Args(Path("unused"), decisions=1, **TINY | options)
    return distributed.parts_of(args, TABLES)[1]


def learner() -> SelfPlayPPO:
    """Whose weights the actors are sent."""
    return ppo.trainer(part(), TABLES, Budget(decisions=1))


def after_windows(monkeypatch, number: int, happens: Callable[[Crew], None]) -> None:
    """Have something happen to the crew while a run's window of that number is being played.

    From then on windows wait until the actors that were lost have been replaced.
    """
    gather, gathered = Crew.gather, []

    def watched(crew: Crew):
        gathered.append(len(gathered))
        if len(gathered) == number:
            happens(crew)
        windows = gather(crew)
        if crew.lost:
            ray.wait([m.ready for m in crew.members], num_returns=len(crew.members), timeout=60)
        return windows

    monkeypatch.setattr(Crew, "gather", watched)


def by_ray(crew: Crew) -> None:
    ray.kill(crew.members[1].handle)


def by_signal(crew: Crew) -> None:
    os.kill(process_of(crew.members[1]), signal.SIGKILL)


def process_of(member: Member) -> int:
    return int(member.place.split()[1])


def test_a_run_with_two_actors_trains_and_ends_with_the_files_of_any_other(cluster, tmp_path):
    results = run(tmp_path / "run", snapshots=0.3)
    there = {path.name for path in (tmp_path / "run").iterdir()}
    expected = "policy.safetensors policy.json results.json learning_curve.png settings.json"
    assert there == {*expected.split(), "checkpoint.pt", "tensorboard"}
    assert results["decisions"] >= 4000 and results["actors_lost"] == 0
    assert results["command"].startswith("python -m uno_train.distributed")
    assert play([f"policy:{tmp_path / 'run'}/", "random"], Rules(), 20).games == 40

    run(tmp_path / "again", snapshots=0.3)
    assert weights_sha(tmp_path / "run") == weights_sha(tmp_path / "again"), "nothing was lost"


@pytest.mark.parametrize("kill", [by_ray, by_signal])
def test_a_killed_actor_is_replaced_and_the_run_ends(kill, cluster, tmp_path, monkeypatch, capsys):
    after_windows(monkeypatch, 3, kill)
    results = run(tmp_path / "run")
    assert results["decisions"] >= 4000 and results["actors_lost"] == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "actor 1 (process" in said and "is lost with the window it was playing" in said
    assert "actor 1 plays again: process" in said


def test_a_lost_node_costs_its_actor_until_there_is_another(cluster, tmp_path, monkeypatch, capsys):
    def lose_a_node(crew: Crew) -> None:
        cluster.remove_node(cluster.worker_nodes.copy().pop(), allow_graceful=False)
        _wait_until(lambda: ray.cluster_resources()["CPU"] == 1)
        cluster.add_node(num_cpus=1)

    after_windows(monkeypatch, 3, lose_a_node)
    results = run(tmp_path / "run")
    assert results["decisions"] >= 4000 and results["actors_lost"] == 1
    assert " plays again: process" in " ".join(capsys.readouterr().out.split())


def _wait_until(happens: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_the_others_play_on_while_there_is_no_room_to_replace_one(cluster):
    said: list[str] = []
    crew, model = Crew([part(), part()], TABLES, joined=False, say=said.append), learner()

    def windows() -> int:
        crew.play(model.policy.state_dict(), model.collector.others)
        return len(crew.gather())

    with crew.at_work(begun_at=0):
        assert windows() == 2
        occupy = ray.remote(num_cpus=1)(lambda: time.sleep(600))
        occupant = occupy.remote()  # waits for a CPU, and takes the one that becomes free
        by_signal(crew)
        assert [windows() for _ in range(3)] == [1, 1, 1]
        ray.cancel(occupant, force=True)
        _wait_until(lambda: windows() == 2)
    assert "plays again" in said[-1]


def test_actors_that_are_lost_whenever_they_start_end_the_run_in_words(cluster, monkeypatch):
    start = Crew._start

    def stillborn(*arguments) -> Member:
        member = start(*arguments)
        ray.kill(member.handle)
        return member

    monkeypatch.setattr(Crew, "_start", stillborn)
    crew = Crew([part()], TABLES, joined=False, say=lambda words: None)
    with pytest.raises(ConnectionError, match=f"lost {STARTS} times"), crew.at_work(begun_at=0):
        pass


def test_what_comes_back_is_what_the_trainer_of_one_process_collects(cluster):
    mine = part(snapshots=0.5, critic="all")
    seed = seed_of(1, 1, 0, 0)
    single = ppo.trainer(mine, TABLES, Budget(decisions=10**6))
    single.tensorboard_log = None
    single.begin_from(seed)
    _, callback = single._setup_learn(1)
    sent = as_arrays({n: w.clone() for n, w in single.policy.state_dict().items()})
    player = ray.remote(Player).options(num_cpus=1).remote()
    ray.get(player.prepare.remote(mine, TABLES, seed))
    for _ in range(3):
        came = ray.get(player.play.remote(sent, []))
        single.collect_rollouts(single.env, callback, single.rollout_buffer, 0)
        here = single.rollout_buffer.learned()
        assert len(here["actions"]) > 150
        for name in LEARNED:
            np.testing.assert_array_equal(came[name], here[name], err_msg=name)
    ray.kill(player)


def test_a_run_that_is_resumed_goes_on_from_its_decisions(cluster, tmp_path, capsys):
    first = run(tmp_path / "run", decisions=2000)
    words = flags(out=tmp_path / "run", resume=True, decisions=4000)
    distributed.main(read_args(distributed.Args, words))
    results = json.loads((tmp_path / "run" / "results.json").read_text())
    assert results["decisions"] >= 4000 and results["resumed"]
    said = " ".join(capsys.readouterr().out.split())
    assert f"going on after {first['decisions']:,} decisions" in said and "fresh ones" in said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"actors": 9}, "the cluster has 2 CPUs"),
        ({"actors": 0}, "expected at least 1"),
        ({"actors": 40}, "too small for 40 actors: expected at least --games 40 and --window 160"),
    ],
)
def test_too_many_actors_are_refused_before_anything_is_made(
    options, said, cluster, tmp_path, capsys
):
    with pytest.raises(SystemExit) as refused:
        run(tmp_path / "run", **options)
    assert refused.value.code == 2
    assert said in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "run").exists()
