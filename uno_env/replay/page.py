"""The replay page: one file of HTML with everything in it, for a browser or a notebook."""

import html
import json
import os
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

from uno_env.actions import ACTIONS
from uno_env.cards import COLOR, COLOR_NAMES, LABELS
from uno_env.record import GameReader, SavedGame
from uno_env.replay.advice import Adviser
from uno_env.replay.moments import game_data

IN_A_NOTEBOOK = "width:100%;height:820px;border:0"
MOST = 20
"""Games on one page unless more are asked for."""


class ReplayPage:
    """A page; `write` puts it into a file, and a notebook shows it as it is.

    Attributes:
        text: the HTML.
        games: how many games are on it.
    """

    def __init__(self, text: str, games: int) -> None:
        self.text = text
        self.games = games

    def write(self, path: str | os.PathLike) -> None:
        """Write the page."""
        Path(path).write_text(self.text, encoding="utf-8")

    def _repr_html_(self) -> str:
        escaped = html.escape(self.text, quote=True)
        return f'<iframe style="{IN_A_NOTEBOOK}" srcdoc="{escaped}"></iframe>'


def replay_page(
    games: SavedGame | Iterable[SavedGame] | str | os.PathLike,
    *,
    agent: Any = None,
    seat: int | None = None,
    most: int = MOST,
) -> ReplayPage:
    """A page on which recorded games can be gone through.

    Args:
        games: a recorded game, several, or a file of them.
        agent: a name or an agent whose chances and values are shown, where it has them.
        seat: put on the page only what this seat knows; by default everything, with a switch
            between the seats' views and the truth.
        most: games on the page at most, the first ones.

    Raises:
        ValueError: no game, one that does not go as recorded, no such seat or agent.
    """
    adviser = None if agent is None else Adviser(agent)
    if isinstance(games, SavedGame):
        games = [games]
    elif isinstance(games, str | os.PathLike):
        games = GameReader(games)
    data: list[dict] = []
    for saved in games:
        if len(data) == most:
            break
        try:
            data.append(game_data(saved, adviser, seat))
        except ValueError as error:
            raise ValueError(f"line {saved.line}: {error}" if saved.line else str(error)) from None
    if not data:
        raise ValueError("no recorded game to show")
    return ReplayPage(_fill(data), len(data))


def _fill(games: list[dict]) -> str:
    names = {
        "cards": LABELS,
        "cardColors": COLOR.tolist(),
        "actions": ACTIONS.labels,
        "colors": COLOR_NAMES,
    }
    content = json.dumps(names | {"games": games}, separators=(",", ":")).replace("<", "\\u003c")
    folder = resources.files(__package__)
    page = (folder / "page.html").read_text(encoding="utf-8")
    for mark, file in (
        ("/*style*/", "page.css"),
        ("/*cards*/", "cards.js"),
        ("/*page*/", "page.js"),
    ):
        page = page.replace(mark, (folder / file).read_text(encoding="utf-8"))
    return page.replace("/*data*/", content)
