"""Pictures as pixels and in a window, by pygame-ce (the extra `render`).

Imported when something is to be painted, and not before.
"""

import os
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled

from uno_env.shapes import MIDDLE, Box, Disc, Polygon, Shape, Text

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
try:
    import pygame
    import pygame.freetype
except ImportError as error:
    raise DependencyNotInstalled(
        'pictures as pixels need pygame-ce: pip install "uno-env[render]" (or pygame-ce); '
        'render_mode="ansi" and Game.svg() need nothing'
    ) from error

FINER = 2
"""Pictures are painted this many times as large and then made smaller, for smooth edges."""

_fonts: dict[None, Any] = {}


def pixels(shapes: list[Shape], width: int, height: int) -> np.ndarray:
    """The picture, `[height, width, 3] uint8`; needs no display."""
    painted = np.swapaxes(pygame.surfarray.array3d(_surface(shapes, width, height)), 0, 1)
    return np.ascontiguousarray(painted)


def _surface(shapes: list[Shape], width: int, height: int) -> Any:
    large = pygame.Surface((width * FINER, height * FINER), depth=32)
    for shape in shapes:
        _paint(large, shape)
    return pygame.transform.smoothscale(large, (width, height))


def _paint(surface: Any, shape: Shape) -> None:
    """Paint one shape, larger by `FINER`."""
    match shape:
        case Box(x, y, width, height, radius, fill, edge, edge_width):
            grown = edge_width / 2 if edge is not None else 0.0
            if edge is not None:
                _box(surface, edge, (x, y, width, height), radius, grown)
            _box(surface, fill, (x, y, width, height), radius, -grown)
        case Disc(x, y, radius, fill, edge, edge_width):
            at, size = (x * FINER, y * FINER), radius * FINER
            if fill is not None:
                pygame.draw.circle(surface, fill, at, size)
            if edge is not None:
                half = edge_width * FINER / 2
                pygame.draw.circle(surface, edge, at, size + half, max(round(2 * half), 1))
        case Polygon(points, fill):
            corners = [(x * FINER, y * FINER) for x, y in points]
            pygame.draw.polygon(surface, fill, corners)
        case Text():
            _letters(surface, shape)


def _box(surface: Any, fill: str, box: tuple, radius: float, grown: float) -> None:
    x, y, width, height = box
    left, top = round((x - grown) * FINER), round((y - grown) * FINER)
    right, bottom = round((x + width + grown) * FINER), round((y + height + grown) * FINER)
    corner = round(max(radius + grown, 0) * FINER) if radius else 0
    pygame.draw.rect(surface, fill, (left, top, right - left, bottom - top), 0, corner)


def _letters(surface: Any, text: Text) -> None:
    if not text.text:
        return
    size = text.size * FINER
    ink = _font().get_rect(text.text, size=size)
    before = ink.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    left = text.x * FINER - before - (ink.x if text.anchor == "middle" else 0)
    baseline = round(text.y * FINER + MIDDLE * size)
    _font().render_to(surface, (round(left), baseline), text.text, text.fill, size=size)


def _font() -> Any:
    """The bold font that comes with pygame; `render_to` takes points on its baseline."""
    if None not in _fonts:
        pygame.freetype.init()
        font = pygame.freetype.Font(None, 12)
        font.origin = True
        _fonts[None] = font
    return _fonts[None]


class Window:
    """A window that shows one picture after another."""

    def __init__(self, width: int, height: int, title: str) -> None:
        try:
            pygame.display.init()
            self._screen = pygame.display.set_mode((width, height))
        except pygame.error as error:
            raise RuntimeError(
                f'no window can be opened here ({error}): render_mode="ansi" gives text, '
                '"rgb_array" pictures without a display'
            ) from error
        pygame.display.set_caption(title)
        self._clock = pygame.time.Clock()

    def show(self, shapes: list[Shape], frames_per_second: float) -> None:
        """Show a picture, no sooner after the last one than the frames allow."""
        self._screen.blit(_surface(shapes, *self._screen.get_size()), (0, 0))
        pygame.event.pump()
        pygame.display.flip()
        self._clock.tick(frames_per_second)

    def close(self) -> None:
        """Close the window; closing it again does nothing."""
        pygame.display.quit()
