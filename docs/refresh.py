"""Writes the generated tables of `docs/rules.md`; `python docs/refresh.py` after a change.

`tests/test_docs.py` fails while the page and the code disagree.
"""

from pathlib import Path

from uno_env import ACTIONS, observation_layout
from uno_env.pages import fill
from uno_env.rules import options_table

PAGE = Path(__file__).with_name("rules.md")
TABLES = {
    "options": options_table,
    "actions": ACTIONS.table,
    "observation 2": observation_layout(2).table,
    "observation 4": observation_layout(4).table,
}


def refreshed(text: str) -> str:
    """The page with every generated table as the code has it now."""
    for name, table in TABLES.items():
        text = fill(text, name, table())
    return text


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text()))
