"""Agents by name: shipped, registered by another package, or a user's own class."""

import tomllib
from pathlib import Path

import pytest

from tests.agents.asking import ask
from tests.agents.careful import Careful
from uno_agents import make, names
from uno_agents.baselines import Random
from uno_agents.registry import GROUP, SHIPPED
from uno_env import Game

ROOT = Path(__file__).parents[2]


class Blank:
    """No agent: it cannot act."""


class NeedsArguments:
    def __init__(self, weights):
        self.weights = weights

    def act(self, observation, mask, rng):
        return mask.argmax(axis=1)


ready_made = Careful()


def test_the_shipped_agents_are_also_entry_points_for_others_to_find():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"][GROUP] == SHIPPED


def test_an_agent_is_made_by_its_name():
    assert isinstance(make("random"), Random)


def test_an_agent_is_handed_back_as_it_is():
    assert make(ready_made) is ready_made


def test_a_users_agent_is_made_from_module_and_class():
    agent = make("tests.agents.careful:Careful")
    game = Game.from_position(hands=["R1 RS W G3 G4 G6", "B1"], discard="R5")
    assert ask(agent, game) == ["R1"]
    game.play("W")
    assert ask(agent, game) == ["green"]


def test_a_module_may_also_hold_an_agent_that_is_ready_made():
    assert make(f"{__name__}:ready_made") is ready_made


@pytest.fixture
def foreign_package(tmp_path, monkeypatch):
    """Somebody else's installed package with two agents, one of which wants a suffix."""
    (tmp_path / "foreign_agents.py").write_text(
        "class Echo:\n"
        "    def __init__(self, suffix):\n"
        "        self.suffix = suffix\n"
        "    def act(self, observation, mask, rng):\n"
        "        return mask.argmax(axis=1)\n"
        "class Deep(Echo):\n"
        "    pass\n"
        "class Plain(Echo):\n"
        "    def __init__(self):\n"
        "        self.suffix = None\n"
    )
    info = tmp_path / "foreign_agents-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign-agents\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[{GROUP}]\n"
        "echo = foreign_agents:Echo\n"
        "echo-deep = foreign_agents:Deep\n"
        "plain = foreign_agents:Plain\n"
        "random = foreign_agents:Plain\n"
        "lost = a_package_nobody_has:Plain\n"
    )
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("foreign_package")
class TestAForeignPackage:
    def test_adds_agents_by_its_entry_points(self):
        assert type(make("plain")).__name__ == "Plain"
        assert {"plain", "echo", "random"} <= set(names())

    def test_gets_what_follows_the_dash_as_a_suffix(self):
        assert make("echo-50ms").suffix == "50ms"

    def test_gets_the_suffix_of_its_longest_name_that_fits(self):
        agent = make("echo-deep-200:runs/mine/")
        assert (type(agent).__name__, agent.suffix) == ("Deep", "200:runs/mine/")

    def test_may_want_a_suffix(self):
        with pytest.raises(ValueError, match=r"agent 'echo' needs a suffix"):
            make("echo")

    def test_cannot_replace_a_shipped_agent(self):
        assert isinstance(make("random"), Random)

    def test_whose_module_is_gone_is_named_with_the_way_out(self):
        with pytest.raises(
            ValueError, match=r"agent 'lost' is .* no module 'a_package_nobody_has'"
        ):
            make("lost")

    def test_takes_no_suffix_that_it_has_no_use_for(self):
        with pytest.raises(ValueError, match=r"unknown agent 'plain-3'; did you mean plain\?"):
            make("plain-3")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("heuristics", r"unknown agent 'heuristics'; did you mean heuristic\? expected one of .*"),
        ("", r"unknown agent ''; expected one of clairvoyant, .*policy:PATH, or module:Class"),
        ("no_such_module:Agent", r"there is no module 'no_such_module'; it must be importable"),
        ("tests.agents.nowhere:Agent", r"there is no module 'tests.agents.nowhere'"),
        ("tests.agents.careful:Carful", r"has no 'Carful'; did you mean Careful\?"),
        ("tests.agents.careful:", r"expected module:Class"),
        (f"{__name__}:Blank", r"is no agent: Blank has no method act\(observation, mask, rng\)"),
        (f"{__name__}:NeedsArguments", r"makes one without arguments"),
        ("policy", r"agent 'policy' needs a suffix"),
        ("policy:no_such_policy", r"there is no file .*no_such_policy.safetensors"),
        (Blank(), r"is no agent: Blank has no method act"),
        (Careful, r"is no agent"),
        (None, r"None is no agent"),
    ],
)
def test_what_is_no_agent_is_refused_with_the_way_out(name, message):
    with pytest.raises(ValueError, match=message):
        make(name)


def test_an_error_inside_a_users_module_is_not_hidden(tmp_path, monkeypatch):
    (tmp_path / "needs_more.py").write_text("import a_package_nobody_has\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="a_package_nobody_has"):
        make("needs_more:Agent")
