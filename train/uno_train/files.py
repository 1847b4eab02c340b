"""A run's folder: whether it can be written, and files that are always whole."""

import errno
import json
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

CHECKPOINT, SETTINGS, RESULTS = "checkpoint.pt", "settings.json", "results.json"
GAMES = "games"

ROOM = 10
"""How many of the first checkpoint must fit on the disk. Later ones are up to three times as large,
two lie side by side while one replaces the other, and policy and logs want room as well."""


def prepare_folder(folder: Path, overwrite: bool) -> None:
    """Make the run's folder, see that it can be written, and clear an older run away if asked.

    Raises:
        ValueError: it cannot be written, or it holds a run already.
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
    held = [n for n in (CHECKPOINT, RESULTS, "policy.safetensors") if (folder / n).exists()]
    if held and not overwrite:
        raise ValueError(
            f"--out {folder}: holds a run already ({', '.join(held)}); go on with it by --resume, "
            "replace it by --overwrite, or choose another folder"
        )
    for name in (CHECKPOINT, RESULTS):  # what would be taken for this run's
        (folder / name).unlink(missing_ok=True)
    shutil.rmtree(folder / GAMES, ignore_errors=True)


def check_room(folder: Path, checkpoint_bytes: int) -> None:
    """Refuse a disk that a run would fill.

    Raises:
        OSError: there is no room for `ROOM` such checkpoints.
    """
    free, needed = shutil.disk_usage(folder).free, ROOM * checkpoint_bytes
    if free < needed:
        raise OSError(
            errno.ENOSPC,
            f"{free / 1e6:.1f} MB are free there, and this run wants {needed / 1e6:.1f} MB, room "
            f"for {ROOM} checkpoints; free some space or choose another --out",
            str(folder),
        )


def write_aside(path: Path, content: bytes) -> None:
    """Write a file beside its place, have it stored, and rename it: a whole one is always there.

    Raises:
        OSError: naming the file; the one that was there stands.
    """
    aside = path.with_name(path.name + ".part")
    try:
        with open(aside, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
        _store_names(path.parent)
    except OSError as error:
        with suppress(OSError):
            aside.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from None


def _store_names(folder: Path) -> None:
    """Have a renaming stored, where the system can open folders."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_json(path: Path, content: Any) -> None:
    """Write a JSON file that is always whole."""
    write_aside(path, (json.dumps(content, indent=2, default=str) + "\n").encode())


def read_settings(folder: Path) -> dict[str, Any]:
    """The `settings.json` of the run that a folder holds.

    Raises:
        ValueError: there is none, or it cannot be read.
    """
    path = folder / SETTINGS
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError(
            f"--out {folder}: holds no run to resume (there is no {path}); leave --resume out"
        ) from None
    except (OSError, ValueError) as error:
        raise ValueError(
            f"{path}: cannot be read ({error}), so this run cannot be resumed"
        ) from None


def is_reported(folder: Path, decisions: int) -> bool:
    """Whether the folder holds the results of a run as it was after so many decisions."""
    try:
        results = json.loads((folder / RESULTS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return results.get("decisions") == decisions
