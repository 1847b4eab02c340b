"""Every example with a prompt, in a docstring or on a page of the documentation, runs as shown."""

import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest

import uno_agents
import uno_agents.exact
import uno_env
import uno_env.record
from tests.test_layers import MODULES

ROOT = Path(__file__).parents[1]
PACKAGES = (uno_env, uno_env.record, uno_agents, uno_agents.exact)
WITH_EXAMPLES = [name for name, path in MODULES.items() if ">>>" in path.read_text()]
PAGES = [page for page in sorted(ROOT.glob("docs/*.md")) if ">>>" in page.read_text()]


def run(examples: doctest.DocTest) -> None:
    """Run examples; what differs from what is shown fails the test."""
    report: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(
        examples, out=report.append
    )
    assert not report, "".join(report)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_of_a_module_run_and_print_what_they_show(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = doctest.DocTestFinder().find(importlib.import_module(name), name)
    shown = [test for test in found if test.examples]
    assert shown, f"{name} shows a prompt outside the docstrings of its names"
    for test in shown:
        run(test)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run_and_print_what_they_show(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    snippets = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)
    for snippet in snippets:
        if ">>>" in snippet:
            run(doctest.DocTestParser().get_doctest(snippet, {}, page.name, str(page), 0))


@pytest.mark.parametrize(
    ("package", "name"),
    [(package, name) for package in PACKAGES for name in package.__all__],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_every_name_a_package_offers_says_what_it_is(package, name):
    offered = getattr(package, name)
    if inspect.isroutine(offered) or inspect.isclass(offered):
        said = offered.__doc__ or ""
        assert not said.startswith(f"{name}("), f"{name} has only the docstring of a dataclass"
    else:
        said = f"{package.__doc__}"
        assert name in said, f"say in the docstring of {package.__name__} what {name} is"
    assert said.strip()
