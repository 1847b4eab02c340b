"""How the environments show a table: as text, as pixels, in a window.

Each draws the same `Scene`, so a text or a picture tells no more than the seat that looks is told.
Nothing graphical is imported before a picture is asked for.
"""

import os
import sys
from typing import Any

import numpy as np
from gymnasium import logger

from uno_env.game import Game
from uno_env.picture import HEIGHT, WIDTH, draw_picture
from uno_env.scene import look
from uno_env.text import draw_text

RENDER_MODES = ("human", "ansi", "rgb_array")
FRAMES_PER_SECOND = 2


def check_render_mode(mode: str | None, modes: tuple[str, ...] = RENDER_MODES) -> str | None:
    """A render mode that an environment has, or None.

    Raises:
        ValueError: any other.
    """
    if mode is not None and mode not in modes:
        raise ValueError(f"render_mode={mode!r}: expected None or one of {modes}")
    return mode


class Renderer:
    """Shows one environment's games in its render mode.

    Args:
        mode: one of `RENDER_MODES`, or None.
        show_all: open all hands; otherwise only what the seat that looks knows is shown.

    Raises:
        ValueError: there is no such mode.
    """

    def __init__(
        self,
        mode: str | None,
        show_all: bool = False,
        modes: tuple[str, ...] = RENDER_MODES,
    ) -> None:
        self.mode = check_render_mode(mode, modes)
        self.show_all = show_all
        self._window: Any = None

    def render(self, game: Game, seat: int | None = None) -> str | np.ndarray | None:
        """The table as `seat` sees it: a text, pixels, or nothing but a picture in the window."""
        if self.mode is None:
            logger.warn('render() without a render_mode: make the env with render_mode="ansi"')
            return None
        if self.mode == "ansi":
            return render_text(game, seat, show_all=self.show_all)
        if self.mode == "rgb_array":
            return render_pixels(game, seat, self.show_all)
        self._show(game, seat)
        return None

    def _show(self, game: Game, seat: int | None) -> None:
        if self._window is None:
            from uno_env.window import Window

            self._window = Window(WIDTH, HEIGHT, "uno_env")
        self._window.show(draw_picture(look(game, seat, self.show_all)), FRAMES_PER_SECOND)

    def close(self) -> None:
        """Close the window, if one was opened."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def __getstate__(self) -> dict[str, Any]:
        """A copied or pickled environment opens a window of its own."""
        return self.__dict__ | {"_window": None}


def render_text(
    game: Game, seat: int | None = None, paint: bool | None = None, show_all: bool = False
) -> str:
    """The table as `seat` sees it, as text.

    Args:
        game: the game.
        seat: who looks; by default the seat on move.
        paint: colour the cards; by default where the output is a terminal and `NO_COLOR` is unset.
        show_all: open all hands.
    """
    if paint is None:
        paint = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return draw_text(look(game, seat, show_all), paint)


def render_pixels(game: Game, seat: int | None = None, show_all: bool = False) -> np.ndarray:
    """The table as `seat` sees it, as a new `[800, 1200, 3] uint8`.

    Raises:
        DependencyNotInstalled: there is no pygame-ce.
    """
    from uno_env.window import pixels

    return pixels(draw_picture(look(game, seat, show_all)), WIDTH, HEIGHT)
