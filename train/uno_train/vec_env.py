"""A Gymnasium vector environment in the form in which Stable-Baselines3 asks for many at once."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn


class SameStepVecEnv(VecEnv):
    """Stable-Baselines3's view of a Gymnasium vector environment that resets in the same step.

    Masks reach `sb3_contrib.MaskablePPO` by `action_masks`. Infos are empty but where an episode
    has ended: there they hold `terminal_observation` and `TimeLimit.truncated`.

    Args:
        envs: the environments, such as `gymnasium.make_vec("uno_env/Uno-v0", num_envs=256)`.

    Raises:
        ValueError: they reset in the next step, or not by themselves.

    >>> import gymnasium, uno_env
    >>> from sb3_contrib import MaskablePPO
    >>> envs = SameStepVecEnv(gymnasium.make_vec("uno_env/Uno-v0", num_envs=64))
    >>> model = MaskablePPO("MlpPolicy", envs, n_steps=64).learn(50_000)  # doctest: +SKIP
    """

    def __init__(self, envs: VectorEnv) -> None:
        mode = envs.metadata.get("autoreset_mode")
        if mode != AutoresetMode.SAME_STEP:
            raise ValueError(
                f"autoreset_mode={mode}: expected {AutoresetMode.SAME_STEP}, as terminal "
                "observations are handed on in the step that ends an episode"
            )
        self.envs = envs
        self._actions: np.ndarray | None = None
        self._nothing: list[dict[str, Any]] = [{} for _ in range(envs.num_envs)]
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> np.ndarray:
        """Begin all episodes anew, from the seed and options set before; `[B, D]`."""
        observation, _ = self.envs.reset(seed=self._seeds[0], options=self._options[0] or None)
        self.reset_infos = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return observation

    def step_async(self, actions: np.ndarray) -> None:
        """Take the actions `[B]` that `step_wait` will play."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Observations `[B, D]`, rewards `[B] float32`, ends `[B] bool`, infos."""
        assert self._actions is not None, "step_async comes first"
        observation, rewards, terminated, truncated, infos = self.envs.step(self._actions)
        ended = terminated | truncated
        told = self._nothing.copy()
        for row in np.flatnonzero(ended).tolist():
            told[row] = {
                "terminal_observation": infos["final_obs"][row],
                "TimeLimit.truncated": bool(truncated[row] and not terminated[row]),
            }
        return observation, rewards.astype(np.float32), ended, told

    def close(self) -> None:
        """Close the vector environment."""
        self.envs.close()

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute of the vector environment, the same for all rows.

        Raises:
            AttributeError: it has none of this name.
        """
        return [self._find(attr_name)] * len(self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Set an attribute of the vector environment.

        Raises:
            ValueError: `indices` are given, and the attribute belongs to all rows at once.
        """
        if indices is not None:
            raise ValueError(f"{attr_name} belongs to all rows at once: leave out indices")
        setattr(self.envs.unwrapped, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **kwargs: Any
    ) -> list[Any]:
        """Call a method that answers for all rows at once, and hand out the answers row by row."""
        method: Callable[..., Sequence[Any]] = self._find(method_name)
        answers = method(*method_args, **kwargs)
        return [answers[row] for row in self._rows(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: VecEnvIndices = None) -> list[bool]:
        """No row is wrapped on its own."""
        return [False] * len(self._rows(indices))

    def _find(self, name: str) -> Any:
        return getattr(self.envs.unwrapped, name)

    def _rows(self, indices: VecEnvIndices) -> list[int]:
        return list(self._get_indices(indices))
