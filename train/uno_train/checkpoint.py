"""Checkpoints: everything of a run that changes, in one file that is always whole.

Each part of a run hands out its state and takes it back. A checkpoint is taken between two windows,
where the state is small: the decisions of a window have been learned from, and only those that
await their future are kept. A run that goes on from one ends as it would have ended undisturbed.

The file is written by `torch.save` and holds tensors, numbers and texts alone; reading it runs no
code.
"""

import io
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import torch
from stable_baselines3.common.callbacks import BaseCallback

from uno_train.budget import Budget
from uno_train.files import check_room, write_aside

FORMAT = 2


class Part(Protocol):
    """Something that changes while a run goes on."""

    def state_dict(self) -> dict[str, Any]:
        """Its state: tensors, numbers, texts, and lists and dicts of them."""
        ...

    def load_state_dict(self, state: dict[str, Any]) -> Any:
        """Take a state back."""
        ...


Parts = Mapping[str, Part]
"""The parts of a run by name, in the order in which they take their states back."""


def contents(parts: Parts) -> bytes:
    """A checkpoint of all parts."""
    states = {name: part.state_dict() for name, part in parts.items()}
    file = io.BytesIO()
    torch.save({"format": FORMAT, "parts": states}, file)
    return file.getvalue()


def restore(path: Path, parts: Parts) -> None:
    """Give every part the state it had.

    Raises:
        ValueError: no readable checkpoint, or not one of these parts.
    """
    try:
        saved = torch.load(path, weights_only=True)
        fine = saved["format"] == FORMAT and saved["parts"].keys() == parts.keys()
    except (OSError, RuntimeError, KeyError, TypeError, EOFError, pickle.UnpicklingError) as error:
        why = next(iter(str(error).splitlines()), "it breaks off")
        raise ValueError(
            f"{path}: no readable checkpoint ({why}); without one the run can only begin anew, "
            "by --overwrite in place of --resume"
        ) from None
    if not fine:
        raise ValueError(
            f"{path}: checkpoint of format {saved['format']!r} with {', '.join(saved['parts'])}; "
            f"this version goes on from format {FORMAT} with {', '.join(parts)}"
        )
    for name, part in parts.items():
        try:
            part.load_state_dict(saved["parts"][name])
        except (RuntimeError, ValueError, KeyError) as error:
            raise ValueError(f"{path}: its {name} do not fit this version: {error}") from None


def other_versions(begun_with: Mapping[str, str], now: Mapping[str, str]) -> str:
    """What to know of a run that goes on under other versions; empty if they are the same."""
    changed = [f"{n} {begun_with.get(n)} -> {v}" for n, v in now.items() if begun_with.get(n) != v]
    if not changed:
        return ""
    return f"other versions than before, so it may end with other weights: {', '.join(changed)}"


class Checkpoints(BaseCallback):
    """Saves a checkpoint before the first window, every few minutes, and at the end.

    Attributes:
        decisions: how many had been learned from at the last one; None before the first.

    Raises:
        OSError: too little room for a run before it begins, or a checkpoint cannot be written.
    """

    def __init__(self, path: Path, parts: Parts, minutes: float, budget: Budget) -> None:
        super().__init__()
        self._path, self._parts, self._minutes, self._budget = path, parts, minutes, budget
        self._saved_at = 0.0
        self.decisions: int | None = None

    def _on_step(self) -> bool:
        return True

    def _on_training_start(self) -> None:
        check_room(self._path.parent, len(contents(self._parts)))
        self._save()

    def _on_rollout_start(self) -> None:
        if self._budget.seconds - self._saved_at >= 60 * self._minutes:
            self._save()

    def _on_training_end(self) -> None:
        self._save()

    def _save(self) -> None:
        write_aside(self._path, contents(self._parts))
        self._saved_at = self._budget.seconds
        self.decisions = self.model.num_timesteps
