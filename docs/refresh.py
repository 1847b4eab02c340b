"""Writes the tables of the pages and the picture `docs/table.svg` as the code has them.

`tests/test_docs.py`, `tests/records` and `tests/seeing` fail while they disagree with it.
"""

from pathlib import Path

from uno_env import ACTIONS, Game, Rules, observation_layout
from uno_env.pages import fill
from uno_env.record.lines import action_table
from uno_env.rules import options_table

PAGE = Path(__file__).with_name("rules.md")
RECORDS = Path(__file__).with_name("records.md")
PICTURE = Path(__file__).with_name("table.svg")
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


def example() -> Game:
    """The table of `docs/seeing.md`: a Wild Draw Four that may be challenged."""
    game = Game.from_position(
        Rules(players=3),
        hands=["W+4 R1 B2", "G1 R2 Y5", "B7 B8 Y1"],
        discard="R5",
        draw="Y2 Y3 G4 G6 B0 B1 R7 R8",
    )
    game.play("W+4")
    game.play("blue")
    return game


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text()))
    RECORDS.write_text(fill(RECORDS.read_text(), "characters", action_table()))
    PICTURE.write_text(example().svg())
