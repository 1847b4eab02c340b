"""All deals of a tiny deck, each with its chance: both hands as sets, and the opening card."""

from collections.abc import Iterator
from math import comb

import numpy as np

from uno_env import Rules
from uno_env.kernels import deal_deck
from uno_env.state import STATE

FIRST = 0
"""The seat that begins: the one to the dealer's left. Its mirror image is the other deal."""
_DEALER = np.int64(1)


def all_deals(rules: Rules, table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Every deal for two in which seat 0 begins, `[R] STATE`, and its chance, `[R] float64`.

    A card that may not open is put back and another one turned up: with the same hands, all cards
    that may open are equally likely.
    """
    deals: list[np.ndarray] = []
    chances: list[float] = []
    for hands, rest, ways in _hands(rules):
        opened = 0
        for opening in np.flatnonzero(rest).tolist():
            pile = rest.copy()
            pile[opening] -= 1
            deal = _dealt(table, hands, opening, pile)
            if deal["discard_pile"][0, 0] == opening:  # else it was put back
                deals.append(deal)
                chances.append(float(ways * rest[opening]))
                opened += 1
        of_these = np.array(chances[-opened:])
        chances[-opened:] = (ways * of_these / of_these.sum()).tolist()
    found = np.array(chances)
    return np.concatenate(deals), found / found.sum()


def _hands(rules: Rules) -> Iterator[tuple[list[np.ndarray], np.ndarray, int]]:
    """Yields both hands, what is left of the deck, and in how many ways they can be dealt."""
    deck = rules.card_counts
    for first in _choices(deck, rules.hand_size):
        for second in _choices(deck - first, rules.hand_size):
            ways = _ways(deck, first) * _ways(deck - first, second)
            yield [first, second], deck - first - second, ways


def _choices(cards: np.ndarray, size: int) -> Iterator[np.ndarray]:
    """Yields every set of `size` out of `cards: [K]`, as counts."""
    kinds = np.flatnonzero(cards).tolist()

    def choose(place: int, wanted: int) -> Iterator[np.ndarray]:
        if wanted == 0:
            yield np.zeros_like(cards)
        elif place < len(kinds):
            for taken in range(min(wanted, int(cards[kinds[place]])) + 1):
                for rest in choose(place + 1, wanted - taken):
                    rest[kinds[place]] = taken
                    yield rest

    return choose(0, size)


def _ways(cards: np.ndarray, chosen: np.ndarray) -> int:
    ways = 1
    for kind in np.flatnonzero(chosen).tolist():
        ways *= comb(int(cards[kind]), int(chosen[kind]))
    return ways


def _dealt(
    table: np.ndarray, hands: list[np.ndarray], opening: int, pile: np.ndarray
) -> np.ndarray:
    """The deal as the engine deals it, `[1] STATE`.

    Raises:
        ValueError: the opening card makes somebody draw, which would be chance of its own.
    """
    first, second = (np.repeat(np.arange(len(hand)), hand) for hand in hands)
    order = [*np.stack([first, second], axis=1).ravel(), opening]
    order += np.repeat(np.arange(len(pile)), pile).tolist()
    games = np.zeros(1, STATE)
    deal_deck(games, table, np.array(order[::-1], np.int8), np.uint64(0), _DEALER)
    if games["draw_size"][0] < pile.sum():
        raise ValueError("an opening card that makes somebody draw: set opening=redraw or ignore")
    return games
