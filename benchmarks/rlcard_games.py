"""Who wins in RLCard's own game, or in ours under the nearest rules: the same agents in both.

`python -m benchmarks.rlcard_games` plays RLCard's random and rule agents, and ours as guests, in
`rlcard.make("uno")`, with `--nearest` in `uno_env.rlcard.make("uno")`, half of the games from each
place. The numbers stand in `docs/coming-from-rlcard.md`.
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
    """How much is played, and where."""

    games: int = 10_000
    """Games of each pair."""
    seed: int = 1
    """Of the deals and of all chance."""
    nearest: bool = False
    """Play in our environment in place of RLCard's own."""
    pairs: tuple[str, ...] = (
        "uno-rule-v1,random",
        "heuristic,random",
        "policy:official-2p,random",
        "policy:official-2p,uno-rule-v1",
    )
    """Two agents each: `random` and `uno-rule-v1` are RLCard's, every other name is ours."""


def main(args: Args) -> None:
    make = nearest.make if args.nearest else importlib.import_module("rlcard").make
    for pair in args.pairs:
        np.random.seed(args.seed)
        agents = [_agent(name, args.seed) for name in pair.split(",")]
        print(f"{pair}: {_wins(make, agents, args.games, args.seed)}", flush=True)


def _agent(name: str, seed: int) -> Any:
    """An agent with RLCard's methods."""
    if name == "random":
        return importlib.import_module("rlcard.agents").RandomAgent(nearest.UnoEnv.num_actions)
    if name == "uno-rule-v1":
        return importlib.import_module("rlcard.models.uno_rule_models").UNORuleAgentV1()
    return Guest(name, seed)


def _wins(make: Callable[..., Any], agents: list[Any], games: int, seed: int) -> str:
    """The share of games that the first agent wins, with its 95 % interval."""
    env = make("uno", config={"seed": seed, "allow_step_back": False})
    won = np.zeros(games)
    for number in range(games):
        place = number % 2
        env.set_agents(agents[::-1] if place else agents)
        won[number] = _payoff(env, place) > 0
    error = CONFIDENT * won.std() / np.sqrt(games)
    return f"the first wins {100 * won.mean():.1f} ± {100 * error:.1f} % of {games}"


def _payoff(env: Any, place: int) -> float:
    """What a game pays the player at a place; nothing where RLCard's has no card left to draw."""
    try:
        return float(env.run(is_training=True)[1][place])
    except IndexError:
        return 0.0


if __name__ == "__main__":
    main(tyro.cli(Args))
