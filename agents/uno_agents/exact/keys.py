"""Keys of many observations at once."""

import numpy as np

from uno_agents.exact.nodes import key_of
from uno_env.compiling import kernel


@kernel
def keys_of(bits):
    """The key of each row of `bits: [B, D] uint32`, `[B] uint64`."""
    keys = np.empty(len(bits), np.uint64)
    for row in range(len(bits)):
        keys[row] = key_of(bits[row])
    return keys
