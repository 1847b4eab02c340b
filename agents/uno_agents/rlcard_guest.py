"""An agent of ours at RLCard's table, so that both can be measured in RLCard's own game.

From RLCard's state a position of our engine is made in which the agent sees its hand, the top card,
the colour in force, the discard pile and the sizes of the hands. What went before (who drew on
which colour, which cards are known) is not in RLCard's state, so the agent plays without it.
"""

from typing import Any

import numpy as np

from uno_env import ACTIONS, Game
from uno_env.agents import make
from uno_env.cards import COLOR_NAMES
from uno_env.rlcard import NEAREST_RULES, our_words
from uno_env.seating import needed_layout


class Guest:
    """An agent of ours with the methods that RLCard asks of an agent.

    Args:
        agent: a name, or an agent.
        seed: of its chance.

    Raises:
        ValueError: no such agent, or one that wants to look ahead.
    """

    use_raw = True

    def __init__(self, agent: Any, seed: int = 0) -> None:
        self.agent = make(agent)
        if getattr(self.agent, "needs_worlds", False) or getattr(self.agent, "needs_truth", False):
            raise ValueError(f"{agent!r} looks ahead in our games; RLCard's cannot be handed to it")
        self._layout = needed_layout(self.agent, NEAREST_RULES.players)
        self._rng = np.random.default_rng(seed)
        if callable(getattr(self.agent, "start", None)):
            self.agent.start(self._layout, NEAREST_RULES)

    def step(self, state: dict[str, Any]) -> str:
        """The action in RLCard's words, by what the agent does in the same position of ours."""
        raw = state["raw_obs"]
        legal = state["raw_legal_actions"]
        if len(legal) == 1:
            return legal[0]
        game = position_of(raw, self._layout.seats, self._layout.history)
        label = self._ask(game, [our_words(action)[0] for action in legal])
        same = [action for action in legal if our_words(action)[0] == label]
        if len(same) == 1 or our_words(same[0])[1] is None:
            return same[0]
        game.play(label)
        color = self._ask(game, list(COLOR_NAMES)) if not game.is_over else COLOR_NAMES[0]
        return next(action for action in same if our_words(action)[1] == color)

    def eval_step(self, state: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """`step`, as RLCard asks for it in evaluation."""
        return self.step(state), {}

    def _ask(self, game: Game, labels: list[str]) -> str:
        """The agent's answer among some labels."""
        seen, mask = game.observe(game.turn)
        allowed = np.zeros_like(mask)
        allowed[[ACTIONS.parse(label) for label in labels]] = 1
        action = self.agent.act(seen[None], (mask & allowed)[None], self._rng)
        return ACTIONS.label(int(action[0]))


def position_of(raw: dict[str, Any], seats: int = 2, history: int = 0) -> Game:
    """A game of ours that shows seat 0 what RLCard's `raw_obs` shows the player on move.

    The unseen cards lie anyhow.

    Args:
        raw: `raw_obs`, of the player on move.
        seats, history: as for `Game`.
    """
    hand = [our_words(card)[0] for card in raw["hand"]]
    # Only the played cards tell the colour of a wild; after a reshuffle there are none.
    pile = raw["played_cards"] or [raw["target"]]
    discard = [our_words(card)[0] for card in pile]
    color = pile[-1][0].upper() if discard[-1].startswith("W") else None
    size = raw["num_cards"][1 - raw["current_player"]]
    rest = _unseen(hand + discard)
    return Game.from_position(
        NEAREST_RULES,
        hands=[hand, rest[:size]],
        discard=discard,
        draw=rest[size:],
        color=color,
        seats=seats,
        history=history,
    )


def _unseen(seen: list[str]) -> list[str]:
    """The cards of the deck that are not among those seen."""
    rest = []
    for kind, count in enumerate(NEAREST_RULES.card_counts):
        label = ACTIONS.label(kind)
        rest += [label] * max(int(count) - seen.count(label), 0)
    return rest
