"""What a run writes down about itself: its command, settings, tables and versions."""

import shlex
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import torch

from uno_agents.results import versions
from uno_env import Rules
from uno_train.report import describe_table


def command(program: str) -> str:
    """The command line of this process, which runs `program`."""
    return shlex.join(["python", "-m", program, *sys.argv[1:]])


def describe_run(args: Any, tables: Sequence[Rules]) -> dict[str, Any]:
    """All that the run depends on."""
    return {
        "command": command(args.program),
        "settings": asdict(args) | {"out": str(args.out), "overwrite": False},
        "tables": [describe_table(rules) for rules in tables],
        "versions": present_versions(),
    }


def present_versions() -> dict[str, str]:
    """What the weights depend on beside the settings and the machine."""
    return versions() | {"torch": torch.__version__}


def note_resuming(settings: dict[str, Any], args: Any, decisions: int) -> dict[str, Any]:
    """The settings of a run that goes on: its length may be another, and each time is noted."""
    length = {"minutes": args.minutes, "decisions": args.decisions}
    again = {"after_decisions": decisions, "command": command(args.program)}
    resumed = [*settings.get("resumed", []), again]
    return settings | {"settings": settings["settings"] | length, "resumed": resumed}
