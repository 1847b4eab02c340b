"""A recorded game: how it began, every action, and what must come out when it is played again."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from uno_env.actions import ACTIONS
from uno_env.checks import IllegalAction
from uno_env.game import Game
from uno_env.rules import Rules
from uno_env.state import NOBODY, STATE, Phase

RUNNING, WON, NOBODY_WON, TRUNCATED = HOW = ("running", "won", "nobody", "truncated")
"""How a recording may end; `running`: in the middle of the game."""


@dataclass(frozen=True)
class Ending:
    """How a game stood at the end of its recording.

    Attributes:
        how: one of `HOW`.
        winner: the seat that won, or None.
        points: of the round that ended last.
        scores: the totals of all seats.
        fingerprint: 16 hex digits of the whole record, random state included.
    """

    how: str
    winner: int | None
    points: int
    scores: tuple[int, ...]
    fingerprint: str


@dataclass(frozen=True)
class SavedGame:
    """A recorded game.

    Attributes:
        rules: the table's.
        actions: the numbers of all actions in order, one byte each.
        ending: what must come out.
        seed: the seed it was dealt from; None if it began from `state`.
        deck, dealer: as given to `Game`, or None.
        state: what `Game.to_bytes` gave where the recording began in a running game or a position.
        agents: who sat on each seat, or None.
        line: the number of its line in a file, from 1; 0 for none.
    """

    rules: Rules
    actions: bytes
    ending: Ending
    seed: int | None = None
    deck: str | None = None
    dealer: int | None = None
    state: bytes | None = None
    agents: tuple[str, ...] | None = None
    line: int = 0

    @property
    def labels(self) -> list[str]:
        """The actions in notation."""
        return [ACTIONS.labels[action] for action in self.actions]

    @property
    def is_dealt(self) -> bool:
        """Whether its seed alone says how it began."""
        return self.state is None and self.deck is None and self.dealer is None

    def begin(self, seats: int | None = None, history: int = 0) -> Game:
        """The game as it stood before the first action.

        Args:
            seats, history: of its observation, as for `Game`.

        Raises:
            ValueError: it cannot begin like this.
        """
        if self.state is not None:
            game = Game.from_bytes(self.state, seats=seats, history=history)
            if game.rules != self.rules:
                raise ValueError(f"its state plays {str(game.rules)!r}, not {str(self.rules)!r}")
            return game
        seed = 0 if self.seed is None else self.seed
        start: dict[str, Any] = {"deck": self.deck, "dealer": self.dealer}
        return Game(self.rules, seed, seats=seats, history=history, **start)

    def replay(self, seats: int | None = None, history: int = 0) -> Iterator[Game]:
        """Yields the game before each action and at its end: one game, which moves on.

        Raises:
            ValueError: it does not go as recorded; also after the last was yielded.
        """
        game = self.begin(seats, history)
        for number, action in enumerate(self.actions):
            yield game
            try:
                game.play(action)
            except IllegalAction as error:
                raise ValueError(f"decision {number}: {error}") from None
        ended = endings(game.record(), [self.rules.players])[0]
        if problem := difference(self.ending, ended):
            raise ValueError(problem)
        yield game

    def final(self) -> Game:
        """The game at the end of its recording, played again and compared.

        Raises:
            ValueError: it does not go as recorded.
        """
        *_, game = self.replay()
        return game


def difference(recorded: Ending, found: Ending) -> str | None:
    """What of a recorded ending is not as found in playing again, or None."""
    for name in ("how", "winner", "points", "scores"):
        if (was := getattr(recorded, name)) != (now := getattr(found, name)):
            return f"played again, {name} is {now}; recorded was {was}"
    if recorded.fingerprint != found.fingerprint:
        return (
            f"played again, the result is the same but the final state is not "
            f"({found.fingerprint}; recorded was {recorded.fingerprint})"
        )
    return None


def endings(records: np.ndarray, players: Sequence[int]) -> list[Ending]:
    """How the games `records: [n] STATE` stand, each of so many players."""
    over = records["phase"] == Phase.OVER
    how = np.where(records["winner"] == NOBODY, HOW.index(NOBODY_WON), HOW.index(WON))
    how = np.where(records["truncated"] != 0, HOW.index(TRUNCATED), how)
    how = np.where(over, how, HOW.index(RUNNING))
    columns = (
        how.tolist(),
        records["winner"].tolist(),
        records["points"].tolist(),
        records["scores"].tolist(),
        fingerprints(records),
        players,
    )
    return [
        Ending(HOW[h], None if won == NOBODY else won, points, tuple(scores[:present]), mark)
        for h, won, points, scores, mark, present in zip(*columns, strict=True)
    ]


def _bytes_in_use() -> np.ndarray:
    """0xFF for each byte of a record that belongs to a field, 0 for those between the fields."""
    used = np.zeros(STATE.itemsize, np.uint8)
    for kind, offset, *_ in (STATE.fields or {}).values():
        used[offset : offset + kind.itemsize] = 0xFF
    return used


_IN_USE = _bytes_in_use()


def fingerprints(records: np.ndarray) -> list[str]:
    """16 hex digits for each of `records: [n] STATE`, random state and all knowledge included."""
    content = np.ascontiguousarray(records).view(np.uint8).reshape(len(records), STATE.itemsize)
    return [hashlib.blake2b(row, digest_size=8).hexdigest() for row in content & _IN_USE]
