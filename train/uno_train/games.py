"""The games that are trained on, in the form in which Stable-Baselines3 asks for environments."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from uno_env import GameBatch, Rules

USUAL_MATCH = 200
"""Paid round by round, a match to 200 points adds up to about as much as a round that pays 1."""


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

    def to_bytes(self) -> bytes:
        """All games as they stand; asked for by checkpoints alone."""
        ...

    def restore(self, blob: bytes) -> None:
        """Go on from what `to_bytes` gave."""
        ...


class TableBatch(GameBatch):
    """Games at several tables, in turn: row `i` plays under `tables[i % len(tables)]`.

    Rewards are those of the scheme, but for matches that pay after every round: they are made
    smaller, so that a whole match is worth about as much as a single round elsewhere.

    Args:
        tables: the rules of each table.
        size, seed, reward, history, seats: as `GameBatch` takes them.
    """

    def __init__(
        self,
        tables: Sequence[Rules],
        size: int,
        seed: int,
        reward: str = "win",
        history: int = 0,
        seats: int | None = None,
    ) -> None:
        rows = in_turn(tables, size)
        super().__init__(rows, size, seed, reward=reward, history=history, seats=seats)
        unit = {rules: reward_unit(rules, reward) for rules in tables}
        self._unit = np.array([[unit[rules]] for rules in rows], np.float32)

    def step(
        self, actions: np.ndarray, rows: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """As `GameBatch.step`, with rewards in the unit of each row's table."""
        rewards, terminated, truncated = super().step(actions, rows)
        rewards *= self._unit
        return rewards, terminated, truncated


def in_turn(tables: Sequence[Rules], size: int) -> list[Rules]:
    """The table at which each of `size` games is played."""
    return [tables[row % len(tables)] for row in range(size)]


def reward_unit(rules: Rules, reward: str) -> float:
    """What the learner gets for a reward of 1."""
    return 1.0 if reward == "match" else min(1.0, USUAL_MATCH / max(1, rules.target))


def tables_of(rules: Sequence[str], players: Sequence[int]) -> tuple[Rules, ...]:
    """Every table that the rules (presets' names or texts) make with the numbers of players.

    Without `players` each of the rules says how many. A combination that the rules do not allow is
    left out as long as everything given is played at some table.

    Raises:
        ValueError: bad rules, or rules or a number of players without any table.
    """
    given = [Rules.named(text) for text in rules or ("",)]
    if not players:
        return tuple(dict.fromkeys(given))
    made: dict[tuple[int, int], Rules] = {}
    refused: dict[tuple[int, int], ValueError] = {}
    for place, one in enumerate(given):
        for count in players:
            try:
                made[place, count] = one.replace(players=count)
            except ValueError as error:
                refused[place, count] = error
    for (place, count), refusal in refused.items():
        if all(place != p for p, _ in made) or all(count != c for _, c in made):
            raise refusal
    return tuple(dict.fromkeys(made.values()))


def games_within(window: int, games: int, tables: Sequence[Rules]) -> int:
    """How many of `games` are played at once: at most half a window may await its future.

    Raises:
        ValueError: fewer than one game at each table.
    """
    seats = max(rules.players for rules in tables)
    fitting = min(games, window // (2 * seats))
    if fitting < len(tables):
        raise ValueError(
            f"--window {window} and --games {games} are too small for {len(tables)} tables of up "
            f"to {seats} players: expected at least --window {2 * seats * len(tables)} and "
            f"--games {len(tables)}"
        )
    return fitting


class SelfPlayTables(VecEnv):
    """Spaces, a seed and a start, as the trainer's base class wants them.

    The games are played through `games`, by whoever is on move in each.

    Args:
        deal: `deal(seed)` gives `size` fresh games.
        size: the number of games, `B`.
        seats: at each table, `P`.
        width: of an observation, `D`.
        actions: `A`.
        players: [B], where fewer than `seats` sit at some of the tables.

    Attributes:
        games: there from the first `reset` on.
    """

    games: Games

    def __init__(
        self,
        deal: Callable[[int], Games],
        size: int,
        seats: int,
        width: int,
        actions: int,
        players: Sequence[int] | None = None,
    ) -> None:
        self._deal = deal
        self._seed = 0
        self.seats = seats
        self.players = np.full(size, seats) if players is None else np.array(players)
        super().__init__(size, spaces.Box(0, 1, (width,), np.float32), spaces.Discrete(actions))

    def seed(self, seed: int | None = None) -> list[int | None]:
        """What the next `reset` deals from."""
        self._seed = seed or 0
        return [seed] * self.num_envs

    def reset(self) -> np.ndarray:
        """Deal anew; a copy of what the seats on move see, `[B, D]`."""
        self.games = self._deal(self._seed)
        return self.games.observation.copy()

    def state_dict(self) -> dict[str, Any]:
        """All games as they stand."""
        return {"games": torch.frombuffer(bytearray(self.games.to_bytes()), dtype=torch.uint8)}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on with games that were saved."""
        self.reset()
        self.games.restore(state["games"].numpy().tobytes())

    def step_async(self, actions: np.ndarray) -> None:
        """Refused: every seat learns here."""
        raise NotImplementedError(
            "all seats learn at these tables, so there is no learner to step for: use games.step, "
            "or an environment of uno_env that seats opponents"
        )

    def step_wait(self) -> Any:
        """Refused, as `step_async` is."""
        self.step_async(np.zeros(0))

    def close(self) -> None:
        """There is nothing to close."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of these tables, once for each environment."""
        return [None if attr_name == "render_mode" else getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of these tables, which are one object for all environments."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list:
        """What a method of these tables returns, in a list of one."""
        return [getattr(self, method_name)(*args, **kwargs)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """False for each: nothing is wrapped here."""
        return [False] * self.num_envs
