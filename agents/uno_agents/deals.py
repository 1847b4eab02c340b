"""A match: a line-up on seat-rotated duplicate deals, block by block, and what came of it."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from uno_agents.blocks import BLOCK, FAULTS_TOLD, Settings
from uno_agents.faults import OnFault
from uno_agents.kept import KeptBlocks
from uno_agents.outcomes import Outcomes, joined
from uno_agents.recording import join_parts, make_room
from uno_agents.results import Result, standing, versions
from uno_agents.sequential import Verdict
from uno_agents.table import IllegalAnswer, Table
from uno_agents.workers import Job, Workers
from uno_env import Rules

MAX_SEED = 2**64 - 1

Progress = Callable[[float], None]
"""Called with the deals (or parts of one) finished since the last call."""


def play(
    line_up: Sequence[Any],
    rules: Rules | str = "",
    deals: int = 20_000,
    seed: int = 0,
    progress: Progress | None = None,
    *,
    block: int = BLOCK,
    processes: int = 1,
    keep: Path | None = None,
    on_fault: OnFault = "stop",
    move_seconds: float | None = None,
    until_decided: bool = False,
) -> Result:
    """Play seat-rotated duplicate deals.

    Args:
        line_up: names or agents. Two: the first against `players - 1` copies of the second;
            otherwise exactly `players`, seated as given.
        rules: the table's, or a preset's name, or a rules text; they say how many players.
        deals: how many; each is played `players` times.
        seed: of the deals and of the agents' chance, 0 to 2**64-1.
        progress: called with the deals (or parts of one) finished since the last call.
        block: deals played as one batch; another size is another set of games.
        processes: how many play; 0 is one for each core. The games are the same.
        keep: a folder for finished blocks, from which an interrupted run goes on.
        on_fault: an agent that raises, answers illegally or is too slow stops the run, or loses.
        move_seconds: the time a move may take.
        until_decided: stop as soon as the first agent is above or below chance for certain, by an
            interval that holds however often one looks; `deals` are the most then.

    Raises:
        ValueError: no deals, an unknown agent, a line-up of the wrong length, a seed out of range,
            a folder of another match.
        Stopped: an agent is at fault, and `on_fault="stop"`; names it, the deal and the position.

    >>> result = play(["heuristic", "uniform"], "players=2", deals=100, seed=1)
    >>> result["heuristic"].win_rate.low > 0.9
    True
    """
    settings = Settings(
        Rules.named(rules) if isinstance(rules, str) else rules,
        seed,
        block,
        on_fault,
        move_seconds,
    )
    match = Match(line_up, settings, deals, keep)
    with Workers(processes) as workers:
        match.play(workers, progress, until_decided)
    return match.result()


class Stopped(IllegalAnswer):
    """An agent's fault stopped the run.

    Attributes:
        result: what came of the blocks that were finished before; None if there are none.
    """

    def __init__(self, message: str, result: Result | None = None) -> None:
        super().__init__(message)
        self.result = result


@dataclass
class Match:
    """A line-up, the deals it plays, and the games played so far.

    Raises:
        ValueError: as `play` does.
    """

    line_up: Sequence[Any]
    settings: Settings
    deals: int
    keep: Path | None = None
    blocks: dict[int, Outcomes] = field(default_factory=dict)
    seconds: float = 0.0
    verdict: Verdict | None = None
    record: Path | None = None
    """A file to record all games in; for a match that keeps no blocks."""

    def __post_init__(self) -> None:
        if self.deals < 1 or self.settings.block < 1:
            name, value = (
                ("deals", self.deals) if self.deals < 1 else ("block", self.settings.block)
            )
            raise ValueError(f"{name}={value}: expected at least 1")
        if not 0 <= self.settings.seed <= MAX_SEED:
            raise ValueError(f"seed={self.settings.seed}: expected 0 to 2**64-1")
        if self.settings.move_seconds is not None and not self.settings.move_seconds > 0:
            raise ValueError(f"move_seconds={self.settings.move_seconds}: expected a time above 0")
        self.table = Table(self.line_up, self.settings.rules)
        self._kept = KeptBlocks(self.keep, self.table, self.settings) if self.keep else None

    @property
    def outcomes(self) -> Outcomes:
        """All games so far, in the order of the deals."""
        return joined([self.blocks[number] for number in sorted(self.blocks)])

    @property
    def names(self) -> list[str]:
        """Of the entries of the line-up."""
        return [name for name, _, _ in self.table.entries]

    @property
    def chance(self) -> float:
        """The win rate of equal agents."""
        return 1 / 2 if self.table.rules.teams else 1 / self.table.players

    def read_kept(self, progress: Progress | None = None) -> None:
        """Take the finished blocks from the disk, where they are kept."""
        for job in self._jobs() if self._kept else ():
            found = self._kept.read(job.number, job.deals) if self._kept else None
            if found is not None:
                self.blocks[job.number] = found
                if progress:
                    progress(job.deals)

    def note(self, number: int, outcomes: Outcomes) -> None:
        """A block is finished."""
        self.blocks[number] = outcomes
        if self._kept:
            self._kept.write(number, outcomes)

    def missing(self) -> list[Job]:
        """The blocks that are still to be played."""
        return [job for job in self._jobs() if job.number not in self.blocks]

    def _jobs(self) -> Iterator[Job]:
        """All blocks."""
        block = self.settings.block
        for number in range(-(-self.deals // block)):
            deals = min(block, self.deals - number * block)
            yield Job(tuple(self.line_up), self.settings, number, deals, self.record)

    def play(
        self, workers: Workers, progress: Progress | None = None, until_decided: bool = False
    ) -> None:
        """Play what is missing; or as much of it as is needed for a verdict.

        Raises:
            Stopped: an agent is at fault; what was finished before is kept.
        """
        began = time.perf_counter()
        if until_decided:
            self.verdict = Verdict(self.table.entries[0][2], self.chance)
        if self.record:
            make_room(self.record)
        try:
            self.read_kept(progress)
            self._play_in_order(workers, progress)
        except IllegalAnswer as error:
            self.seconds += time.perf_counter() - began
            raise Stopped(str(error), self.result() if self.blocks else None) from error
        finally:
            if self.record:
                join_parts(self.record, self.blocks)
        self.seconds += time.perf_counter() - began

    def _play_in_order(self, workers: Workers, progress: Progress | None) -> None:
        """Kept blocks count as if they were played now."""
        kept, self.blocks = self.blocks, {}
        jobs = [job for job in self._jobs() if job.number not in kept]
        played = workers.play(jobs, progress)
        for job in self._jobs():
            if job.number in kept:
                self.blocks[job.number] = kept[job.number]
            else:
                self.note(job.number, next(played)[1])
            if self.verdict:
                self.verdict.hear(self.blocks[job.number])
                if self.verdict.decided:
                    break
        played.close()

    def result(self) -> Result:
        """Every number about the games played so far; there must be some."""
        outcomes, rules = self.outcomes, self.settings.rules
        games = outcomes.decisions.size
        return Result(
            standings=tuple(
                standing(outcomes, name, places, getattr(agent, "greedy", None))
                for name, agent, places in self.table.entries
            ),
            rules=str(rules),
            rules_fingerprint=rules.fingerprint,
            players=self.table.players,
            deals=len(outcomes),
            games=games,
            seed=self.settings.seed,
            block=self.settings.block,
            chance=self.chance,
            decided=(self.verdict.decided or "undecided") if self.verdict else None,
            anytime=self.verdict.estimate if self.verdict else None,
            decisions_per_game=float(outcomes.decisions.mean()),
            truncated=int(outcomes.truncated.sum()),
            without_winner=int((outcomes.wins.sum(axis=2) == 0).sum()),
            faults=tuple(outcomes.faults[:FAULTS_TOLD]),
            seconds=self.seconds,
            games_per_second=games / self.seconds if self.seconds else 0.0,
            versions=versions(),
        )
