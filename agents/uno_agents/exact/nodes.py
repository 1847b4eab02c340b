"""One node of a game tree, and the keys by which a seat tells nodes apart.

The deal and the draws are chance; they have no nodes of their own but lie on the way from a
decision to what comes of it: a child is what one action and certain drawn cards lead to. Two keys
of 64 bits say what the seat on move knows: `seen` is its observation with all public events of the
round, `recall` the whole sequence of its observations and actions so far.
"""

import numpy as np

from uno_env.compiling import compiled

ENDED = -1
"""In `seat`: the game is over."""
NO_PARENT = -1
"""In `parent`: a deal."""

NODE = np.dtype(
    [
        ("parent", "i4"),
        ("slot", "i2"),  # of the action that led here, among the legal ones
        ("action", "i2"),
        ("seat", "i1"),  # who decides, or ENDED
        ("won", "i1"),  # 1: seat 0 has won, -1: seat 1 has; 0: nobody, or not over
        ("points", "f4"),  # what seat 0 gets under the reward "points"
        ("chance", "f8"),  # of the cards drawn, given the action; of the deal
        ("drawn", "u8"),  # those cards off the draw pile, packed
        ("random", "u8"),  # the random state under which the discards were shuffled, or 0
        ("seen", "u8"),
        ("recall", "u8"),
    ],
    align=True,
)
"""A node; parents stand before their children."""

_BITS = np.uint64(6)
_CARD = np.uint64(63)
MOST_DRAWN = 10
"""Cards that `drawn` has room for."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@compiled
def mixed(one, other):
    """A key made of two numbers in this order (splitmix64's finisher)."""
    z = (np.uint64(one) * _GOLDEN) ^ (np.uint64(other) + _GOLDEN)
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@compiled
def key_of(bits):
    """The key of an observation given as `bits: [D] uint32`; zeros count for nothing."""
    key = np.uint64(0)
    for column in range(bits.shape[0]):
        if bits[column] != 0:
            key += mixed(np.uint64(column), np.uint64(bits[column]))
    return key


@compiled
def pack(script, size):
    """The first `size` kinds of a script as one number."""
    packed = np.uint64(0)
    for place in range(size - 1, -1, -1):
        packed = (packed << _BITS) | np.uint64(script[place] + 1)
    return packed


@compiled
def unpack(packed, script):
    """Write the kinds of a packed script and return how many there are."""
    size = 0
    while packed != 0:
        script[size] = np.int64(packed & _CARD) - 1
        packed = packed >> _BITS
        size += 1
    return size
