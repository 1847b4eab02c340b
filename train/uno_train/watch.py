"""What looks on while training runs: the end of the budget, progress, the learning curve."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from types import FrameType
from typing import Any

from rich import get_console
from rich.progress import BarColumn, Progress, TextColumn
from stable_baselines3.common.callbacks import BaseCallback

from uno_agents.results import Estimate
from uno_train.budget import Budget


class StopRequest:
    """Whether somebody wants the run to end early."""

    def __init__(self) -> None:
        self.asked = False

    @contextmanager
    def heeding_signals(self) -> Iterator[None]:
        """Within the block Ctrl-C and a termination signal ask for a stop; a second one insists."""
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

        def ask(number: int, frame: FrameType | None) -> None:
            if self.asked:
                raise KeyboardInterrupt
            self.asked = True

        for number in before:
            signal.signal(number, ask)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class EndOfRun(BaseCallback):
    """Lets the time run, and cuts the run short, after a whole window, when a stop was asked for.

    The algorithm itself looks between two windows whether the budget is over.
    """

    def __init__(self, budget: Budget, request: StopRequest) -> None:
        super().__init__()
        self._budget, self._request = budget, request

    def _on_training_start(self) -> None:
        self._budget.start()

    def _on_rollout_start(self) -> None:
        if self._request.asked:
            self._budget.cut_short()

    def _on_step(self) -> bool:
        return True

    def _on_training_end(self) -> None:
        self._budget.stop()


@dataclass(frozen=True)
class CurvePoint:
    """The strength after some decisions and seconds of training."""

    decisions: int
    seconds: float
    win_rate: Estimate


class LearningCurve(BaseCallback):
    """Measures the policy's strength at equal distances over the run; the clock stands meanwhile.

    Args:
        evaluate: plays held-out deals with the present weights.
        distances: into how many parts the measurements cut the run.
    """

    def __init__(self, evaluate: Callable[[Any], Estimate], budget: Budget, distances: int) -> None:
        super().__init__()
        self._evaluate, self._budget, self._distances = evaluate, budget, distances
        self.points: list[CurvePoint] = []

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        done = self.model.num_timesteps
        if not self.points or self._part(done, self._budget.seconds) > self._part_of_last():
            self._measure()

    def _on_training_end(self) -> None:
        if not self.points or self.points[-1].decisions < self.model.num_timesteps:
            self._measure()

    def _part_of_last(self) -> int:
        return self._part(self.points[-1].decisions, self.points[-1].seconds)

    def _part(self, decisions: int, seconds: float) -> int:
        """In which of the run's equal parts a moment lies."""
        return int(self._budget.share(decisions, seconds) * self._distances)

    def _measure(self) -> None:
        with self._budget.paused():
            win_rate = self._evaluate(self.model)
        done = self.model.num_timesteps
        self.points.append(CurvePoint(done, self._budget.seconds, win_rate))
        self.logger.record("evaluation/win_rate", win_rate.mean)
        self.logger.record("evaluation/seconds", self._budget.seconds)

    def state_dict(self) -> dict[str, Any]:
        """What a checkpoint keeps: the points, from which follows when the next one is due."""
        return {"points": [asdict(point) for point in self.points]}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on after these points."""
        self.points = [
            CurvePoint(**point | {"win_rate": Estimate(**point["win_rate"])})
            for point in state["points"]
        ]


class ProgressBar(BaseCallback):
    """A line with the share done, speed, time left and the latest point of the curve.

    Used as a context, it is gone after the block however the training ended.
    """

    def __init__(self, budget: Budget, curve: LearningCurve, opponent: str) -> None:
        super().__init__()
        self._budget, self._curve, self._opponent = budget, curve, opponent
        self._bar = Progress(
            TextColumn("training"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f}%  {task.description}"),
            refresh_per_second=2,
            disable=get_console().is_jupyter,  # rich wants another package there
        )
        self._task = self._bar.add_task("", total=1.0)

    def _on_training_start(self) -> None:
        self._bar.start()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        done = self.model.num_timesteps
        speed = done / self._budget.seconds
        self.logger.record("time/decisions_per_second", speed)
        self.logger.record("time/seconds", self._budget.seconds)
        left = self._budget.seconds_left(done) or 0
        words = [f"{done:,} decisions", f"{speed:,.0f}/s", f"{_clock(left)} left"]
        if self._curve.points:
            words.append(f"{self._curve.points[-1].win_rate.mean:.1%} vs {self._opponent}")
        self._bar.update(
            self._task, completed=self._budget.share(done), description="  ".join(words)
        )

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
