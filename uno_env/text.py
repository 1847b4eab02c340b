"""A scene as text: a line for the table, one for each seat, one for the choices."""

import textwrap
from collections.abc import Iterable

from uno_env.cards import COLOR, COLOR_NAMES, KIND, NO_COLOR
from uno_env.scene import Place, Scene

ON_RED, ON_YELLOW, ON_GREEN, ON_BLUE = "1;97;41", "30;103", "30;102", "1;97;44"
TERMINAL_COLORS = (ON_RED, ON_YELLOW, ON_GREEN, ON_BLUE)
"""The terminal's codes of a card or a colour's name: bright or black letters on its colour."""
TERMINAL_WILD = "1;97;40"

LINE = 66
"""Letters of cards in a line; longer hands go on in the next."""


def draw_text(scene: Scene, paint: bool = False) -> str:
    """The scene as lines of text.

    Args:
        scene: what is shown.
        paint: colour the cards with the terminal's codes.
    """
    width = max(len(_head(place, scene)) for place in scene.places)
    lines = [_table_line(scene, paint)]
    if scene.last:
        lines.append(f"last    {scene.last}")
    lines += [line for place in scene.places for line in _seat_lines(place, scene, width, paint)]
    lines.append(f"now     {scene.question}")
    if scene.legal:
        lines += _wrapped("legal   ", scene.legal, paint)
    return "\n".join(lines)


def _table_line(scene: Scene, paint: bool) -> str:
    """The top card, the colour and the direction in force, the piles, the penalty."""
    color = "not named yet" if scene.color is None else _paint(scene.color, paint)
    parts = [f"top {_paint(scene.top, paint)}", f"color {color}"]
    if scene.color_before is not None:
        parts.append(f"before it {_paint(scene.color_before, paint)}")
    parts.append("clockwise" if scene.clockwise else "counter-clockwise")
    parts.append(f"{scene.draw_size} to draw from, {scene.discard_size} laid")
    if scene.pending:
        parts.append(f"penalty {scene.pending}")
    return "table   " + ", ".join(parts)


def _head(place: Place, scene: Scene) -> str:
    """A seat's name, what is special about it, and how many cards it holds."""
    marks = ("you",) * (place.seat == scene.viewer and not scene.show_all) + place.marks
    note = f" ({', '.join(marks)})" if marks else ""
    return f"{'>' if place.asked else ' '} {place.name}{note} [{place.size}]"


def _seat_lines(place: Place, scene: Scene, width: int, paint: bool) -> list[str]:
    """One seat: its head, the cards the viewer knows, and how many it does not."""
    notes = []
    if place.cards and place.hidden:
        notes.append(f"and {place.hidden} hidden")
    if place.drawn is not None:
        notes.append(f"just drawn {_paint(place.drawn, paint)}")
    lines = _wrapped(f"{_head(place, scene):<{width}} ", place.cards, paint)
    lines[-1] = f"{lines[-1]}{' ' if place.cards else ''}{', '.join(notes)}".rstrip()
    return lines


def _wrapped(head: str, labels: Iterable[str], paint: bool) -> list[str]:
    """Labels behind a head, in as many lines as they need."""
    rows = textwrap.wrap(" ".join(labels), LINE, break_on_hyphens=False) or [""]
    painted = [" ".join(_paint(label, paint) for label in row.split()) for row in rows]
    heads = [head] + [" " * len(head)] * (len(rows) - 1)
    return [before + row for before, row in zip(heads, painted, strict=True)]


def _paint(label: str, paint: bool) -> str:
    """A card or a colour's name, in its colour; other actions stay as they are."""
    if not paint or (label not in KIND and label not in COLOR_NAMES):
        return label
    color = COLOR[KIND[label]] if label in KIND else COLOR_NAMES.index(label)
    code = TERMINAL_WILD if color == NO_COLOR else TERMINAL_COLORS[color]
    return f"\x1b[{code}m {label} \x1b[0m"
