"""What one looks at: the table as a seat knows it, or with all hands open.

`look` is the one place that decides what is shown. Texts and pictures are drawn from a `Scene`
alone, so they can tell no more than it holds. What only one seat knows is read from that seat's own
observation and mask; everything else lies open on the table.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from uno_env.actions import ACTIONS
from uno_env.cards import COLOR_NAMES, KIND, LABELS
from uno_env.checks import check_number
from uno_env.facts import Event, TableFacts
from uno_env.notation import hand_labels
from uno_env.state import PHASES

QUESTIONS = {
    "PLAY": "is to play",
    "PLAY_DRAWN": "drew a card that fits: play it, or keep it",
    "CHOOSE_COLOR": "is to name a color",
    "CHALLENGE": "is to accept {pending} cards, or challenge",
    "STACK": "is under {pending} cards: answer, or accept",
    "CHOOSE_TARGET": "is to choose with whom to swap hands",
    "CALL_UNO": "holds one card: call UNO, or not",
    "CATCH": "may catch {exposed}, who did not call UNO",
    "JUMP_IN": "may jump in with {top}",
    "SECOND_CARD": "may lay the second {top}",
}
"""What the seat on move is asked, by phase."""

DEEDS = {
    "draw": "drew",
    "pass": "passed",
    "accept": "took the penalty",
    "challenge": "challenged",
    "uno": "called UNO",
    "catch": "caught a player who did not call UNO",
}
"""What a public event says, by action; the others are cards, colours and swaps."""


@dataclass(frozen=True)
class Place:
    """One seat, as the viewer sees it.

    Attributes:
        seat: its number.
        size: the cards it holds.
        cards: those that the viewer knows, in kind order.
        drawn: the card it has just drawn and may play, if the viewer knows it.
        marks: what is special about it, in words.
        playing: whether it is still in the match.
        asked: whether it is on move.
    """

    seat: int
    size: int
    cards: tuple[str, ...]
    drawn: str | None
    marks: tuple[str, ...]
    playing: bool
    asked: bool

    @property
    def name(self) -> str:
        """What the seat is called: `player_0`, `player_1` ..."""
        return player(self.seat)

    @property
    def hidden(self) -> int:
        """How many of its cards the viewer does not know."""
        return self.size - len(self.cards)


@dataclass(frozen=True)
class Scene:
    """The table as it is shown.

    Attributes:
        viewer: the seat that looks.
        show_all: whether all hands lie open.
        phase: the question being asked, `OVER` once there is none.
        asked: the seat on move, or None.
        top: the top card.
        color, color_before: colours by name, or None.
        clockwise: the direction of play.
        draw_size, discard_size: cards in the piles.
        pending: cards of the penalty that is open.
        legal: what the seat on move may do; empty unless the viewer knows it.
        places: all seats, from 0 on.
        last: what everybody saw last, in words, or an empty text.
        question: what is asked of whom, or how the game ended, in words.
    """

    viewer: int
    show_all: bool
    phase: str
    asked: int | None
    top: str
    color: str | None
    color_before: str | None
    clockwise: bool
    draw_size: int
    discard_size: int
    pending: int
    legal: tuple[str, ...]
    places: tuple[Place, ...]
    last: str
    question: str

    def around(self) -> tuple[Place, ...]:
        """All seats, clockwise from the viewer's left, the viewer last."""
        first = self.viewer + 1
        return self.places[first:] + self.places[:first]


def look(game: TableFacts, seat: int | None = None, show_all: bool = False) -> Scene:
    """The table of a game.

    Args:
        game: the game.
        seat: who looks; by default the seat on move, or with `show_all` seat 0.
        show_all: open all hands. Otherwise nothing is shown that `seat` could not know.

    Raises:
        ValueError: no such seat.
    """
    players = game.rules.players
    if seat is None:
        seat = 0 if show_all else game.turn
    viewer = check_number("seat", seat, 0, players - 1)
    observation, mask = game.observe(game.turn if show_all else viewer)
    seen = game.layout.decode(game.observe(viewer)[0] if show_all else observation)
    asked = None if game.is_over else game.turn
    exposed = _one(seen["exposed"], viewer, players)
    events = game.events
    return Scene(
        viewer=viewer,
        show_all=show_all,
        phase=PHASES[seen["phase"].argmax()],
        asked=asked,
        top=game.top,
        color=_named(seen["color"]),
        color_before=_named(seen["color_before"]),
        clockwise=game.direction > 0,
        draw_size=int(seen["draw_size"].item()),
        discard_size=int(seen["discards"].sum()),
        pending=game.pending,
        legal=tuple(ACTIONS.labels[action] for action in np.flatnonzero(mask).tolist()),
        places=tuple(_place(game, seen, viewer, place, show_all) for place in range(players)),
        last=deed(events[-1], players) if events else "",
        question=_result(game) if asked is None else _question(game, asked, exposed),
    )


def _place(
    game: TableFacts, seen: dict[str, np.ndarray], viewer: int, seat: int, show_all: bool
) -> Place:
    """A seat, read from the viewer's observation unless all hands are open."""
    place = (seat - viewer) % game.rules.players
    cards = hand_labels(seen["known"][place - 1] if place else seen["hand"])
    drawn = seen["drawn"] if place == 0 else np.zeros(0)
    if show_all:
        own = game.layout.decode(game.observe(seat)[0])
        cards, drawn = game.hand(seat), own["drawn"]
    return Place(
        seat=seat,
        size=int(seen["hand_sizes"][place]),
        cards=tuple(cards),
        drawn=LABELS[drawn.argmax()] if drawn.any() else None,
        marks=_marks(game, seen, viewer, seat),
        playing=bool(seen["playing"][place]),
        asked=bool(seen["to_act"][place]),
    )


def _marks(
    game: TableFacts, seen: dict[str, np.ndarray], viewer: int, seat: int
) -> tuple[str, ...]:
    """Dealer, partner, out, uncalled, owner of a Remix card, points: what is true of a seat."""
    place = (seat - viewer) % game.rules.players
    scores, remix = game.scores, game.rules.card_counts[KIND["WRX"]] > 0
    marks = {
        "dealer": seen["dealer"][place],
        "partner": game.rules.teams and place == len(game.playing) // 2,
        "out": not seen["playing"][place],
        "did not call UNO": seen["exposed"][place],
        "owns the first WRX": remix and seen["owners"][0, place],
        "owns the second WRX": remix and seen["owners"][1, place],
        f"{scores[seat]} points": any(scores) or game.rules.target > 0,
        "winner": game.winner == seat,
    }
    return tuple(mark for mark, holds in marks.items() if holds)


def player(seat: int) -> str:
    """A seat's name, as in PettingZoo."""
    return f"player_{seat}"


def deed(event: Event, players: int) -> str:
    """A public event in words: `player_1 laid R5`."""
    label = event.action
    if label in KIND:
        what = f"laid {label}"
    elif label in COLOR_NAMES:
        what = f"named {label}"
    elif label in DEEDS:
        what = DEEDS[label]
    else:
        places = int(label.removeprefix("swap+"))
        what = f"swapped hands with {player((event.seat + places) % players)}"
    return f"{player(event.seat)} {what}"


def _question(game: TableFacts, asked: int, exposed: int | None) -> str:
    """What the seat on move is asked."""
    values: dict[str, Any] = {"pending": game.pending, "top": game.top}
    values["exposed"] = "nobody" if exposed is None else player(exposed)
    return f"{player(asked)} {QUESTIONS[game.phase.name].format(**values)}"


def _result(game: TableFacts) -> str:
    """How the game ended."""
    if game.is_truncated:
        return "cut off without a result"
    if game.winner is None:
        return "over: nobody wins"
    if game.rules.teams:
        partner = player((game.winner + 2) % game.rules.players)
        return f"over: {player(game.winner)} and {partner} win, {game.points} points"
    return f"over: {player(game.winner)} wins, {game.points} points"


def _named(one_hot: np.ndarray) -> str | None:
    return COLOR_NAMES[one_hot.argmax()] if one_hot.any() else None


def _one(one_hot: np.ndarray, viewer: int, players: int) -> int | None:
    """The seat that a one-hot relative to the viewer stands for."""
    return int(viewer + one_hot.argmax()) % players if one_hot.any() else None
