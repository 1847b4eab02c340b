"""The code and patches on a page of the documentation, and a copy of the project to try them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOTHING = "/dev/null"


def snippets(page: str, language: str) -> list[str]:
    """The blocks of code in one language on a page of `docs/`, in order."""
    text = (ROOT / "docs" / page).read_text()
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def copy_of_project(folder: Path) -> Path:
    """The project without its notebooks and whatever else is not read here; the copy's folder."""
    ignored = shutil.ignore_patterns("__pycache__", "*.ipynb")
    for name in ("uno_env", "agents", "tests", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def patch(folder: Path, diff: str) -> dict[str, tuple[int, int]]:
    """Apply a patch: in each file, where the lines of a piece stand once, its new lines go.

    Returns:
        By file, how many lines came and went.
    """
    touched = {}
    for old_name, name, pieces in re.findall(
        r"^--- (\S+)\n\+\+\+ b/(\S+)\n(.*?)(?=^--- |\Z)", diff, re.DOTALL | re.MULTILINE
    ):
        file = folder / name
        text = "" if old_name == NOTHING else file.read_text()
        for piece in re.split(r"^@@\n", pieces, flags=re.MULTILINE)[1:]:
            lines = piece.splitlines(keepends=True)
            before = "".join(line[1:] for line in lines if line[0] != "+")
            after = "".join(line[1:] for line in lines if line[0] != "-")
            assert not before or text.count(before) == 1, f"{name} has not once:\n{before}"
            text = text.replace(before, after) if before else after
        file.write_text(text)
        signs = [line[0] for line in pieces.splitlines()]
        touched[name] = signs.count("+"), signs.count("-")
    return touched


def run(folder: Path, *arguments: str, compiled: bool) -> str:
    """What Python prints in a folder; everything it has to import is looked for there first.

    Args:
        folder: a copy of the project.
        arguments: of the interpreter.
        compiled: False for the engine's functions as plain Python, which compile nothing.
    """
    path = os.pathsep.join(str(folder / part) for part in ("", "agents"))
    extra = {} if compiled else {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", *arguments],
        cwd=folder,
        env=os.environ | extra | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
