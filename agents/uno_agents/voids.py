"""What a draw betrays: who draws has nothing that fits, so it hardly holds the colour in force.

The observation's `voids` say how lately each other seat drew or passed while a colour was in
force (32 less the turns since; 0: not lately). The tables say how many cards of that colour, and
how many wilds, such a seat holds, against what the bare count of unseen cards lets expect. They
were counted in games of `heuristic` against itself, official rules, two and four players.
"""

import numpy as np

from uno_env.cards import COLOR, COLORED, COLORS
from uno_env.compiling import compiled

_MEMORY = 32
COLOR_HELD = np.ones(_MEMORY + 1)
WILD_HELD = np.ones(_MEMORY + 1)

_OF_COLOR = np.array([COLOR == color for color in range(len(COLORS))], np.float64).T
"""[K, colors]"""


@compiled
def lateness(void):
    """The row of the tables for a column of `voids`."""
    return int(round(void * _MEMORY))


def explained_best(
    worlds: np.ndarray, seat: int, players: int, evidence: dict[str, np.ndarray], count: int
) -> np.ndarray:
    """So many of the worlds, each as often as it explains what the other seats did; `[count]`.

    Args:
        worlds: [N] STATE, dealt uniformly from what `seat` knows.
        seat: who looks.
        players: how many sit at the table.
        evidence: the fields of its observation in natural units.
        count: how many worlds to take.
    """
    hands = worlds["hands"][:, (seat + np.arange(1, players)) % players]
    likelihood = np.exp(log_likelihood(hands, evidence))
    ends = np.cumsum(likelihood)
    marks = (np.arange(count) + 0.5) / count * ends[-1]  # even steps: less noise than by lot
    return worlds[np.searchsorted(ends, marks)]


def log_likelihood(hands: np.ndarray, evidence: dict[str, np.ndarray]) -> np.ndarray:
    """How well other hands, clockwise and by kind, explain the draws seen; `[N]`.

    Args:
        hands: [N, others, K].
        evidence: the fields of the observation in natural units.
    """
    total = np.zeros(len(hands))
    for other in range(hands.shape[1]):
        void = evidence["voids"][other]
        if void.any():
            hidden = hands[:, other] - evidence["known"][other]
            total += (hidden @ _OF_COLOR) @ np.log(COLOR_HELD[void])
            total += hidden[:, COLORED:].sum(axis=1) * np.log(WILD_HELD[void.max()])
    return total
