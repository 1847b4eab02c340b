"""What stands on the table: the facts of a game, read from its record and put into notation."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from uno_env.actions import ACTIONS
from uno_env.cards import LABELS
from uno_env.checks import check_number
from uno_env.layout import Layout
from uno_env.notation import card_labels, color_label, hand_labels
from uno_env.rules import Rules
from uno_env.state import HISTORY, NOBODY, Phase

_OVER = int(Phase.OVER)  # looked up once: a member of an enum costs more than all else asked here


@dataclass(frozen=True)
class RoundResult:
    """How a round of a match ended.

    Attributes:
        number: 1 for the first round.
        winner: the seat that went out, or None.
        points: what the opponents' hands counted.
        hand_points: what each seat's hand counted.
    """

    number: int
    winner: int | None
    points: int
    hand_points: tuple[int, ...]


class Event(NamedTuple):
    """Something that everybody saw.

    Attributes:
        number: counts the events of the round, from 0.
        seat: who did it.
        action: the label of what it did.
    """

    number: int
    seat: int
    action: str


class TableFacts:
    """The read-only half of `Game`: everything that can be asked of a table."""

    rules: Rules
    layout: Layout
    observe: Callable[[int], tuple[np.ndarray, np.ndarray]]
    _record: np.ndarray
    _table: np.ndarray
    _now: np.ndarray

    @property
    def turn(self) -> int:
        """The seat that is asked; once the game is over, the seat that acted last."""
        return int(self._now[0])

    @property
    def phase(self) -> Phase:
        """What it is asked."""
        return Phase(int(self._now[1]))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or was truncated."""
        return bool(self._now[1] == _OVER)

    @property
    def is_truncated(self) -> bool:
        """Whether the game was ended without a result, by `max_turns` or idle rounds."""
        return bool(self._now[2])

    @property
    def top(self) -> str:
        """The top card of the discard pile."""
        return LABELS[self._fact("discard_pile")[self._fact("discard_size") - 1]]

    @property
    def color(self) -> str | None:
        """The colour in force, `"R"`, `"Y"`, `"G"` or `"B"`; None until a wild's is named."""
        return color_label(int(self._fact("color")))

    @property
    def direction(self) -> int:
        """1 clockwise, -1 the other way."""
        return int(self._fact("direction"))

    @property
    def dealer(self) -> int:
        """The seat that dealt this round."""
        return int(self._fact("dealer"))

    @property
    def pending(self) -> int:
        """The cards that the seat under a penalty has to draw."""
        return int(self._fact("pending"))

    @property
    def winner(self) -> int | None:
        """None while running, after truncation or without a winner; else the seat that won."""
        return _seat_or_none(self._fact("winner"))

    @property
    def points(self) -> int:
        """The cards in the opponents' hands when the round finished last ended."""
        return int(self._fact("points"))

    @property
    def scores(self) -> list[int]:
        """The totals of all seats."""
        return self._fact("scores")[: self.rules.players].tolist()

    @property
    def playing(self) -> list[bool]:
        """Which seats are still in the match."""
        return self._fact("playing")[: self.rules.players].astype(bool).tolist()

    @property
    def last_round(self) -> RoundResult | None:
        """The result of the round finished last, or None in the first."""
        if self._fact("rounds") == 0:
            return None
        return RoundResult(
            number=int(self._fact("rounds")),
            winner=_seat_or_none(self._fact("last_winner")),
            points=self.points,
            hand_points=tuple(self._fact("last_points")[: self.rules.players].tolist()),
        )

    @property
    def events(self) -> list[Event]:
        """What everybody saw in this round, the latest last: 32 events at most."""
        count, history = int(self._fact("events")), self._fact("history")
        numbers = range(max(count - HISTORY, 0), count)
        rows = [history[number % HISTORY].tolist() for number in numbers]
        return [
            Event(number, seat, ACTIONS.labels[action])
            for number, (seat, action) in zip(numbers, rows, strict=True)
        ]

    def hand(self, seat: int) -> list[str]:
        """A seat's cards in kind order. This is the truth, not what others see."""
        return hand_labels(self._fact("hands")[self._seat(seat)])

    @property
    def draw_pile(self) -> list[str]:
        """The draw pile, top card last."""
        return card_labels(self._fact("draw_pile")[: self._fact("draw_size")])

    @property
    def discard_pile(self) -> list[str]:
        """The discard pile, top card last."""
        return card_labels(self._fact("discard_pile")[: self._fact("discard_size")])

    def record(self) -> np.ndarray:
        """The full truth for saving and analysis, `[1] STATE`, a copy."""
        return self._record.copy()

    def _fact(self, name: str) -> Any:
        """A field of the record; asking for the column first is ten times quicker in NumPy."""
        return self._record[name][0]

    def _seat(self, seat: int) -> int:
        return check_number("seat", seat, 0, self.rules.players - 1)


def _seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)
