"""The game in RLCard's terms, for agents and results that come from there; RLCard is not needed.

`make("uno")` gives an environment with the interface of `rlcard.make("uno")`: 61 actions, planes
of 4 x 4 x 15, `raw_obs`, payoffs. It plays `NEAREST_RULES`, the options that come nearest to
RLCard's own game. What remains different is listed in `docs/coming-from-rlcard.md`.

>>> from uno_env import rlcard
>>> env = rlcard.make("uno", config={"seed": 3})
>>> state, player_id = env.reset()
>>> state["obs"].shape, env.num_actions, player_id
((4, 4, 15), 61, 0)
"""

from uno_env.rlcard.environment import NEAREST_RULES, UnoEnv, make
from uno_env.rlcard.words import (
    ACTION_LIST,
    ACTION_SPACE,
    as_state,
    card_text,
    encode,
    legal_actions,
    our_words,
)

__all__ = [
    "ACTION_LIST",
    "ACTION_SPACE",
    "NEAREST_RULES",
    "UnoEnv",
    "as_state",
    "card_text",
    "encode",
    "legal_actions",
    "make",
    "our_words",
]
