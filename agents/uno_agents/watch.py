"""One game to look at: every decision in notation.

python -m uno_agents.watch --agents heuristic,random --seed 7
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import tyro

from uno_agents.table import Table
from uno_env import ACTIONS, Game, GameBatch, Rules


@dataclass
class Args:
    """Play one game and print every decision: who, on what card, out of which hand."""

    agents: str = "heuristic,random"
    """Names with commas between. Two: the first against copies of the second; else one a seat."""
    players: int | None = None
    """How many sit at the table; by default what the rules say."""
    rules: str = ""
    """A preset's name, or a text such as "stacking=same,seven_swap"."""
    seed: int = 0
    """Of the deal and of the agents' chance."""


def main(args: Args) -> None:
    """Print the game.

    Raises:
        ValueError: an unknown agent, bad rules, or a line-up of the wrong length.
    """
    rules = Rules.named(args.rules)
    if args.players is not None:
        rules = rules.replace(players=args.players)
    for line in watch([name.strip() for name in args.agents.split(",")], rules, args.seed):
        print(line)


def watch(line_up: list[str], rules: Rules, seed: int) -> Iterator[str]:
    """Plays one game and yields a headline, a line for each decision, and one for the result."""
    table = Table(line_up, rules)
    names = {place: name for name, _, places in table.entries for place in places}
    layout = table.layout
    games = GameBatch(rules, 1, seed=seed, seats=layout.seats, history=layout.history)
    rng = np.random.default_rng(seed)
    yield _line("seat", "on", "action", "out of the hand, and what came of it")
    over = False
    while not over:
        before = games[0]
        answer = table.answer(before.turn, np.array([0]), games, rng)
        _, terminated, truncated = games.step(answer)
        over = bool(terminated[0] or truncated[0])
        after = games.finished(0) if over else games[0]
        action = ACTIONS.label(int(answer[0]))
        yield _decision(before, names[before.turn], action) + _drawn(before, after)
    yield _result(games.finished(0), names)


def _decision(game: Game, name: str, action: str) -> str:
    color = f"({game.color})" if game.color and not game.top.startswith(game.color) else ""
    hand = " ".join(game.hand(game.turn))
    return _line(f"{game.turn} {name}", game.top + color, action, hand)


def _line(seat: str, top: str, action: str, hand: str) -> str:
    return f"{seat:<20} {top:<7} {action:<9} {hand}"


def _drawn(before: Game, after: Game) -> str:
    """Which cards came into whose hand: drawn, or with another hand (a swap, the next round)."""
    told = []
    for seat in range(before.rules.players):
        gone = Counter(before.hand(seat)) - Counter(after.hand(seat))
        new = list((Counter(after.hand(seat)) - Counter(before.hand(seat))).elements())
        if new:
            told.append(f"{seat} {'gets' if gone else 'draws'} {' '.join(new)}")
    return "".join(f"  > {one}" for one in told)


def _result(game: Game, names: dict[int, str]) -> str:
    if game.winner is None:
        return "Nobody wins."
    return f"Seat {game.winner}, {names[game.winner]}, wins {game.points} points."


if __name__ == "__main__":
    try:
        main(tyro.cli(Args, prog="python -m uno_agents.watch"))
    except ValueError as error:
        sys.exit(f"watch: {error}")
