"""A language model, or anything that answers a text with a text, as an agent.

The agent is asked `game.prompt()` of a world that the seat on move cannot tell from the true game,
so nothing hidden can be in the text. The answer is read by `parse`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from uno_agents.answers import Refusal, parse
from uno_agents.registry import make
from uno_env import ACTIONS, Game, Layout, Rules
from uno_env.worlds import Worlds

__all__ = ["Refusal", "TextAgent", "parse"]

AGAIN = "Your last answer could not be taken: {refusal}\nAnswer again."
"""What follows the prompt after a refusal."""


class TextAgent:
    """An agent over a callable from text to text.

    >>> agent = TextAgent(lambda prompt: "ACTION: 1")
    >>> from uno_agents import play
    >>> result = play([agent, "random"], deals=5)
    >>> agent.asked > 10, agent.refused, agent.given_up
    (True, 0, 0)

    Attributes:
        asked: how often the callable was called.
        refused: how many of its answers were no clear legal action.
        given_up: for how many decisions all its answers were refused.
    """

    needs_worlds = True

    def __init__(
        self, ask: Callable[[str], str], *, retries: int = 2, on_refusal: Any = None
    ) -> None:
        """Make the agent.

        Args:
            ask: called with a prompt, returns the answer.
            retries: how often it is asked again after a refusal, being told why.
            on_refusal: the agent, or its name, that decides once all answers were refused. By
                default the `Refusal` is raised: the arena then names the agent, and with
                `on_fault="lose"` it loses that game.

        Raises:
            ValueError: a negative number of retries, no such agent, or one that looks ahead.
        """
        if not callable(ask):
            raise ValueError(f"ask={ask!r}: expected a function from text to text")
        if retries < 0:
            raise ValueError(f"retries={retries}: expected 0 or more")
        self.ask = ask
        self.retries = retries
        self.substitute = None if on_refusal is None else make(on_refusal)
        if any(getattr(self.substitute, n, False) for n in ("needs_worlds", "needs_truth")):
            raise ValueError(
                f"on_refusal={on_refusal!r}: expected an agent that does not look ahead"
            )
        self.asked = self.refused = self.given_up = 0

    def start(self, layout: Layout, rules: Rules) -> None:
        """Called before play."""
        start = getattr(self.substitute, "start", None)
        if callable(start):
            start(layout, rules)

    def act(
        self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator, worlds: Worlds
    ) -> np.ndarray:
        """An action for each row of `observation: [B, D]` and `mask: [B, A]`; `[B] int64`.

        Raises:
            Refusal: no answer could be taken, and there is no `on_refusal`.
        """
        actions = np.zeros(len(mask), np.int64)
        for row in range(len(mask)):
            answer = self.decide(worlds(row, 0))
            if isinstance(answer, Refusal):
                if self.substitute is None:
                    raise answer
                rows = slice(row, row + 1)
                actions[row] = self.substitute.act(observation[rows], mask[rows], rng)[0]
            else:
                actions[row] = ACTIONS.parse(answer)
        return actions

    def decide(self, game: Game) -> str | Refusal:
        """The label that the callable decides on for the seat on move, or its last refusal."""
        asked = game.prompt()
        text = asked
        for _ in range(self.retries + 1):
            self.asked += 1
            try:
                return parse(self.ask(text), game)
            except Refusal as error:
                self.refused += 1
                refusal = error
                text = f"{asked}\n\n{AGAIN.format(refusal=refusal)}"
        self.given_up += 1
        return refusal
