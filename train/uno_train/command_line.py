"""Where a run's options come from: a profile or the run that is resumed, then the command line."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import tyro

from uno_train.arguments import Args
from uno_train.files import read_settings

PROFILES: dict[str, dict[str, Any]] = {
    "laptop": {},
    "overnight": {
        "games": 2048,
        "window": 32_768,
        "minibatch": 2048,
        "widths": (256, 256),
        "learning_rate": (1e-3, 1e-4),
        "entropy": (0.04, 0.005),
        "snapshots": 0.15,
        "eager": 0.5,
        "curve_points": 40,
        "curve_deals": 4000,
        "checkpoint_minutes": 10.0,
    },
}
"""What a profile sets otherwise than the defaults, which are for minutes on a laptop."""

_LENGTHS = ("minutes", "decisions")
_FREE = (
    "out",
    "resume",
    "overwrite",
    "deals",
    "record_games",
    "checkpoint_minutes",
    "actors",
    "address",
)
"""Options that do not change what is trained, or with which a run cannot be exact anyway."""

A = TypeVar("A", bound=Args)


def read_args(kind: type[A], words: Sequence[str] | None = None) -> A:
    """The options of a command line over those of its profile, or of the run it resumes.

    Args:
        kind: a dataclass with the fields `out`, `profile`, `resume`, `minutes` and `decisions`.
        words: the command line; by default this process's.

    Raises:
        ValueError: a run cannot be resumed, or not with these options.
    """
    words = list(sys.argv[1:] if words is None else words)
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--profile", default="laptop")
    first.add_argument("--resume", action="store_true")
    first.add_argument("--out", type=Path)
    early, _ = first.parse_known_args([word for word in words if word not in ("-h", "--help")])
    if early.resume and early.out is not None:
        return resumed_args(kind, early.out, words)
    profile = early.profile if early.profile in PROFILES else "laptop"
    preset = PROFILES[profile] | {"profile": profile}
    default = kind(out=tyro.MISSING, **preset)
    return tyro.cli(kind, args=words, default=default, prog=f"python -m {kind.program}")


def resumed_args(kind: type[A], folder: Path, words: Sequence[str]) -> A:
    """The options of the run in `folder`, with those of the command line that do not change it."""
    saved = saved_args(kind, folder)
    given = tyro.cli(kind, args=words, default=saved, prog=f"python -m {kind.program}")
    refuse_changes(saved, given)
    return given


def saved_args(kind: type[A], folder: Path) -> A:
    """The options that a run was begun with.

    Raises:
        ValueError: there is no run, or it was begun by a version with other options.
    """
    settings = read_settings(folder)["settings"]
    names = {field.name for field in fields(kind)}
    if strange := sorted(names.symmetric_difference(settings)):
        raise ValueError(
            f"--out {folder}: the run was begun by another version or program, whose options "
            f"differ in {', '.join(strange)}; begin it anew, or resume it with that one"
        )
    values: dict[str, Any] = {
        n: tuple(v) if isinstance(v, list) else v for n, v in settings.items()
    }
    return kind(**values | {"out": folder})


def refuse_changes(saved: Any, given: Any) -> None:
    """Refuse options that would make another run of a resumed one; it may only become longer.

    Raises:
        ValueError: names the options.
    """
    changed = [
        f"--{field.name.replace('_', '-')} {_text(getattr(given, field.name))} "
        f"(it has {_text(getattr(saved, field.name))})"
        for field in fields(saved)
        if field.name not in (*_FREE, *_LENGTHS)
        and getattr(saved, field.name) != getattr(given, field.name)
    ]
    if changed:
        raise ValueError(
            f"--resume goes on with the run's own settings, and these would make another run of "
            f"it: {', '.join(changed)}; leave them out, or begin a run in another folder"
        )
    if given.overwrite:
        raise ValueError("--resume together with --overwrite: expected one of them")
    counted = "decisions" if saved.decisions is not None else "minutes"
    other = "minutes" if counted == "decisions" else "decisions"
    if getattr(given, other) is not None:
        raise ValueError(
            f"--{other} {getattr(given, other)}: this run's length is counted in {counted}; "
            f"lengthen it by --{counted}"
        )
    before, now = getattr(saved, counted), getattr(given, counted)
    if now is None or now < before:
        raise ValueError(f"--{counted} {now}: a run of {before} {counted} can only become longer")


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)
