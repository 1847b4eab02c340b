"""Games recorded along the learning curve: how the policy plays with itself, as it learns.

At each point a file `games/DECISIONS.jsonl.gz`, with the same deals in the same order.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from uno_agents.policy import Policy
from uno_env import Rules
from uno_env.record import GameWriter, play_games

_SUFFIX = ".jsonl.gz"


def record_games(
    folder: Path, agent: Policy, tables: Sequence[Rules], games: int, seed: int, decisions: int
) -> None:
    """Record games in which the agent has every seat.

    Files of more decisions are dropped: a run that was killed has written them after the
    checkpoint from which it goes on.

    Args:
        games: at each table.
        seed: of each table's first game.
        decisions: after how many of training it plays like this.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{decisions:012}{_SUFFIX}"
    for later in folder.glob(f"*{_SUFFIX}"):
        if later.name > path.name:
            later.unlink()
    with GameWriter(path) as out:
        for rules in tables:
            names = (f"after {decisions:,} decisions",) * rules.players
            for saved in play_games([agent], rules, games, seed):
                out.write(replace(saved, agents=names))
