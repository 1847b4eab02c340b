"""What an agent thinks of a position: the chance of each action, and the value."""

from typing import Any

import numpy as np

from uno_env.agents import make
from uno_env.rules import Rules
from uno_env.seating import names_in, needed_layout


class Adviser:
    """An agent that is asked what it thinks.

    Agents with `scores_and_values(observation)` or `scores(observation)` give chances (the softmax
    over the legal actions) and perhaps values; others give none.

    Args:
        agent: a name or an agent.

    Raises:
        ValueError: no agent has this name.
    """

    def __init__(self, agent: Any) -> None:
        self.name = names_in([agent])[0]
        self.agent = make(agent)

    def look(self, rules: Rules) -> dict[str, int]:
        """The `seats` and the `history` it wants to see at a table; it is started there.

        Raises:
            ValueError: it cannot sit at this table.
        """
        layout = needed_layout(self.agent, rules.players)
        if callable(getattr(self.agent, "start", None)):
            self.agent.start(layout, rules)
        return {"seats": layout.seats, "history": layout.history}

    def advise(
        self, observation: np.ndarray, mask: np.ndarray
    ) -> tuple[np.ndarray | None, np.ndarray | None]:
        """Chances `[B, A]` and values `[B]` of `observation: [B, D]`; None where it has none."""
        scores, values = self._ask(observation)
        if scores is None:
            return None, None
        scores = np.where(mask > 0, scores, -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        return chances / chances.sum(axis=1, keepdims=True), values

    def _ask(self, observation: np.ndarray) -> tuple[np.ndarray | None, np.ndarray | None]:
        if hasattr(self.agent, "scores_and_values"):
            try:
                return self.agent.scores_and_values(observation)
            except ValueError:  # it was stored without its value
                pass
        if hasattr(self.agent, "scores"):
            return self.agent.scores(observation), None
        return None, None
