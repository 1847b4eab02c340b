"""Seats that may not draw or pass while a coloured card fits."""

import numpy as np
import pytest

from tests.train.running import TINY, flags, run, weights_sha
from uno_agents import make
from uno_env import ACTIONS, Rules
from uno_env.cards import COLORED
from uno_train.eager import EagerTables
from uno_train.games import TableBatch

TABLES = (Rules(players=2), Rules(players=3))
DRAW, PASS = ACTIONS.parse("draw"), ACTIONS.parse("pass")


def narrowed(share: float, steps: int = 300) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of all decisions of some games: the mask, that of the rules, whether the seat is eager."""
    games = EagerTables(share, TABLES, 40, seed=3)
    as_ruled = TableBatch(TABLES, 40, seed=3)
    agent, rng = make("uniform"), np.random.default_rng(0)
    masks, ruled, eager = [], [], []
    for _ in range(steps):
        masks.append(games.mask.copy())
        ruled.append(as_ruled.mask.copy())
        eager.append(games.eager[np.arange(40), games.seat])
        actions = agent.act(games.observation, games.mask, rng)
        games.step(actions)
        as_ruled.step(actions)
    return np.concatenate(masks), np.concatenate(ruled), np.concatenate(eager)


def test_an_eager_seat_never_draws_or_passes_over_a_coloured_card_that_fits():
    masks, ruled, eager = narrowed(0.5)
    able = ruled[:, :COLORED].any(axis=1)
    bound = eager & able
    assert ruled[bound, DRAW].sum() > 500 and ruled[bound, PASS].sum() > 50
    assert not masks[bound][:, [DRAW, PASS]].any()
    others = [action for action in range(ACTIONS.size) if action not in (DRAW, PASS)]
    np.testing.assert_array_equal(masks[bound][:, others], ruled[bound][:, others])


def test_everybody_else_may_do_what_the_rules_allow():
    masks, ruled, eager = narrowed(0.5)
    free = ~(eager & ruled[:, :COLORED].any(axis=1))
    assert free.sum() > 3000
    np.testing.assert_array_equal(masks[free], ruled[free])


def test_the_share_says_how_many_seats_are_eager():
    assert not EagerTables(0.0, TABLES, 8, seed=1).eager.any()
    assert EagerTables(1.0, TABLES, 8, seed=1).eager.all()
    half = EagerTables(0.5, TABLES, 2000, seed=1).eager
    assert 0.47 < half.mean() < 0.53 and half.shape == (2000, 3)


def test_games_that_are_restored_have_the_same_eager_seats():
    games, later = (EagerTables(0.5, TABLES, 40, seed=3) for _ in range(2))
    for _ in range(20):
        games.step(games.mask.argmax(axis=1))
    later.restore(games.to_bytes())
    np.testing.assert_array_equal(later.mask, games.mask)


def test_what_is_no_share_is_refused():
    with pytest.raises(ValueError, match=r"eager=1\.5: expected a share of the seats"):
        EagerTables(1.5, TABLES, 4, seed=0)


def test_the_command_trains_with_eager_seats(tmp_path):
    def weights(share: float) -> str:
        folder = tmp_path / str(share)
        run(flags(out=folder, decisions=1024, eager=share, **TINY))
        return weights_sha(folder)

    assert weights(0.0) != weights(0.5)
