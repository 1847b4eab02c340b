"""A scene as a picture: who sits where, the piles in the middle, the viewer's hand below.

The picture is `WIDTH` by `HEIGHT` pixels at every table, as a video needs it. The other seats sit
around the table, clockwise from the viewer's left: up the left side, along the top, down the right.
"""

from math import ceil, cos, pi, sin

from uno_env.card_pictures import GOLD, PAINT, WHITE, card_back, card_face, card_label
from uno_env.scene import Place, Scene
from uno_env.shapes import Box, Disc, Polygon, Shape, Text, fitted

WIDTH, HEIGHT = 1200, 800

CLOTH, PANEL, PANEL_OUT, FAINT = "#1f4d3a", "#2c6b50", "#33443d", "#b9d3c6"
GAP = 12
PANEL_WIDTH, PANEL_HEIGHT = 226, 146
HAND_TOP = 492
MIDDLE_X, MIDDLE_Y = WIDTH / 2, 318
SMALL, LARGE, LARGEST, PILE = 42, 78, 100, 96
"""Widths of a card in a panel, in a large and a usual hand of the viewer, and in the piles."""
ARC, ARC_TILT = 205, 0.62
"""The radius of the arcs that show the direction, and how flat they are."""
TALL = 1.45
"""The height of a card, in parts of its width."""
KNOWN_IN_A_ROW, LARGE_IN_A_ROW = 6, 20
"""How many known cards of another seat, and of the viewer's, stay readable in one row."""


def draw_picture(scene: Scene) -> list[Shape]:
    """The shapes of a scene, back to front."""
    *others, viewer = scene.around()
    shapes: list[Shape] = [Box(0, 0, WIDTH, HEIGHT, 0, CLOTH)]
    for place, (x, y) in zip(others, _panel_corners(len(others)), strict=True):
        shapes += _panel(place, x, y, scene)
    return shapes + _middle(scene) + _viewer(viewer, scene)


def _panel_corners(others: int) -> list[tuple[float, float]]:
    """The top left corners of the other seats' panels, clockwise from the viewer's left."""
    at_a_side = 0 if others < 3 else 1 if others < 8 else 2
    top = others - 2 * at_a_side
    right = WIDTH - GAP - PANEL_WIDTH
    sides = [GAP + (PANEL_HEIGHT + GAP) * (row + 1) for row in range(at_a_side)]
    free = (WIDTH - top * PANEL_WIDTH) / (top + 1)
    along_the_top = [(free + (PANEL_WIDTH + free) * column, GAP) for column in range(top)]
    left_side = [(GAP, y) for y in reversed(sides)]
    return [*left_side, *along_the_top, *((right, y) for y in sides)]


def _panel(place: Place, x: float, y: float, scene: Scene) -> list[Shape]:
    """Another seat: its name, how many cards it holds, those the viewer knows and the backs."""
    edge = GOLD if place.asked else None
    fill = PANEL if place.playing else PANEL_OUT
    inner = PANEL_WIDTH - 2 * GAP
    marks = ", ".join(place.marks)
    shapes: list[Shape] = [
        Box(x, y, PANEL_WIDTH, PANEL_HEIGHT, 12, fill, edge, 4),
        Text(x + GAP, y + 19, place.name, 18, GOLD if place.asked else WHITE, "start"),
        Text(x + PANEL_WIDTH - GAP, y + 19, _cards(place.size), 16, WHITE, "end"),
        Text(x + GAP, y + 39, marks, fitted(marks, 13, inner), FAINT, "start"),
    ]
    cards: list[str | None] = [*place.cards, *[None] * place.hidden]
    if place.cards and len(cards) > KNOWN_IN_A_ROW:
        return shapes + _labels_of(place, x + GAP, y + 52)
    step = _step(len(cards), SMALL, inner, SMALL + 4)
    for column, card in enumerate(cards):
        shapes += _card(card, x + GAP + step * column, y + 62, SMALL)
    return shapes


def _labels_of(place: Place, x: float, y: float) -> list[Shape]:
    """The cards of a large hand as labels, as many in a row as leave them all readable."""
    labels = [*place.cards, *[f"+{place.hidden}"] * (place.hidden > 0)]
    room_x, room_y = PANEL_WIDTH - 2 * GAP, PANEL_HEIGHT - 52 - GAP / 2
    in_a_row = 6
    while ceil(len(labels) / in_a_row) * 0.62 * room_x / in_a_row > room_y:
        in_a_row += 1
    width = room_x / in_a_row
    shapes: list[Shape] = []
    for number, label in enumerate(labels):
        row, column = divmod(number, in_a_row)
        at = x + width * column, y + 0.62 * width * row
        shapes += card_label(label, *at, width - 2, 0.62 * width - 2)
    return shapes


def _viewer(place: Place, scene: Scene) -> list[Shape]:
    """The viewer's seat along the bottom: its cards, the playable ones raised."""
    top = HAND_TOP
    fill = PANEL if place.playing else PANEL_OUT
    shapes: list[Shape] = [Box(0, top, WIDTH, HEIGHT - top, 0, fill)]
    if place.asked:
        shapes.append(Box(0, top, WIDTH, 4, 0, GOLD))
    whose = () if scene.show_all else ("you see what this seat knows",)
    words = ", ".join([_cards(place.size), *place.marks, *whose])
    shapes += [
        Text(2 * GAP, top + 27, place.name, 22, GOLD if place.asked else WHITE, "start"),
        Text(2 * GAP + 120, top + 28, words, fitted(words, 16, 560), FAINT, "start"),
    ]
    if other := [label for label in scene.legal if label not in place.cards]:
        choices = ("or: " if len(other) < len(scene.legal) else "") + ", ".join(other)
        size = fitted(choices, 18, 440)
        shapes.append(Text(WIDTH - 2 * GAP, top + 28, choices, size, GOLD, "end"))
    return shapes + _hand(place, scene)


def _hand(place: Place, scene: Scene) -> list[Shape]:
    """The viewer's cards in the middle of the lower part, in up to three rows."""
    rows = _rows(list(place.cards), LARGE_IN_A_ROW, 3)
    if not rows:
        return []
    width = LARGEST if len(place.cards) <= 10 else LARGE
    room = HEIGHT - HAND_TOP - 70 - width * TALL
    step_down = min(width * TALL + 16, room / max(len(rows) - 1, 1))
    top = HAND_TOP + 62 + (room - step_down * (len(rows) - 1)) / 2
    step = _step(len(rows[0]), width, WIDTH - 4 * GAP, width + 8)
    left = (WIDTH - width - step * (len(rows[0]) - 1)) / 2
    shapes: list[Shape] = []
    for number, row in enumerate(rows):
        for column, card in enumerate(row):
            playable = place.asked and card in scene.legal
            y = top + step_down * number - (10 if playable else 0)
            shapes += _card(card, left + step * column, y, width, playable)
    return shapes


def _middle(scene: Scene) -> list[Shape]:
    """The piles, the colour and direction in force, what is asked, and what happened last."""
    tall = PILE * TALL
    left, right, top = MIDDLE_X - PILE - 22, MIDDLE_X + 22, MIDDLE_Y - tall / 2 - 16
    color = PAINT[scene.color] if scene.color else FAINT
    shapes = _direction(scene.clockwise, color)
    if scene.draw_size:
        shapes += card_back(left + 5, top + 5, PILE) + card_back(left, top, PILE)
    else:
        shapes.append(Box(left, top, PILE, tall, 10, CLOTH, FAINT, 2))
    shapes.append(Box(right - 9, top - 9, PILE + 18, tall + 18, 16, color))
    shapes += card_face(scene.top, right, top, PILE)
    named = f"color {scene.color}" if scene.color else "color not named yet"
    if scene.color_before:
        named += f", before it {scene.color_before}"
    below = top + tall + 26
    shapes += [
        Text(left + PILE / 2, below, f"{scene.draw_size} to draw", 15, FAINT),
        Text(right + PILE / 2, below, f"{scene.discard_size} laid", 15, FAINT),
        Text(MIDDLE_X, below + 22, named, 15, WHITE),
        Text(MIDDLE_X, HAND_TOP - 19, scene.question, 20, WHITE),
        Text(MIDDLE_X, PANEL_HEIGHT + 2 * GAP + 12, scene.last, 17, FAINT),
    ]
    if scene.pending:
        penalty = f"+{scene.pending}"
        shapes += [
            Disc(right + PILE + 14, top - 8, 30, "#c0392b", WHITE, 3),
            Text(right + PILE + 14, top - 8, penalty, fitted(penalty, 24, 46), WHITE),
        ]
    return shapes


def _direction(clockwise: bool, color: str) -> list[Shape]:
    """An arc with an arrow on each side of the piles, in the colour in force."""
    turn = 1 if clockwise else -1
    shapes: list[Shape] = []
    for side in (0.0, pi):
        angles = [side + turn * (step - 10) / 10 * 0.6 for step in range(21)]
        outer, inner = (
            [_on_arc(angle, radius) for angle in angles] for radius in (ARC + 5, ARC - 5)
        )
        shapes.append(Polygon((*outer, *reversed(inner)), color))
        tip = _on_arc(angles[-1] + turn * 0.16, ARC)
        wings = (_on_arc(angles[-1], ARC + 18), _on_arc(angles[-1], ARC - 18))
        shapes.append(Polygon((tip, *wings), color))
    return shapes


def _on_arc(angle: float, radius: float) -> tuple[float, float]:
    """A point of the arcs around the piles."""
    return MIDDLE_X + radius * cos(angle), MIDDLE_Y - 16 + ARC_TILT * radius * sin(angle)


def _card(card: str | None, x: float, y: float, width: float, raised: bool = False) -> list[Shape]:
    return card_back(x, y, width) if card is None else card_face(card, x, y, width, raised)


def _cards(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def _rows(cards: list, in_a_row: int, most: int) -> list[list]:
    """The cards in rows of equal length, as few as `in_a_row` asks for and `most` allows."""
    if not cards:
        return []
    rows = min(ceil(len(cards) / in_a_row), most)
    length = ceil(len(cards) / rows)
    return [cards[start : start + length] for start in range(0, len(cards), length)]


def _step(count: int, width: float, room: float, widest: float) -> float:
    """From one card of a row to the next, so that all of them fit."""
    return widest if count < 2 else min(widest, (room - width) / (count - 1))
