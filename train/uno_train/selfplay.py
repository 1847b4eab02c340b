"""PPO self-play: sb3-contrib's MaskablePPO, with every seat of every game learning.

`collect_rollouts` plays a batch of games with the present policy in all seats
(`uno_train.collecting`) and files each decision under its seat (`uno_train.rollout`); in a share
of the games a past policy may have one of the seats (`uno_train.snapshots`). `train` is PPO's
clipped update over flat tensors (`uno_train.loss`). Saving, loading, callbacks, schedules and
TensorBoard are Stable-Baselines3's.
"""

import json
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.type_aliases import Schedule
from stable_baselines3.common.utils import FloatSchedule, explained_variance

from uno_train.averaging import RunningAverage
from uno_train.budget import Budget
from uno_train.collecting import Collector, Others
from uno_train.critic import OtherHands
from uno_train.games import SelfPlayTables
from uno_train.loss import PARTS, Weighting, add_up_gradient, workers
from uno_train.network import Inputs, TablePolicy
from uno_train.rollout import SeatRolloutBuffer
from uno_train.snapshots import Snapshots

COUNTERS = ("num_timesteps", "_n_updates", "_episode_num", "_current_progress_remaining")
"""The numbers of Stable-Baselines3 that say how far a run is."""


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO whose games are played, and learned from, by all seats.

    A timestep is one decision to learn from; those without a choice, and those of snapshots, are
    played and not trained on. PyTorch itself is set to one thread, for the reason given in
    `uno_train.loss`.

    Args:
        policy: the policy's class.
        env: the games.
        inputs: what of an observation the network reads.
        widths: the widths of the shared layers.
        window: how many decisions are collected between updates.
        entropy: weight of the entropy bonus; a number or a schedule, like the learning rate.
        budget: how long the run lasts; schedules then run over it, otherwise over the timesteps.
        threads: that share the update's work.
        hands: what the value reads of the other seats' hands; None for nothing.
        view: how the games show themselves, "table" or "own".
        snapshots: the share of games in which a past policy has a seat.
        average: how much the mean of the weights forgets, a `RunningAverage`'s focus; None for no
            mean.
        buffer: which decision follows which.
        options: everything else MaskablePPO takes.
    """

    policy: TablePolicy
    rollout_buffer: SeatRolloutBuffer  # type: ignore[assignment]
    clip_range: Schedule
    batch_size: int

    def __init__(
        self,
        policy: type[TablePolicy] = TablePolicy,
        env: SelfPlayTables | None = None,
        *,
        inputs: Inputs | None = None,
        widths: tuple[int, ...] = (128, 128),
        window: int = 32_768,
        entropy: float | Schedule = 0.0,
        budget: Budget | None = None,
        threads: int = 1,
        hands: OtherHands | None = None,
        view: str = "table",
        snapshots: float = 0.0,
        average: float | None = None,
        buffer: type[SeatRolloutBuffer] = SeatRolloutBuffer,
        **options: Any,
    ) -> None:
        self.entropy = FloatSchedule(entropy)
        self.budget = budget
        self.threads = threads
        self.hands = hands
        self.snapshot_share = snapshots
        self.focus = average
        if env is not None and inputs is not None:
            options["n_steps"] = window // env.num_envs
            seen = 0 if hands is None else hands.size
            options["rollout_buffer_class"] = buffer
            options["rollout_buffer_kwargs"] = {"seats": env.seats, "width": inputs.size + seen}
            options["policy_kwargs"] = {
                "features_extractor_kwargs": {"inputs": inputs, "widths": widths},
                "hands": seen,
                "view": view,
            }
        options["device"] = "cpu"
        super().__init__(policy, env, **options)  # type: ignore[arg-type]

    def _setup_model(self) -> None:
        torch.set_num_threads(1)  # before the first weights, which depend on it in the last bit
        super()._setup_model()
        self.pool = workers(self.threads)
        self.begin_average()
        self.begin_from(self.seed)

    def begin_average(self) -> None:
        """Let the mean begin with the present weights, if there is to be one."""
        self.average = None if self.focus is None else RunningAverage(self.policy, self.focus)

    def begin_from(self, seed: int | None) -> None:
        """Deal and choose from this seed, which may be larger than the algorithm's own may."""
        players = np.zeros(0)
        if isinstance(self.env, SelfPlayTables):
            self.env.seed(seed)
            players = self.env.players
        others = self.others_at(players, seed)
        self.collector = Collector(self.policy, self.hands, others, seed)

    def others_at(self, players: np.ndarray, seed: int | None) -> Others:
        """Who plays beside the policy in games with so many `players: [B]`."""
        return Snapshots(self.snapshot_share, self.policy, players, seed)

    def _excluded_save_params(self) -> list[str]:
        ours = ["_last_obs", "budget", "pool", "collector", "average"]
        return [*super()._excluded_save_params(), *ours]

    @property
    def policy_for_play(self) -> TablePolicy:
        """The policy to measure and to keep: the mean of the weights, or the last ones."""
        return self.policy if self.average is None else self.average.policy

    def at_work(self) -> AbstractContextManager[None]:
        """What has to be up while it learns; here nothing."""
        return nullcontext()

    def facts(self) -> dict[str, Any]:
        """What a card should say of the training beside settings and results; here nothing."""
        return {}

    def parts(self) -> dict[str, Any]:
        """What a checkpoint keeps of the training, in the order in which it is given back."""
        return {
            "games": self.env,
            "model": self,
            "buffer": self.rollout_buffer,
            "others": self.collector.others,
        }

    def state_dict(self) -> dict[str, Any]:
        """What training changes, the games and the rollout buffer apart: a checkpoint's part."""
        return {
            "policy": self.policy.state_dict(),
            "optimizer": self.policy.optimizer.state_dict(),
            "average": None if self.average is None else self.average.state_dict(),
            "counters": {name: getattr(self, name) for name in COUNTERS},
            "chance": json.dumps(self.collector.chance.bit_generator.state),
            "torch_random": torch.get_rng_state(),
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Take such a state back; the games must have theirs already."""
        self.policy.load_state_dict(state["policy"])
        self.policy.optimizer.load_state_dict(state["optimizer"])
        if self.average is not None:
            self.average.load_state_dict(state["average"])
        for name in COUNTERS:
            setattr(self, name, state["counters"][name])
        self.collector.chance.bit_generator.state = json.loads(state["chance"])
        torch.set_rng_state(state["torch_random"])
        assert isinstance(self.env, SelfPlayTables)
        self.collector.played = self.env.games
        self._last_obs = self.env.games.observation  # there are games: do not deal anew

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        done = num_timesteps / total_timesteps
        if self.budget is not None:
            done = self.budget.share(num_timesteps)
        self._current_progress_remaining = max(0.0, 1 - done)

    def collect_rollouts(  # type: ignore[override]
        self,
        env: SelfPlayTables,
        callback: BaseCallback,
        rollout_buffer: SeatRolloutBuffer,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Play until the window is full; False when a callback ends the training."""
        self.collector.others.offer(1 - self._current_progress_remaining)
        self.collector.open_window(env.games, rollout_buffer)
        callback.on_rollout_start()
        if self.budget is not None and self.budget.is_over(self.num_timesteps):
            return False
        for decisions in self.collector.fill_window(env.games, rollout_buffer):
            self.num_timesteps += decisions
            if not callback.on_step():
                return False
        callback.on_rollout_end()
        return True

    def train(self) -> None:
        """PPO's clipped update: a few passes over the window's decisions."""
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        remaining = self._current_progress_remaining
        weighting = Weighting(self.clip_range(remaining), self.entropy(remaining), self.vf_coef)
        parameters = self.policy.optimizer.param_groups[0]["params"]
        buffer, parts = self.rollout_buffer, []
        for _ in range(self.n_epochs):
            for places in buffer.shuffled(self.batch_size):
                shares = places.tensor_split(self.threads)
                parts.append(add_up_gradient(self.policy, buffer, shares, weighting, self.pool))
                torch.nn.utils.clip_grad_norm_(parameters, self.max_grad_norm)
                self.policy.optimizer.step()
            self._n_updates += 1
        if self.average is not None:
            self.average.take(self.policy)
        self._log_update(torch.stack(parts).mean(0), weighting)

    def _log_update(self, parts: torch.Tensor, weighting: Weighting) -> None:
        for name, mean in zip(PARTS, parts.tolist(), strict=True):
            self.logger.record(f"train/{name}", mean)
        buffer, trained = self.rollout_buffer, self.rollout_buffer.trained()
        explained = explained_variance(buffer.values[trained], buffer.returns[trained])
        self.logger.record("train/explained_variance", explained)
        self.logger.record("train/clip_range", weighting.clip)
        self.logger.record("train/entropy_share", weighting.entropy)
        self.logger.record("train/n_updates", self._n_updates, exclude="tensorboard")
