"""PPO self-play whose decisions are collected by Ray actors; everything else stays as it is.

The actors play the next window while this process learns from the last one, so a window is played
with weights that are one update older than those that learn from it. PPO's ratio makes up for it:
the log-probabilities come from the weights that played.
"""

from contextlib import AbstractContextManager
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback

from uno_train.decisions import GatheredDecisions
from uno_train.distributed_crew import Crew
from uno_train.games import SelfPlayTables
from uno_train.selfplay import SelfPlayPPO
from uno_train.snapshots import Snapshots


class DistributedPPO(SelfPlayPPO):
    """SelfPlayPPO that learns from what a crew has played.

    A timestep is one decision that has come back and is learned from.

    Args:
        crew: the actors.
        options: all that SelfPlayPPO takes. Of the games only spaces and numbers count.
    """

    rollout_buffer: GatheredDecisions  # type: ignore[assignment]

    def __init__(self, *args: Any, crew: Crew, **options: Any) -> None:
        self.crew = crew
        super().__init__(*args, **options)

    def _setup_model(self) -> None:
        super()._setup_model()
        self.rollout_buffer = GatheredDecisions()

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "crew"]

    def at_work(self) -> AbstractContextManager[None]:
        """The actors are up."""
        return self.crew.at_work(self.num_timesteps)

    def facts(self) -> dict[str, Any]:
        """How many actors were lost; with none, the run can be repeated exactly."""
        return {"actors_lost": self.crew.lost}

    def parts(self) -> dict[str, Any]:
        """What a checkpoint keeps: not the games, which are the actors', nor what is under way."""
        return {"model": self, "others": self.collector.others}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a checkpoint with games dealt anew."""
        assert self.env is not None
        self.env.reset()
        super().load_state_dict(state)

    def collect_rollouts(  # type: ignore[override]
        self,
        env: SelfPlayTables,
        callback: BaseCallback,
        rollout_buffer: GatheredDecisions,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Take the window that was played meanwhile, and have the next one played."""
        self.policy.set_training_mode(False)
        snapshots = self.collector.others
        assert isinstance(snapshots, Snapshots)
        snapshots.offer(1 - self._current_progress_remaining)
        windows: list = []
        while not windows:
            callback.on_rollout_start()
            if self.budget is not None and self.budget.is_over(self.num_timesteps):
                return False
            if not self.crew.is_playing():
                self.crew.play(self.policy.state_dict(), snapshots)
            windows = self.crew.gather()
            self.crew.play(self.policy.state_dict(), snapshots)
        rollout_buffer.take(windows)
        self.num_timesteps += len(rollout_buffer.actions)
        if not callback.on_step():
            return False
        callback.on_rollout_end()
        return True
