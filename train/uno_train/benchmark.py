"""How fast self-play learns beside stock trainers: `python -m uno_train.benchmark`.

Whole windows are timed from the first move to the end of the update, in rounds in which all
trainers take their turns, so that a busy machine slows them alike. Counted are decisions that were
learned from and had more than one legal action; the others are played, and learned from where a
trainer does so, and count for nobody.
"""

import os
import platform
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
import tyro
from rich.console import Console
from sb3_contrib import MaskablePPO

from uno_env.pages import fill
from uno_train import ppo
from uno_train.ablations import read_page
from uno_train.benchmark_table import Rounds, Turn, as_markdown, as_table
from uno_train.contenders import CONTENDERS, learned_with_a_choice, settings_of
from uno_train.files import write_json
from uno_train.record import present_versions
from uno_train.selfplay import SelfPlayPPO

PLACE = "benchmark"
FORWARD = ("forward", "predict_values", "logits_and_values")
"""What the policies are asked through while a window is collected."""


@dataclass(frozen=True)
class Args:
    """Decisions a second of PPO self-play and of stock MaskablePPO, update included."""

    seconds: float = 5.0
    """How long each trainer's turn lasts at least; it ends with a whole window."""
    rounds: int = 5
    """How many turns each of them has."""
    threads: int = ppo.Args.threads
    """As in uno_train.ppo; the others' PyTorch gets as many, or one where that is faster."""
    json: Path | None = None
    """A file for every turn's figures."""
    write: bool = False
    """Write the table into the page."""
    page: Path = Path("docs/training.md")
    """The page whose table is replaced."""


def main(args: Args) -> None:
    """Measure, and say what was found.

    Raises:
        ValueError: no rounds, or no place in the page; nothing has been measured then.
    """
    if args.rounds < 1 or args.threads < 1:
        raise ValueError(
            f"--rounds {args.rounds} --threads {args.threads}: expected at least 1 of each"
        )
    if args.write:
        fill(read_page(args.page), PLACE, "")
    recipe = ppo.Args(out=Path(), threads=args.threads)
    trainers = {name: Trainer(make(recipe), args.threads) for name, make in CONTENDERS.items()}
    rounds = measure(trainers, args.seconds, args.rounds)
    settings = {
        name: settings_of(trainer.model) | {"threads": trainer.threads}
        for name, trainer in trainers.items()
    }
    console = Console()
    console.print(as_table(rounds, settings))
    if args.json:
        write_json(args.json, as_json(args, rounds, settings))
    if args.write:
        content = as_markdown(rounds, settings, command_of(args), machine())
        args.page.write_text(fill(read_page(args.page), PLACE, content), encoding="utf-8")
        console.print(f"{args.page}: the table {PLACE!r} is written")


class Trainer:
    """A model that is trained window by window, with a watch on where its time goes.

    Args:
        model: collects and updates as `MaskablePPO` does.
        threads: that it may use. Self-play shares its updates among so many and leaves one to
            PyTorch; for others `warm_up` finds out whether PyTorch is faster with them or with one.
    """

    def __init__(self, model: MaskablePPO, threads: int) -> None:
        self.model = model
        self.threads = threads
        self._in_pytorch = 1
        self._updating = False
        self._infer = self._update = 0.0
        for name in FORWARD:
            if hasattr(model.policy, name):
                setattr(model.policy, name, self._watched_forward(getattr(model.policy, name)))
        model.train = self._watched_update(model.train)  # type: ignore[method-assign]

    def warm_up(self) -> None:
        """Have everything compiled, and choose PyTorch's threads by a window of one epoch each."""
        epochs, self.model.n_epochs = self.model.n_epochs, 1
        self.turn(0)
        if not isinstance(self.model, SelfPlayPPO):
            rates = {}
            for threads in sorted({1, self.threads}):
                self._in_pytorch = threads
                rates[threads] = self.turn(0).rate
            self.threads = self._in_pytorch = max(rates, key=lambda threads: rates[threads])
        self.model.n_epochs = epochs

    def turn(self, seconds: float) -> Turn:
        """Train whole windows for at least so long. Counting is not part of the time."""
        torch.set_num_threads(self._in_pytorch)
        self._infer = self._update = whole = 0.0
        decisions = 0
        while whole < seconds or not decisions:
            start = time.perf_counter()
            self.model.learn(1, reset_num_timesteps=False)
            whole += time.perf_counter() - start
            decisions += learned_with_a_choice(self.model)
        return Turn(decisions, whole, self._infer, self._update)

    def _watched_forward(self, forward: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*args: Any, **options: Any) -> Any:
            if self._updating:
                return forward(*args, **options)
            start = time.perf_counter()
            answer = forward(*args, **options)
            self._infer += time.perf_counter() - start
            return answer

        return watched

    def _watched_update(self, update: Callable[[], None]) -> Callable[[], None]:
        def watched() -> None:
            self._updating, start = True, time.perf_counter()
            update()
            self._update += time.perf_counter() - start
            self._updating = False

        return watched


def measure(trainers: Mapping[str, Trainer], seconds: float, rounds: int) -> Rounds:
    """A turn for every trainer in each round, after warming up."""
    for trainer in trainers.values():
        trainer.warm_up()
    found: dict[str, list[Turn]] = {name: [] for name in trainers}
    for _ in range(rounds):
        for name, trainer in trainers.items():
            found[name].append(trainer.turn(seconds))
    return found


def as_json(
    args: Args, rounds: Rounds, settings: Mapping[str, Mapping[str, int]]
) -> dict[str, Any]:
    """All figures, and what they depend on."""
    trainers = {
        name: {"settings": settings[name], "turns": [asdict(turn) for turn in turns]}
        for name, turns in rounds.items()
    }
    return {
        "command": command_of(args),
        "machine": machine(),
        "versions": present_versions(),
        "trainers": trainers,
    }


def command_of(args: Args) -> str:
    """The command that measures again."""
    return (
        f"python -m uno_train.benchmark --seconds {args.seconds:g} --rounds {args.rounds} "
        f"--threads {args.threads}"
    )


def machine() -> str:
    """What it was measured on."""
    return f"{platform.machine()}, {os.cpu_count()} cores"


def run() -> None:
    """The command line: a mistake in the arguments is a message, not a traceback."""
    try:
        main(tyro.cli(Args, prog="python -m uno_train.benchmark"))
    except ValueError as error:
        print(f"benchmark: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    run()
