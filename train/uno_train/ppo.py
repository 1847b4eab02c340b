"""Train a policy by PPO self-play: `python -m uno_train.ppo --minutes 1 --out runs/mine`.

Every seat is played by the policy that is being trained, and learns. The folder then holds the
policy (`policy.safetensors` and its card `policy.json`; play it as `policy:runs/mine/`), results,
the learning curve, settings, TensorBoard logs and a checkpoint. Ctrl-C and a termination signal
end the training after the window that is being played, and what there is is saved and reported;
`--resume` goes on with a run, however it was ended (`uno_train.endings`: the exit statuses).
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import torch
from rich.console import Console
from stable_baselines3.common.utils import LinearSchedule

from uno_agents.own_view import colors_are_alike
from uno_agents.results import Estimate, Result
from uno_env import ACTIONS, Layout, Rules, observation_layout
from uno_train import report
from uno_train.arguments import Args as Args
from uno_train.budget import Budget
from uno_train.checkpoint import Checkpoints, other_versions, restore
from uno_train.command_line import read_args
from uno_train.critic import OtherHands
from uno_train.eager import EagerTables
from uno_train.endings import refusals, setbacks
from uno_train.files import (
    CHECKPOINT,
    GAMES,
    RESULTS,
    SETTINGS,
    is_reported,
    prepare_folder,
    read_settings,
    write_json,
)
from uno_train.games import Games, SelfPlayTables, games_within, in_turn, tables_of
from uno_train.games_as_seen import GamesAsSeen
from uno_train.network import Inputs
from uno_train.record import describe_run, note_resuming, present_versions
from uno_train.recorded import record_games
from uno_train.selfplay import SelfPlayPPO
from uno_train.trajectories import BUFFERS
from uno_train.watch import EndOfRun, LearningCurve, ProgressBar, StopRequest

CURVE_SEED, TABLE_SEED = 1 << 40, 1 << 41
"""Added to the run's seed for the deals of the curve and of the final table."""


def main(
    args: Args, make: Callable[[Args, Sequence[Rules], Budget], SelfPlayPPO] | None = None
) -> None:
    """Set up, train, report.

    Args:
        make: gives the algorithm with its games, by default `trainer`.
    """
    console = Console()
    with refusals(args.program):
        budget = Budget(args.minutes, args.decisions)
        tables = tables_of(args.rules, args.players)
        args = replace(args, games=games_within(args.window, args.games, tables))
        model = (make or trainer)(args, tables, budget)
        layout = layout_of(tables, args.history)
        curve = LearningCurve(partial(strength, args, tables, layout), budget, args.curve_points)
        parts = model.parts() | {"curve": curve, "budget": budget}
        if args.resume:
            settings = read_settings(args.out)
        else:
            prepare_folder(args.out, args.overwrite)
            settings = describe_run(args, tables)
        going_on = args.resume and (args.out / CHECKPOINT).exists()
        if going_on:
            restore(args.out / CHECKPOINT, parts)

    checkpoints = Checkpoints(args.out / CHECKPOINT, parts, args.checkpoint_minutes, budget)
    with setbacks(args.program, args.out, checkpoints):
        done = model.num_timesteps
        if budget.is_over(done) and is_reported(args.out, done):
            console.print(
                f"{args.out}: this run is finished, after {done:,} decisions in "
                f"{budget.seconds:.1f} s; a longer --minutes or --decisions would go on with it"
            )
            return
        if args.resume:
            console.print(f"going on after {done:,} decisions and {budget.seconds:.1f} s")
            if strange := other_versions(settings["versions"], present_versions()):
                console.print(strange)
            settings = note_resuming(settings, args, done)
        write_json(args.out / SETTINGS, settings)
        if not budget.is_over(done):
            train(args, tables, model, checkpoints, curve, budget, going_on)
        facts = (
            settings
            | model.facts()
            | {
                "decisions": model.num_timesteps,
                "seconds": round(budget.seconds, 1),
                "cpu_seconds": round(budget.cpu_seconds, 1),
                "stopped_early": budget.share(model.num_timesteps) < 1,
            }
        )
        report_run(args, tables, layout, model, facts, curve, console)


def train(
    args: Args,
    tables: Sequence[Rules],
    model: SelfPlayPPO,
    checkpoints: Checkpoints,
    curve: LearningCurve,
    budget: Budget,
    going_on: bool,
) -> None:
    """Train to the end of the budget, or until somebody wants to stop."""
    warm_up(args, tables)
    request, bar = StopRequest(), ProgressBar(budget, curve, report.OPPONENTS[0])
    callbacks = [EndOfRun(budget, request), curve, bar, checkpoints]
    left = (args.decisions or sys.maxsize) - model.num_timesteps
    with model.at_work(), request.heeding_signals(), bar:
        model.learn(
            left, callbacks, log_interval=10, tb_log_name="run", reset_num_timesteps=not going_on
        )


def report_run(
    args: Args,
    tables: Sequence[Rules],
    layout: Layout,
    model: SelfPlayPPO,
    facts: dict[str, Any],
    curve: LearningCurve,
    console: Console,
) -> None:
    """Save the policy, measure it at every table, and save it with what was found."""
    report.save_policy(args.out, model.policy_for_play, layout, facts)
    speed = facts["decisions"] / max(facts["seconds"], 0.1)
    console.print(
        f"{facts['decisions']:,} decisions in {facts['seconds']} s, {speed:,.0f} a second"
    )
    agent = report.for_play(model.policy_for_play, layout)
    found = []
    for rules in tables:
        results = {
            opponent: report.measure(agent, opponent, rules, args.deals, TABLE_SEED + args.seed)
            for opponent in report.OPPONENTS
        }
        report.print_table(results, console)
        found.append(report.describe_table(rules) | {"results": as_json(results)})
    facts = facts | {"tables": found}
    report.save_policy(args.out, model.policy_for_play, layout, facts)
    picture = args.out / "learning_curve.png"
    report.draw_curve(curve.points, report.OPPONENTS[0], report.chance_of(tables), picture)
    write_json(args.out / RESULTS, facts | {"curve": report.curve_as_json(curve.points)})
    console.print(f"play it as policy:{args.out}/ ; the learning curve is {picture}")


def as_json(results: Mapping[str, Result]) -> dict[str, Any]:
    """The results against each opponent as JSON types."""
    return {opponent: result.to_dict() for opponent, result in results.items()}


def layout_of(tables: Sequence[Rules], history: int = 0) -> Layout:
    """The observation that shows the largest of the tables."""
    return observation_layout(max(rules.players for rules in tables), history)


def trainer(
    args: Args,
    tables: Sequence[Rules],
    budget: Budget,
    kind: type[SelfPlayPPO] = SelfPlayPPO,
    shown: Layout | None = None,
    **options: Any,
) -> SelfPlayPPO:
    """The algorithm with its games, as the arguments say; a `kind` of it may take more options.

    Args:
        shown: the layout of the observations, if others at the tables need a larger one.
    """
    layout = shown or layout_of(tables, args.history)
    view = args.view if colors_are_alike(tables) else "table"

    def deal(seed: int) -> Games:
        start = first_seed(seed)
        dealt = EagerTables(
            args.eager,
            tables,
            args.games,
            start,
            reward=args.reward,
            history=layout.history,
            seats=layout.seats,
        )
        return dealt if view == "table" else GamesAsSeen(dealt)

    games = SelfPlayTables(
        deal,
        args.games,
        layout.seats,
        layout.size,
        ACTIONS.size,
        [rules.players for rules in in_turn(tables, args.games)],
    )
    return kind(
        env=games,
        inputs=Inputs.of(layout, tables, args.without),
        hands=OtherHands.of(layout.seats, tables) if args.critic == "all" else None,
        view=view,
        snapshots=args.snapshots,
        average=args.average,
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
        **options,
    )


def first_seed(seed: int) -> int:
    """Where a run's games begin: game i has this seed plus i, and no two runs may share games."""
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


def warm_up(args: Args, tables: Sequence[Rules], **options: Any) -> None:
    """Have everything compiled before the clock starts, by a small run that is thrown away.

    Args:
        options: of `trainer`.
    """
    small = replace(args, minutes=None, decisions=1, games=2, window=64, minibatch=64, widths=(8,))
    with torch.random.fork_rng():
        model = trainer(small, tables, Budget(decisions=1), **options)
        model.tensorboard_log = None
        model.learn(1)


def strength(args: Args, tables: Sequence[Rules], layout: Layout, model: SelfPlayPPO) -> Estimate:
    """The win rate of the present weights against the first opponent, on held-out deals.

    Games of the policy with itself are recorded by the way, if that was asked for.
    """
    agent = report.for_play(model.policy_for_play, layout)
    seed = CURVE_SEED + args.seed
    if args.record_games > 0:
        folder, done = args.out / GAMES, model.num_timesteps
        record_games(folder, agent, tables, args.record_games, seed, done)
    return report.strength(agent, report.OPPONENTS[0], tables, args.curve_deals, seed)


if __name__ == "__main__":
    with refusals(Args.program):
        arguments = read_args(Args)
    main(arguments)
