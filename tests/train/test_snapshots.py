"""Past policies as opponents: nothing is learned from them, and all from the seats beside them."""

import numpy as np
import pytest
import torch
from stable_baselines3.common.callbacks import BaseCallback

from tests.train.scripted import INPUTS, Script, ScriptedGames, decisions, tables
from uno_train import ppo
from uno_train.budget import Budget
from uno_train.checkpoint import contents, restore
from uno_train.games import tables_of
from uno_train.rollout import NONE
from uno_train.selfplay import SelfPlayPPO
from uno_train.snapshots import NOBODY, ROOM, Snapshots

TRIO = Script(seats=(2, 0, 1, 2, 1, 0), payoffs=(1, -0.5, -0.5), forced=frozenset({3}))
RETURN = Script(seats=(0, 1, 2, 0, 1, 2, 1), payoffs=(-0.5, 1, -0.5))
SCRIPTS = [[TRIO, RETURN], [RETURN], [TRIO], [RETURN, TRIO]]


def trainer(share: float, seed: int = 3, **options) -> SelfPlayPPO:
    options = {"window": 64, "batch_size": 32, "gamma": 1.0, "gae_lambda": 1.0} | options
    return SelfPlayPPO(
        env=tables(SCRIPTS), inputs=INPUTS, widths=(8,), seed=seed, snapshots=share, **options
    )


def pool(share: float = 0.5, games: int = 4, players: int = 3, taken: int = 1) -> Snapshots:
    policy = trainer(share).policy
    snapshots = Snapshots(share, policy, np.full(games, players), seed=5)
    for number in range(1, taken + 1):
        snapshots.offer(number / 64)
    return snapshots


def weights(model: SelfPlayPPO) -> torch.Tensor:
    return torch.cat([p.detach().flatten() for p in model.policy.parameters()])


class Watched(Snapshots):
    """Keeps a record of where snapshots sat, by game."""

    def __init__(self, *args, **options) -> None:
        super().__init__(*args, **options)
        self.dealt = np.full(len(self.seat), -1)
        self.sat: dict[tuple[int, int], int] = {}

    def deal(self, games) -> None:
        super().deal(games)
        self.dealt[games] += 1
        self.sat |= {(int(g), int(self.dealt[g])): int(self.seat[g]) for g in games}


def watched_windows(share: float, count: int):
    """The trainer's buffer after each of some windows in which snapshots sit, and its snapshots."""
    model = trainer(share)
    model.collector.others = Watched(share, model.policy, model.env.players, seed=1)
    model.collector.others.offer(0.5)
    _, callback = model._setup_learn(1)
    for _ in range(count):
        model.collect_rollouts(model.env, callback, model.rollout_buffer, 0)
        yield model.rollout_buffer, model.collector.others


def test_decisions_of_snapshots_never_enter_the_buffer():
    beside = 0
    for buffer, snapshots in watched_windows(0.6, count=8):
        for row, game, _, seat in decisions(buffer, range(buffer.size)):
            assert snapshots.sat[row, game] != seat
            beside += snapshots.sat[row, game] != NOBODY
    assert beside > 100


def test_seats_beside_a_snapshot_have_whole_trajectories_and_get_their_rewards():
    games, paid = ScriptedGames(SCRIPTS), 0
    for buffer, snapshots in watched_windows(1.0, count=8):
        for place in np.flatnonzero(buffer.ended[: buffer.size]):
            row, game, move, seat = decisions(buffer, [place])[0]
            script = games.script(row, game)
            free = [m for m, s in enumerate(script.seats) if s == seat and m not in script.forced]
            assert move == free[-1]
            assert buffer.returns[place] == pytest.approx(script.payoffs[seat], abs=1e-6)
            paid += snapshots.sat[row, game] != NOBODY
        before = np.flatnonzero(buffer.successors[: buffer.size] != NONE)
        pairs = zip(
            decisions(buffer, before), decisions(buffer, buffer.successors[before]), strict=True
        )
        for (row, game, _, seat), (row2, game2, _, seat2) in pairs:
            assert (row, game, seat) == (row2, game2, seat2)
    assert paid > 50


def test_a_snapshot_plays_as_the_policy_did_when_it_was_taken():
    model = trainer(1.0)
    snapshots = model.collector.others
    torch.nn.init.normal_(model.policy.action_net.weight)
    then = {name: weight.clone() for name, weight in model.policy.state_dict().items()}
    snapshots.offer(0.3)
    torch.nn.init.normal_(model.policy.action_net.weight)
    snapshots.offer(0.6)
    seen = np.random.default_rng(0).random((7, 4), np.float32)
    who = np.array([1, 0, 0, 1, 0, 1, 0])
    now = model.policy.logits_and_values(torch.from_numpy(seen))[0].detach().numpy()
    model.policy.load_state_dict(then)
    past = model.policy.logits_and_values(torch.from_numpy(seen))[0].detach().numpy()
    expected = np.where(who[:, None] == 1, now, past)
    np.testing.assert_allclose(snapshots._logits(seen, who), expected, rtol=1e-4, atol=1e-5)
    assert abs(now - past).max() > 0.1


@pytest.mark.parametrize("windows", [1000, 130, 37])
def test_the_pool_spreads_over_the_whole_past_however_long_the_run(windows):
    snapshots = pool(taken=0)
    for window in range(windows):
        done = window / windows
        snapshots.offer(done)
        taken = snapshots.taken_at
        assert len(taken) == len(snapshots.states) <= ROOM
        if done > 0.25:
            gaps = np.diff([0, *taken, done])
            assert len(taken) > ROOM // 2 - 1
            assert gaps.max() < 0.4 * done


def test_a_game_goes_on_with_a_snapshot_of_the_pool_when_its_own_is_dropped():
    snapshots = pool(share=1.0, taken=ROOM)
    snapshots.deal(np.arange(4))
    assert (snapshots.seat != NOBODY).all()
    snapshots.who[:] = [0, 3, 6, 7]
    kept = [snapshots.taken_at[k] for k in (1, 3, 7, 7)]
    snapshots.offer(0.5)
    assert [snapshots.taken_at[k] for k in snapshots.who] == kept


def test_the_share_of_games_is_met_and_every_seat_and_snapshot_has_its_turn():
    snapshots = pool(share=0.15, games=40_000, players=4, taken=3)
    snapshots.deal(np.arange(40_000))
    sits = snapshots.seat != NOBODY
    assert sits.mean() == pytest.approx(0.15, abs=0.01)
    assert np.bincount(snapshots.seat[sits]) / sits.sum() == pytest.approx([0.25] * 4, abs=0.03)
    assert np.bincount(snapshots.who[sits]) / sits.sum() == pytest.approx([1 / 3] * 3, abs=0.03)


def test_no_snapshot_gets_a_seat_that_a_small_table_lacks():
    players = np.array([2, 4] * 500)
    snapshots = Snapshots(1.0, trainer(1.0).policy, players, seed=5)
    snapshots.offer(0.5)
    snapshots.deal(np.arange(1000))
    assert (snapshots.seat < players).all() and snapshots.seat.max() == 3


def test_the_same_seed_gives_the_same_weights_with_snapshots_and_other_ones_without():
    def trained(share: float, seed: int) -> torch.Tensor:
        model = trainer(share, seed)
        model.learn(600)
        assert bool(model.collector.others.states) == (share > 0)
        return weights(model)

    assert torch.equal(trained(0.5, 3), trained(0.5, 3))
    assert not torch.equal(trained(0.5, 3), trained(0.0, 3))
    assert not torch.equal(trained(0.5, 3), trained(0.5, 4))


def test_snapshots_go_on_from_their_saved_state_as_if_nothing_had_happened():
    first, second = pool(taken=9), pool(taken=0)
    first.deal(np.arange(4))
    second.load_state_dict(first.state_dict())
    games = ScriptedGames(SCRIPTS)
    for _ in range(20):
        answers = []
        for snapshots in (first, second):
            actions = np.full(4, -1)
            left = snapshots.answer(games, np.arange(4), actions)
            snapshots.deal(np.array([1, 3]))
            snapshots.offer(0.9)
            answers.append((left.tolist(), actions.tolist(), snapshots.seat.tolist()))
        assert answers[0] == answers[1]
        games.step(np.zeros(4, int))


def test_a_share_outside_0_to_1_is_refused():
    with pytest.raises(ValueError, match=r"snapshots=1.5: expected a share of the games"):
        trainer(1.5)


def test_a_run_with_snapshots_plays_real_games(tmp_path):
    args = ppo.Args(out=tmp_path, games=32, window=512, minibatch=256, snapshots=0.5, threads=1)
    model = ppo.trainer(args, tables_of((), (3,)), Budget(decisions=8000))
    model.tensorboard_log = None
    model.learn(8000)
    assert len(model.collector.others.states) > 3
    assert (model.collector.others.seat != NOBODY).any()


class _KeptAfter(BaseCallback):
    """Takes a checkpoint before the window that begins after so many windows."""

    def __init__(self, model: SelfPlayPPO, windows: int) -> None:
        super().__init__()
        self._parts, self._left, self.checkpoint = model.parts(), windows, b""

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if self._left == 0:
            self.checkpoint = contents(self._parts)
        self._left -= 1


@pytest.mark.parametrize("windows", [0, 1, 7, 14])
def test_a_run_with_snapshots_that_is_resumed_ends_with_the_same_weights(windows, tmp_path):
    def begun() -> SelfPlayPPO:
        options = {"critic": "all", "snapshots": 0.5, "history": 2, "window": 256, "games": 16}
        args = ppo.Args(out=tmp_path, widths=(8,), minibatch=128, threads=1, **options)
        model = ppo.trainer(args, tables_of((), (3,)), Budget(decisions=5000))
        model.tensorboard_log = None
        return model

    whole = begun()
    kept = _KeptAfter(whole, windows)
    whole.learn(5000, kept)
    assert whole.collector.others.states and kept.checkpoint
    (tmp_path / "checkpoint").write_bytes(kept.checkpoint)
    resumed = begun()
    restore(tmp_path / "checkpoint", resumed.parts())
    assert resumed.num_timesteps < whole.num_timesteps
    resumed.learn(5000 - resumed.num_timesteps, reset_num_timesteps=False)
    assert torch.equal(weights(whole), weights(resumed))
