"""The documents say what the code does."""

import doctest
import importlib.util
import re
from pathlib import Path

import pytest

from uno_env import PRESETS, Rules
from uno_env.rules import OPTIONS

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "rules.md").read_text()


def test_the_generated_tables_are_those_of_the_code():
    spec = importlib.util.spec_from_file_location("refresh", DOCS / "refresh.py")
    refresh = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(refresh)
    assert refresh.refreshed(PAGE) == PAGE, "run: python docs/refresh.py"


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_every_session_that_a_page_shows_gives_what_it_shows(page, capsys):
    sessions = re.findall(r"^```python\n(>>> .*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)
    example = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, page.name, None, 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert result.failed == 0, capsys.readouterr().out


def test_every_preset_is_listed_with_the_text_it_stands_for():
    rows = dict(re.findall(r"^\| `([a-z0-9-]+)` \| (.+?) \|$", PAGE, re.MULTILINE))
    for name, text in PRESETS.items():
        listed = "" if rows[name] == "(empty)" else rows[name].strip("`")
        assert Rules.parse(listed) == Rules.preset(name) and listed == text


def test_every_option_is_explained_beside_its_row_in_the_table():
    prose = re.sub(r"<!-- generated.*?<!-- end -->", "", PAGE, flags=re.DOTALL)
    for name in OPTIONS:
        assert re.search(rf"`[^`]*\b{name}\b", prose), f"docs/rules.md does not explain {name}"
