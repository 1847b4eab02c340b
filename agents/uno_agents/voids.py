"""What a draw betrays: who draws has nothing that fits, so it hardly holds the colour in force.

The observation's `voids` say how lately each other seat drew or passed while a colour was in
force (32 less the turns since; 0: not lately). `HELD` says how many cards of that colour such a
seat holds, against what the bare count of unseen cards lets expect; the same goes for wilds and the
latest void of all. It is a curve through what was counted in games of `heuristic` against itself
under official rules (300 games of 50 decisions at tables of two, 150 of 70 at tables of four): next
to none just after, 0.3 two rounds of the table later, 0.7 seven rounds later.
"""

import numpy as np

from uno_env.actions import MAX_PLAYERS
from uno_env.cards import COLOR, COLORED, COLORS
from uno_env.compiling import compiled

_MEMORY = 32
_LEAST = 0.03
_FORGOTTEN = 5.0
"""Rounds of the table in which what a void says fades to 1/e."""


def _held() -> np.ndarray:
    rounds = (_MEMORY - np.arange(_MEMORY + 1)) / np.arange(1, MAX_PLAYERS + 1)[:, None]
    held = np.maximum(1 - np.exp(-np.maximum(rounds - 0.3, 0) / _FORGOTTEN), _LEAST)
    held[:, 0] = 1
    return held


HELD = _held()
"""[players - 1, void]"""

_OF_COLOR = np.array([COLOR == color for color in range(len(COLORS))], np.float64).T
"""[K, colors]"""


@compiled
def share_held(void, players):
    """`HELD` for a column of `voids` at a table of `players`."""
    return HELD[players - 1, np.int64(round(void * _MEMORY))]


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
    held = np.log(HELD[hands.shape[1]])
    for other in range(hands.shape[1]):
        void = evidence["voids"][other]
        if void.any():
            hidden = hands[:, other] - evidence["known"][other]
            total += (hidden @ _OF_COLOR) @ held[void]
            total += hidden[:, COLORED:].sum(axis=1) * held[void.max()]
    return total
