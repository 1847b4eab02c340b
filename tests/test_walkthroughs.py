"""The pages that add a rule and an agent hold: what they show is done to a copy of the project."""

import re

import pytest

from tests.walkthrough import ROOT, copy_of_project, patch, run, snippets
from uno_agents import play

RULE, AGENT = "adding-a-rule.md", "adding-an-agent.md"
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
BY_COMMAND = {"tests/data/frozen.json", "docs/observation-and-actions.md"}
"""Files of the new rule that a command writes."""
REFEREED = """
from tests.setups import Setup, random_setup
from tests.witness import play_both

for seed in range(12):
    setup = random_setup(seed, with_batch=False)
    named = setup.named | {"zero_draw": True}
    found = play_both(Setup(setup.preset, named, seed), style=seed, most_decisions=80)
    assert not found.differences, str(found)
"""


@pytest.fixture(scope="module")
def project_with_the_rule(tmp_path_factory):
    folder = copy_of_project(tmp_path_factory.mktemp("rule"))
    touched = {}
    for diff in snippets(RULE, "diff"):
        touched |= patch(folder, diff)
    return folder, touched


def test_the_patches_of_the_rule_are_as_small_as_the_page_says(project_with_the_rule):
    _, touched = project_with_the_rule
    by_hand = {name: added for name, (added, _) in touched.items() if "test_zero" not in name}
    files, lines = re.search(r"(\d+) files, with (\d+) lines by hand", page(RULE)).groups()
    assert int(files) == len({*touched, *BY_COMMAND})
    assert int(lines) == sum(by_hand.values())


def test_the_sentences_about_the_new_rule_hold_once_it_is_patched_in(project_with_the_rule):
    folder, _ = project_with_the_rule
    options = ("is_a_field_and_no_other", "what_the_engine_reads")
    tests = ("tests/rules/test_zero_draw.py", "tests/test_rules_options.py")
    chosen = " or ".join(("zero", *options))
    assert "passed" in run(folder, *PYTEST, *tests, "-k", chosen, compiled=False)


def test_both_engines_agree_under_the_new_rule(project_with_the_rule):
    folder, _ = project_with_the_rule
    run(folder, "-c", REFEREED, compiled=False)


def test_the_new_rule_is_told_in_words(project_with_the_rule):
    folder, _ = project_with_the_rule
    told = run(
        folder,
        "-c",
        "from uno_env import Game\n"
        "game = Game.from_position('zero_draw', hands=['R0 R1 R2', 'B5'], discard='R5')\n"
        "print(game.explain())",
        compiled=False,
    )
    assert "R0: lay red 0; player_1 draws 2 and loses the turn" in told


@pytest.fixture
def two_ways():
    """The agent of the page as a `Strategy`, and over whole arrays."""
    first, usage, second = snippets(AGENT, "python")
    found = []
    for program in (first, second):
        names: dict = {}
        exec(compile(program, AGENT, "exec"), names)
        found.append(names["Highest"]())
    return *found, usage


def test_the_agent_of_the_page_plays_in_the_arena_and_beats_who_plays_anything(two_ways):
    slow, fast, _ = two_ways
    result = play([slow, "uniform"], "players=2", deals=50, seed=1)
    assert result["Highest"].win_rate.low > 0.7
    same = play([fast, "uniform"], "players=2", deals=50, seed=1)
    assert same["Highest"].win_rate == result["Highest"].win_rate


def test_the_page_runs_the_agent_from_python(two_ways, capsys):
    slow, _, usage = two_ways
    exec(compile(usage, AGENT, "exec"), {"Highest": type(slow)})
    assert re.match(r"Estimate\(mean=0\.\d+", capsys.readouterr().out)


def test_the_agent_gets_its_name_by_the_patch_of_the_page(tmp_path):
    folder = copy_of_project(tmp_path)
    (folder / "agents/uno_agents/highest.py").write_text(snippets(AGENT, "python")[2])
    (diff,) = snippets(AGENT, "diff")
    touched = patch(folder, diff)
    tests = ("tests/agents/test_highest.py", "tests/agents/test_registry.py")
    assert "passed" in run(folder, *PYTEST, *tests, "-k", "most or entry", compiled=True)
    lists = {name: added for name, (added, _) in touched.items() if not name.startswith("tests")}
    assert set(lists.values()) == {1} and f"{len(lists)} lines" in page(AGENT)


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text()
