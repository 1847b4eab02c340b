"""Games that follow a script: who is on move when, and what everyone gets in the end."""

from dataclasses import dataclass

import numpy as np

from uno_train.games import SelfPlayTables
from uno_train.network import Inputs

ACTIONS = 5
COLUMNS = ("row", "game", "move", "seat")
INPUTS = Inputs(np.arange(len(COLUMNS)), np.ones(len(COLUMNS), np.float32))


@dataclass(frozen=True)
class Script:
    """One game.

    Attributes:
        seats: who is on move, decision by decision.
        payoffs: what each seat gets when the last of them has moved.
        forced: places in `seats` that leave no choice.
        bonus: payoffs paid after a move in the middle, by its place.
        truncated: the game ends without having terminated.
    """

    seats: tuple[int, ...]
    payoffs: tuple[float, ...]
    forced: frozenset[int] = frozenset()
    bonus: tuple[tuple[int, tuple[float, ...]], ...] = ()
    truncated: bool = False


class ScriptedGames:
    """A batch that plays `scripts[row]` one after the other, round and round.

    Observations are `COLUMNS`. As with `GameBatch`, stepping overwrites all its arrays; what they
    held before turns into nonsense first.
    """

    def __init__(self, scripts: list[list[Script]]) -> None:
        self.scripts = scripts
        rows = len(scripts)
        self.seats = len(scripts[0][0].payoffs)
        self.game, self.move = np.zeros(rows, int), np.zeros(rows, int)
        self.observation = np.zeros((rows, len(COLUMNS)), np.float32)
        self.mask = np.zeros((rows, ACTIONS), np.int8)
        self.seat = np.zeros(rows, np.int8)
        self.rewards = np.zeros((rows, self.seats), np.float32)
        self._show()

    def script(self, row: int, game: int) -> Script:
        return self.scripts[row][game % len(self.scripts[row])]

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        assert self.mask[np.arange(len(actions)), actions].all(), "an illegal action was played"
        over = np.zeros((2, len(actions)), bool)
        self.rewards[:] = 0
        for row in range(len(self.scripts)):
            script = self.script(row, self.game[row])
            self.rewards[row] = dict(script.bonus).get(int(self.move[row]), 0)
            self.move[row] += 1
            if self.move[row] == len(script.seats):
                self.rewards[row] = script.payoffs
                over[int(script.truncated), row] = True
                self.game[row] += 1
                self.move[row] = 0
        self.observation[:] = np.nan
        self._show()
        return self.rewards, over[0], over[1]

    def _show(self) -> None:
        for row in range(len(self.scripts)):
            script, move = self.script(row, self.game[row]), int(self.move[row])
            self.seat[row] = script.seats[move]
            self.observation[row] = row, self.game[row], move, self.seat[row]
            self.mask[row] = 1
            if move in script.forced:
                self.mask[row, 1:] = 0


def tables(scripts: list[list[Script]]) -> SelfPlayTables:
    """The scripted games as the trainer takes them."""
    seats = len(scripts[0][0].payoffs)
    return SelfPlayTables(
        lambda seed: ScriptedGames(scripts), len(scripts), seats, len(COLUMNS), ACTIONS
    )


def decisions(buffer, places) -> list[tuple[int, int, int, int]]:
    """What the stored decisions at these places were: row, game, move, seat."""
    return [tuple(int(x) for x in row) for row in buffer.inputs[places]]
