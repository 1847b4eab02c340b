"""`python -m uno_train.ppo`: what a run leaves behind, and what it refuses before it begins."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file

from tests.train.running import command
from uno_agents.deals import play
from uno_env import Rules
from uno_train import ppo
from uno_train.budget import Budget

SMALL = {
    "games": 32,
    "window": 1024,
    "minibatch": 256,
    "widths": (32, 32),
    "threads": 2,
    "curve_points": 2,
    "curve_deals": 20,
    "deals": 40,
}


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> tuple[Path, str]:
    """A tiny run for three players under house rules: its folder and what it printed."""
    folder = tmp_path_factory.mktemp("run")
    run = subprocess.run(
        command(decisions=3000, players=3, rules=("stacking=same",), out=folder, seed=5, **SMALL),
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return folder, run.stdout


def test_a_run_leaves_policy_card_results_curve_settings_checkpoint_and_logs(finished):
    folder, printed = finished
    there = {path.name for path in folder.iterdir()}
    expected = "policy.safetensors policy.json results.json learning_curve.png settings.json"
    assert there == {*expected.split(), "checkpoint.pt", "tensorboard"}
    assert (folder / "learning_curve.png").read_bytes().startswith(b"\x89PNG")
    assert list((folder / "tensorboard").rglob("events.out.tfevents*"))
    for opponent in ("random", "heuristic", "uniform"):
        assert opponent in printed
    settings = json.loads((folder / "settings.json").read_text())
    assert settings["settings"]["seed"] == 5
    assert settings["tables"][0]["rules"] == "players=3,stacking=same"
    assert "--decisions 3000" in settings["command"]


def test_the_card_says_how_the_policy_was_trained_and_how_strong_it_is(finished):
    card = json.loads((finished[0] / "policy.json").read_text())
    rules = Rules(players=3, stacking="same")
    (table,) = card["tables"]
    assert table["rules_fingerprint"] == rules.fingerprint
    assert 3000 <= card["decisions"] < 3000 + SMALL["window"]
    assert card["stopped_early"] is False
    for result in table["results"].values():
        rate = result["standings"][0]["win_rate"]
        assert rate["low"] <= rate["mean"] <= rate["high"]
        assert result["deals"] == SMALL["deals"]


def test_the_policy_plays_in_the_arena_by_the_runs_folder(finished):
    result = play([f"policy:{finished[0]}/", "random"], Rules(players=3, stacking="same"), 20)
    assert result.games == 60


def test_the_checkpoint_holds_the_mean_of_the_weights_that_is_the_policy(finished):
    state = torch.load(finished[0] / "checkpoint.pt", weights_only=True)["parts"]["model"]
    stored = load_file(finished[0] / "policy.safetensors")["policy.weight"]
    mean = state["average"]["policy"]["action_net.weight"].numpy()
    np.testing.assert_array_equal(mean, stored)
    assert not np.array_equal(state["policy"]["action_net.weight"].numpy(), stored)


def test_the_curve_has_a_first_point_untrained_and_a_last_one_at_the_end(finished):
    results = json.loads((finished[0] / "results.json").read_text())
    curve = results["curve"]
    assert len(curve) == SMALL["curve_points"] + 1
    assert curve[0]["decisions"] == 0 and curve[-1]["decisions"] == results["decisions"]


def test_the_same_seed_and_decisions_give_the_same_weights(tmp_path):
    weights = []
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        ppo.main(ppo.Args(out=tmp_path / name, decisions=2000, seed=seed, **SMALL))
        weights.append((tmp_path / name / "policy.safetensors").read_bytes())
    assert weights[0] == weights[1] != weights[2]


def test_a_run_by_the_clock_ends_in_time_and_trains(tmp_path):
    ppo.main(ppo.Args(out=tmp_path, minutes=0.02, **SMALL))
    results = json.loads((tmp_path / "results.json").read_text())
    assert 1.2 <= results["seconds"] < 5
    assert results["decisions"] > 1000


def test_an_interrupted_run_saves_and_reports(tmp_path):
    run = subprocess.Popen(
        command(minutes=30, out=tmp_path, **SMALL), stdout=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 300
    while not list(tmp_path.rglob("events.out.tfevents*")):
        assert run.poll() is None and time.monotonic() < deadline
        time.sleep(0.2)
    os.kill(run.pid, signal.SIGINT)
    printed, _ = run.communicate(timeout=300)
    assert run.returncode == 0
    assert "against" in printed
    assert json.loads((tmp_path / "policy.json").read_text())["stopped_early"] is True


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "expected exactly one"),
        ({"minutes": 1.0, "decisions": 10}, "expected exactly one"),
        ({"minutes": -1.0}, "minutes=-1.0: expected a number above 0"),
        ({"minutes": 1.0, "rules": ("stackin=same",)}, "did you mean stacking?"),
        ({"minutes": 1.0, "rules": ("partners",), "players": (3,)}, "needs four players"),
        ({"minutes": 1.0, "players": (2, 11)}, "players=11"),
        ({"minutes": 1.0, "window": 3}, "too small"),
        ({"minutes": 1.0, "players": (2, 3), "games": 1}, "too small"),
    ],
)
def test_bad_arguments_are_refused_before_anything_is_made(options, said, tmp_path, capsys):
    folder = tmp_path / "run"
    with pytest.raises(SystemExit) as refused:
        ppo.main(ppo.Args(out=folder, **options))
    assert refused.value.code == 2
    assert said in capsys.readouterr().err
    assert not folder.exists()


def test_a_folder_that_cannot_be_written_is_refused(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit):
        ppo.main(ppo.Args(out=tmp_path / "file" / "run", minutes=1.0))
    assert "cannot be written" in capsys.readouterr().err


def test_a_policy_is_not_replaced_unless_asked(finished, capsys):
    before = (finished[0] / "policy.safetensors").read_bytes()
    with pytest.raises(SystemExit):
        ppo.main(ppo.Args(out=finished[0], minutes=1.0))
    assert "--overwrite" in capsys.readouterr().err
    assert (finished[0] / "policy.safetensors").read_bytes() == before


def test_time_stands_while_a_budget_is_paused_and_a_stopped_one_stays_stopped():
    budget = Budget(minutes=1)
    budget.start()
    with budget.paused():
        before = budget.seconds
        time.sleep(0.05)
        assert budget.seconds == before
    budget.stop()
    at_the_end = budget.seconds
    with budget.paused():
        pass
    time.sleep(0.01)
    assert budget.seconds == at_the_end


def test_a_budget_of_decisions_knows_its_share_and_one_of_minutes_heeds_the_clock_alone():
    assert Budget(decisions=200).share(50) == 0.25
    assert Budget(decisions=200).share(500) == 1
    assert Budget(minutes=1).share(10**9) == 0
