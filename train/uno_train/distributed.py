"""The same self-play beyond one machine: `python -m uno_train.distributed --actors 8 ...`.

Ray actors play the games and send back decisions with their advantages; this process learns from
them. Arguments, recipe and what a run leaves behind are those of `uno_train.ppo`; the actors share
`--games` and `--window`. An actor that is lost, with its process or its machine, costs the window
it was playing; another takes its place.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from importlib.util import find_spec
from typing import ClassVar

from rich import get_console

from uno_env import Rules
from uno_train import ppo
from uno_train.budget import Budget
from uno_train.command_line import read_args
from uno_train.endings import refusals
from uno_train.games import games_within
from uno_train.selfplay import SelfPlayPPO


@dataclass(frozen=True)
class Args(ppo.Args):
    """Train a policy by PPO self-play on Ray. Give either --minutes or --decisions."""

    program: ClassVar[str] = "uno_train.distributed"

    actors: int = 2
    """Processes that play, each on a CPU of its own; they share the games and the window."""
    address: str = "local"
    """The Ray cluster: local begins one on this machine, auto joins the one that runs here."""


def main(args: Args) -> None:
    """Set up, train, report, as `uno_train.ppo` does."""
    if args.resume:
        get_console().print(
            "the games under way ended with their actors: the run goes on with fresh ones, and to "
            "other weights than if it had not been stopped"
        )
    ppo.main(args, trainer)


def trainer(args: ppo.Args, tables: Sequence[Rules], budget: Budget) -> SelfPlayPPO:
    """The algorithm with its crew, as the arguments say.

    Raises:
        ValueError: Ray is missing, there is no such cluster, or too little for each actor.
    """
    assert isinstance(args, Args)
    parts = parts_of(args, tables)
    if find_spec("ray") is None:
        raise ValueError(
            "Ray is missing, which runs the actors: pip install -e '.[train,distributed]' "
            "--constraint constraints-ray.txt, or train on this machine by python -m uno_train.ppo"
        )
    # these import Ray, which only this program asks for
    from uno_train.distributed_crew import Crew, connect
    from uno_train.distributed_trainer import DistributedPPO

    joined = connect(args.address, args.actors)
    crew = Crew(parts, tables, joined, get_console().print)
    learner = replace(args, games=len(tables))  # the actors play, and here nobody
    return ppo.trainer(learner, tables, budget, DistributedPPO, crew=crew)


def parts_of(args: Args, tables: Sequence[Rules]) -> list[ppo.Args]:
    """Each actor's arguments: the run's own, with a share of the games and of the window.

    Raises:
        ValueError: less than a game at each table for each actor, or a window too small for it.
    """
    if args.actors < 1:
        raise ValueError(f"--actors {args.actors}: expected at least 1")
    games = args.actors * len(tables)
    window = games * 2 * max(rules.players for rules in tables)
    if args.games < games or args.window < window:
        raise ValueError(
            f"--games {args.games} and --window {args.window} are too small for {args.actors} "
            f"actors: expected at least --games {games} and --window {window}, or fewer actors"
        )
    alike = {field.name: getattr(args, field.name) for field in fields(ppo.Args)}
    parts = []
    for number in range(args.actors):
        share = _share(args.window, args.actors, number)
        played = games_within(share, _share(args.games, args.actors, number), tables)
        parts.append(ppo.Args(**alike | {"games": played, "window": share}))
    return parts


def _share(whole: int, parts: int, number: int) -> int:
    """The share of part `number`, where the first ones are one larger if it does not come out."""
    return whole // parts + (number < whole % parts)


if __name__ == "__main__":
    with refusals(Args.program):
        arguments = read_args(Args)
    main(arguments)
