"""What is frozen for `uno_v0`: observation layout, actions, rules. A change makes a `uno_v1`.

Until the first release, and for a `uno_v1`, `python -m tests.test_frozen` writes it anew.
"""

import hashlib
import json
from pathlib import Path

from uno_env import ACTIONS, Rules, observation_layout

FILE = Path(__file__).with_name("data") / "frozen.json"
LAYOUTS = (*((seats, 0) for seats in range(2, 11)), (2, 32))
"""Seats and history."""


def fingerprints() -> dict[str, str]:
    """What the code has: 16 hex digits each."""
    named = {
        f"observation, seats={seats}, history={history}": observation_layout(seats, history)
        for seats, history in LAYOUTS
    }
    labels = hashlib.sha256(" ".join(ACTIONS.labels).encode()).hexdigest()[:16]
    return {name: layout.fingerprint for name, layout in named.items()} | {
        "actions": labels,
        "official rules": Rules().fingerprint,
    }


def test_layout_actions_and_official_rules_are_the_frozen_ones():
    frozen = json.loads(FILE.read_text())
    changed = sorted(name for name, found in fingerprints().items() if found != frozen[name])
    assert not changed, (
        f"{changed} changed: weights and recordings of before are refused from here on. A "
        "released uno_v0 may not do that (make it a uno_v1); else: python -m tests.test_frozen"
    )


def test_there_are_77_actions():
    assert ACTIONS.size == 77


if __name__ == "__main__":
    FILE.write_text(json.dumps(fingerprints(), indent=2) + "\n")
