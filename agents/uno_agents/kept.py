"""Finished blocks on disk, so that an interrupted run goes on from them.

A match has a folder: `settings.json` says who plays and how, `block-00000.npz` and so on hold the
games. A folder is only gone on with under the settings it was begun with; a longer run of the same
match uses what is there.
"""

import hashlib
import json
import os
import re
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from uno_agents.blocks import Settings
from uno_agents.outcomes import Outcomes
from uno_agents.results import versions
from uno_agents.table import Table


class KeptBlocks:
    """The finished blocks of one match.

    Args:
        folder: of the match; made if need be.
        table: who plays.
        settings: how.

    Raises:
        ValueError: the folder holds a match with other settings; names what differs.
    """

    def __init__(self, folder: Path, table: Table, settings: Settings) -> None:
        self._folder = folder
        says = _description(table, settings)
        file = folder / "settings.json"
        if file.is_file():
            _check_same(json.loads(file.read_text(encoding="utf-8")), says, folder)
        elif folder.is_dir() and any(folder.iterdir()):
            raise ValueError(f"{folder} holds other things than a match: give a folder of its own")
        else:
            folder.mkdir(parents=True, exist_ok=True)
            _write_aside(file, json.dumps(says, indent=2).encode())

    def read(self, number: int, deals: int) -> Outcomes | None:
        """A finished block; None if it is not there, or holds another number of deals."""
        try:
            with np.load(self._path(number), allow_pickle=False) as arrays:
                outcomes = Outcomes.from_arrays(arrays)
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None
        return outcomes if len(outcomes) == deals else None

    def write(self, number: int, outcomes: Outcomes) -> None:
        """Keep a finished block."""
        path = self._path(number)
        aside = path.with_suffix(".part")
        with aside.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **outcomes.to_arrays())
        os.replace(aside, path)

    def _path(self, number: int) -> Path:
        return self._folder / f"block-{number:05}.npz"


def match_folder(folder: Path, names: list[str]) -> Path:
    """The folder of one match of a cross table, named after who plays."""
    readable = re.sub(r"[^\w.+-]+", "_", "_vs_".join(names))[:80]
    return folder / f"{readable}-{hashlib.sha256(repr(names).encode()).hexdigest()[:8]}"


def _description(table: Table, settings: Settings) -> dict[str, Any]:
    return {
        "agents": [[name, list(places)] for name, _, places in table.entries],
        "weights": [getattr(agent, "card", {}).get("sha256") for _, agent, _ in table.entries],
        "greedy": [getattr(agent, "greedy", None) for _, agent, _ in table.entries],
        "rules": str(settings.rules),
        "rules_fingerprint": settings.rules.fingerprint,
        "seed": settings.seed,
        "block": settings.block,
        "on_fault": settings.on_fault,
        "move_seconds": settings.move_seconds,
        "versions": versions(),
    }


def _check_same(kept: dict[str, Any], now: dict[str, Any], folder: Path) -> None:
    differing = [name for name in now if kept.get(name) != now[name]]
    if differing:
        what = "; ".join(f"{name} was {kept.get(name)!r}, now {now[name]!r}" for name in differing)
        raise ValueError(
            f"{folder} was begun otherwise: {what}. Go on with the same settings, or give another "
            "folder"
        )


def _write_aside(path: Path, content: bytes) -> None:
    aside = path.with_name(path.name + ".part")
    aside.write_bytes(content)
    os.replace(aside, path)
