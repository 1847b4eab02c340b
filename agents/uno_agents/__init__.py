"""Agents that play UNO on the observation alone, and the arena where they meet.

>>> import uno_agents
>>> agent = uno_agents.make("heuristic")
>>> result = uno_agents.play(["heuristic", "random"], "players=2", deals=500, seed=1)
>>> result["heuristic"].win_rate.mean > 0.6
True
"""

from uno_agents.cross import CrossResult, play_cross
from uno_agents.deals import play
from uno_agents.policy import Policy
from uno_agents.protocol import Agent
from uno_agents.registry import make, names
from uno_agents.results import Estimate, Result, Standing
from uno_agents.strategy import Strategy
from uno_agents.table import IllegalAnswer

__all__ = [
    "Agent",
    "CrossResult",
    "Estimate",
    "IllegalAnswer",
    "Policy",
    "Result",
    "Standing",
    "Strategy",
    "make",
    "names",
    "play",
    "play_cross",
]
