"""How long a run lasts: minutes of training or a number of decisions, and how far it is."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass
class Budget:
    """A run's length. Time counts only between `start` and the end, and not while paused.

    Exactly one of `minutes` and `decisions` is given.
    """

    minutes: float | None = None
    decisions: int | None = None
    _spent: float = 0.0
    _since: float | None = None
    _cpu_spent: float = 0.0
    _cpu_since: float = 0.0
    _cut_short: bool = False

    def __post_init__(self) -> None:
        if (self.minutes is None) == (self.decisions is None):
            raise ValueError(
                f"minutes={self.minutes} and decisions={self.decisions}: expected exactly one, "
                "--minutes for a length of time or --decisions for a run that can be repeated"
            )
        for name in ("minutes", "decisions"):
            length = getattr(self, name)
            if length is not None and not length > 0:
                raise ValueError(f"{name}={length}: expected a number above 0")

    def start(self) -> None:
        """Let the time run."""
        self._since, self._cpu_since = time.perf_counter(), time.process_time()

    def stop(self) -> None:
        """Let the time stand."""
        self._cpu_spent = self.cpu_seconds
        self._spent, self._since = self.seconds, None

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Time within the block does not count."""
        running = self._since is not None
        self.stop()
        try:
            yield
        finally:
            if running:
                self.start()

    @property
    def seconds(self) -> float:
        """Seconds of training so far."""
        running = 0.0 if self._since is None else time.perf_counter() - self._since
        return self._spent + running

    @property
    def cpu_seconds(self) -> float:
        """Seconds of processor time in them, of all threads together."""
        running = 0.0 if self._since is None else time.process_time() - self._cpu_since
        return self._cpu_spent + running

    def share(self, decisions: int, seconds: float | None = None) -> float:
        """How much of the run is over after so many decisions and seconds (now), 0 to 1."""
        if self.decisions is not None:
            return min(1.0, decisions / self.decisions)
        assert self.minutes is not None
        return min(1.0, (self.seconds if seconds is None else seconds) / (60 * self.minutes))

    def cut_short(self) -> None:
        """Let the run be over already."""
        self._cut_short = True

    def is_over(self, decisions: int) -> bool:
        """Whether no further window is to be played after so many decisions."""
        return self._cut_short or self.share(decisions) >= 1

    def seconds_left(self, decisions: int) -> float | None:
        """The estimated seconds to the end; None before anything is known."""
        share = self.share(decisions)
        return self.seconds * (1 - share) / share if share > 0 else None

    def state_dict(self) -> dict[str, Any]:
        """What a checkpoint keeps: the seconds used."""
        return {"seconds": self.seconds, "cpu_seconds": self.cpu_seconds}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a checkpoint; the time stands."""
        self._spent, self._since = state["seconds"], None
        self._cpu_spent = state["cpu_seconds"]
