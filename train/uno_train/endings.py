"""How the process of a run ends: its exit status, and what is said when it ends badly.

0 is a run that was reported, by its own end or on request; 1, a file that could not be written, or
actors beyond this process that cannot be kept; 2, options that are refused; 130, a run that was
broken off.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from uno_train.checkpoint import Checkpoints
from uno_train.files import CHECKPOINT

UNWRITABLE, REFUSED, BROKEN_OFF = 1, 2, 130


@contextmanager
def refusals(program: str) -> Iterator[None]:
    """Within the block a bad value ends the process, a run of `program`, with its message."""
    try:
        yield
    except ValueError as error:
        print(f"{_short(program)}: {error}", file=sys.stderr)
        sys.exit(REFUSED)


@contextmanager
def setbacks(program: str, folder: Path, checkpoints: Checkpoints) -> Iterator[None]:
    """Within the block a full disk, lost actors or Ctrl-C end the process, saying how to go on."""
    try:
        yield
    except OSError as error:
        what = f"{error.filename or folder}: {error.strerror or error}"
        status = UNWRITABLE
    except KeyboardInterrupt:
        what, status = "broken off", BROKEN_OFF
    else:
        return
    way_on = _way_on(program, folder, checkpoints.decisions)
    print(f"{_short(program)}: {what}. {way_on}", file=sys.stderr)
    sys.exit(status)


def _short(program: str) -> str:
    return program.rpartition(".")[2]


def _way_on(program: str, folder: Path, decisions: int | None) -> str:
    path = folder / CHECKPOINT
    if not path.exists():
        return "There is no checkpoint to go on from."
    after = "" if decisions is None else f", taken after {decisions:,} decisions"
    return (
        f"The last whole checkpoint is {path}{after}. When there is nothing in the way any more, "
        f"go on with: python -m {program} --out {folder} --resume"
    )
