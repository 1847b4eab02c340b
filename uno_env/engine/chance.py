"""Chance: one splitmix64 word in the record, so that a game's bytes decide everything to come."""

import numpy as np

from uno_env.compiling import compiled

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(1 << 32)


@compiled
def next_number(game):
    """The next 64 random bits (splitmix64)."""
    game.random = game.random + _GOLDEN
    z = game.random
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@compiled
def seed_chance(game, seed):
    """Begin a stream; seeds next to each other begin far apart."""
    game.random = seed
    game.random = next_number(game)


@compiled
def below(game, n):
    """A whole number from 0 to n-1, every one exactly as likely (Lemire's multiplication)."""
    bound = np.uint64(n)
    product = (next_number(game) >> _S32) * bound
    if product & _LOW < bound:
        threshold = (_TWO_32 - bound) % bound
        while product & _LOW < threshold:
            product = (next_number(game) >> _S32) * bound
    return np.int64(product >> _S32)


@compiled
def shuffle(game, cards, size):
    """Put the first `size` cards in random order (Fisher-Yates from the end)."""
    for last in range(size - 1, 0, -1):
        other = below(game, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
