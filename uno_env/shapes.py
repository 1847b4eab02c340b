"""What a picture is made of: a few plain shapes, and pictures of them as SVG.

Coordinates are pixels from the top left corner; colours are `#rrggbb`. `svg` needs no library;
`uno_env.window` paints the same shapes as pixels.
"""

from dataclasses import dataclass
from xml.sax.saxutils import escape

LETTER_WIDTH = 0.68
"""The width of a bold letter at most, in parts of its size, for text that has to fit."""
MIDDLE = 0.36
"""How far the baseline of a text lies below the middle of its letters, in parts of its size."""


@dataclass(frozen=True)
class Box:
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    fill: str
    edge: str | None = None
    edge_width: float = 0


@dataclass(frozen=True)
class Disc:
    """A filled circle, or with `edge` a ring around it."""

    x: float
    y: float
    radius: float
    fill: str | None
    edge: str | None = None
    edge_width: float = 0


@dataclass(frozen=True)
class Polygon:
    """A filled polygon."""

    points: tuple[tuple[float, float], ...]
    fill: str


@dataclass(frozen=True)
class Text:
    """A line of bold text, its letters centred on `y`; `anchor` is start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: str = "middle"


Shape = Box | Disc | Polygon | Text


def fitted(text: str, size: float, width: float) -> float:
    """The size, at most `size`, in which a text is no wider than `width`."""
    return min(size, width / (LETTER_WIDTH * max(len(text), 1)))


def svg(shapes: list[Shape], width: int, height: int, shown_width: int | None = None) -> str:
    """A picture as an SVG document, `shown_width` wide on a page."""
    shown = shown_width or width
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{shown}" height="{shown * height // width}" '
        'font-family="Helvetica, Arial, sans-serif" font-weight="bold">'
    )
    return "\n".join([head, *map(_element, shapes), "</svg>"]) + "\n"


def _element(shape: Shape) -> str:
    """One shape as an SVG element."""
    match shape:
        case Box(x, y, width, height, radius, fill):
            place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
            return f'<rect {place} fill="{fill}"{_edge(shape)}/>'
        case Disc(x, y, radius, fill):
            place = f'cx="{x:g}" cy="{y:g}" r="{radius:g}"'
            return f'<circle {place} fill="{fill or "none"}"{_edge(shape)}/>'
        case Polygon(points, fill):
            corners = " ".join(f"{x:g},{y:g}" for x, y in points)
            return f'<polygon points="{corners}" fill="{fill}"/>'
        case Text(x, y, text, size, fill, anchor):
            place = f'x="{x:g}" y="{y + MIDDLE * size:g}" font-size="{size:g}"'
            return f'<text {place} text-anchor="{anchor}" fill="{fill}">{escape(text)}</text>'


def _edge(shape: Box | Disc) -> str:
    if shape.edge is None:
        return ""
    return f' stroke="{shape.edge}" stroke-width="{shape.edge_width:g}"'
