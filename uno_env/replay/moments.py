"""A recorded game as what a page shows of it: one moment before each decision, and the end.

A moment says only what differs from the one before, so a page is small. For a page of one seat
everything hidden is left out here, not in the page: hands are read from that seat's own
observation, and cards it does not know are `HIDDEN`.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from uno_env.cards import COLORS, KIND
from uno_env.game import Game
from uno_env.record import SavedGame
from uno_env.replay.advice import Adviser
from uno_env.state import NOBODY

HIDDEN = -1
"""A card that lies face down."""

_PILE_SHOWN = 4

Moment = dict[str, Any]


def game_data(saved: SavedGame, adviser: Adviser | None = None, seat: int | None = None) -> dict:
    """All that a page needs of a game.

    Args:
        saved: the game; it is played again and compared with its recording.
        adviser: gives probabilities and values to the decisions.
        seat: leave out what this seat cannot know; by default everything is there.

    Raises:
        ValueError: it does not go as recorded, or has no such seat.
    """
    players = saved.rules.players
    if seat is not None and not 0 <= seat < players:
        raise ValueError(f"seat={seat}: this game has the seats 0 to {players - 1}")
    return {
        "line": saved.line,
        "players": players,
        "rules": str(saved.rules) or "official",
        "target": saved.rules.target,
        "seed": saved.seed if seat is None else None,  # it tells all cards
        "agents": saved.agents or [""] * players,
        "adviser": adviser.name if adviser else None,
        "seat": seat,
        "moments": list(_changes(_moments(saved, adviser, seat))),
    }


def _moments(saved: SavedGame, adviser: Adviser | None, seat: int | None) -> list[Moment]:
    look = adviser.look(saved.rules) if adviser else {}
    advice = _Advice(adviser)
    moments = []
    for number, game in enumerate(saved.replay(**look)):
        moment = truth(game) if seat is None else seen_by(game, seat)
        moment["action"] = saved.actions[number] if number < len(saved.actions) else None
        moment["legal"] = []
        if not game.is_over and seat in (None, game.turn):
            moment["legal"] = np.flatnonzero(game.mask(game.turn)).tolist()
            advice.ask(number, game)
        moments.append(moment)
    advice.give(moments)
    return moments


def truth(game: Game) -> Moment:
    """Everything: all hands, the next card, and what each seat is certain of in others' hands."""
    record = game.record()[0]
    moment = _open_facts(game)
    moment["exposed"] = None if record.exposed == NOBODY else int(record.exposed)
    moment["next"] = KIND[game.draw_pile[-1]] if game.draw_pile else None
    for seat in range(game.rules.players):
        moment[f"hand{seat}"] = _cards(record.hands[seat])
        others = np.flatnonzero(record.known[seat].any(axis=1)).tolist()
        moment[f"known{seat}"] = {other: _cards(record.known[seat, other]) for other in others}
    return moment


def seen_by(game: Game, seat: int) -> Moment:
    """The same as far as one seat knows, read from its observation."""
    players = game.rules.players
    seen = game.layout.decode(game.observation(seat))
    exposed = seen["exposed"]
    moment = _open_facts(game)
    moment["exposed"] = (seat + int(exposed.argmax())) % players if exposed.any() else None
    moment["next"] = None
    moment[f"hand{seat}"] = _cards(seen["hand"])
    for place in range(1, players):
        known = _cards(seen["known"][place - 1])
        hidden = int(seen["hand_sizes"][place]) - len(known)
        moment[f"hand{(seat + place) % players}"] = known + [HIDDEN] * hidden
    return moment


def _open_facts(game: Game) -> Moment:
    """What lies open on the table."""
    result = game.last_round
    return {
        "turn": game.turn,
        "phase": "TRUNCATED" if game.is_truncated else game.phase.name,
        "pile": [KIND[card] for card in game.discard_pile[-_PILE_SHOWN:]],
        "pileSize": len(game.discard_pile),
        "drawSize": len(game.draw_pile),
        "color": None if game.color is None else COLORS.index(game.color),
        "direction": game.direction,
        "dealer": game.dealer,
        "pending": game.pending,
        "scores": game.scores,
        "playing": game.playing,
        "winner": game.winner,
        "lastRound": result and [result.number, result.winner, result.points],
    }


def _cards(counts: np.ndarray) -> list[int]:
    return np.repeat(np.arange(len(counts)), counts).tolist()


class _Advice:
    """What an adviser says of the decisions, asked of all at once."""

    def __init__(self, adviser: Adviser | None) -> None:
        self.adviser = adviser
        self.numbers: list[int] = []
        self.seen: list[tuple[np.ndarray, np.ndarray]] = []

    def ask(self, number: int, game: Game) -> None:
        if self.adviser:
            self.numbers.append(number)
            self.seen.append(game.observe(game.turn))

    def give(self, moments: list[Moment]) -> None:
        for moment in moments:
            moment["chances"] = moment["value"] = None
        if not self.adviser or not self.seen:
            return
        observation, mask = (np.stack(part) for part in zip(*self.seen, strict=True))
        chances, values = self.adviser.advise(observation, mask)
        for row, number in enumerate(self.numbers):
            legal = moments[number]["legal"]
            if chances is not None:
                moments[number]["chances"] = [round(float(chances[row, a]), 3) for a in legal]
            if values is not None:
                moments[number]["value"] = round(float(values[row]), 3)


def _changes(moments: list[Moment]) -> Iterator[Moment]:
    """Each moment without what is as in the one before."""
    before: Moment = {}
    for moment in moments:
        yield {k: v for k, v in moment.items() if k not in before or before[k] != v}
        before = moment
