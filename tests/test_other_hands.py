"""The truth that critics in training may read: what the seats that are not on move hold."""

import numpy as np

from uno_env import GameBatch, Rules
from uno_env.cards import KIND, KINDS


def counts(labels: list[str]) -> np.ndarray:
    return np.bincount([KIND[label] for label in labels], minlength=KINDS)


def played(games: GameBatch, steps: int, seed: int = 0) -> GameBatch:
    chance = np.random.default_rng(seed)
    for _ in range(steps):
        games.step((games.mask * chance.random(games.mask.shape)).argmax(1))
    return games


def test_other_hands_are_the_true_ones_clockwise_from_the_seat_on_move():
    games = played(GameBatch(Rules(players=4), 30, seed=2), 25)
    hands = games.other_hands()
    assert hands.shape == (30, 3, KINDS)
    assert len(set(games.seat.tolist())) == 4
    for row in range(30):
        for place in range(3):
            other = (int(games.seat[row]) + place + 1) % 4
            assert (hands[row, place] == counts(games[row].hand(other))).all()


def test_absent_seats_hold_nothing_and_tables_of_several_sizes_may_be_mixed():
    rules = [Rules(players=2), Rules(players=3)] * 5
    games = played(GameBatch(rules, 10, seed=3, seats=5), 15)
    hands = games.other_hands()
    for row in range(10):
        players = rules[row].players
        assert not hands[row, players - 1 :].any()
        for place in range(players - 1):
            other = (int(games.seat[row]) + place + 1) % players
            assert (hands[row, place] == counts(games[row].hand(other))).all()


def test_other_hands_stay_as_they_were_when_the_games_go_on():
    games = GameBatch(Rules(), 20, seed=1)
    hands = games.other_hands()
    before = hands.copy()
    played(games, 10)
    assert (hands == before).all() and (games.other_hands() != before).any()
