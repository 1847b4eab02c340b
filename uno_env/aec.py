"""UNO for PettingZoo: one game, its seats as agents who are asked one at a time (AEC).

`env` is what programs use, `raw_env` the same without PettingZoo's wrappers. Everyone ends in the
same step; a player eliminated from a match stays an agent who is not asked again.
"""

import secrets
import sys
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import logger
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from uno_env.actions import ACTIONS
from uno_env.game import Game
from uno_env.render import render_text
from uno_env.rules import Rules, as_rules

ILLEGAL_REWARD = -1.0
RESET_OPTIONS = ("deck", "dealer", "position")

FOREIGN_OPTION = "options"
"""PettingZoo's api_test hands every environment this option to see that `reset` takes any."""

Observation = dict[str, np.ndarray]


def env(rules: Rules | str | None = None, **keywords: Any) -> AECEnv:
    """`raw_env` in PettingZoo's wrappers: an illegal action costs its agent 1 and ends the game.

    The game inside then stands as it was; only its agents have ended.
    """
    wrapped: AECEnv = raw_env(rules, **keywords)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Observation, int]):
    """UNO as a PettingZoo environment.

    An observation is a dict of `observation`, `[D] float32` in [0, 1] as `layout` describes it,
    and `action_mask`, `[77] int8`, all zeros for a seat that is not on move. Actions are those of
    `uno_env.ACTIONS`.

    `reset(seed=s)` deals the game of `Game(rules, seed=s)`; `reset()` deals the next one from the
    random state of the last. `reset(options=...)` takes `deck` and `dealer` as `Game` does, or
    `position`, the keywords of `Game.from_position`.

    Args:
        rules: `Rules`, a preset's name or a rules text; or give single options as keywords.
        render_mode: `"ansi"`: `render()` returns the table as the seat on move sees it;
            `"human"`: the same is printed after every step.
        reward: `"win"`, `"points"` or `"match"`.
        seats: the width of the observation in seats; by default the number of players.
        history: how many public events an observation shows.
        options: rule options, if `rules` is not given.

    Attributes:
        game: the `Game` inside, from the first `reset` on.
        layout: what stands where in an observation.

    Raises:
        ValueError: rules, a mode, a reward or a width that cannot be.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "uno_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Rules | str | None = None,
        *,
        render_mode: str | None = None,
        reward: str = "win",
        seats: int | None = None,
        history: int = 0,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(
                f"render_mode={render_mode!r}: expected None, "
                f"{', '.join(map(repr, self.metadata['render_modes']))}"
            )
        self.rules = as_rules(rules, options)
        self.render_mode = render_mode
        self._reward = reward_scheme(reward)
        self._paid = np.zeros(MAX_PLAYERS, np.float32)
        self.layout = table_layout(self.rules, seats, history)
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: Discrete(ACTIONS.size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: observation_space(self.layout) for agent in self.possible_agents
        }
        self.game: Game | None = None

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations, the same object in every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions, the same object in every call."""
        return self.action_spaces[agent]

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """An empty dict for each agent, new in every call."""
        return {agent: {} for agent in self.agents}
