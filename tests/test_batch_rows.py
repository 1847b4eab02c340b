"""Some rows of a batch: going on with them alone, and what the games that ended in them scored."""

import numpy as np
import pytest

from uno_env import GameBatch


def first_legal(games):
    return games.mask.argmax(axis=1)


def test_games_that_are_kept_go_on_as_if_nothing_had_happened():
    rules = [f"players={2 + row % 3}" for row in range(30)]
    whole = GameBatch(rules, 30, seed=4)
    some = GameBatch(rules, 30, seed=4)
    rows = np.array([7, 3, 29, 12])
    for step in range(200):
        if step == 20:
            some.keep(rows)
            whole_rows = rows
        elif step < 20:
            whole_rows = np.arange(30)
        assert np.array_equal(some.observation, whole.observation[whole_rows])
        assert np.array_equal(some.mask, whole.mask[whole_rows])
        assert np.array_equal(some.seat, whole.seat[whole_rows])
        expected = [result[whole_rows].copy() for result in whole.step(first_legal(whole))]
        found = some.step(first_legal(some))
        assert all(np.array_equal(a, b) for a, b in zip(found, expected, strict=True))
    assert len(some) == 4
    assert some.rules == tuple(whole.rules[row] for row in rows)
    assert some[2].to_bytes() == whole[29].to_bytes()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no rows to keep"),
        ([0, 5], r"rows run from 0 to 5; the batch has 5"),
        ([-1], "rows run from -1 to -1"),
        ([[0]], r"rows of shape \(1, 1\): expected \[n\]"),
    ],
)
def test_rows_that_are_not_there_cannot_be_kept(rows, message):
    games = GameBatch(size=5)
    with pytest.raises(ValueError, match=message):
        games.keep(np.array(rows))
    assert len(games) == 5


def test_the_scores_of_ended_games_are_those_of_the_games_themselves():
    games = GameBatch("players=3,hand_size=2", 20, seed=1)
    seen = 0
    for _ in range(100):
        _, terminated, truncated = games.step(first_legal(games))
        rows = np.flatnonzero(terminated | truncated)
        scores = games.finished_scores(rows)
        assert scores.tolist() == [games.finished(row).scores for row in rows]
        seen += len(rows)
    assert seen > 20


def test_a_game_that_has_not_ended_has_no_final_scores():
    games = GameBatch(size=5)
    games.step(first_legal(games))
    with pytest.raises(ValueError, match="no game ended in row 3"):
        games.finished_scores(np.array([3]))
