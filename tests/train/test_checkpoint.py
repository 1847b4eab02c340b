"""Checkpoints are whole or refused, and a disk that fails ends a run in words."""

import errno
import os
import shutil
from collections import namedtuple
from pathlib import Path

import pytest
import torch

from tests.train.running import TINY, flags, run
from uno_train import report
from uno_train.budget import Budget
from uno_train.checkpoint import FORMAT, contents, other_versions, restore
from uno_train.files import write_aside

full_disk = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


@full_disk
def test_a_file_that_meets_a_full_disk_is_named_and_the_one_before_it_stands(tmp_path):
    path = tmp_path / "checkpoint.pt"
    write_aside(path, b"whole")
    (tmp_path / "checkpoint.pt.part").symlink_to("/dev/full")
    with pytest.raises(OSError) as failed:
        write_aside(path, b"newer")
    assert failed.value.errno == errno.ENOSPC and failed.value.filename == str(path)
    assert path.read_bytes() == b"whole"
    assert list(tmp_path.iterdir()) == [path], "what was begun takes no room"


def refusal(path: Path) -> str:
    with pytest.raises(ValueError) as refused:
        restore(path, {"budget": Budget(minutes=1)})
    return str(refused.value)


@pytest.mark.parametrize("kept", [0, 100, -10])
def test_a_checkpoint_that_was_cut_off_is_refused(kept, tmp_path):
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(contents({"budget": Budget(minutes=1)})[:kept])
    assert f"{path}: no readable checkpoint" in refusal(path)


def test_reading_a_checkpoint_runs_no_code(tmp_path):
    class Evil:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "made by the file"),)

    path = tmp_path / "checkpoint.pt"
    torch.save({"format": FORMAT, "parts": {"budget": Evil()}}, path)
    assert "no readable checkpoint" in refusal(path)
    assert list(tmp_path.iterdir()) == [path]


def test_a_checkpoint_of_other_parts_is_refused_and_nothing_is_taken_from_it(tmp_path):
    path, used = tmp_path / "checkpoint.pt", Budget(minutes=1)
    used.load_state_dict({"seconds": 30.0, "cpu_seconds": 20.0})
    path.write_bytes(contents({"budget": used, "pool": used}))
    assert "with budget, pool" in refusal(path)


def test_other_versions_are_named_and_the_same_ones_are_not():
    now = {"torch": "2.13.0", "numpy": "2.4.6"}
    assert other_versions(now, now) == ""
    assert "torch 2.8.0 -> 2.13.0" in other_versions(now | {"torch": "2.8.0"}, now)
    assert "numpy" not in other_versions(now | {"torch": "2.8.0"}, now)


def test_a_part_that_does_not_fit_is_refused_and_named(tmp_path):
    path, state = tmp_path / "checkpoint.pt", {"format": FORMAT, "parts": {"budget": {"hours": 1}}}
    torch.save(state, path)
    assert "its budget do not fit this version" in refusal(path)


def test_a_budget_goes_on_with_the_seconds_it_had_used(tmp_path):
    path, used, fresh = tmp_path / "checkpoint.pt", Budget(minutes=1), Budget(minutes=1)
    used.load_state_dict({"seconds": 30.0, "cpu_seconds": 20.0})
    path.write_bytes(contents({"budget": used}))
    restore(path, {"budget": fresh})
    assert fresh.share(0) == 0.5


def test_a_disk_without_room_for_a_run_is_refused_before_training(tmp_path, monkeypatch, capsys):
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(free=100_000))
    with pytest.raises(SystemExit) as ended:
        run(flags(out=tmp_path, decisions=600, **TINY))
    said = capsys.readouterr().err
    assert ended.value.code == 1
    assert f"{tmp_path}: 0.1 MB are free there" in said
    assert not (tmp_path / "checkpoint.pt").exists()


def spoiled(monkeypatch, spoil) -> None:
    """Spoil the folder when the learning curve is measured for the second time."""
    measured, strength = [], report.strength

    def measure(*args):
        measured.append(args)
        if len(measured) == 2:
            spoil()
        return strength(*args)

    monkeypatch.setattr(report, "strength", measure)


@full_disk
def test_a_checkpoint_that_fails_later_ends_the_run_and_says_how_to_go_on(
    tmp_path, monkeypatch, capsys
):
    aside = tmp_path / "checkpoint.pt.part"
    spoiled(monkeypatch, lambda: aside.symlink_to("/dev/full"))
    with pytest.raises(SystemExit) as ended:
        run(flags(out=tmp_path, decisions=2000, **TINY))
    said = capsys.readouterr().err
    assert ended.value.code == 1
    assert f"{tmp_path}/checkpoint.pt: No space left on device" in said
    assert "decisions. When" in said and f"--out {tmp_path} --resume" in said
    monkeypatch.undo()
    run(flags(out=tmp_path, resume=True))
    assert (tmp_path / "results.json").exists()


def test_a_folder_that_goes_away_ends_the_run_in_words(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "run"
    spoiled(monkeypatch, lambda: folder.rename(tmp_path / "elsewhere"))
    with pytest.raises(SystemExit) as ended:
        run(flags(out=folder, decisions=2000, **TINY))
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert f"{folder}/checkpoint.pt: No such file or directory" in said
    assert "There is no checkpoint to go on from" in said


def test_a_damaged_checkpoint_is_refused_when_a_run_is_resumed(tmp_path, capsys):
    run(flags(out=tmp_path, decisions=600, **TINY))
    (tmp_path / "checkpoint.pt").write_bytes(b"nothing")
    with pytest.raises(SystemExit) as ended:
        run(flags(out=tmp_path, resume=True))
    assert ended.value.code == 2
    assert "no readable checkpoint" in capsys.readouterr().err
    assert (tmp_path / "policy.safetensors").exists()
