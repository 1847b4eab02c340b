"""Some rows of a batch: going on with them alone, and what the games that ended in them scored."""

import numpy as np
import pytest

from uno_env import GameBatch, IllegalAction


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


def test_games_that_wait_stay_as_they_are():
    games, whole = GameBatch("players=3", 40, seed=2), GameBatch("players=3", 40, seed=2)
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(300):
        rows = np.flatnonzero(rng.random(40) < 0.3)
        before = [games[row].to_bytes() for row in range(40)]
        shown = games.observation.copy(), games.mask.copy(), games.seat.copy()
        rewards, terminated, truncated = games.step(first_legal(games)[rows], rows)
        waiting = np.setdiff1d(np.arange(40), rows)
        assert all(games[row].to_bytes() == before[row] for row in waiting)
        for array, kept in zip((games.observation, games.mask, games.seat), shown, strict=True):
            assert np.array_equal(array[waiting], kept[waiting])
        assert not rewards[waiting].any()
        assert not (terminated | truncated)[waiting].any()
        ended += terminated.sum()
    assert ended > 20
    turns = np.zeros(40, int)
    games = GameBatch("players=3", 40, seed=2)
    for turn in range(60):
        for rows in (np.arange(0, 40, 2), np.arange(1, 40, 2)):
            games.step(first_legal(games)[rows], rows)
            turns[rows] += 1
        whole.step(first_legal(whole))
        assert turns.tolist() == [turn + 1] * 40
        assert np.array_equal(games.observation, whole.observation)
        assert np.array_equal(games.mask, whole.mask)


def test_a_game_that_ended_can_be_asked_for_until_the_next_step_of_any_game():
    games = GameBatch("hand_size=1", 6, seed=1)
    while not (ended := np.flatnonzero(np.logical_or(*games.step(first_legal(games))[1:]))).size:
        pass
    games.finished(int(ended[0]))
    other = np.array([(ended[0] + 1) % 6])
    games.step(first_legal(games)[other], other)
    with pytest.raises(ValueError, match="no game ended in row"):
        games.finished(int(ended[0]))


@pytest.mark.parametrize(
    ("actions", "rows", "error", "message"),
    [
        ([0, 0], [1, 1], ValueError, r"rows=\[1, 1\]: expected ascending rows, none of them twice"),
        ([0, 0], [2, 1], ValueError, r"rows=\[2, 1\]"),
        ([0], [5], ValueError, "the batch has 5"),
        ([0], [1, 2], ValueError, "expected 2 whole numbers"),
        ([76], [3], IllegalAction, r'row 3: illegal action "swap\+9" for seat'),
    ],
)
def test_a_step_of_some_games_that_cannot_be_moves_nothing(actions, rows, error, message):
    games = GameBatch(size=5)
    before = [games[row].to_bytes() for row in range(5)]
    with pytest.raises(error, match=message):
        games.step(np.array(actions), np.array(rows))
    assert [games[row].to_bytes() for row in range(5)] == before


def test_games_dealt_without_seeds_are_those_that_would_have_come_next():
    games = GameBatch("players=4", 6, seed=3)
    before = [games[row] for row in range(6)]
    games.deal(np.array([1, 4]))
    for row, game in enumerate(before):
        expected = game.next_game() if row in (1, 4) else game
        assert games[row].to_bytes() == expected.to_bytes()


def test_what_a_seat_saw_last_is_what_the_ended_game_shows_it():
    games = GameBatch(
        ["players=3,hand_size=2", "players=2,hand_size=1"] * 10, 20, seed=1, history=3
    )
    rng = np.random.default_rng(0)
    seen = 0
    for _ in range(60):
        _, terminated, _ = games.step(first_legal(games))
        rows = np.flatnonzero(terminated)
        seats = rng.integers(2, size=len(rows))
        observation = games.finished_observation(rows, seats)
        for row, seat, array in zip(rows, seats, observation, strict=True):
            assert np.array_equal(array, games.finished(row).observation(seat))
            seen += 1
    assert seen > 20


def test_a_seat_drawn_for_a_game_leaves_the_game_as_it_is():
    games = GameBatch("players=5", 2_000, seed=9)
    before = games[7].to_bytes()
    seats = games.draw_seats(np.arange(2_000))
    assert games[7].to_bytes() == before
    assert np.array_equal(games.draw_seats(np.array([7])), seats[7:8])
    counts = np.bincount(seats, minlength=5)
    assert counts.min() > 330 and counts.max() < 470  # 400 each, and 18 the standard deviation
    openers = np.bincount(5 * seats + games.seat, minlength=25)
    assert openers.min() > 45 and openers.max() < 115  # 80 each, independent of who begins
