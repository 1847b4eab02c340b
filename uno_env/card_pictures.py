"""One card as shapes: its label in the corner, its number or symbol in the middle.

The label is the action's, so that a picture can be read beside masks and logs, also by people who
do not tell red from green.
"""

from uno_env.cards import COLOR, COLOR_NAMES, KIND, NO_COLOR
from uno_env.shapes import Box, Disc, Polygon, Shape, Text, fitted

WHITE, INK, GOLD, BRIGHT = "#ffffff", "#22262b", "#ffd34d", "#7df3ff"
PAINT = {"red": "#c8322b", "yellow": "#e3a900", "green": "#2f8f3f", "blue": "#2565b8"}
"""The colours of the cards, by name."""

_BACK, _BACK_INNER, _EDGE = "#39424e", "#5b6877", "#f4f1ea"
_TALL = 1.45


def card_back(x: float, y: float, width: float) -> list[Shape]:
    """A card face down."""
    height, rim = width * _TALL, width * 0.07
    inner = width * 0.2
    return [
        Box(x, y, width, height, width * 0.12, _EDGE, INK, 1),
        Box(x + rim, y + rim, width - 2 * rim, height - 2 * rim, width * 0.09, _BACK),
        Box(
            x + inner,
            y + inner,
            width - 2 * inner,
            height - 2 * inner,
            width * 0.06,
            _BACK_INNER,
        ),
    ]


def card_face(label: str, x: float, y: float, width: float, playable: bool = False) -> list[Shape]:
    """A card face up; those that may be played have a bright rim."""
    height, rim = width * _TALL, width * 0.06
    color = COLOR[KIND[label]]
    wild = color == NO_COLOR
    fill = INK if wild else PAINT[COLOR_NAMES[color]]
    edge = BRIGHT if playable else INK
    shapes: list[Shape] = [
        Box(x, y, width, height, width * 0.12, BRIGHT if playable else _EDGE, edge, 1),
        Box(x + rim, y + rim, width - 2 * rim, height - 2 * rim, width * 0.08, fill),
    ]
    middle = x + width / 2, y + height * 0.58
    shapes += _wheel(*middle, width * 0.36) if wild else [Disc(*middle, width * 0.36, _EDGE)]
    shapes += _symbol(label, *middle, width, fill)
    corner = fitted(label, width * 0.28, width * 0.8)
    return [*shapes, Text(x + rim * 1.9, y + height * 0.16, label, corner, WHITE, "start")]


def card_label(label: str, x: float, y: float, width: float, height: float) -> list[Shape]:
    """A card as its label alone, on its colour; anything else is on the colour of backs."""
    color = COLOR[KIND[label]] if label in KIND else None
    fill = _BACK if color is None else INK if color == NO_COLOR else PAINT[COLOR_NAMES[color]]
    size = fitted(label, height * 0.75, width * 0.92)
    middle = x + width / 2, y + height / 2
    return [Box(x, y, width, height, 3, fill), Text(*middle, label, size, WHITE)]


def _symbol(label: str, x: float, y: float, width: float, fill: str) -> list[Shape]:
    """What a card does, or its number, around a point."""
    wild = label.startswith("W")
    rank = label.removeprefix("W") if wild else label[1:]
    if not wild and rank == "S":
        return _skip(x, y, width * 0.23, fill)
    if not wild and rank == "R":
        return _reverse(x, y, width * 0.3, fill)
    if not rank:
        return []
    size = fitted(rank, width * 0.5, width * 0.52)
    if not wild:
        return [Text(x, y, rank, size, fill)]
    return [Disc(x, y, width * 0.27, INK), Text(x, y, rank, size * 0.85, WHITE)]


def _wheel(x: float, y: float, radius: float) -> list[Shape]:
    """The four colours of a wild: a square on its tip, cut in four."""
    r = radius * 1.15
    tips = ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
    return [
        Polygon(((x, y), tips[place], tips[(place + 1) % 4]), paint)
        for place, paint in enumerate(PAINT.values())
    ]


def _skip(x: float, y: float, radius: float, fill: str) -> list[Shape]:
    """A ring with a bar across."""
    r, half = radius * 0.75, radius * 0.16
    bar = (
        (x - r - half, y + r - half),
        (x - r + half, y + r + half),
        (x + r + half, y - r + half),
        (x + r - half, y - r - half),
    )
    return [Disc(x, y, radius, None, fill, radius * 0.3), Polygon(bar, fill)]


def _reverse(x: float, y: float, size: float, fill: str) -> list[Shape]:
    """Two arrows, one up and one down."""
    shapes: list[Shape] = []
    for side, way in ((-1, -1), (1, 1)):
        middle, half, shaft = x + side * size * 0.38, size * 0.36, size * 0.14
        tip, neck, end = y + way * size * 0.85, y + way * size * 0.2, y - way * size * 0.8
        shapes.append(
            Polygon(
                (
                    (middle, tip),
                    (middle + half, neck),
                    (middle + shaft, neck),
                    (middle + shaft, end),
                    (middle - shaft, end),
                    (middle - shaft, neck),
                    (middle - half, neck),
                ),
                fill,
            )
        )
    return shapes
