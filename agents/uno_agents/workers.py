"""Blocks of deals, played in this process or in several; the results are the same.

A block is a job of its own: who plays, how, and its number. Jobs are handed out in order and come
back in order, some ahead of the one that is waited for.
"""

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from uno_agents.blocks import Settings, play_block
from uno_agents.outcomes import Outcomes
from uno_agents.recording import Steps, write_part
from uno_agents.table import Table

_WORTH_STARTING = 4
"""Blocks for which it pays to start other processes."""

_TABLES_HELD = 4
"""Line-ups whose agents a worker keeps made."""


@dataclass(frozen=True)
class Job:
    """One block of a match."""

    line_up: tuple[Any, ...]
    settings: Settings
    number: int
    deals: int
    record: Path | None = None
    """Write the games to their part of this file."""


class Workers:
    """One or more processes that play blocks.

    Use it as a context manager. Agents go to other processes by name, or pickled.

    Args:
        processes: how many; with one, blocks are played here. 0 is one for each usable core.

    Raises:
        ValueError: a negative number.
    """

    def __init__(self, processes: int = 1) -> None:
        if processes < 0:
            raise ValueError(f"processes={processes}: expected 0 (a process a core) or more")
        self.processes = processes or usable_cores()
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def play(
        self, jobs: Sequence[Job], progress: Callable[[float], None] | None = None
    ) -> Generator[tuple[Job, Outcomes], None, None]:
        """Yields each job with what came of it, in order.

        Raises:
            IllegalAnswer: an agent is at fault, under `on_fault="stop"`.
            ValueError: an agent that cannot be sent to another process.
        """
        if self.processes == 1 or (self._pool is None and len(jobs) < _WORTH_STARTING):
            tables = _Tables()
            for job in jobs:
                yield job, _play(tables.of(job), job, progress)
            return
        waiting: deque[tuple[Job, Future]] = deque()
        try:
            for job in jobs:
                waiting.append((job, self._submit(job)))
                if len(waiting) > 2 * self.processes:
                    yield _first(waiting, progress)
            while waiting:
                yield _first(waiting, progress)
        finally:
            for _, future in waiting:
                future.cancel()

    def _submit(self, job: Job) -> Future:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.processes, mp_context=multiprocessing.get_context("spawn")
            )
        return self._pool.submit(_play_here, job)


def usable_cores() -> int:
    """Cores that this process may run on."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _first(
    waiting: deque[tuple[Job, Future]], progress: Callable[[float], None] | None
) -> tuple[Job, Outcomes]:
    job, future = waiting.popleft()
    outcomes = future.result()
    if progress:
        progress(job.deals)
    return job, outcomes


class _Tables:
    """The line-ups seated last; to make an agent may take long."""

    def __init__(self) -> None:
        self._made: list[tuple[Sequence[Any], Any, Table]] = []

    def of(self, job: Job) -> Table:
        """The table of a job; agents that were handed over pickled are made once a job."""
        for line_up, rules, table in self._made:
            if line_up == job.line_up and rules == job.settings.rules:
                return table
        table = Table(job.line_up, job.settings.rules)
        self._made = [*self._made[1 - _TABLES_HELD :], (job.line_up, job.settings.rules, table)]
        return table


_here = _Tables()


def _play_here(job: Job) -> Outcomes:
    """In a worker process."""
    return _play(_here.of(job), job)


def _play(table: Table, job: Job, progress: Callable[[float], None] | None = None) -> Outcomes:
    if job.record is None:
        return play_block(table, job.settings, job.number, job.deals, progress)
    steps: Steps = []
    outcomes = play_block(table, job.settings, job.number, job.deals, progress, steps)
    write_part(job.record, job.number, table, outcomes, steps)
    return outcomes
