"""Every example in a docstring runs as shown; those of the pages are in `tests/test_docs.py`."""

import doctest
import importlib
import inspect

import pytest

import uno_agents
import uno_agents.exact
import uno_env
import uno_env.record
from tests.test_layers import MODULES

PACKAGES = (uno_env, uno_env.record, uno_agents, uno_agents.exact)
WITH_EXAMPLES = [name for name, path in MODULES.items() if ">>>" in path.read_text()]


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
