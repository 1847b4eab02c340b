"""A game as text, the way one player at the table sees it.

Everything shown is read from that seat's own observation and mask, so a text can tell no more than
an agent is told.
"""

import os
import sys

import numpy as np
from gymnasium import logger

from uno_env.actions import ACTIONS
from uno_env.cards import COLOR, COLOR_NAMES, KIND, LABELS, NO_COLOR
from uno_env.game import Game
from uno_env.notation import hand_labels
from uno_env.state import PHASES

RENDER_MODES = ("human", "ansi")

ARROWS = ("counter-clockwise", "clockwise")
TERMINAL_COLORS = (31, 33, 32, 34)
"""The terminal's codes for red, yellow, green and blue."""


def check_render_mode(mode: str | None, modes: tuple[str, ...] = RENDER_MODES) -> str | None:
    """A render mode that an environment has, or None.

    Raises:
        ValueError: any other.
    """
    if mode is not None and mode not in modes:
        raise ValueError(f"render_mode={mode!r}: expected None or one of {modes}")
    return mode


def render_as(mode: str | None, game: Game, seat: int | None = None) -> str | None:
    """The table as `seat` sees it: returned (`ansi`) or printed (`human`)."""
    if mode is None:
        logger.warn('render() without a render_mode: make the env with render_mode="ansi"')
        return None
    text = render_text(game, seat)
    if mode == "ansi":
        return text
    print(text)
    return None


def render_text(game: Game, seat: int | None = None, paint: bool | None = None) -> str:
    """The table as `seat` sees it: one line for the table, one for each seat, one for the choices.

    Args:
        game: the game.
        seat: who looks; by default the seat on move.
        paint: colour the cards; by default where the output is a terminal and `NO_COLOR` is unset.
    """
    viewer = game.turn if seat is None else seat
    if paint is None:
        paint = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    seen = game.layout.decode(game.observation(viewer))
    players = game.rules.players
    lines = [_table_line(seen, viewer, players, paint)]
    lines += [_seat_line(seen, viewer, seat, players, paint) for seat in range(players)]
    if legal := np.flatnonzero(game.mask(viewer)).tolist():
        lines.append("legal   " + _painted([ACTIONS.label(action) for action in legal], paint))
    return "\n".join(lines)


def _table_line(seen: dict[str, np.ndarray], viewer: int, players: int, paint: bool) -> str:
    """The question, the pile, the colour and the direction."""
    parts = [PHASES[seen["phase"].argmax()]]
    if seen["to_act"].any():
        parts[0] += f" player_{(viewer + seen['to_act'].argmax()) % players}"
    parts.append("top " + _painted([LABELS[seen["top"].argmax()]], paint))
    color = COLOR_NAMES[seen["color"].argmax()] if seen["color"].any() else "not named yet"
    parts.append(f"color {color}")
    if seen["color_before"].any():
        parts.append(f"before it {COLOR_NAMES[seen['color_before'].argmax()]}")
    parts.append(ARROWS[seen["direction"].item()])
    parts.append(f"{seen['draw_size'].item()} to draw from")
    if seen["pending"].any():
        parts.append(f"{seen['pending'].item()} to draw now")
    return ", ".join(parts)


def _seat_line(
    seen: dict[str, np.ndarray], viewer: int, seat: int, players: int, paint: bool
) -> str:
    """One seat: how many cards it holds, which of them the viewer knows, what is special."""
    place = (seat - viewer) % players
    marks = [mark for mark in ("dealer", "exposed") if seen[mark][place]]
    if not seen["playing"][place]:
        marks.append("out")
    if seen["scores"].any():
        marks.append(f"{seen['scores'][place]} points")
    arrow = ">" if seen["to_act"][place] else " "
    note = f" ({', '.join(marks)})" if marks else ""
    cards = hand_labels(seen["known"][place - 1] if place else seen["hand"])
    shown = ("" if place == 0 else "holds ") + _painted(cards, paint) if cards else ""
    if place == 0 and seen["drawn"].any():
        shown += ", just drawn " + _painted([LABELS[seen["drawn"].argmax()]], paint)
    return f"{arrow} player_{seat}{note} [{seen['hand_sizes'][place]}] {shown}".rstrip()


def _painted(labels: list[str], paint: bool) -> str:
    return " ".join(_paint(label) if paint else label for label in labels)


def _paint(label: str) -> str:
    """A card or a colour's name in its colour."""
    color = COLOR[KIND[label]] if label in KIND else NO_COLOR
    if label in COLOR_NAMES:
        color = COLOR_NAMES.index(label)
    return label if color == NO_COLOR else f"\x1b[{TERMINAL_COLORS[color]}m{label}\x1b[0m"
