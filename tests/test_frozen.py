"""What is frozen for `uno_v0`: observation layout and actions. A change makes a `uno_v1`."""

import hashlib

from uno_env import ACTIONS, Rules, observation_layout

LAYOUTS = {
    (2, 0): "549cbbc2bd47f604",
    (3, 0): "cd7cb25805f37510",
    (4, 0): "e1be3701e92b80aa",
    (5, 0): "d7c0ce5ecbb726ff",
    (6, 0): "553f63bde7472aff",
    (7, 0): "3080ae2a66bef029",
    (8, 0): "81052c30889ad9b4",
    (9, 0): "52b1c51281240c71",
    (10, 0): "1f7062f384d67fcf",
    (2, 32): "7996ea6642e7ddeb",
}
"""Fingerprints by seats and history."""
ACTION_LABELS = "01938d551d2d4a55"
OFFICIAL = "adfaf43033ae52ef"


def fingerprint(labels: tuple[str, ...]) -> str:
    return hashlib.sha256(" ".join(labels).encode()).hexdigest()[:16]


def test_the_observation_layout_of_every_table_is_the_frozen_one():
    for (seats, history), frozen in LAYOUTS.items():
        assert observation_layout(seats, history).fingerprint == frozen, (seats, history)


def test_the_actions_are_the_frozen_ones():
    assert fingerprint(ACTIONS.labels) == ACTION_LABELS and ACTIONS.size == 77


def test_the_official_rules_have_the_frozen_fingerprint():
    assert Rules().fingerprint == OFFICIAL
