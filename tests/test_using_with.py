"""The page of other people's libraries: each has its test, and its versions are those pinned."""

import importlib
import re

import pytest

from tests.clients.page import PAGE, ROOT, TABLES, clients, run
from tests.clients.results import Result, table
from tests.test_constraints import pins
from uno_env import Rules

TEXT = PAGE.read_text()
MODULES = {
    module.CLIENT: module
    for path in (ROOT / "tests" / "clients").glob("test_*.py")
    for module in [importlib.import_module(f"tests.clients.{path.stem}")]
}
ROWS = re.findall(r"^\| \[(.+?)\]\(#.+?\) \| (.+?) \|", TEXT, re.MULTILINE)


def plain(pinned: dict[str, str]) -> dict[str, str]:
    return {name.lower().replace("_", "-"): number for name, number in pinned.items()}


def test_every_library_of_the_page_is_tested_and_has_its_row():
    assert set(clients(TEXT)) == set(MODULES) == {client for client, _ in ROWS}
    assert all(module.pytestmark.name == "clients" for module in MODULES.values())


@pytest.mark.parametrize(("client", "versions"), ROWS, ids=lambda text: text.split(" ")[0])
def test_the_versions_in_the_table_are_those_that_make_clients_installs(client, versions):
    file = "constraints-ray.txt" if client == "RLlib" else "constraints-clients.txt"
    pinned = plain(pins(file))
    for item in versions.split(", "):
        name, number = item.split(" ")
        assert pinned[name] == number.split("+")[0]


def test_a_failure_stands_in_the_table_where_it_happened():
    failed = Result("A b", ("a",), {"party-2"}, ["test_it[party-2]"], {"a": "1"})
    assert table([failed]).splitlines()[-1] == "| [A b](#a-b) | a 1 | fails: test_it[party-2] |"
    partly = Result("A b", ("a",), {"party-2", "party-10"}, [], {"a": "1"})
    assert table([partly]).splitlines()[-1].endswith("| works at party-2, party-10 |")
    assert "not run" in table([Result("A b", ("a",))])


def test_the_tables_are_two_presets_for_two_four_and_ten():
    assert sorted(rules.players for rules in TABLES.values()) == [2, 2, 4, 4, 10, 10]
    assert len({str(rules.replace(players=2)) for rules in TABLES.values()}) == 2


def test_the_snippet_of_pickle_runs_here_too():
    names = run("pickle and deepcopy", Rules(players=3))
    assert names["stored"].unwrapped.game.to_bytes() == names["game"].unwrapped.game.to_bytes()
