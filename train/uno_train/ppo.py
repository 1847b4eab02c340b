"""Train a policy by PPO self-play: `python -m uno_train.ppo --minutes 1 --out runs/mine`.

Every seat is played by the policy that is being trained, and learns. The folder then holds the
policy (`policy.safetensors` and its card `policy.json`; play it as `policy:runs/mine/`), results,
the learning curve, settings, TensorBoard logs and a checkpoint.
"""

import os
import shlex
import sys
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
import tyro
from rich.console import Console
from stable_baselines3.common.utils import LinearSchedule

from uno_agents.results import Estimate, versions
from uno_env import ACTIONS, GameBatch, Layout, Rules, observation_layout
from uno_train import report
from uno_train.budget import Budget
from uno_train.critic import OtherHands
from uno_train.games import SelfPlayTables
from uno_train.network import Inputs
from uno_train.selfplay import SelfPlayPPO
from uno_train.trajectories import BUFFERS, Trajectories
from uno_train.watch import Checkpoints, EndOfRun, LearningCurve, ProgressBar, StopRequest

CURVE_SEED, TABLE_SEED = 1 << 40, 1 << 41
"""Added to the run's seed for the deals of the curve and of the final table."""


@dataclass(frozen=True)
class Args:
    """Train a policy by PPO self-play. Give either --minutes or --decisions."""

    out: Path
    """Folder for the policy and all that belongs to the run; made if it is not there."""
    minutes: float | None = None
    """Length of the training, compiling and evaluation apart."""
    decisions: int | None = None
    """Length in decisions with a choice; such a run can be repeated exactly."""
    players: int | None = None
    """Seats at the table, 2 to 10; default: what the rules say."""
    rules: str = ""
    """A preset such as party, or options such as stacking=same,seven_swap; default: official."""
    seed: int = 1
    """Fixes the network's beginning, the games and every choice."""
    games: int = 512
    """Games played at the same time."""
    window: int = 8192
    """Decisions collected between two updates."""
    minibatch: int = 1024
    """Decisions in one step of the optimiser."""
    epochs: int = 1
    """How often each decision is learned from."""
    widths: tuple[int, ...] = (128, 128)
    """Widths of the layers that policy and value share."""
    learning_rate: tuple[float, float] = (3e-3, 1e-4)
    """At the beginning and at the end."""
    entropy: tuple[float, float] = (0.04, 0.01)
    """Weight of the entropy bonus at the beginning and at the end."""
    gae_lambda: float = 0.95
    """How far advantages look ahead: 0 one decision, 1 to the end of the game."""
    clip: float = 0.2
    """How far one update may move an action's probability, as a ratio."""
    snapshots: float = 0.0
    """Share of the games in which a past version of the policy has one seat, e.g. 0.15."""
    critic: Literal["own", "all"] = "own"
    """Whose hands the value may see in training; the policy sees its own in either case."""
    history: int = 0
    """How many of the last public events the policy sees, 0 to 32."""
    without: tuple[str, ...] = ()
    """Fields of the observation that the policy does not read, e.g. known voids."""
    trajectories: Trajectories = "seat"
    """Which decision follows which; interleaved is a common fault, there for comparison."""
    threads: int = min(2, os.cpu_count() or 1)
    """Threads that share an update; results of one number of threads repeat exactly."""
    curve_points: int = 10
    """Measurements of the learning curve after the first."""
    curve_deals: int = 1000
    """Deals for each of them."""
    deals: int = 20_000
    """Deals against each opponent in the final table."""
    checkpoint_minutes: float = 5.0
    """Minutes between checkpoints."""
    overwrite: bool = False
    """Replace a run that the folder already holds."""


def main(args: Args) -> None:
    """Set up, train, report."""
    console = Console()
    try:
        budget = Budget(args.minutes, args.decisions)
        rules = Rules.named(args.rules)
        if args.players is not None:
            rules = rules.replace(players=args.players)
        model = trainer(args, rules, budget)
        prepare_folder(args.out, args.overwrite)
    except ValueError as error:
        print(f"ppo: {error}", file=sys.stderr)
        sys.exit(2)
    layout = layout_of(args, rules)
    settings = describe_run(args, rules)
    report.write_json(args.out / "settings.json", settings)

    warm_up(args, rules)
    request = StopRequest()
    curve = LearningCurve(partial(strength, args, rules, layout), budget, args.curve_points)
    callbacks = [
        EndOfRun(budget, request),
        curve,
        ProgressBar(budget, curve, report.OPPONENTS[0]),
        Checkpoints(args.out / "checkpoint.zip", args.checkpoint_minutes, budget),
    ]
    with request.heeding_signals():
        model.learn(args.decisions or sys.maxsize, callbacks, log_interval=10, tb_log_name="run")

    facts = settings | {
        "decisions": model.num_timesteps,
        "seconds": round(budget.seconds, 1),
        "stopped_early": request.asked,
    }
    report.save_policy(args.out, model.policy, layout, facts)
    speed = model.num_timesteps / budget.seconds
    console.print(
        f"{model.num_timesteps:,} decisions in {budget.seconds:.1f} s, {speed:,.0f} a second"
    )
    agent = report.for_play(model.policy, layout)
    results = {
        opponent: report.measure(agent, opponent, rules, args.deals, TABLE_SEED + args.seed)
        for opponent in report.OPPONENTS
    }
    facts["results"] = {opponent: result.to_dict() for opponent, result in results.items()}
    report.save_policy(args.out, model.policy, layout, facts)
    report.write_json(
        args.out / "results.json", facts | {"curve": report.curve_as_json(curve.points)}
    )
    picture = args.out / "learning_curve.png"
    report.draw_curve(curve.points, report.OPPONENTS[0], 1 / rules.players, picture)
    report.print_table(results, console)
    console.print(f"play it as policy:{args.out}/ ; the learning curve is {picture}")


def prepare_folder(folder: Path, overwrite: bool) -> None:
    """Make the run's folder and see that it can be written.

    Raises:
        ValueError: it cannot be, or it holds a policy already.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".writable"
        probe.write_text("")
        probe.unlink()
    except OSError as error:
        raise ValueError(
            f"--out {folder}: cannot be written ({error.strerror}); choose another folder"
        ) from None
    if (folder / "policy.safetensors").exists() and not overwrite:
        raise ValueError(
            f"--out {folder}: holds a policy already; choose another folder, or --overwrite"
        )


def describe_run(args: Args, rules: Rules) -> dict[str, Any]:
    """All that the run depends on."""
    return {
        "command": shlex.join(["python", "-m", "uno_train.ppo", *sys.argv[1:]]),
        "settings": asdict(args) | {"out": str(args.out)},
        "rules": str(rules),
        "rules_fingerprint": rules.fingerprint,
        "players": rules.players,
        "versions": versions() | {"torch": torch.__version__},
    }


def layout_of(args: Args, rules: Rules) -> Layout:
    """The layout of what the policy sees."""
    return observation_layout(rules.players, args.history)


def trainer(args: Args, rules: Rules, budget: Budget) -> SelfPlayPPO:
    """The algorithm with its games, as the arguments say."""
    layout = layout_of(args, rules)
    tables = SelfPlayTables(
        lambda seed: GameBatch(rules, args.games, first_seed(seed), history=args.history),
        args.games,
        rules.players,
        layout.size,
        ACTIONS.size,
    )
    return SelfPlayPPO(
        env=tables,
        inputs=Inputs.of(layout, rules, args.without),
        hands=OtherHands.of(rules.players, rules) if args.critic == "all" else None,
        snapshots=args.snapshots,
        buffer=BUFFERS[args.trajectories],
        widths=args.widths,
        window=args.window,
        batch_size=args.minibatch,
        n_epochs=args.epochs,
        learning_rate=LinearSchedule(*args.learning_rate, 1.0),
        entropy=LinearSchedule(*args.entropy, 1.0),
        gamma=1.0,
        gae_lambda=args.gae_lambda,
        clip_range=args.clip,
        budget=budget,
        threads=args.threads,
        seed=args.seed,
        tensorboard_log=str(args.out / "tensorboard"),
    )


def first_seed(seed: int) -> int:
    """Where a run's games begin: game i has this seed plus i, and no two runs may share games."""
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


def warm_up(args: Args, rules: Rules) -> None:
    """Have everything compiled before the clock starts, by a small run that is thrown away."""
    small = replace(args, minutes=None, decisions=1, games=2, window=64, minibatch=64, widths=(8,))
    with torch.random.fork_rng():
        model = trainer(small, rules, Budget(decisions=1))
        model.tensorboard_log = None
        model.learn(1)


def strength(args: Args, rules: Rules, layout: Layout, model: SelfPlayPPO) -> Estimate:
    """The win rate of the present weights against the first opponent, on held-out deals."""
    agent = report.for_play(model.policy, layout)
    seed = CURVE_SEED + args.seed
    return report.won(report.measure(agent, report.OPPONENTS[0], rules, args.curve_deals, seed))


if __name__ == "__main__":
    main(tyro.cli(Args))
