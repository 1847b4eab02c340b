"""Shipping a policy: what is refused, and what lies in the package afterwards."""

import json
import subprocess

import pytest

from tests.train.running import command
from uno_agents.deals import play
from uno_agents.policy import load
from uno_train import publish
from uno_train.budget import Budget

PAGE = "# Policies\n\n<!-- generated: policy tiny -->\n<!-- end -->\n"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A tiny finished run's folder."""
    folder = tmp_path_factory.mktemp("run")
    small = {"games": 16, "window": 512, "minibatch": 256, "widths": (16,), "curve_points": 1}
    options = small | {"curve_deals": 10, "deals": 10, "decisions": 600, "out": folder}
    subprocess.run(command(**options), check=True, capture_output=True)
    return folder


@pytest.fixture
def args(run, tmp_path):
    page = tmp_path / "policies.md"
    page.write_text(PAGE)
    return publish.Args(run, "tiny", folder=tmp_path / "policies", page=page)


def change_card(run, folder, **changes):
    """A copy of a run with another card."""
    folder.mkdir()
    (folder / "policy.safetensors").write_bytes((run / "policy.safetensors").read_bytes())
    card = json.loads((run / "policy.json").read_text()) | changes
    (folder / "policy.json").write_text(json.dumps(card))
    return folder


def test_a_shipped_policy_has_its_weights_and_a_card_that_says_how_it_was_made(args, capsys):
    publish.main(args)
    trained, shipped = load(f"{args.run}/"), load(args.folder / "tiny.safetensors")
    assert shipped.card["sha256"] == trained.card["sha256"]
    assert shipped.card["view"] == trained.card["view"] == "own"
    assert shipped.card["command"].startswith("python -m uno_train.ppo")
    assert shipped.card["cpu_seconds"] == trained.card["cpu_seconds"]  # rounded, and may be 0.0
    assert shipped.card["move_us"]["p50"] > 0
    assert play([shipped, "random"], deals=5, seed=1).games == 10


def test_the_page_shows_command_length_results_and_the_time_of_a_move(args):
    publish.main(args)
    text = args.page.read_text()
    for words in ("python -m uno_train.ppo", "decisions with seed 1", "| `heuristic` |", " ms for"):
        assert words in text


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"stopped_early": True}, "not finished"),
        ({"settings": {"decisions": None}}, "--minutes"),
        ({"command": "python -m uno_train.ppo --decisions 500"}, "made longer"),
    ],
)
def test_a_run_that_nobody_could_repeat_is_not_shipped(args, run, tmp_path, changes, words):
    folder = change_card(run, tmp_path / "changed", **changes)
    with pytest.raises(ValueError, match=words):
        publish.main(publish.Args(folder, "tiny", folder=args.folder, page=args.page))
    assert args.page.read_text() == PAGE and not args.folder.exists()


def test_weights_too_large_for_the_package_are_refused(args, monkeypatch):
    monkeypatch.setattr(publish, "LARGEST", 100)
    with pytest.raises(ValueError, match="at most 100"):
        publish.main(args)


def test_a_page_without_a_place_for_the_policy_is_left_as_it_is(args):
    args.page.write_text("# Nothing\n")
    with pytest.raises(ValueError, match="policy tiny"):
        publish.main(args)
    assert not args.folder.exists()


def test_processor_time_is_counted_over_a_resumed_run():
    first = Budget(decisions=10)
    first.start()
    sum(range(2_000_000))
    first.stop()
    second = Budget(decisions=10)
    second.load_state_dict(first.state_dict())
    spent = second.cpu_seconds
    second.start()
    sum(range(2_000_000))
    assert second.cpu_seconds > spent == first.cpu_seconds > 0
