"""A run that was killed or stopped goes on, and ends as if nothing had happened."""

import json
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from tests.train.running import TINY, flags, run, weights_sha
from uno_train import ppo, report

DECISIONS = 30_000

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(  # importing takes longer than running
    ["tests.train.running", "torch._dynamo", "torch.utils.tensorboard", "matplotlib.figure"]
)


class Started:
    """A run in a process of its own."""

    def __init__(self, words: list[str]) -> None:
        self._process = processes.Process(target=run, args=(words,))
        self._process.start()

    def wait_for(self, happens: Callable[[], bool], seconds: float = 300) -> None:
        deadline = time.monotonic() + seconds
        while not happens():
            assert self._process.is_alive() and time.monotonic() < deadline
            time.sleep(0.001)

    def send(self, number: int) -> int:
        """Send a signal; how the process ended."""
        os.kill(self._process.pid, number)
        return self.end()

    def end(self) -> int:
        self._process.join(300)
        return self._process.exitcode


def checkpoints_in(folder: Path) -> Iterator[int]:
    """Each time asked, how many checkpoints have been seen since the first time."""
    seen: set[int] = set()
    while True:
        try:
            seen.add((folder / "checkpoint.pt").stat().st_mtime_ns)
        except FileNotFoundError:
            seen.add(0)
        yield len(seen) - 1


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed")
    assert Started(flags(out=folder, decisions=DECISIONS, **TINY)).end() == 0
    return folder


def test_a_run_killed_at_any_moment_or_stopped_ends_with_the_weights_of_an_undisturbed_one(
    undisturbed, tmp_path
):
    chance = random.Random()

    def after(number: int) -> Callable[[], bool]:
        seen = checkpoints_in(tmp_path)
        return lambda: next(seen) >= number

    def while_one_is_written(number: int) -> Callable[[], bool]:
        enough, aside = after(number), tmp_path / "checkpoint.pt.part"
        return lambda: enough() and aside.exists()

    moments = [
        (signal.SIGKILL, (tmp_path / "settings.json").exists),
        (signal.SIGKILL, while_one_is_written(2 + chance.randrange(8))),
        (signal.SIGKILL, after(1 + chance.randrange(8))),
        (signal.SIGKILL, while_one_is_written(2 + chance.randrange(8))),
        (signal.SIGINT, after(1 + chance.randrange(8))),
    ]
    options = {"decisions": DECISIONS} | TINY
    for number, moment in moments:
        started = Started(flags(out=tmp_path, **options))
        started.wait_for(moment)
        assert started.send(number) == (0 if number == signal.SIGINT else -signal.SIGKILL)
        options = {"resume": True}
    stopped = json.loads((tmp_path / "results.json").read_text())
    assert stopped["stopped_early"] and stopped["decisions"] < DECISIONS
    assert Started(flags(out=tmp_path, resume=True)).end() == 0

    assert weights_sha(tmp_path) == weights_sha(undisturbed)
    results = [json.loads((f / "results.json").read_text()) for f in (tmp_path, undisturbed)]
    curves = [[(p["decisions"], p["win_rate"]) for p in r["curve"]] for r in results]
    assert curves[0][-1] == curves[1][-1]
    assert all(point in curves[0] for point in curves[1])
    assert len(results[0]["resumed"]) == len(moments)
    logs = sorted(path.name for path in (tmp_path / "tensorboard").iterdir())
    assert len(logs) == 1, "the logs go on in their folder"


def test_a_run_killed_before_its_first_checkpoint_begins_anew(undisturbed, tmp_path):
    """What lies there then: settings, and perhaps a part of a checkpoint."""
    settings = json.loads((undisturbed / "settings.json").read_text())
    settings["settings"]["decisions"] = 600
    (tmp_path / "settings.json").write_text(json.dumps(settings))
    (tmp_path / "checkpoint.pt.part").write_bytes(b"PK")
    run(flags(out=tmp_path, resume=True))
    assert json.loads((tmp_path / "results.json").read_text())["decisions"] >= 600


def test_a_finished_run_says_so_and_a_longer_one_goes_on(tmp_path, capsys):
    run(flags(out=tmp_path, decisions=1500, **TINY))
    before = weights_sha(tmp_path)
    capsys.readouterr()
    run(flags(out=tmp_path, resume=True))
    assert "this run is finished" in " ".join(capsys.readouterr().out.split())
    assert weights_sha(tmp_path) == before
    run(flags(out=tmp_path, resume=True, decisions=3000))
    results = json.loads((tmp_path / "results.json").read_text())
    assert results["decisions"] >= 3000
    assert results["settings"]["decisions"] == 3000
    assert results["resumed"][0]["after_decisions"] >= 1500
    done = [point["decisions"] for point in results["curve"]]
    assert done == sorted(set(done)) and done[-1] == results["decisions"]


def test_a_run_that_ended_before_its_report_is_reported(tmp_path, monkeypatch):
    def broken_off(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(report, "print_table", broken_off)
    with pytest.raises(SystemExit) as ended:
        run(flags(out=tmp_path, decisions=600, **TINY))
    assert ended.value.code == 130
    assert not (tmp_path / "results.json").exists()
    monkeypatch.undo()
    before = weights_sha(tmp_path)
    run(flags(out=tmp_path, resume=True))
    assert (tmp_path / "results.json").exists()
    assert weights_sha(tmp_path) == before


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seed": 2}, "--seed 2 (it has 1)"),
        ({"widths": (32, 16), "epochs": 5}, "--epochs 5 (it has 4), --widths 32 16 (it has 32 32)"),
        ({"players": 3}, "--players 3 (it has none)"),
        ({"minutes": 3}, "lengthen it by --decisions"),
        ({"decisions": 100}, "can only become longer"),
        ({"overwrite": True}, "--resume together with --overwrite"),
    ],
)
def test_options_that_would_make_another_run_are_refused(options, said, undisturbed):
    with pytest.raises(ValueError) as refused:
        run(flags(out=undisturbed, resume=True, **options))
    assert said in str(refused.value)


def test_resuming_where_there_is_no_run_is_refused(tmp_path):
    with pytest.raises(ValueError, match="holds no run to resume"):
        run(flags(out=tmp_path, resume=True))


def test_a_run_is_not_replaced_by_one_that_is_begun_in_its_folder(undisturbed, capsys):
    with pytest.raises(SystemExit) as refused:
        run(flags(out=undisturbed, decisions=100))
    assert refused.value.code == 2
    said = capsys.readouterr().err
    assert "holds a run already" in said and "--resume" in said and "--overwrite" in said


def test_a_run_of_another_version_is_not_resumed_under_other_options(undisturbed, tmp_path):
    settings = json.loads((undisturbed / "settings.json").read_text())
    settings["settings"]["momentum"] = 0.5
    (tmp_path / "settings.json").write_text(json.dumps(settings))
    with pytest.raises(ValueError, match="momentum"):
        run(flags(out=tmp_path, resume=True))
    named = {field.name for field in fields(ppo.Args)}
    assert named == settings["settings"].keys() - {"momentum"}
