"""The 77 actions, the same for every rule set and table size.

The vocabulary is a row of named blocks; a block's first number and size are all that the engine
uses of it. `ACTIONS` is what people use: labels, parsing, a table for documents.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from uno_env.cards import COLOR_NAMES, LABELS

MAX_PLAYERS = 10


@dataclass(frozen=True)
class ActionBlock:
    """Consecutive actions with one meaning."""

    name: str
    labels: tuple[str, ...]
    meaning: str


BLOCKS = (
    ActionBlock("card", LABELS, "lay this card"),
    ActionBlock("draw", ("draw",), "draw a card"),
    ActionBlock("pass", ("pass",), "decline, or end the turn with nothing to draw"),
    ActionBlock("accept", ("accept",), "take the penalty and lose the turn"),
    ActionBlock("challenge", ("challenge",), "have the Wild Draw Four judged"),
    ActionBlock("uno", ("uno",), "call UNO"),
    ActionBlock("catch", ("catch",), "catch the player who did not call"),
    ActionBlock("color", COLOR_NAMES, "name this colour"),
    ActionBlock(
        "swap",
        tuple(f"swap+{k}" for k in range(1, MAX_PLAYERS)),
        "swap hands with the seat that many places clockwise",
    ),
)


class Vocabulary:
    """Labels and numbers of all actions.

    Attributes:
        blocks: the blocks in order.
        labels: the label of every action, `A` of them.

    >>> ACTIONS.size, ACTIONS.label(64), ACTIONS.parse("R7")
    (77, 'red', 7)
    """

    def __init__(self, blocks: tuple[ActionBlock, ...]) -> None:
        self.blocks = blocks
        self.labels = tuple(label for block in blocks for label in block.labels)

    @property
    def size(self) -> int:
        """The number of actions, `A`."""
        return len(self.labels)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {label: number for number, label in enumerate(self.labels)}

    def first(self, name: str) -> int:
        """The number of the first action of a block."""
        first = 0
        for block in self.blocks:
            if block.name == name:
                return first
            first += len(block.labels)
        raise ValueError(
            f"unknown action block {name!r}; one of {' '.join(b.name for b in self.blocks)}"
        )

    def label(self, action: int) -> str:
        """The label of an action's number.

        Raises:
            ValueError: not a number from 0 to `size - 1`.
        """
        if not isinstance(action, int | np.integer) or not 0 <= action < self.size:
            raise ValueError(f"no action has the number {action!r}; expected 0 to {self.size - 1}")
        return self.labels[action]

    def parse(self, text: str) -> int:
        """The number of the action with this label.

        Raises:
            ValueError: a label of no action.
        """
        try:
            return self._numbers[text]
        except (KeyError, TypeError):
            raise ValueError(
                f"unknown action {text!r}; expected a card such as R7 or W+4, draw, pass, accept, "
                f"challenge, uno, catch, {', '.join(COLOR_NAMES)}, or swap+1 to swap+9"
            ) from None

    def table(self) -> str:
        """The vocabulary as a Markdown table."""
        rows = ["| numbers | block | labels | meaning |", "|---|---|---|---|"]
        for block in self.blocks:
            first = self.first(block.name)
            last = first + len(block.labels) - 1
            numbers = f"{first}" if first == last else f"{first}-{last}"
            rows.append(f"| {numbers} | `{block.name}` | {_span(block.labels)} | {block.meaning} |")
        return "\n".join(rows)


def _span(labels: tuple[str, ...]) -> str:
    shown = labels if len(labels) < 5 else (labels[0], "...", labels[-1])
    return " ".join(label if label == "..." else f"`{label}`" for label in shown)


ACTIONS = Vocabulary(BLOCKS)
"""The vocabulary of `uno_v0`."""

# int64, not Python ints: numba compiles a function anew for each literal it is called with.
DRAW = np.int64(ACTIONS.first("draw"))
PASS = np.int64(ACTIONS.first("pass"))
ACCEPT = np.int64(ACTIONS.first("accept"))
CHALLENGE = np.int64(ACTIONS.first("challenge"))
UNO = np.int64(ACTIONS.first("uno"))
CATCH = np.int64(ACTIONS.first("catch"))
COLOR_ACTIONS = np.int64(ACTIONS.first("color"))
SWAP_ACTIONS = np.int64(ACTIONS.first("swap"))
