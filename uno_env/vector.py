"""UNO for Gymnasium, natively batched: a learner at each of many tables, over `uno_env.learner`."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from uno_env.actions import ACTIONS
from uno_env.checks import MAX_SEED, check_number
from uno_env.game import Game
from uno_env.layout import Layout
from uno_env.learner import LearnerGames, Outcome
from uno_env.made_as import RulesAsText
from uno_env.opponents import DEFAULT_OPPONENTS
from uno_env.render import FRAMES_PER_SECOND, Renderer
from uno_env.rows import seeds_of_rows
from uno_env.rules import Rules

RENDER_MODES = ("ansi", "rgb_array")
RESET_MASK = "reset_mask"

_METADATA: dict[str, Any] = {
    "render_modes": list(RENDER_MODES),
    "render_fps": FRAMES_PER_SECOND,
    "autoreset_mode": AutoresetMode.SAME_STEP,
}


class UnoVectorEnv(RulesAsText, VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Many tables with a learner at each, played together; otherwise as `uno_env.single.UnoEnv`.

    A table whose episode ends is dealt anew in the same step: observation and `action_mask` are
    those of the next episode, `final_obs` and `final_info` what the learner saw last. Infos hold
    `action_mask` (`[B, 77] int8`) and `_action_mask`, and where an episode ended the other two with
    theirs. All arrays are new in every call.

    `reset(seed=s)` deals row `i` from seed `s + i` (mod 2**64); `seed` may be a sequence of `B`.
    The opponents of all tables draw from one `np_random`. So with opponents that leave nothing to
    chance, and only then, a row plays as the single environment of its seed does.

    Args:
        num_envs: the number of tables, `B`.
        rules, opponents, seat, reward, seats, history, options: as for the single environment.
        render_mode: each table as its learner sees it; `"ansi"`: `render()` returns the texts;
            `"rgb_array"`: the pictures.
        show_all: as for the single environment.

    Attributes:
        rules: the tables'.
        layout: what stands where in an observation.
        learner: [B] int64, the seat the learner holds at each table.

    >>> import gymnasium, uno_env
    >>> envs = gymnasium.make_vec("uno_env/Uno-v0", num_envs=64, opponents=["heuristic"])
    >>> observations, infos = envs.reset(seed=1)
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminated, truncated, infos = envs.step(actions)
    """

    metadata = _METADATA

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | str | None = None,
        *,
        opponents: Sequence[Any] = DEFAULT_OPPONENTS,
        seat: int | None = None,
        render_mode: str | None = None,
        show_all: bool = False,
        reward: str = "win",
        seats: int | None = None,
        history: int = 0,
        **options: Any,
    ) -> None:
        self._renderer = Renderer(render_mode, show_all, RENDER_MODES)
        self.render_mode = render_mode
        self.num_envs = check_number("num_envs", num_envs, 1, MAX_SEED)
        self._tables = LearnerGames(
            self.num_envs,
            rules,
            opponents=opponents,
            seat=seat,
            reward=reward,
            seats=seats,
            history=history,
            **options,
        )
        self.rules: Rules = self._tables.rules
        self.layout: Layout = self._tables.layout
        self.single_observation_space = Box(0.0, 1.0, (self.layout.size,), np.float32)
        self.single_action_space = Discrete(ACTIONS.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin new episodes.

        Args:
            seed: 0 to 2**64-1, or one for each table; by default each table's random state goes on.
            options: `reset_mask`, `[B] bool`: only these tables.

        Raises:
            ValueError: a bad seed, option or mask.
        """
        rows = self._rows_to_reset(options or {})
        seeds = None
        if seed is not None:
            seeds = seeds_of_rows(seed, self.num_envs)
            super().reset(seed=int(seeds[0]))
            seeds = seeds[rows]
        self._tables.reset(rows, seeds, self.np_random)
        return self._tables.observation(), self._infos()

    def _rows_to_reset(self, options: Mapping[str, Any]) -> np.ndarray:
        """The rows that a reset is for."""
        if unknown := [name for name in options if name != RESET_MASK]:
            raise ValueError(f"unknown reset options {', '.join(unknown)}: expected {RESET_MASK}")
        if RESET_MASK not in options:
            return np.arange(self.num_envs)
        mask = np.asarray(options[RESET_MASK])
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise ValueError(
                f"{RESET_MASK} of shape {list(mask.shape)} and dtype {mask.dtype}: expected "
                f"[{self.num_envs}] bool, at least one of them True"
            )
        return np.flatnonzero(mask)

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play the learner's action at every table, and on to its next decision.

        Args:
            actions: [B] whole numbers, 0 to 76; an illegal one ends its episode.

        Returns:
            observations `[B, D] float32`, rewards `[B] float64`, terminated and truncated
            `[B] bool`, infos.

        Raises:
            ResetNeeded: before the first reset.
            ValueError: not `B` actions.
        """
        outcome = self._tables.step(actions, self.np_random)
        infos = self._infos() | self._final_infos(outcome)
        return (
            self._tables.observation(),
            outcome.rewards,
            outcome.terminated,
            outcome.truncated,
            infos,
        )

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self._tables.masks(),
            "_action_mask": np.ones(self.num_envs, bool),
        }

    def _final_infos(self, outcome: Outcome) -> dict[str, Any]:
        """What the learner saw last of the episodes that a step ended."""
        if not outcome.final_observation:
            return {}
        seen = np.full(self.num_envs, None, object)
        masks = np.zeros((self.num_envs, ACTIONS.size), np.int8)
        for row, observation in outcome.final_observation.items():
            seen[row] = observation
            masks[row] = outcome.final_mask[row]
        ended = outcome.terminated | outcome.truncated
        return {
            "final_obs": seen,
            "_final_obs": ended,
            "final_info": {"action_mask": masks, "_action_mask": ended.copy()},
            "_final_info": ended.copy(),
        }

    def action_masks(self) -> np.ndarray:
        """The learner's legal actions at each table, a new `[B, 77] int8`."""
        return self._tables.masks()

    def game(self, row: int) -> Game:
        """A copy of the game at one table, all hands open."""
        return self._tables.game(row)

    @property
    def learner(self) -> np.ndarray:
        """The learner's seat at each table, a new `[B] int64`."""
        return self._tables.learner.copy()

    def render(self) -> tuple[Any, ...] | None:
        """Each table as its learner sees it, in the environment's render mode."""
        if self.render_mode is None:
            return None
        seats = self._tables.learner.tolist()
        return tuple(self._renderer.render(self.game(row), seat) for row, seat in enumerate(seats))
