"""Asking agents that look ahead, and tables for them to play at."""

from random import Random
from typing import Any

import numpy as np

from tests.agents.asking import rng
from tests.random_rules import random_options
from uno_env import GameBatch, Rules
from uno_env.seating import SeatedAgent


def seat(agent: Any, rules: Rules, name: str = "agent") -> SeatedAgent:
    """The agent, seated at a table of its own."""
    seated = SeatedAgent(name, agent, rules.players)
    seated.sit_down(seated.layout, rules)
    return seated


def batch_for(seated: SeatedAgent, rules: Rules, size: int, seed: int) -> GameBatch:
    """Games that show what the agent needs."""
    return GameBatch(
        rules, size, seed=seed, seats=seated.layout.seats, history=seated.layout.history
    )


def play_legally(agent: Any, rules: Rules, size: int, steps: int, seed: int = 0) -> int:
    """Let the agent play all seats; `step` refuses what is illegal. The decisions taken."""
    seated = seat(agent, rules)
    games = batch_for(seated, rules, size, seed)
    for step in range(steps):
        games.step(seated.answer(np.arange(size), games, rng(step)))
    return size * steps


def random_rules(seed: int, players: int) -> Rules:
    """Random rules for a table of `players`."""
    chance = Random(seed)
    while True:
        preset, named = random_options(chance)
        try:
            made = Rules.preset(preset, **named) if preset else Rules(**named)
            return made.replace(players=players, teams=False)
        except ValueError:
            continue
