"""Starting runs of `python -m uno_train.ppo`, in this process or in one of its own."""

import hashlib
import sys
from pathlib import Path

from uno_train import ppo
from uno_train.command_line import read_args

TINY = {
    "games": 16,
    "window": 512,
    "minibatch": 256,
    "widths": (32, 32),
    "threads": 2,
    "curve_points": 2,
    "curve_deals": 2,
    "deals": 2,
    "checkpoint_minutes": 0,
}
"""A run of seconds, with a checkpoint after every window."""


def flags(**options) -> list[str]:
    """Options as words of a command line; True is a flag alone."""
    words = []
    for name, value in options.items():
        values = () if value is True else value if isinstance(value, tuple) else (value,)
        words += [f"--{name.replace('_', '-')}", *map(str, values)]
    return words


def command(**options) -> list[str]:
    """The command line of a process of its own."""
    return [sys.executable, "-m", "uno_train.ppo", *flags(**options)]


def run(words: list[str]) -> None:
    """A run in this process, as its command line says."""
    ppo.main(read_args(ppo.Args, words))


def weights_sha(folder: Path) -> str:
    """The SHA-256 of a run's trained weights."""
    return hashlib.sha256((folder / "policy.safetensors").read_bytes()).hexdigest()
