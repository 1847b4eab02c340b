"""Ablations: what is run, that it is run once, and what the table says."""

import json
from pathlib import Path

import pytest

from uno_agents.results import Estimate
from uno_train import ablations
from uno_train.ablation_table import in_words, mean_over_trainings
from uno_train.ppo import Args as RunArgs

PAGE = Path(__file__).parents[2] / "docs" / "training.md"
TINY = {"tiny": {"plain": {"games": 8}, "all hands": {"games": 8, "critic": "all"}}}


@pytest.fixture
def tiny(tmp_path, monkeypatch) -> ablations.Args:
    """An ablation of two small variants, with a page for its table."""
    for variant in TINY["tiny"].values():
        variant |= {"window": 128, "minibatch": 64, "widths": (8,), "threads": 1}
    monkeypatch.setattr(ablations, "ABLATIONS", TINY)
    page = tmp_path / "page.md"
    page.write_text("Before.\n<!-- generated: ablation tiny -->\nold\n<!-- end -->\nAfter.\n")
    return ablations.Args(
        name="tiny", decisions=300, seeds=(1, 2), deals=4, out=tmp_path / "runs", page=page
    )


def test_every_ablation_has_its_place_in_the_page_and_begins_with_the_plain_recipe():
    page = PAGE.read_text()
    for name, variants in ablations.ABLATIONS.items():
        assert page.count(f"<!-- generated: ablation {name} -->\n") == 1
        assert next(iter(variants.values())) == {}
        runs = ablations.runs_of(ablations.Args(name=name, decisions=10))
        assert len({run.out for variant in runs.values() for run in variant}) == 3 * len(variants)
    assert page.count("<!-- generated: ablation") == len(ablations.ABLATIONS)


def test_every_variant_differs_from_the_plain_recipe_in_its_options_alone():
    for name, variants in ablations.ABLATIONS.items():
        runs = ablations.runs_of(ablations.Args(name=name, decisions=10, seeds=(7,)))
        for label, options in variants.items():
            plain = ablations.settings_of(RunArgs(Path(), decisions=10, seed=7))
            changed = ablations.settings_of(runs[label][0])
            assert {n for n in plain if plain[n] != changed[n]} == set(options), (name, label)


def test_the_table_goes_into_the_page_and_no_run_is_made_twice(tiny, monkeypatch):
    ablations.main(tiny)
    text = tiny.page.read_text()
    assert text.startswith("Before.\n") and text.endswith("<!-- end -->\nAfter.\n")
    assert "old" not in text
    assert "--decisions 300 --seeds 1 2 --deals 4" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 2 + 2 and rows[3].startswith("| all hands | `--games 8 --critic all")
    stored = sorted(path.parts[-3:] for path in tiny.out.rglob("results.json"))
    assert len(stored) == 4 and stored[0][1:] == ("seed-1", "results.json")
    assert len(list(tiny.out.rglob("policy.safetensors"))) == 4

    gone = next(tiny.out.rglob("seed-2/results.json"))
    before = json.loads(gone.read_text())
    gone.unlink()
    made = []
    run = ablations.train_and_measure
    monkeypatch.setattr(ablations, "train_and_measure", lambda r: made.append(r.seed) or run(r))
    ablations.main(tiny)
    assert made == [2]
    after = json.loads(gone.read_text())
    for result in (before, after):
        for opponent in ablations.OPPONENTS:
            assert result["results"][opponent]["deals"] == 4
    wins = [
        [r["results"][o]["standings"][0]["win_rate"] for o in ablations.OPPONENTS]
        for r in (before, after)
    ]
    assert wins[0] == wins[1], "the same seed gives the same training"


def test_a_result_of_other_settings_is_not_taken_for_this_runs(tiny):
    run = ablations.runs_of(tiny)["plain"][0]
    run.out.mkdir(parents=True)
    other = ablations.settings_of(run) | {"epochs": 9}
    (run.out / "results.json").write_text(json.dumps({"settings": other}))
    with pytest.raises(ValueError, match="other settings"):
        ablations.main(tiny)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"name": "entropi"}, "ablation 'entropi': expected one of tiny"),
        ({"players": (2, 3)}, "2 tables"),
        ({"seeds": ()}, "at least one"),
        ({"page": Path("/nowhere/page.md")}, "--page /nowhere/page.md"),
    ],
)
def test_what_cannot_be_run_is_refused_before_anything_is_trained(tiny, options, said):
    arguments = {**vars(tiny), **options}
    with pytest.raises(ValueError, match=said):
        ablations.main(ablations.Args(**arguments))
    assert not tiny.out.exists()


def test_a_page_without_a_place_for_the_table_is_refused_before_anything_is_trained(tiny):
    tiny.page.write_text("nothing here\n")
    with pytest.raises(ValueError, match="0 places for 'ablation tiny'"):
        ablations.main(tiny)
    assert not tiny.out.exists()


def test_the_interval_of_several_trainings_is_over_them_and_not_over_their_deals():
    wins = [Estimate(mean, mean - 0.001, mean + 0.001) for mean in (0.60, 0.62, 0.64)]
    mean = mean_over_trainings(wins)
    assert mean.mean == pytest.approx(0.62)
    assert mean.high - mean.mean == pytest.approx(4.303 * 0.02 / 3**0.5)
    assert in_words(wins) == "62.0 ± 5.0 (60.0 62.0 64.0)"
    assert in_words(wins[:1]) == "60.0 ± 0.1"
