"""The page `docs/using-with.md`: its snippets, and the tables that each of them is run at."""

import re
from pathlib import Path
from typing import Any

from uno_env import Rules

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "using-with.md"

PRESETS = ("party", "sheet-2001")
PLAYERS = (2, 4, 10)
TABLES = {
    f"{preset}-{players}": Rules.preset(preset, players=players, voluntary_draw=False)
    for preset in PRESETS
    for players in PLAYERS
}

_SECTION = re.compile(r"^## (?P<client>.+?)\n(?P<text>.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
_SNIPPET = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def clients(text: str) -> list[str]:
    """The libraries that have a section with a snippet, in the page's order."""
    return [match["client"] for match in _SECTION.finditer(text) if _SNIPPET.search(match["text"])]


def run(client: str, rules: Rules) -> dict[str, Any]:
    """Run a client's snippets as the page shows them, one after another; the names they leave."""
    (text,) = (m["text"] for m in _SECTION.finditer(PAGE.read_text()) if m["client"] == client)
    names: dict[str, Any] = {"__name__": "__main__", "rules": rules}
    for snippet in _SNIPPET.findall(text):
        exec(compile(snippet, f"{PAGE.name} ({client})", "exec"), names)
    return names
