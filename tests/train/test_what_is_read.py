"""What the policy reads: history, and fields that are left out."""

import json

import numpy as np
import pytest
from safetensors.numpy import load_file

from uno_agents import make, play
from uno_env import ACTIONS, Rules, observation_layout
from uno_env.cards import KIND
from uno_train import ppo
from uno_train.network import Inputs

SMALL = {
    "games": 16,
    "window": 256,
    "minibatch": 128,
    "widths": (16, 16),
    "threads": 1,
    "curve_points": 1,
    "curve_deals": 10,
    "deals": 10,
}


def test_a_run_with_history_stores_it_and_plays_in_the_arena(tmp_path):
    ppo.main(ppo.Args(out=tmp_path, decisions=600, history=3, **SMALL))
    card = json.loads((tmp_path / "policy.json").read_text())
    assert card["history"] == 3
    layout = observation_layout(2, 3)
    first = load_file(tmp_path / "policy.safetensors")["trunk.0.weight"]
    assert first.shape == (16, layout.size)
    assert np.abs(first[:, layout.slice("history")]).max() > 0
    assert json.loads((tmp_path / "results.json").read_text())["curve"]
    agent = make(f"policy:{tmp_path}/")
    assert agent.history == 3
    assert play([agent, "random"], Rules(), 5).games == 10


def test_history_is_read_but_for_events_with_cards_that_the_deck_lacks():
    layout = observation_layout(2, 2)
    start, read = layout.slice("history").start, set(Inputs.of(layout, Rules()).columns)
    for event in range(2):
        first = start + event * (2 + ACTIONS.size)
        assert {first, first + 1} <= read, "who it was"
        assert first + 2 + KIND["R7"] in read and first + 2 + ACTIONS.parse("draw") in read
        assert first + 2 + KIND["WSH"] not in read
    assert layout.size == start + 2 * (2 + ACTIONS.size)


def test_fields_left_out_have_weights_of_zero_and_all_others_have_not(tmp_path):
    ppo.main(ppo.Args(out=tmp_path, decisions=600, without=("known", "voids"), **SMALL))
    layout = observation_layout(2)
    first = load_file(tmp_path / "policy.safetensors")["trunk.0.weight"]
    for field in layout.fields:
        weights = first[:, layout.slice(field.name)]
        if field.name in ("known", "voids", "rules"):
            assert not weights.any(), field.name
        elif field.size:
            assert weights.any(), field.name


def test_a_field_left_out_takes_its_columns_and_no_others():
    layout, rules = observation_layout(4), Rules(players=4)
    whole, part = Inputs.of(layout, rules), Inputs.of(layout, rules, ["discards"])
    gone = np.setdiff1d(whole.columns, part.columns)
    lost = layout.slice("discards")
    assert len(gone) and ((lost.start <= gone) & (gone < lost.stop)).all()
    assert not ((lost.start <= part.columns) & (part.columns < lost.stop)).any()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"without": ("knwon",)}, "unknown field 'knwon'; the fields are hand top color"),
        ({"history": 33}, "history=33: expected a whole number, 0 to 32"),
        ({"snapshots": -0.1}, "snapshots=-0.1: expected a share of the games"),
        (
            {"without": tuple(field.name for field in observation_layout(2).fields)},
            "nothing is left to read",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_before_anything_is_made(options, said, tmp_path, capsys):
    with pytest.raises(SystemExit) as refused:
        ppo.main(ppo.Args(out=tmp_path / "run", decisions=600, **options))
    assert refused.value.code == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
