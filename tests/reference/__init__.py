"""The independent witness: the whole rule sheet in plain Python, sharing nothing with `uno_env`."""

from .cards import parse_options
from .game import REWARD_SCHEMES, IllegalAction, ReferenceGame

__all__ = ["REWARD_SCHEMES", "IllegalAction", "ReferenceGame", "parse_options"]
