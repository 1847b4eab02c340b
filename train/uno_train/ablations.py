"""What each part of the recipe is worth: `python -m uno_train.ablations NAME --decisions N`.

Every variant is trained with every seed, as `uno_train.ppo` would, and its greedy policy plays
held-out duplicate deals. The table goes into docs/training.md. A run's result is kept in a folder
named after its options: a call that was interrupted goes on where it was, and the plain recipe,
which is part of every table, is trained once.
"""

import json
import shlex
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console

from uno_agents.results import versions
from uno_env.pages import fill
from uno_train import ppo, report
from uno_train.ablation_table import as_words, table_of, won
from uno_train.budget import Budget
from uno_train.files import RESULTS, write_json
from uno_train.games import games_within, tables_of

OPPONENTS = ("random", "heuristic")

ABLATIONS: dict[str, dict[str, dict[str, Any]]] = {
    "entropy": {
        "0.04 falling to 0.01": {},
        "none": {"entropy": (0.0, 0.0)},
        "0.01 throughout": {"entropy": (0.01, 0.01)},
        "0.04 throughout": {"entropy": (0.04, 0.04)},
        "0.1 falling to 0.01": {"entropy": (0.1, 0.01)},
    },
    "width": {
        "2 x 128": {},
        "2 x 32": {"widths": (32, 32)},
        "2 x 64": {"widths": (64, 64)},
        "2 x 256": {"widths": (256, 256)},
        "3 x 128": {"widths": (128, 128, 128)},
    },
    "passes": {
        "four": {},
        "one": {"epochs": 1},
        "two": {"epochs": 2},
        "eight": {"epochs": 8},
    },
    "average": {
        "over updates, the last count most": {},
        "none, the last weights": {"average": None},
    },
    "snapshots": {
        "none": {},
        "in 15 % of games": {"snapshots": 0.15},
        "in 50 % of games": {"snapshots": 0.5},
    },
    "eager": {
        "no seats": {},
        "25 % of the seats": {"eager": 0.25},
        "50 % of the seats": {"eager": 0.5},
        "all seats": {"eager": 1.0},
    },
    "view": {
        "own": {},
        "the table's": {"view": "table"},
    },
    "critic": {
        "sees the own hand": {},
        "sees all hands": {"critic": "all"},
    },
    "fields": {
        "all": {},
        "no known cards": {"without": ("known",)},
        "no voids": {"without": ("voids",)},
        "no discards": {"without": ("discards",)},
        "none of the three": {"without": ("known", "voids", "discards")},
    },
    "history": {
        "none": {},
        "4 events": {"history": 4},
        "16 events": {"history": 16},
    },
    "trajectories": {
        "one a seat": {},
        "interleaved": {"trajectories": "interleaved"},
    },
}
"""For each ablation its variants: a label, and the options of `ppo.Args` that differ."""


@dataclass(frozen=True)
class Args:
    """Train the variants of an ablation, measure them, and write the table into the page."""

    name: tyro.conf.Positional[str]
    """Which ablation."""
    decisions: int
    """Length of each training."""
    seeds: tuple[int, ...] = (1, 2, 3)
    """A training for each variant and each of these."""
    rules: tuple[str, ...] = ()
    """As in uno_train.ppo."""
    players: tuple[int, ...] = ()
    """As in uno_train.ppo."""
    deals: int = 20_000
    """Held-out deals against each opponent."""
    out: Path = Path("runs/ablations")
    """Folder for policies and results."""
    page: Path = Path("docs/training.md")
    """The page whose table is replaced."""


def main(args: Args) -> None:
    """Run what has not been run yet, and write the table.

    Raises:
        ValueError: anything in the arguments that cannot be, or results of other runs in the folder
            or no place in the page; nothing has been trained then.
    """
    console = Console()
    plan = runs_of(args)
    place = f"ablation {args.name}"
    fill(read_page(args.page), place, "")
    for runs in plan.values():
        for run in runs:
            stored_outcome(run)
    outcomes: dict[str, list[dict[str, Any]]] = {}
    for label, runs in plan.items():
        outcomes[label] = []
        for run in runs:
            outcome = stored_outcome(run) or train_and_measure(run)
            outcomes[label].append(outcome)
            wins = [f"{won(outcome, name).mean:.1%} against {name}" for name in OPPONENTS]
            console.print(f"{args.name}: {label}, seed {run.seed}: {', '.join(wins)}")
    table = table_of(ABLATIONS[args.name], outcomes, command_of(args))
    args.page.write_text(fill(read_page(args.page), place, table), encoding="utf-8")
    console.print(f"{args.page}: the table {place!r} is written")


def read_page(path: Path) -> str:
    """The page that the table goes into.

    Raises:
        ValueError: there is none.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(
            f"--page {path}: {error.strerror}; run from the project's folder, or name a page"
        ) from None


def runs_of(args: Args) -> dict[str, list[ppo.Args]]:
    """The trainings of each variant, one a seed.

    Raises:
        ValueError: no such ablation, no seed, or not exactly one table.
    """
    if args.name not in ABLATIONS:
        raise ValueError(f"ablation {args.name!r}: expected one of {', '.join(ABLATIONS)}")
    if not args.seeds:
        raise ValueError("seeds: expected at least one")
    table = tables_of(args.rules, args.players)
    if len(table) > 1:
        raise ValueError(
            f"{len(table)} tables: expected one number of players and one set of rules"
        )
    folder = args.out / f"{str(table[0]) or 'official'}-{args.decisions}"

    def run(options: Mapping[str, Any], seed: int) -> ppo.Args:
        made = ppo.Args(
            out=folder / folder_name(options) / f"seed-{seed}",
            decisions=args.decisions,
            seed=seed,
            rules=args.rules,
            players=args.players,
            deals=args.deals,
            **options,
        )
        return replace(made, games=games_within(made.window, made.games, table))

    variants = ABLATIONS[args.name].items()
    return {label: [run(options, seed) for seed in args.seeds] for label, options in variants}


def folder_name(options: Mapping[str, Any]) -> str:
    """The folder of a variant's trainings, the same whichever ablation it is part of."""
    words = [f"{name}={'+'.join(as_words(value))}" for name, value in options.items()]
    return ",".join(words) or "plain"


def stored_outcome(run: ppo.Args) -> dict[str, Any] | None:
    """What an earlier call found; None if the run has not been made.

    Raises:
        ValueError: it was made with other settings.
    """
    path = run.out / RESULTS
    if not path.exists():
        return None
    outcome = json.loads(path.read_text(encoding="utf-8"))
    if outcome["settings"] != settings_of(run):
        raise ValueError(
            f"{path}: of a run with other settings, or of another version; choose another --out, "
            "or remove it"
        )
    return outcome


def settings_of(run: ppo.Args) -> dict[str, Any]:
    """All that a run depends on, as JSON types."""
    return json.loads(json.dumps(asdict(run) | {"out": None}))


def train_and_measure(run: ppo.Args) -> dict[str, Any]:
    """Make a run, and leave the policy and what it is worth in its folder."""
    tables, budget = tables_of(run.rules, run.players), Budget(decisions=run.decisions)
    ppo.warm_up(run, tables)
    model = ppo.trainer(run, tables, budget)
    model.tensorboard_log = None
    budget.start()
    model.learn(budget.decisions or 0)
    budget.stop()
    layout = ppo.layout_of(tables, run.history)
    agent = report.for_play(model.policy_for_play, layout)
    seed = ppo.TABLE_SEED + run.seed
    results = {
        opponent: report.measure(agent, opponent, tables[0], run.deals, seed).to_dict()
        for opponent in OPPONENTS
    }
    outcome = {
        "settings": settings_of(run),
        "decisions": model.num_timesteps,
        "seconds": round(budget.seconds, 1),
        "versions": versions(),
        "results": results,
    }
    report.save_policy(run.out, model.policy_for_play, layout, outcome)
    write_json(run.out / RESULTS, outcome)
    return outcome


def command_of(args: Args) -> str:
    """The command that makes the table again."""
    options = {"decisions": args.decisions, "seeds": args.seeds, "deals": args.deals}
    options |= {name: getattr(args, name) for name in ("rules", "players") if getattr(args, name)}
    words = [w for name, value in options.items() for w in (f"--{name}", *as_words(value))]
    return shlex.join(["python", "-m", "uno_train.ablations", args.name, *words])


def run() -> None:
    """The command line: a mistake in the arguments is a message, not a traceback."""
    try:
        main(
            tyro.cli(
                Args,
                prog="python -m uno_train.ablations",
                description=f"{Args.__doc__} Names: {', '.join(ABLATIONS)}.",
            )
        )
    except ValueError as error:
        print(f"ablations: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    run()
