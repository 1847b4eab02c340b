"""How right `heuristic-bluff` is about Wild Draw Fours, and what its constants are worth.

python -m uno_agents.calibration --against heuristic,heuristic-bluff,policy:official-2p
python -m uno_agents.calibration --against policy:official-2p --nerve.bluffs 0.2

For each opponent: how often its Wild Draw Four was a bluff, beside what was reckoned, in tenths of
that; from which chance of a bluff on a challenge wins more than accepting; and the win rate of
`heuristic-bluff` less that of `heuristic`, both on the same deals against that opponent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import tyro
from rich.console import Console

from uno_agents.blocks import Settings
from uno_agents.bluffing import MEASURED, HeuristicBluff, Nerve
from uno_agents.deals import Match
from uno_agents.results import Z95, Estimate, estimate, per_deal
from uno_agents.situations import Situations, may_challenge, met, play_on
from uno_agents.workers import Workers
from uno_env import Rules
from uno_env.actions import ACCEPT, CHALLENGE

CARDS_ALONE = Nerve(bluffs=1, fades=1)
"""Under these a doubt is the chance that the colour is held, whatever is laid."""

MOST_CARDS, FEWEST = 6, 50
"""How often players bluff is told against hands up to this size, from so many cards on."""


@dataclass
class Args:
    """Measure the estimate of a bluff, its break-even, and what the constants are worth."""

    against: str = "heuristic,heuristic-bluff,policy:official-2p"
    """Who lays the Wild Draw Fours: names with commas between."""
    players: int = 2
    """How many sit at the table."""
    rules: str = ""
    """A preset's name or a rules text."""
    deals: int = 5_000
    """Duplicate deals."""
    seed: int = 0
    """Of deals and chance."""
    nerve: Nerve = MEASURED
    """The constants."""


@dataclass(frozen=True)
class Bin:
    """Wild Draw Fours that were thought about as likely to be bluffs."""

    count: int
    reckoned: float
    """The mean of what was reckoned."""
    bluffs: Estimate
    """The share that were."""


def reliability(reckoned: np.ndarray, happened: np.ndarray, edges: Sequence[float]) -> list[Bin]:
    """How often it happened, by how likely it was reckoned.

    Args:
        reckoned: [N], probabilities.
        happened: [N] bool.
        edges: of the bins, ascending; those that hold nothing are left out.
    """
    bins = []
    for low, high in pairwise(edges):
        chosen = (reckoned >= low) & ((reckoned < high) | (high == edges[-1]))
        if chosen.any():
            share = estimate(happened[chosen].astype(np.float64), 0, 1)
            bins.append(Bin(int(chosen.sum()), float(reckoned[chosen].mean()), share))
    return bins


def gain_of_challenging(situations: Situations, seed: int = 0) -> np.ndarray:
    """The win rate after a challenge less that after accepting, in each situation; `[N]`.

    Both are played out once by the line-up, from the true state: right on average, if noisy.
    """
    paid = []
    for answer in (CHALLENGE, ACCEPT):
        games = situations.games()
        seat = games.seat.copy()
        games.step(np.full(len(situations), answer))
        paid.append(play_on(games, seat, situations.line_up, seed))
    players = situations.rules.players
    return (paid[0] - paid[1]) * (players - 1) / players


def break_even(gain: np.ndarray, was_bluff: np.ndarray) -> Estimate:
    """The chance of a bluff from which a challenge wins more than accepting.

    Args:
        gain: [N], of challenging.
        was_bluff: [N] bool; some must be, and some not.
    """
    rng = np.random.default_rng(0)

    def resampled(values: np.ndarray) -> np.ndarray:
        error = values.std() / np.sqrt(len(values))
        return values.mean() + error * rng.standard_normal(4_000)

    lost, won = -resampled(gain[~was_bluff]), resampled(gain[was_bluff])
    low, high = np.percentile(np.clip(lost / (lost + won), 0, 1), (2.5, 97.5))
    lost, won = -gain[~was_bluff].mean(), gain[was_bluff].mean()
    return Estimate(float(lost / (lost + won)), float(low), float(high))


def bluffing_rate(held: np.ndarray, was_bluff: np.ndarray) -> Estimate:
    """How often who holds the colour lays the card, beside who does not: the likeliest rate.

    Args:
        held: [N], the chance that the colour is held, whatever is laid.
        was_bluff: [N] bool.
    """
    open_rows = (held > 0) & (held < 1)
    held, was_bluff = held[open_rows], was_bluff[open_rows]
    rates = np.geomspace(1e-3, 10, 400)
    guilty = held[:, None] * rates
    laid = guilty + 1 - held[:, None]
    chance = np.where(was_bluff[:, None], guilty, 1 - held[:, None]) / laid
    likelihood = np.log(chance).sum(axis=0)
    inside = rates[likelihood > likelihood.max() - Z95**2 / 2]
    return Estimate(float(rates[likelihood.argmax()]), float(inside[0]), float(inside[-1]))


def edge_over_heuristic(agent: Any, opponent: Any, settings: Settings, deals: int) -> Estimate:
    """The win rate of an agent less that of `heuristic`, on the same deals against an opponent."""
    wins = []
    for hero in (agent, "heuristic"):
        match = Match([hero, opponent], settings, deals)
        with Workers(1) as workers:
            match.play(workers)
        wins.append(per_deal(match.outcomes, [0])[0])
    return estimate(wins[0] - wins[1])


def main(args: Args) -> None:
    """Measure and print."""
    console = Console(highlight=False)
    rules = Rules.named(args.rules).replace(players=args.players)
    for opponent in args.against.split(","):
        hero = HeuristicBluff(nerve=args.nerve)
        asked = met(may_challenge, (hero, opponent), rules, args.deals, args.seed)
        bluffs, doubts = asked.was_bluff, hero.doubts(asked.observation)
        console.print(
            f"[bold]{opponent}[/]: {len(asked)} Wild Draw Fours, bluffs {bluffs.mean():.1%}, "
            f"reckoned {doubts.mean():.1%}, challenged {(asked.action == CHALLENGE).mean():.1%}"
        )
        for part in reliability(doubts, bluffs, np.linspace(0, 1, 11).tolist()):
            console.print(
                f"  reckoned {part.reckoned:6.1%}: were {_told(part.bluffs)} of {part.count}"
            )
        held = HeuristicBluff(nerve=CARDS_ALONE).doubts(asked.observation)
        cards = asked.fields["hand_sizes"][:, 0]
        for own in range(1, MOST_CARDS + 1):
            if (cards == own).sum() >= FEWEST:
                rate = bluffing_rate(held[cards == own], bluffs[cards == own])
                console.print(
                    f"  against {own} card(s): who holds the colour lays it {rate.mean:.3f} times "
                    f"({rate.low:.3f} to {rate.high:.3f}) as often"
                )
        gain = gain_of_challenging(asked, args.seed)
        for name, rows in (("an innocent card", ~bluffs), ("a bluff", bluffs)):
            if rows.sum() > 1:
                console.print(f"  challenging {name} brings {_told(estimate(gain[rows]))}")
        if 0 < bluffs.sum() < len(asked):
            console.print(f"  it pays from a chance of {_told(break_even(gain, bluffs))} on")
        settings = Settings(rules, args.seed)
        edge = edge_over_heuristic(hero, opponent, settings, args.deals)
        console.print(f"  win rate less that of heuristic: {_told(edge)}")


def _told(value: Estimate) -> str:
    return f"{100 * value.mean:.2f} % ({100 * value.low:.2f} to {100 * value.high:.2f})"


if __name__ == "__main__":
    main(tyro.cli(Args, prog="python -m uno_agents.calibration", description=__doc__))
