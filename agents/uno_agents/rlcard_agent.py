"""An agent written for RLCard at our tables.

RLCard asks for one decision a turn. There the agent is shown RLCard's state of what the seat on
move sees, and its answer is carried out; the colour that it names with a wild is kept until it is
asked for. Whatever RLCard never asks (a drawn card, a challenge, UNO, ...) is answered as
`rlcard-rule-v1` does. At a table of more than two, `num_cards` lists all seats clockwise.

What an observation does not tell stands at a default: the player itself is player 0, cards in hand
come in our order, those under the top card of `played_cards` in no order, with wilds in red, and
`action_record` is empty.
"""

import importlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from uno_agents.protocol import layout_of
from uno_agents.rlcard_rule import RlcardRule
from uno_env import ACTIONS, Layout, Phase, Rules
from uno_env.actions import COLOR_ACTIONS, DRAW, PASS
from uno_env.cards import COLORS, KIND, LABELS
from uno_env.rlcard import ACTION_LIST, as_state, card_text, our_words


class RlcardAgent:
    """An agent with RLCard's `eval_step(state)` and `use_raw`, as an agent of ours.

    All chance it takes from `numpy.random` comes from the generator that `act` is given.

    >>> class First:
    ...     use_raw = True
    ...     def eval_step(self, state):
    ...         return state["raw_legal_actions"][0], {}
    >>> agent = RlcardAgent(First())
    """

    def __init__(self, agent: Any) -> None:
        """Wrap an agent of RLCard's.

        Raises:
            ValueError: it has no `eval_step`.
        """
        if not callable(getattr(agent, "eval_step", None)):
            raise ValueError(f"{agent!r} is no agent of RLCard's: it has no eval_step(state)")
        self.agent = agent
        self._rest = RlcardRule()
        self._layout: Layout | None = None
        self._named: dict[bytes, str] = {}

    def start(self, layout: Layout, rules: Rules | None) -> None:
        """Called before play.

        Raises:
            ValueError: the deck has cards that RLCard does not know.
        """
        for kind in np.flatnonzero(rules.card_counts) if rules is not None else ():
            card_text(LABELS[kind])
        self._layout = layout
        self._named = {}
        self._rest.start(layout, rules)

    def act(
        self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """An action for each row of `observation: [B, D]` and `mask: [B, A]`; `[B] int64`."""
        if self._layout is None or self._layout.size != observation.shape[-1]:
            self.start(layout_of(observation), None)
        assert self._layout is not None
        actions = self._rest.act(observation, mask, rng)
        fields = self._layout.decode(observation)
        with _chance_from(rng):
            for row, legal in enumerate(mask):
                seen = {name: values[row] for name, values in fields.items()}
                if seen["phase"][Phase.PLAY]:
                    actions[row] = self._lay(seen, legal, int(actions[row]))
                elif legal[COLOR_ACTIONS]:
                    key = _key(seen["hand"], seen["discards"])
                    named = self._named.pop(key, None)
                    actions[row] = actions[row] if named is None else ACTIONS.parse(named)
        return actions

    def _lay(self, seen: dict[str, np.ndarray], legal: np.ndarray, otherwise: int) -> int:
        """What the agent does with its turn; `otherwise` where nothing RLCard allows is legal."""
        state = state_of(seen, legal)
        if not state["legal_actions"]:
            return otherwise
        answer = self.agent.eval_step(state)[0]
        text = answer if getattr(self.agent, "use_raw", False) else ACTION_LIST[int(answer)]
        label, color = our_words(text)
        if color is not None:
            laid = np.arange(len(LABELS)) == KIND[label]
            self._named[_key(seen["hand"] - laid, seen["discards"] + laid)] = color
        action = ACTIONS.parse(label)
        return int(PASS) if action == DRAW and not legal[DRAW] else action


def state_of(seen: Mapping[str, np.ndarray], legal: np.ndarray) -> dict[str, Any]:
    """RLCard's state of what the seat on move sees in `PLAY`.

    Args:
        seen: the decoded observation's fields.
        legal: [A], the legal actions; of RLCard's those that are among them are handed on.

    Raises:
        ValueError: a card that RLCard does not know.
    """
    color = COLORS[seen["color"].argmax()]
    top = LABELS[seen["top"].argmax()]
    below = seen["discards"] - seen["top"]

    def allowed(text: str) -> bool:
        label, _ = our_words(text)
        return bool(legal[ACTIONS.parse(label)] or (label == "draw" and legal[PASS]))

    return as_state(
        hand=[card_text(card) for card in _labels(seen["hand"])],
        target=card_text(top, color),
        played=[*map(card_text, _labels(below)), card_text(top, color)],
        num_cards=seen["hand_sizes"][seen["playing"] > 0].tolist(),
        current_player=0,
        allowed=allowed,
    )


def _labels(counts: np.ndarray) -> list[str]:
    return [LABELS[kind] for kind in np.repeat(np.arange(len(LABELS)), counts)]


def _key(hand: np.ndarray, discards: np.ndarray) -> bytes:
    """What the seat will see when it is asked for the colour."""
    return np.concatenate([hand, discards]).tobytes()


@contextmanager
def _chance_from(rng: np.random.Generator) -> Iterator[None]:
    """Let NumPy's global generator, which RLCard's agents draw from, follow `rng` for a while."""
    before = np.random.get_state()
    np.random.seed(rng.integers(2**32, dtype=np.uint32))
    try:
        yield
    finally:
        np.random.set_state(before)


class RuleV1(RlcardAgent):
    """RLCard's own `uno-rule-v1`; needs `rlcard`."""

    def __init__(self) -> None:
        models = importlib.import_module("rlcard.models.uno_rule_models")
        super().__init__(models.UNORuleAgentV1())
