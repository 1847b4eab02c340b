"""Agents that raise, answer illegally or take too long: in which game, and in what position.

Agents answer many games at once. When a call fails, its games are asked one by one, so that only
those pay for it in which the agent fails by itself.
"""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import numpy as np

from uno_agents.table import IllegalAnswer, Table
from uno_env import GameBatch
from uno_env.seating import first_illegal, in_position, situation

OnFault = Literal["stop", "lose"]
Faults = dict[int, str]
"""By row of the batch, what the agent did there, in words."""


class TooSlow(Exception):
    """An agent took longer than it may."""


def ask(
    table: Table,
    place: int,
    rows: np.ndarray,
    games: GameBatch,
    rng: np.random.Generator,
    move_seconds: float | None = None,
) -> tuple[np.ndarray, Faults]:
    """What the agent at a place answers in these rows, and what it did wrong.

    Args:
        table: who sits where.
        place: of the agent.
        rows: [n] int64, its games on move.
        games: the batch.
        rng: the agent's chance.
        move_seconds: the time a move may take; a call for n games may take n times that.

    Returns:
        [n] int64, a legal action for each row (any one where there is a fault), and the faults.
    """
    try:
        with _time_limit(move_seconds, len(rows)):
            answers = table.answer(place, rows, games, rng)
    except Exception as error:
        if len(rows) > 1:
            return _ask_one_by_one(table, place, rows, games, rng, move_seconds)
        row = int(rows[0])
        return _any_legal(games, rows), {row: _words(error, games, row)}
    return _legal_answers(answers, rows, games)


def _ask_one_by_one(
    table: Table,
    place: int,
    rows: np.ndarray,
    games: GameBatch,
    rng: np.random.Generator,
    move_seconds: float | None,
) -> tuple[np.ndarray, Faults]:
    answers, faults = np.empty(len(rows), np.int64), {}
    for n in range(len(rows)):
        one, its_faults = ask(table, place, rows[n : n + 1], games, rng, move_seconds)
        answers[n] = one[0]
        faults.update(its_faults)
    return answers, faults


def _legal_answers(
    answers: np.ndarray, rows: np.ndarray, games: GameBatch
) -> tuple[np.ndarray, Faults]:
    faults: Faults = {}
    inside = answers.min() >= 0 and answers.max() < games.mask.shape[1]
    if inside and games.mask[rows, answers].all():
        return answers, faults
    answers = np.array(answers, np.int64)
    while (n := first_illegal(games.mask[rows], answers)) is not None:
        row = int(rows[n])
        faults[row] = f"answered {in_position(games[row], answers[n])}"
        answers[n] = games.mask[row].argmax()
    return answers, faults


def _any_legal(games: GameBatch, rows: np.ndarray) -> np.ndarray:
    return games.mask[rows].argmax(axis=1)


def _words(error: Exception, games: GameBatch, row: int) -> str:
    if isinstance(error, TooSlow):
        return f"{error} {situation(games[row])}"
    if isinstance(error, IllegalAnswer):
        said = str(error)
        return f"{said[said.index('answered') :]} {situation(games[row])}"
    return f"raised {type(error).__name__}: {error} {situation(games[row])}"


@contextmanager
def _time_limit(move_seconds: float | None, moves: int) -> Iterator[None]:
    """Raise `TooSlow` where the body takes too long; it is interrupted where that is possible.

    An alarm interrupts Python code in the main thread (of each process); elsewhere, and inside
    compiled code, the time is looked at when the agent has answered.
    """
    if move_seconds is None:
        yield
        return
    allowed = move_seconds * moves
    alarm = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()

    def ring(*_: object) -> None:
        raise TooSlow(f"took longer than {move_seconds:g} s a move")

    began = time.perf_counter()
    before = signal.signal(signal.SIGALRM, ring) if alarm else None
    try:
        if alarm:
            signal.setitimer(signal.ITIMER_REAL, allowed)
        yield
    finally:
        if alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    if time.perf_counter() - began > allowed:
        ring()
