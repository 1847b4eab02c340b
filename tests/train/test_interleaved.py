"""The faulty trajectories, kept for comparison, are the fault they are said to be."""

import numpy as np
import pytest

from tests.train.scripted import INPUTS, Script, ScriptedGames, decisions, tables
from uno_train.rollout import NONE
from uno_train.selfplay import SelfPlayPPO
from uno_train.trajectories import BUFFERS

TRIO = Script(seats=(2, 0, 1, 2, 1, 0), payoffs=(1, -0.5, -0.5), forced=frozenset({3}))
LAST_IS_FORCED = Script(seats=(0, 1, 2, 1), payoffs=(-0.5, 1, -0.5), forced=frozenset({3}))
SCRIPTS = [[TRIO], [LAST_IS_FORCED]]


def collected(trajectories: str):
    model = SelfPlayPPO(
        env=tables(SCRIPTS), inputs=INPUTS, widths=(8,), window=64, seed=1, gamma=1.0,
        gae_lambda=1.0, buffer=BUFFERS[trajectories],
    )  # fmt: skip
    _, callback = model._setup_learn(1)
    model.collect_rollouts(model.env, callback, model.rollout_buffer, 0)
    return model.rollout_buffer


def test_interleaved_the_next_decision_of_the_game_is_the_successor_whoever_makes_it():
    buffer = collected("interleaved")
    before = np.flatnonzero(buffer.successors[: buffer.size] != NONE)
    here, after = decisions(buffer, before), decisions(buffer, buffer.successors[before])
    crossings = 0
    for (row, game, move, seat), (row2, game2, move2, seat2) in zip(here, after, strict=True):
        forced = ScriptedGames(SCRIPTS).script(row, game).forced
        following = next(m for m in range(move + 1, 9) if m not in forced)
        assert (row2, game2, move2) == (row, game, following)
        crossings += seat != seat2
    assert crossings > 20


def test_interleaved_everybody_is_paid_what_the_last_mover_got():
    buffer, games = collected("interleaved"), ScriptedGames(SCRIPTS)
    ended = np.flatnonzero(buffer.ended[: buffer.size])
    assert len(ended) > 10
    for place in ended:
        row, game, _, _ = decisions(buffer, [place])[0]
        script = games.script(row, game)
        assert buffer.rewards[place] == pytest.approx(script.payoffs[script.seats[-1]])
    assert (buffer.returns[ended] > 0).all(), "nobody hears of a loss"


def test_with_trajectories_of_their_own_the_losers_hear_of_it():
    buffer = collected("seat")
    assert (buffer.returns[: buffer.size][buffer.ended[: buffer.size]] < 0).any()
