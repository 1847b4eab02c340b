"""Games that agents play, recorded: each from its own seed and to its own end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from uno_env.batch import GameBatch
from uno_env.checks import IllegalAction, check_number, check_seed
from uno_env.record.recorders import BatchRecorder
from uno_env.record.saved import SavedGame
from uno_env.rules import Rules
from uno_env.seating import (
    IllegalAnswer,
    SeatedAgent,
    first_illegal,
    in_position,
    seat_agents,
    widest,
)

BLOCK = 512
_KEPT = 0.75
"""The batch is shortened when no more than this share of its games is still running."""


def play_games(
    line_up: Sequence[Any], rules: Rules | str = "", games: int = 1000, seed: int = 0
) -> Iterator[SavedGame]:
    """Yields the recordings of games among agents, in order of their seeds within each block.

    Game `g` is `Game(rules, seed=seed + g)`; the line-up moves on by one seat from game to game.
    Every game is played to its end, so long ones are as likely as short ones.

    Args:
        line_up: names or agents: one for all seats, or one a seat.
        rules: the table's, or a preset's name, or a rules text.
        games: how many.
        seed: of the first game, and of the agents' chance.

    Raises:
        ValueError: unknown agents, a line-up of the wrong length, a number out of range.
        IllegalAnswer: an agent answered illegally.
    """
    rules = Rules.named(rules) if isinstance(rules, str) else rules
    games, seed = check_number("games", games, 1, 2**31), check_seed(seed)
    if len(line_up) not in (1, rules.players):
        raise ValueError(
            f"{len(line_up)} agents at a table of {rules.players}: expected {rules.players}, or "
            "one for all seats"
        )
    agents = seat_agents(line_up, rules.players)
    layout = widest(agent.layout for agent in agents)
    for agent in agents:
        agent.sit_down(layout, rules)
    first = 0
    while first < games:
        numbers = np.arange(first, min(first + BLOCK, games))
        block = _Block(agents, rules, layout.seats, layout.history, numbers, seed)
        yield from block.play()
        first += BLOCK


class _Block:
    """Games `numbers`, played in one batch; row `n` is game `number[n]`."""

    def __init__(
        self,
        agents: list[SeatedAgent],
        rules: Rules,
        seats: int,
        history: int,
        numbers: np.ndarray,
        seed: int,
    ) -> None:
        self.agents = agents
        self.players = rules.players
        self.number = numbers
        self.first = int(numbers[0])
        seeds = np.uint64(seed) + numbers.astype(np.uint64)
        self.games = GameBatch(rules, len(numbers), seeds, seats=seats, history=history)
        self.recorder = BatchRecorder(self.games, seeds)
        self.running = np.ones(len(numbers), bool)
        self.generators = [
            np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(self.first, place)))
            for place in range(len(agents))
        ]

    def play(self) -> list[SavedGame]:
        """The recordings of all games, in order."""
        found: dict[int, SavedGame] = {}
        while self.running.any():
            actions = self._answers()
            _, terminated, truncated = self._step(actions)
            ended = terminated | truncated
            for row, saved in self.recorder.note(actions, ended):
                if self.running[row]:
                    number = int(self.number[row])
                    found[number] = replace(saved, agents=self._names(number))
            self.running &= ~ended
            self._shorten()
        return [found[number] for number in sorted(found)]

    def _names(self, number: int) -> tuple[str, ...]:
        places = (np.arange(self.players) + number) % len(self.agents)
        return tuple(self.agents[place].name for place in places)

    def _answers(self) -> np.ndarray:
        """An action for each row; games that have ended take any legal one."""
        actions = self.games.mask.argmax(axis=1)
        place = (self.games.seat + self.number) % len(self.agents)
        for at, (agent, generator) in enumerate(zip(self.agents, self.generators, strict=True)):
            rows = np.flatnonzero(self.running & (place == at))
            if rows.size:
                actions[rows] = agent.answer(rows, self.games, generator)
        return actions

    def _step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        try:
            return self.games.step(actions)
        except IllegalAction:
            row = first_illegal(self.games.mask, actions)
            if row is None:
                raise
            name = self._names(int(self.number[row]))[self.games.seat[row]]
            where = in_position(self.games[row], actions[row])
            raise IllegalAnswer(f"agent {name!r} answered {where}") from None

    def _shorten(self) -> None:
        if 0 < self.running.sum() <= _KEPT * len(self.running):
            rows = np.flatnonzero(self.running)
            self.games.keep(rows)
            self.recorder.keep(rows)
            self.number, self.running = self.number[rows], self.running[rows]
