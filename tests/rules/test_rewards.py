"""Rewards of a round and of a match, on a batch played beside single games (design, section 5)."""

import numpy as np
import pytest

from uno_env import Game, GameBatch, Rules

from .table import hand_points, scores

SMALL = "hand_size=3,deck=R1=4 R9=4 RS=4 R+2=4 W=8"


class Ended:
    """A round that ended in one row: who laid the last card, what it left and paid."""

    def __init__(self, game, row_rewards, seat, label, before):
        self.over, self.champion = bool(game.is_over), game.winner
        self.points = game.points
        self.hands = [game.hand(seat) for seat in range(len(game.scores))]
        self.rewards = np.asarray(row_rewards, dtype=float)
        self.before, self.after = before, scores(game)
        self.passed_out = label == "pass"
        self.winner = None if self.passed_out else seat


def played_out(text, reward, rounds, rows=8, seed=5):
    """Random play of a batch, each row mirrored by a Game: every round's end, and quiet steps."""
    rules = Rules.parse(text)
    batch = GameBatch(rules, rows, seed=seed, reward=reward)
    mirrors = [Game(rules, seed=seed + row) for row in range(rows)]
    rng = np.random.default_rng(seed)
    ended = []
    while len(ended) < rounds:
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in batch.mask])
        arrivals = []
        for game, action in zip(mirrors, actions, strict=True):
            start = (int(game.turn), game.dealer, scores(game))
            label = game.legal[list(np.flatnonzero(game.mask(game.turn))).index(action)]
            game.play(int(action))
            arrivals.append((label, *start))
        rewards, terminated, truncated = batch.step(actions)
        for row, (label, seat, dealer, before) in enumerate(arrivals):
            game = mirrors[row]
            assert bool(terminated[row] or truncated[row]) == game.is_over
            if game.is_over or game.dealer != dealer:
                ended.append(Ended(game, rewards[row], seat, label, before))
            else:
                assert not rewards[row].any()
            if game.is_over:
                assert batch.finished(row).to_bytes() == game.to_bytes()
                mirrors[row] = batch[row]
    return ended


@pytest.mark.parametrize("players", [2, 3, 4, 10])
def test_win_pays_one_to_the_winner_of_a_round_and_takes_it_from_the_losers(players):
    deck = SMALL if players < 10 else "hand_size=2"
    rounds = played_out(f"players={players},{deck}", "win", 30)
    for end in rounds:
        expected = np.full(players, -1 / (players - 1))
        if end.champion is None:
            expected[:] = 0
        else:
            expected[end.champion] = 1
        np.testing.assert_allclose(end.rewards, expected, atol=1e-6)
    assert any(end.champion is not None for end in rounds)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_pay_the_winner_what_the_losers_hold(players):
    for end in played_out(f"players={players},{SMALL}", "points", 30):
        hands = [hand_points(hand) for hand in end.hands]
        expected = np.array([-points / 100 for points in hands])
        if end.champion is None:
            expected[:] = 0
        else:
            expected[end.champion] = end.points / 100
            assert end.points == sum(hands)
        np.testing.assert_allclose(end.rewards, expected, atol=1e-5)


@pytest.mark.parametrize("reward", ["win", "points"])
def test_partners_win_and_lose_together(reward):
    for end in played_out(f"players=4,teams,{SMALL}", reward, 30):
        share = 1 if reward == "win" else end.points / 200
        expected = np.zeros(4)
        if end.champion is not None:
            winner = end.champion
            expected += [share * (-1) ** ((seat - winner) % 2) for seat in range(4)]
        np.testing.assert_allclose(end.rewards, expected, atol=1e-5)


@pytest.mark.parametrize("reward", ["win", "points"])
@pytest.mark.parametrize("scoring", ["winner", "lowest"])
def test_in_a_match_every_round_pays_when_it_ends(reward, scoring):
    text = f"players=3,target=300,scoring={scoring},{SMALL}"
    rounds = played_out(text, reward, 40)
    assert any(not end.over for end in rounds)
    for end in rounds:
        if end.passed_out:
            assert not end.rewards.any()
            continue
        assert end.rewards[end.winner] == max(end.rewards)
        assert abs(end.rewards.sum()) < 1e-5
        gained = np.subtract(end.after, end.before)
        if reward == "win":
            assert sorted(end.rewards.tolist()) == pytest.approx([-0.5, -0.5, 1])
        elif scoring == "winner":
            assert end.rewards[end.winner] == pytest.approx(gained.sum() / 100)
        else:
            losers = [seat for seat in range(3) if seat != end.winner]
            assert end.rewards[losers].tolist() == pytest.approx((-gained[losers] / 100).tolist())


@pytest.mark.parametrize("reward", ["win", "points"])
def test_a_round_counts_the_seats_in_it_and_pays_eliminated_seats_nothing(reward):
    text = f"players=4,scoring=elimination,target=100,{SMALL}"
    short = 0
    for end in played_out(text, reward, 60):
        playing = [seat for seat in range(4) if end.before[seat] < 100]
        short += len(playing) < 4
        assert all(end.rewards[seat] == 0 for seat in range(4) if seat not in playing)
        if end.passed_out:
            assert not end.rewards.any()
            continue
        gained = np.subtract(end.after, end.before)
        for seat in playing:
            if seat == end.winner:
                share = 1 if reward == "win" else gained.sum() / 100
            else:
                share = -1 / (len(playing) - 1) if reward == "win" else -gained[seat] / 100
            assert end.rewards[seat] == pytest.approx(share, abs=1e-5)
    assert short > 0


@pytest.mark.parametrize("scoring", ["scoring=winner", "scoring=lowest", "scoring=elimination"])
def test_match_pays_only_at_the_end_of_a_match(scoring):
    rounds = played_out(f"players=3,target=100,{scoring},{SMALL}", "match", 40)
    assert any(end.over for end in rounds)
    assert any(not end.over for end in rounds)
    for end in rounds:
        expected = np.zeros(3)
        if end.over and end.champion is not None:
            expected[:] = -0.5
            expected[end.champion] = 1
        np.testing.assert_allclose(end.rewards, expected, atol=1e-6)


def test_match_pays_both_partners():
    for end in played_out(f"players=4,teams,target=100,{SMALL}", "match", 30):
        expected = np.zeros(4)
        if end.over and end.champion is not None:
            expected += [1 if (seat - end.champion) % 2 == 0 else -1 for seat in range(4)]
        np.testing.assert_allclose(end.rewards, expected, atol=1e-6)


def test_in_a_single_round_match_pays_like_win():
    for end in played_out(f"players=3,{SMALL}", "match", 20):
        if end.champion is not None:
            assert end.rewards[end.champion] == pytest.approx(1)
            assert end.rewards.sum() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("reward", ["win", "points", "match"])
def test_a_truncated_game_pays_nothing(reward):
    rules = Rules.parse("players=3,max_turns=4")
    batch = GameBatch(rules, 4, seed=1, reward=reward)
    draws = 0
    for _ in range(40):
        actions = np.array([np.flatnonzero(mask)[-1] for mask in batch.mask])
        rewards, terminated, truncated = batch.step(actions)
        assert not terminated.any()
        assert not rewards.any()
        draws += int(truncated.sum())
    assert draws > 0


def test_a_hand_arranged_round_pays_its_winner():
    rules = Rules.parse("players=2,hand_size=1,deck=R1=2 R9=2,opening=redraw")
    batch = GameBatch(rules, 16, seed=2, reward="points")
    holding = [batch[row].hand(1 - batch[row].turn) for row in range(16)]
    winners = [batch[row].turn for row in range(16)]
    actions = np.array([np.flatnonzero(mask)[0] for mask in batch.mask])
    rewards, terminated, _ = batch.step(actions)
    assert terminated.all()
    for row in range(16):
        points = hand_points(holding[row]) / 100
        assert rewards[row][winners[row]] == pytest.approx(points)
        assert rewards[row][1 - winners[row]] == pytest.approx(-points)


@pytest.mark.parametrize("reward", ["win", "points", "match"])
def test_absent_seats_of_a_padded_row_get_nothing(reward):
    rules = [Rules.parse(f"players={players},{SMALL}") for players in (2, 3, 4)]
    batch = GameBatch(rules, 3, seed=4, reward=reward, seats=10)
    rng = np.random.default_rng(4)
    ended = np.zeros(3, int)
    while ended.min() < 3:
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in batch.mask])
        rewards, terminated, _ = batch.step(actions)
        assert rewards.shape == (3, 10)
        for row, players in enumerate((2, 3, 4)):
            assert not rewards[row, players:].any()
        ended += terminated & rewards.any(axis=1)
