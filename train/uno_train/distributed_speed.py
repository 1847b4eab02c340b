"""What spreading the work costs or gains: `python -m uno_train.distributed_speed --actors 2`.

One process by itself and a learner with its actors train in turn, with the same recipe, each for
some seconds; the decisions a second of each are printed, and the ratio. It wants a machine that
does nothing else.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

import tyro
from rich import get_console

from uno_env import Rules
from uno_train import distributed, ppo
from uno_train.budget import Budget
from uno_train.endings import refusals
from uno_train.games import games_within, tables_of
from uno_train.selfplay import SelfPlayPPO
from uno_train.watch import EndOfRun, StopRequest


@dataclass(frozen=True)
class Args:
    """Compare the speed of training in one process and with actors."""

    actors: int = 2
    """Processes that play."""
    address: str = "local"
    """The Ray cluster: local begins one on this machine, auto joins the one that runs here."""
    players: tuple[int, ...] = (2,)
    """Seats at the table."""
    seconds: float = 20.0
    """Length of each training."""
    rounds: int = 3
    """How often the two are measured in turn."""
    threads: int = ppo.Args.threads
    """Threads that share an update, in both."""


def main(args: Args) -> None:
    """Measure both in turn, and print each and the ratio of the medians."""
    minutes = args.seconds / 60
    run = distributed.Args(
        Path("unused"), minutes, players=args.players, actors=args.actors, address=args.address,
        threads=args.threads,
    )  # fmt: skip
    ways: dict[str, Callable[[ppo.Args, Sequence[Rules], Budget], SelfPlayPPO]] = {
        "one process": ppo.trainer,
        f"{args.actors} actors": distributed.trainer,
    }
    speeds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(args.rounds):
        for name, make in ways.items():
            speeds[name].append(speed_of(run, make))
            get_console().print(f"{name}: {speeds[name][-1]:,.0f} decisions a second")
    alone, together = (median(measured) for measured in speeds.values())
    get_console().print(f"{args.actors} actors to one process: {together / alone:.2f} (medians)")


def speed_of(
    run: ppo.Args, make: Callable[[ppo.Args, Sequence[Rules], Budget], SelfPlayPPO]
) -> float:
    """Decisions a second of a training that leaves nothing behind, compiling apart."""
    tables, budget = tables_of(run.rules, run.players), Budget(run.minutes)
    run = replace(run, games=games_within(run.window, run.games, tables))
    ppo.warm_up(run, tables)
    model = make(run, tables, budget)
    model.tensorboard_log = None
    with model.at_work():
        model.learn(sys.maxsize, EndOfRun(budget, StopRequest()))
    return model.num_timesteps / budget.seconds


if __name__ == "__main__":
    with refusals("uno_train.distributed_speed"):
        main(tyro.cli(Args, prog="python -m uno_train.distributed_speed"))
