"""The trainers that `uno_train.benchmark` times, each as its users would set it up.

All play two-player games under the official rules. Where the recipe of `uno_train.ppo` is carried
over to stock MaskablePPO, what stock has no word for stays behind: the entropy's schedule, the
layers that policy and value share, and the choice of columns. Learning rates stay as they begin.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from torch import nn

from uno_env import uno_v0
from uno_train import ppo
from uno_train.budget import Budget
from uno_train.games import tables_of
from uno_train.rollout import SeatRolloutBuffer
from uno_train.vec_env import SameStepVecEnv

PLAYERS = 2
OPPONENT = "random"
FEW_GAMES = 8
"""Environments at once where nobody has thought about it."""


def self_play(recipe: ppo.Args) -> MaskablePPO:
    """`uno_train.ppo` as its command makes it."""
    recipe = replace(recipe, players=(PLAYERS,))
    tables = tables_of(recipe.rules, recipe.players)
    return quiet(ppo.trainer(recipe, tables, Budget(decisions=sys.maxsize)))


def stock_with_recipe(recipe: ppo.Args) -> MaskablePPO:
    """Stock MaskablePPO on the vector environment, with all of the recipe that it has a word for.

    Policy and value get layers of the same widths each, as stock builds them.
    """
    return quiet(
        MaskablePPO(
            "MlpPolicy",
            learner_games(recipe.games),
            n_steps=recipe.window // recipe.games,
            batch_size=recipe.minibatch,
            n_epochs=recipe.epochs,
            learning_rate=recipe.learning_rate[0],
            ent_coef=recipe.entropy[0],
            gamma=1.0,
            gae_lambda=recipe.gae_lambda,
            clip_range=recipe.clip,
            policy_kwargs={"net_arch": list(recipe.widths), "activation_fn": nn.ReLU},
            seed=recipe.seed,
            device="cpu",
        )
    )


def stock_with_defaults(recipe: ppo.Args, **options: Any) -> MaskablePPO:
    """Stock MaskablePPO on `FEW_GAMES` tables of the vector environment, with its own defaults.

    Args:
        options: what is set nevertheless.
    """
    games = learner_games(FEW_GAMES)
    return quiet(MaskablePPO("MlpPolicy", games, seed=recipe.seed, device="cpu", **options))


def every_move_a_step(recipe: ppo.Args, **options: Any) -> MaskablePPO:
    """Stock MaskablePPO with its defaults on one PettingZoo game, as tutorials do it.

    Args:
        options: what is set nevertheless.
    """
    game = EveryMoveAStep(uno_v0.env(players=PLAYERS))
    return quiet(MaskablePPO("MlpPolicy", game, seed=recipe.seed, device="cpu", **options))


Contenders = Mapping[str, Callable[[ppo.Args], MaskablePPO]]
OURS = "`uno_train.ppo`"
CONTENDERS: Contenders = {
    OURS: self_play,
    "MaskablePPO, the same settings": stock_with_recipe,
    "MaskablePPO, its defaults": stock_with_defaults,
    "MaskablePPO, its defaults, AEC moves as steps": every_move_a_step,
}


def learner_games(size: int) -> SameStepVecEnv:
    """Tables at which one seat learns, as Stable-Baselines3 takes them."""
    envs = gymnasium.make_vec(
        "uno_env/Uno-v0", num_envs=size, opponents=[OPPONENT], players=PLAYERS
    )
    return SameStepVecEnv(envs)


def quiet(model: MaskablePPO) -> MaskablePPO:
    """The trainer without logs."""
    model.set_logger(Logger(None, []))
    return model


class EveryMoveAStep(gymnasium.Env[np.ndarray, np.int64]):
    """A PettingZoo game as if one agent made all moves of all seats.

    Each step answers with what the next seat sees and with what the last one was paid. That makes
    one trajectory of many players (docs/training.md says why nothing good comes of it); it is here
    because it is widely copied.
    """

    def __init__(self, table: AECEnv) -> None:
        first = table.possible_agents[0]
        self.table = table
        self.observation_space = table.observation_space(first)["observation"]
        self.action_space = table.action_space(first)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal; what the first seat sees, `[D]`."""
        super().reset(seed=seed)
        self.table.reset(seed=seed, options=options)
        return self._seen()["observation"], {}

    def step(self, action: np.int64) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Move for the seat on move; what the next one sees, and how the mover fared."""
        table, mover = self.table, self.table.agent_selection
        table.step(int(action))
        return (
            self._seen()["observation"],
            table._cumulative_rewards[mover],
            table.terminations[mover],
            table.truncations[mover],
            table.infos[mover],
        )

    def action_masks(self) -> np.ndarray:
        """The legal actions of the seat on move, `[A] int8`."""
        return self._seen()["action_mask"]

    def _seen(self) -> dict[str, np.ndarray]:
        return self.table.observe(self.table.agent_selection)


def learned_with_a_choice(model: MaskablePPO) -> int:
    """How many decisions of the last window had more than one legal action.

    Decisions that await their future are counted in the window in which they are learned from.
    """
    buffer: Any = model.rollout_buffer
    if isinstance(buffer, SeatRolloutBuffer):
        masks = buffer.masks[buffer.trained()]
    else:
        masks = buffer.action_masks
    return int(((masks > 0).sum(axis=-1) > 1).sum())


def settings_of(model: MaskablePPO) -> dict[str, int]:
    """What the time for a decision depends on most."""
    assert model.batch_size is not None
    return {
        "games": model.n_envs,
        "window": model.n_steps * model.n_envs,
        "minibatch": model.batch_size,
        "epochs": model.n_epochs,
        "weights": sum(parameter.numel() for parameter in model.policy.parameters()),
    }
