"""The README is true: its Python runs and prints what it shows, and its commands exist."""

import doctest
import importlib.util
import re
import tomllib
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


MAP = re.search(r"^## The map\n+```\n(.*?)^```", README, re.DOTALL | re.MULTILINE)[1]
FOLDERS = re.findall(r"^(\w[\w/]*)/ ", MAP, re.MULTILINE)


def mapped(folder):
    """What the map lists inside one of its folders, and where each is to be found."""
    (inside,) = re.findall(rf"^{folder}/ .*\n((?:  .*\n)*)", MAP, re.MULTILINE)
    names = [re.split(r" {3,}", line.strip())[0].split() for line in inside.splitlines()]
    return {name.rstrip("/") for line in names for name in line if re.fullmatch(r"\w+/?", name)}


@pytest.mark.parametrize("folder", FOLDERS)
def test_everything_on_the_map_is_there(folder):
    assert (ROOT / folder).is_dir()
    for name in mapped(folder):
        inside = ROOT / folder / name
        assert inside.is_dir() or inside.with_suffix(".py").is_file(), f"no {folder}/{name}"


def test_every_module_of_the_environment_is_on_the_map():
    modules = {path.stem for path in (ROOT / "uno_env").iterdir() if not path.name.startswith("__")}
    assert modules - {"py"} == mapped("uno_env")


def test_every_folder_of_the_project_is_on_the_map():
    packages = {path.parent for path in ROOT.glob("*/*/__init__.py")} | {ROOT / "uno_env"}
    inside = [str(path.relative_to(ROOT)) for path in packages if path.parts[-2] != "uno_env"]
    assert set(FOLDERS) >= {
        name for name in inside if name.partition("/")[0] in ("agents", "train")
    }
    assert {"docs", "notebooks", "tests", "benchmarks"} <= set(FOLDERS)


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md"))])
def test_every_link_to_a_file_or_a_heading_leads_somewhere(file):
    page = ROOT / file
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), f"{page.name} links to {target}, which is not there"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", there.read_text(), re.MULTILINE)
            anchors = [re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in headings]
            assert anchor in anchors, f"{page.name} links to {target}: no such heading"


def test_the_citation_names_the_version_and_licence_of_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {project['version']}\n" in citation
    assert f"\nlicense: {project['license']}\n" in citation
    for required in ("cff-version: 1.2.0", "message: ", "title: ", "authors:"):
        assert f"\n{required}" in f"\n{citation}"
