"""UNO for PettingZoo: one game, its seats as agents who are asked one at a time (AEC).

`env` is what programs use, `raw_env` the same without PettingZoo's wrappers. Everyone ends in the
same step; a player eliminated from a match stays an agent who is not asked again.
"""

import inspect
import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from uno_env.actions import ACTIONS
from uno_env.game import Game
from uno_env.render import FRAMES_PER_SECOND, RENDER_MODES, Renderer
from uno_env.rules import Rules

Observation = dict[str, np.ndarray]

ILLEGAL_REWARD = -1.0
RESET_OPTIONS = ("deck", "dealer", "position")
API_TEST_OPTION = "options"
"""PettingZoo's api_test hands this option to every environment, to see that `reset` takes one."""

_POSITION = {
    name: parameter
    for name, parameter in inspect.signature(Game.from_position).parameters.items()
    if parameter.kind is parameter.KEYWORD_ONLY
    and name not in ("seed", "reward", "seats", "history")
}


def env(rules: Rules | str | None = None, **keywords: Any) -> AECEnv:
    """`raw_env` in PettingZoo's wrappers; an illegal action costs its agent 1 and ends all agents.

    The game inside is left as it was by an illegal action.
    """
    wrapped: AECEnv = raw_env(rules, **keywords)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):
    """UNO as a PettingZoo environment.

    An observation is a dict of `observation`, `[D] float32` in [0, 1] as `layout` describes it,
    and `action_mask`, `[77] int8`, all zeros for a seat that is not on move. Actions are those of
    `uno_env.ACTIONS`.

    `reset(seed=s)` deals `Game(rules, seed=s)`; `reset()` deals the next game from the random
    state of the last one.

    Args:
        rules: `Rules`, a preset's name or a rules text; or give single options as keywords.
        render_mode: the table as the seat on move sees it; `"ansi"`: `render()` returns a text;
            `"rgb_array"`: a picture, `[800, 1200, 3] uint8`; `"human"`: a window follows the game.
        show_all: rendering opens all hands, seen from seat 0.
        reward: `"win"`, `"points"` or `"match"`.
        seats: places in the observation; by default the players.
        history: public events in the observation.
        options: rule options, in place of `rules`.

    Attributes:
        game: the `Game` inside.
        layout: what stands where in an observation.
        state_space: the space of `state()`.

    Raises:
        ValueError: rules, a mode, a reward or a width that cannot be.

    >>> environment = env(players=3)
    >>> environment.reset(seed=1)
    >>> for seat in environment.agent_iter():
    ...     observation, reward, terminated, truncated, info = environment.last()
    ...     over = terminated or truncated
    ...     environment.step(None if over else int(observation["action_mask"].argmax()))
    >>> environment.unwrapped.game.is_over
    True
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "uno_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        rules: Rules | str | None = None,
        *,
        render_mode: str | None = None,
        show_all: bool = False,
        reward: str = "win",
        seats: int | None = None,
        history: int = 0,
        **options: Any,
    ) -> None:
        super().__init__()
        self._renderer = Renderer(render_mode, show_all)
        self.render_mode = render_mode
        self._view: dict[str, Any] = {"reward": reward, "seats": seats, "history": history}
        self.game = Game(rules, secrets.randbits(64), **self._view, **options)
        self.rules = self.game.rules
        self.layout = self.game.layout
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: Discrete(ACTIONS.size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: _observation_space(self.layout.size) for agent in self.possible_agents
        }
        self.state_space = Box(0.0, 1.0, self.game.state().shape, np.float32)

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations, the same object in every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions, the same object in every call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: 0 to 2**64-1; by default the random state of the present game goes on.
            options: `deck` and `dealer` as for `Game`, or `position`, a mapping of the keywords of
                `Game.from_position`.

        Raises:
            ValueError: a bad seed or option; the present game goes on.
        """
        self.game = self._deal(seed, {} if options is None else options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[self.game.turn]
        self._skip_agent_selection = None
        if self.render_mode == "human":
            self.render()

    def _deal(self, seed: int | None, options: Mapping[str, Any]) -> Game:
        """The game that a reset begins."""
        _check_reset_options(options)
        given = {name: options[name] for name in RESET_OPTIONS if name in options}
        if seed is None and not given:
            return self.game.next_game()
        if seed is None:
            seed = int(self.game._record["random"][0])
        if "position" in given:
            return Game.from_position(self.rules, **given["position"], seed=seed, **self._view)
        return Game(self.rules, seed, **given, **self._view)

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, in new arrays; its mask is zeros unless it is on move.

        Raises:
            KeyError: no agent has this name.
        """
        observation, mask = self.game.observe(self._seat[agent])
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action of `agent_selection`, or take away an ended agent with None.

        Raises:
            IllegalAction: the rules do not allow it now; nothing has changed.
            ValueError: None from an agent on move, or an action of one that has ended.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is on move: None is the answer of agents that have ended")
        game = self.game
        game.play(action)
        self._cumulative_rewards[agent] = 0.0
        paid = game.rewards.tolist()
        self.rewards = dict(zip(self.agents, paid, strict=False))
        if any(paid):
            self._accumulate_rewards()
        if game.is_over:
            ended = dict.fromkeys(self.agents, True)
            if game.is_truncated:
                self.truncations = ended
            else:
                self.terminations = ended
        self.agent_selection = self.possible_agents[game.turn]
        if self.render_mode == "human":
            self.render()

    def _clear_rewards(self) -> None:
        self.rewards = dict.fromkeys(self.rewards, 0.0)

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """An empty dict for each agent, new in every call."""
        return {agent: {} for agent in self.agents}

    def state(self) -> np.ndarray:
        """The full truth as `Game.state` gives it, for critics and analysis."""
        return self.game.state()

    def render(self) -> str | np.ndarray | None:
        """The table as the seat on move sees it, in the environment's render mode."""
        return self._renderer.render(self.game)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()


def _observation_space(width: int) -> Dict:
    return Dict(
        [
            ("observation", Box(0.0, 1.0, (width,), np.float32)),
            ("action_mask", Box(0, 1, (ACTIONS.size,), np.int8)),
        ]
    )


def _check_reset_options(options: Mapping[str, Any]) -> None:
    """Refuse options of `reset` that mean nothing, or that exclude each other."""
    if not isinstance(options, Mapping):
        raise ValueError(f"options={options!r}: expected a mapping of {', '.join(RESET_OPTIONS)}")
    for name in options:
        if name not in RESET_OPTIONS and name != API_TEST_OPTION:
            raise ValueError(f"unknown reset option {name!r}: expected {', '.join(RESET_OPTIONS)}")
    if "position" not in options:
        return
    if clashing := [name for name in ("deck", "dealer") if name in options]:
        raise ValueError(
            f"reset options position and {', '.join(clashing)} exclude each other: a position "
            "says where all cards lie and names its own dealer"
        )
    position = options["position"]
    if not isinstance(position, Mapping):
        raise ValueError(f"position={position!r}: expected a mapping of {', '.join(_POSITION)}")
    for name in position:
        if name not in _POSITION:
            raise ValueError(f"unknown key {name!r} in position: expected {', '.join(_POSITION)}")
    for name, parameter in _POSITION.items():
        if parameter.default is parameter.empty and name not in position:
            raise ValueError(f"position has no {name!r}: it needs hands and discard")
