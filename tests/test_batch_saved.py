"""A batch is its bytes: what was saved goes on as it would have, and only where it belongs."""

import numpy as np
import pytest

from uno_env import GameBatch, Rules

PARTY, DUEL = Rules.preset("party", players=3), Rules(players=2, target=100)


def played(games: GameBatch, steps: int, rng: np.random.Generator) -> np.ndarray:
    """All rewards of some random steps."""
    rewards = []
    for _ in range(steps):
        chance = rng.random(games.mask.shape) * games.mask
        rewards.append(games.step(chance.argmax(axis=1))[0].copy())
    return np.array(rewards)


def test_a_batch_taken_back_from_its_bytes_goes_on_as_the_one_that_was_saved():
    games = GameBatch([PARTY, DUEL] * 8, 16, seed=5)
    played(games, 200, np.random.default_rng(0))
    saved = games.to_bytes()
    first = played(games, 300, np.random.default_rng(1))
    again = GameBatch([PARTY, DUEL] * 8, 16, seed=99)
    again.restore(saved)
    np.testing.assert_array_equal(played(again, 300, np.random.default_rng(1)), first)
    assert first.any()
    assert again.to_bytes() == games.to_bytes() != saved


def test_what_the_step_before_ended_is_forgotten():
    games = GameBatch(DUEL, 4, seed=1)
    rng = np.random.default_rng(0)
    while not (games._ended_row >= 0).any():
        played(games, 1, rng)
    row = int(np.flatnonzero(games._ended_row >= 0)[0])
    games.finished(row)
    games.restore(games.to_bytes())
    with pytest.raises(ValueError, match="no game ended"):
        games.finished(row)


def damaged(blob: bytes) -> bytes:
    return blob[:-1] + bytes([blob[-1] ^ 1])


@pytest.mark.parametrize(
    ("rules", "spoil", "said"),
    [
        ([PARTY, DUEL, DUEL], bytes, "row 1 of a saved batch plays 'players=3.*'players=2|'target="),
        ([PARTY, PARTY], bytes, "saved batch of 3 games; expected 2"),
        ([PARTY, PARTY, PARTY], damaged, "damaged"),
        ([PARTY, PARTY, PARTY], lambda blob: blob[:9], "no saved batch"),
        ([PARTY, PARTY, PARTY], lambda blob: b"UNO\x01" + blob[4:], "no saved batch"),
        ([PARTY, PARTY, PARTY], lambda blob: blob[:12] + b"\0" * 4 + blob[16:], "records of 0 bytes"),
    ],
)  # fmt: skip
def test_bytes_of_another_batch_are_refused_and_nothing_changes(rules, spoil, said):
    games = GameBatch(rules, len(rules), seed=3)
    before = games.to_bytes()
    with pytest.raises(ValueError, match=said):
        games.restore(spoil(GameBatch(PARTY, 3, seed=1).to_bytes()))
    assert games.to_bytes() == before
