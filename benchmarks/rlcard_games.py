"""Who wins in RLCard's own game, and in ours under the nearest rules: the same agents in both.

`python -m benchmarks.rlcard_games` plays RLCard's random and rule agents, and ours as guests, in
`rlcard.make("uno")` and in `uno_env.rlcard.make("uno")`, half of the games from each place. The
numbers stand in `docs/coming-from-rlcard.md`.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import tyro

from uno_agents.rlcard_guest import Guest
from uno_env import rlcard as nearest

CONFIDENT = 1.96


@dataclass
class Args:
    """How much is played."""

    games: int = 10_000
    """Games of each pair in each environment."""
    seed: int = 1
    """Of the deals and of all chance."""
    pairs: tuple[str, ...] = (
        "random,random",
        "uno-rule-v1,random",
        "heuristic,random",
        "policy:official-2p,random",
        "heuristic,uno-rule-v1",
        "policy:official-2p,uno-rule-v1",
    )
    """Two agents each: `random` and `uno-rule-v1` are RLCard's, every other name is ours."""


def main(args: Args) -> None:
    real: Any = importlib.import_module("rlcard")
    print("| agents | RLCard's game | ours, nearest rules |\n|---|--:|--:|")
    for pair in args.pairs:
        names = pair.split(",")
        cells = []
        for make in (real.make, nearest.make):
            np.random.seed(args.seed)
            agents = [_agent(name, args.seed) for name in names]
            cells.append(_wins(make, agents, args.games, args.seed))
        print(f"| `{names[0]}` against `{names[1]}` | {' | '.join(cells)} |", flush=True)


def _agent(name: str, seed: int) -> Any:
    """An agent with RLCard's methods."""
    if name == "random":
        return importlib.import_module("rlcard.agents").RandomAgent(nearest.UnoEnv.num_actions)
    if name == "uno-rule-v1":
        return importlib.import_module("rlcard.models.uno_rule_models").UNORuleAgentV1()
    return Guest(name, seed)


def _wins(make: Callable[..., Any], agents: list[Any], games: int, seed: int) -> str:
    """The share of games that the first agent wins, in percent with its 95 % interval."""
    env = make("uno", config={"seed": seed, "allow_step_back": False})
    won = np.zeros(games)
    for number in range(games):
        place = number % 2
        env.set_agents(agents[::-1] if place else agents)
        won[number] = _payoff(env, place) > 0
    error = CONFIDENT * won.std() / np.sqrt(games)
    return f"{100 * won.mean():.1f} ± {100 * error:.1f}"


def _payoff(env: Any, place: int) -> float:
    """What a game pays the player at a place; nothing where RLCard's has no card left to draw."""
    try:
        return float(env.run()[1][place])
    except IndexError:
        return 0.0


if __name__ == "__main__":
    main(tyro.cli(Args))
