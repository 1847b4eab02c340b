"""A fingerprint of how an agent plays: the hash of all actions of many games, by a fixed seed.

Whoever replays the games on the same version and gets the same hash has the same agent, at the same
rules, in the same engine. A learned policy may differ in rare near-ties on another processor.
"""

import hashlib

import numpy as np

from uno_agents.blocks import Settings, play_block
from uno_agents.table import Table
from uno_env import Rules

OPPONENT = "random"
SEED = 2026
_DIGITS = 16
_NO_ACTION = -1


def games_hash(agent: str, rules: Rules, games: int) -> str:
    """16 hex digits of the actions in the first `games` games of an agent against `random`.

    Args:
        agent: a name; it plays against copies of `random`.
        rules: of the table.
        games: a multiple of the players; each deal is played in every rotation.
    """
    deals = max(games // rules.players, 1)
    steps: list[tuple[np.ndarray, np.ndarray]] = []
    table = Table([agent, OPPONENT], rules)
    play_block(table, Settings(rules, SEED, block=deals), 0, deals, actions=steps)
    actions = np.full((len(steps), deals * rules.players), _NO_ACTION, np.int8)
    for step, (running, chosen) in enumerate(steps):
        actions[step, running] = chosen
    digest = hashlib.sha256()
    for game in actions.T:
        digest.update(game[game != _NO_ACTION].tobytes() + b"\xff")
    return digest.hexdigest()[:_DIGITS]
