"""What a training may be told: every option of `python -m uno_train.ppo`, with its default."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from uno_train.trajectories import Trajectories


@dataclass(frozen=True)
class Args:
    """Train a policy by PPO self-play. Give either --minutes or --decisions."""

    program: ClassVar[str] = "uno_train.ppo"

    out: Path
    """Folder for the policy and all that belongs to the run; made if it is not there."""
    minutes: float | None = None
    """Length of the training, compiling and evaluation apart."""
    decisions: int | None = None
    """Length in decisions with a choice; such a run can be repeated exactly."""
    rules: tuple[str, ...] = ()
    """Presets such as party, or options such as stacking=same,doubles; several share the games."""
    players: tuple[int, ...] = ()
    """Seats at the table, 2 to 10, by default as the rules say; several go with every rule set."""
    reward: Literal["win", "points", "match"] = "win"
    """What is learned for: rounds, points, or whole matches of rules with a target."""
    profile: Literal["laptop", "overnight"] = "laptop"
    """Where the options below begin: for minutes, or for hours."""
    seed: int = 1
    """Fixes the network's beginning, the games and every choice."""
    games: int = 512
    """Games played at the same time; at large tables fewer, so that windows hold enough of each."""
    window: int = 8192
    """Decisions collected between two updates."""
    minibatch: int = 1024
    """Decisions in one step of the optimiser."""
    epochs: int = 4
    """How often each decision is learned from."""
    widths: tuple[int, ...] = (128, 128)
    """Widths of the layers that policy and value share."""
    learning_rate: tuple[float, float] = (1e-3, 2e-4)
    """At the beginning and at the end."""
    entropy: tuple[float, float] = (0.04, 0.01)
    """Weight of the entropy bonus at the beginning and at the end."""
    gae_lambda: float = 0.95
    """How far advantages look ahead: 0 one decision, 1 to the end of the game."""
    clip: float = 0.2
    """How far one update may move an action's probability, as a ratio."""
    average: float | None = 8.0
    """The policy kept is a mean over updates, t counting t to this power; None: the last one."""
    view: Literal["own", "table"] = "own"
    """How the policy sees a table; own is for decks whose colours are alike, and not used else."""
    snapshots: float = 0.0
    """Share of the games in which a past version of the policy has one seat, e.g. 0.15."""
    eager: float = 0.0
    """Share of the seats that never draw by choice while a coloured card fits, e.g. 0.5."""
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
    """Deals for each of them, over all tables."""
    record_games: int = 0
    """Games of the policy with itself recorded at each of them and each table, in OUT/games."""
    deals: int = 20_000
    """Deals against each opponent in the final table of each table."""
    checkpoint_minutes: float = 5.0
    """Minutes between checkpoints."""
    overwrite: bool = False
    """Replace a run that the folder already holds."""
    resume: bool = False
    """Go on with the folder's run and its own settings; --minutes or --decisions may be longer."""
