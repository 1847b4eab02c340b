"""What compiled look-ahead needs of a game: a look or a glance at it, what is legal, a step."""

from uno_env.compiling import inlined
from uno_env.engine.chance import below
from uno_env.engine.legal import write_mask
from uno_env.kernels import play_on
from uno_env.observation import encode, glance

__all__ = ["below", "encode", "glance", "has_ended", "play_on", "write_mask"]


@inlined
def has_ended(game, rounds):
    """Whether the round played after `rounds` others has ended, or the game was cut off."""
    return game.rounds != rounds or game.truncated != 0
