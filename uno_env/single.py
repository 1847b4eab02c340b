"""UNO for Gymnasium: one learner at a table of agents. A batch of one over `uno_env.learner`."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete

from uno_env.actions import ACTIONS
from uno_env.checks import check_seed
from uno_env.game import Game
from uno_env.layout import Layout
from uno_env.learner import LearnerGames
from uno_env.made_as import RulesAsText
from uno_env.opponents import DEFAULT_OPPONENTS
from uno_env.render import FRAMES_PER_SECOND, RENDER_MODES, Renderer
from uno_env.rules import Rules

_ROWS = np.zeros(1, np.int64)
_METADATA: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_PER_SECOND}


class UnoEnv(RulesAsText, gymnasium.Env[np.ndarray, np.int64]):
    """UNO as a single-agent environment: the learner's decisions, with opponents inside.

    An observation is `[D] float32` in [0, 1], what the learner sees, as `layout` describes it. An
    action is one of `uno_env.ACTIONS`. Which are legal says `action_masks()`, and
    `info["action_mask"]` (`[77] int8`, new in every call). An illegal action pays -1 and terminates
    the episode; the game stands as it was. An episode is one game (a match, where `target` is set);
    it is truncated where the rules cut it off.

    `reset(seed=s)` deals as `Game(rules, seed=s)` does; the learner's seat follows from the deal,
    and opponents draw their chance from `np_random`. `reset()` goes on where the last game ended.

    Args:
        rules: `Rules`, a preset's name or a rules text; or give single options as keywords.
        opponents: names as `uno_agents.make` takes them, or agents. One fills all other seats;
            else one for each, clockwise from the learner's left.
        seat: the learner's; by default drawn for every episode.
        render_mode: the table as the learner sees it; `"ansi"`: `render()` returns a text;
            `"rgb_array"`: a picture, `[800, 1200, 3] uint8`; `"human"`: a window follows the game.
        show_all: rendering opens all hands.
        reward: `"win"`, `"points"` or `"match"`.
        seats: places in the observation; by default the players.
        history: public events in the observation.
        options: rule options, in place of `rules`. Without `players` there is a seat for each
            opponent.

    Attributes:
        rules: the table's.
        layout: what stands where in an observation.
        game: a copy of the game inside, all hands open.
        learner: the seat the learner holds in this episode.

    Raises:
        ValueError: rules, opponents, a mode, a reward or a width that cannot be.

    >>> import gymnasium, uno_env
    >>> env = gymnasium.make("uno_env/Uno-v0", opponents=["heuristic"])
    >>> observation, info = env.reset(seed=1)
    >>> action = env.action_space.sample(info["action_mask"])
    >>> observation, reward, terminated, truncated, info = env.step(action)
    """

    metadata = _METADATA

    def __init__(
        self,
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
        self._renderer = Renderer(render_mode, show_all)
        self.render_mode = render_mode
        self._table = LearnerGames(
            1,
            rules,
            opponents=opponents,
            seat=seat,
            reward=reward,
            seats=seats,
            history=history,
            keep_games=True,
            **options,
        )
        self.rules: Rules = self._table.rules
        self.layout: Layout = self._table.layout
        self.observation_space = Box(0.0, 1.0, (self.layout.size,), np.float32)
        self.action_space = Discrete(ACTIONS.size)
        self._ended: tuple[Game, int] | None = None
        """The game whose episode is over, and the seat the learner held in it."""

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Begin a new episode.

        Args:
            seed: 0 to 2**64-1; by default the present game's random state goes on.
            options: there are none.

        Raises:
            ValueError: a bad seed, or an option.
        """
        if options:
            raise ValueError(f"unknown reset options {', '.join(options)}: there are none")
        if seed is not None:
            seed = check_seed(seed)
        super().reset(seed=seed)
        if seed is not None:
            self._table.reset(_ROWS, np.array([seed], np.uint64), self.np_random)
        elif self._ended is None:
            self._table.reset(_ROWS, None, self.np_random)
        self._ended = None
        if self.render_mode == "human":
            self.render()
        return self._table.observation()[0], {"action_mask": self.action_masks()}

    def step(
        self, action: int | np.int64
    ) -> tuple[np.ndarray, float, bool, bool, dict[str, np.ndarray]]:
        """Play the learner's action, and on to its next decision or the end of the episode.

        Raises:
            ResetNeeded: no episode is running.
            ValueError: no action; an illegal one ends the episode instead.
        """
        if self._ended is not None:
            raise ResetNeeded("the episode is over: call reset()")
        learner = self.learner
        outcome = self._table.step(_as_row(action), self.np_random)
        if outcome.final_game:
            self._ended = outcome.final_game[0], learner
            seen, mask = outcome.final_observation[0], outcome.final_mask[0]
        else:
            seen, mask = self._table.observation()[0], self.action_masks()
        if self.render_mode == "human":
            self.render()
        return (
            seen,
            float(outcome.rewards[0]),
            bool(outcome.terminated[0]),
            bool(outcome.truncated[0]),
            {"action_mask": mask},
        )

    def action_masks(self) -> np.ndarray:
        """The learner's legal actions, a new `[77] int8`; all zeros once the game is over."""
        if self._ended is None:
            return self._table.masks()[0]
        game, learner = self._ended
        return game.mask(learner)

    @property
    def game(self) -> Game:
        """A copy of the game inside; once the episode is over, of the one that ended."""
        return self._table.game(0) if self._ended is None else self._ended[0].copy()

    @property
    def learner(self) -> int:
        """The learner's seat in this episode."""
        return int(self._table.learner[0]) if self._ended is None else self._ended[1]

    def render(self) -> str | np.ndarray | None:
        """The table as the learner sees it, in the environment's render mode."""
        return self._renderer.render(self.game, self.learner)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()


def _as_row(action: Any) -> np.ndarray:
    """An action as a batch of one."""
    number = np.asarray(action)
    return number.reshape(1) if number.size == 1 else number
