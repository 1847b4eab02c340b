"""The games that are trained on, in the form in which Stable-Baselines3 asks for environments."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv


class Games(Protocol):
    """`uno_env.GameBatch`, or anything that plays like it: `B` games, one decision of each a step.

    Attributes:
        observation: [B, D] float32, mask: [B, A] int8, of the seat on move, seat: [B]; all of them
            overwritten by `step`.
    """

    observation: np.ndarray
    mask: np.ndarray
    seat: np.ndarray

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rewards `[B, P]` of all seats, terminated `[B]`, truncated `[B]`."""
        ...

    def other_hands(self) -> np.ndarray:
        """`[B, P - 1, K]`: the truth; only a critic that sees all hands asks for it."""
        ...


class SelfPlayTables(VecEnv):
    """Spaces, a seed and a start, as the trainer's base class wants them.

    The games are played through `games`, by whoever is on move in each.

    Args:
        deal: `deal(seed)` gives `size` fresh games.
        size: the number of games, `B`.
        seats: at each table, `P`.
        width: of an observation, `D`.
        actions: `A`.

    Attributes:
        games: there from the first `reset` on.
    """

    games: Games

    def __init__(
        self, deal: Callable[[int], Games], size: int, seats: int, width: int, actions: int
    ) -> None:
        self._deal = deal
        self._seed = 0
        self.seats = seats
        super().__init__(size, spaces.Box(0, 1, (width,), np.float32), spaces.Discrete(actions))

    def seed(self, seed: int | None = None) -> list[int | None]:
        """What the next `reset` deals from."""
        self._seed = seed or 0
        return [seed] * self.num_envs

    def reset(self) -> np.ndarray:
        """Deal anew; a copy of what the seats on move see, `[B, D]`."""
        self.games = self._deal(self._seed)
        return self.games.observation.copy()

    def step_async(self, actions: np.ndarray) -> None:
        raise NotImplementedError(
            "all seats learn at these tables, so there is no learner to step for: use games.step, "
            "or an environment of uno_env that seats opponents"
        )

    def step_wait(self) -> Any:
        self.step_async(np.zeros(0))

    def close(self) -> None:
        """There is nothing to close."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None if attr_name == "render_mode" else getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list:
        return [getattr(self, method_name)(*args, **kwargs)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs
