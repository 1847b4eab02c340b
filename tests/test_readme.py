"""The README is true: its Python runs and prints what it shows, and its commands exist."""

import doctest
import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
SNIPPETS = [
    pytest.param(match[1], id=f"line-{README.count(chr(10), 0, match.start()) + 1}")
    for match in re.finditer(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
]


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_every_snippet_of_the_readme_runs_and_prints_what_it_shows(snippet, capsys):
    if ">>>" not in snippet:
        exec(compile(snippet, "README.md", "exec"), {"__name__": "readme"})
        return
    example = doctest.DocTestParser().get_doctest(snippet, {}, "README.md", None, 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, clear_globs=False)
    assert result.failed == 0, capsys.readouterr().out


@pytest.mark.parametrize("module", sorted(set(re.findall(r"python -m ([\w.]+)", README))))
def test_every_program_the_readme_calls_exists(module):
    assert importlib.util.find_spec(module), f"python -m {module} would find nothing"


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`make (\w+)", README))))
def test_every_make_target_the_readme_names_exists(target):
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
