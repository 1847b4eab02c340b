"""Reading a decision out of free text, without ever guessing between two readings.

What counts as the answer, in this order: JSON objects with an `action`; lines `ACTION: ...`; the
whole text. Several of a sort have to agree. An answer is read as one of the numbered choices, a
label, the words of a choice, or a sentence that names exactly one action; whatever else is a
`Refusal`, which says what was found and what would be legal.

Only what could answer the present question is looked for: where a card is to be laid or drawn,
colours and `UNO` are mere talk; where a colour is to be named, cards are.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from uno_agents.mentions import Mention, mentions
from uno_env import Game
from uno_env.actions import BLOCKS
from uno_env.explain import action_name, explanations

_ACTION_LINE = re.compile(
    r"^[\W_]*(?:(?:final|my)\s+)?(?:action|answer|choice|move)"
    r"[*_`\"' ]*[:=][*_`\"' ]*(?P<said>.+)$",
    re.IGNORECASE | re.MULTILINE,
)
_MARKS = r"[\s.!,;:*_`\"'()\[\]]*"
_NUMBER = re.compile(
    rf"{_MARKS}(?:(?:#|no\.?|number|choice|option|action)\s*)?(\d+){_MARKS}", re.IGNORECASE
)
_LISTED = re.compile(r"[\s*_#(]*(\d+)\s*(?:[.):]|(?=\())\s*(?=[^\d\s])")
_SHOWN = 80
"""Letters of an answer that a refusal repeats."""


class Refusal(ValueError):
    """A text that is no clear answer.

    Attributes:
        said: the text.
        reason: why it is none, with what was found in it.
        legal: the labels that would be legal, in the order of their numbers.
    """

    def __init__(self, said: str, reason: str, game: Game) -> None:
        self.said = said
        self.reason = reason
        self.legal = game.legal
        names = (_with_name(game, label) for label in self.legal)
        choices = ", ".join(f"{number} {name}" for number, name in enumerate(names, start=1))
        shown = " ".join(said.split())
        shown = shown if len(shown) <= _SHOWN else f"...{shown[-_SHOWN:]}"
        super().__init__(f'"{shown}" is refused: {reason}. Legal: {choices}')

    def __reduce__(self) -> tuple[Any, ...]:
        return _same_refusal, (self.args, self.__dict__)


def _same_refusal(args: tuple[Any, ...], attributes: dict[str, Any]) -> Refusal:
    """A refusal that was sent to another process."""
    refusal = Refusal.__new__(Refusal, *args)
    refusal.__dict__.update(attributes)
    return refusal


def parse(said: str, game: Game) -> str:
    r"""The label of the legal action that a text names, for the seat on move.

    Args:
        said: what a language model, or a person, answers to `game.prompt()`.
        game: the game; of hidden cards nothing is read.

    Raises:
        Refusal: no action is named, more than one, or an illegal one.

    >>> game = Game.from_position(hands=["R7 G7 B2", "Y1"], discard="R5")
    >>> parse("Red is what I hold. ACTION: the red 7.", game)
    'R7'
    >>> parse("Blue? No: the 7.", game)
    Traceback (most recent call last):
        ...
    uno_agents.answers.Refusal: "Blue? No: the 7." is refused: it may mean several actions: red 7 \
    (R7), green 7 (G7). Legal: 1 red 7 (R7), 2 green 7 (G7), 3 draw
    """
    reader = _Reader(said, game)
    found = {answer: reader.read(answer) for answer in dict.fromkeys(_answers(said))}
    if len(set(found.values())) > 1:
        raise reader.refusal(f"it gives several answers: {', '.join(found)}")
    return next(iter(found.values()))


def _answers(said: str) -> list[str]:
    """The parts of a text that are meant as the answer."""
    objects = list(_json_objects(said))
    rest = said
    for text, _ in objects:
        rest = rest.replace(text, "\n")
    answers = [_as_text(value) for _, value in objects]
    answers += [match["said"].strip() for match in _ACTION_LINE.finditer(rest)]
    return answers or [said.strip()]


def _json_objects(said: str) -> Iterator[tuple[str, Any]]:
    """The JSON objects in a text that have an `action`, with its value."""
    decoder, start = json.JSONDecoder(), said.find("{")
    while start >= 0:
        end = start + 1
        try:
            value, end = decoder.raw_decode(said, start)
        except (ValueError, RecursionError):
            value = None
        for name, content in value.items() if isinstance(value, dict) else ():
            if name.casefold() == "action":
                yield said[start:end], content
        start = said.find("{", end)


def _as_text(value: Any) -> str:
    """A JSON value as it would be written; what is neither text nor whole number names nothing."""
    return value.strip() if isinstance(value, str) else json.dumps(value)


class _Reader:
    """Reads answers to one question."""

    def __init__(self, said: str, game: Game) -> None:
        self.said = said
        self.game = game
        self.legal = game.legal
        block_of = {label: block.labels for block in BLOCKS for label in block.labels}
        self.asked = {other for label in self.legal for other in block_of[label]}
        """All labels of the kinds that may answer the question, legal or not."""

    def refusal(self, reason: str) -> Refusal:
        """A refusal of the whole text."""
        return Refusal(self.said, reason, self.game)

    def read(self, answer: str) -> str:
        """The label of the legal action that one answer names."""
        if not self.legal:
            raise self.refusal("the game is over")
        if not answer:
            raise self.refusal("it is empty")
        exact = self._phrases().get(_plain(answer), set())
        if len(exact) == 1:
            return next(iter(exact))
        if number := _NUMBER.fullmatch(answer):
            return self._numbered(int(number[1]))
        named = list(mentions(answer, self.game))
        if listed := _LISTED.match(answer):
            named.append(Mention(listed[1], frozenset({self._numbered(int(listed[1]))})))
        return self._one_of(named)

    def _phrases(self) -> dict[str, set[str]]:
        """Every way in which the prompt writes a choice."""
        phrases: dict[str, set[str]] = {}
        for number, (label, words) in enumerate(explanations(self.game).items(), start=1):
            line = f"{label}: {words}"
            for phrase in (label, action_name(self.game, label), words, line, f"{number}. {line}"):
                phrases.setdefault(_plain(phrase), set()).add(label)
        return phrases

    def _numbered(self, number: int) -> str:
        if 1 <= number <= len(self.legal):
            return self.legal[number - 1]
        raise self.refusal(f"there is no choice {number}, only 1 to {len(self.legal)}")

    def _one_of(self, named: list[Mention]) -> str:
        """The one legal action that all mentions agree on."""
        counted = [m for m in (self._narrowed(mention) for mention in named) if m.labels]
        if not counted:
            beside = ", ".join(dict.fromkeys(mention.text for mention in named))
            raise self.refusal(f"{beside} is not what is asked" if beside else "it names no action")
        for mention in counted:
            if mention.doubt:
                raise self.refusal(f'"{mention.text}" is {mention.doubt}, not chosen')
        common = frozenset.intersection(*(mention.labels for mention in counted))
        if len(common) != 1:
            every = dict.fromkeys(label for m in counted for label in sorted(m.labels))
            names = ", ".join(_with_name(self.game, label) for label in every)
            raise self.refusal(f"it may mean several actions: {names}")
        (label,) = common
        if label not in self.legal:
            raise self.refusal(f"{_with_name(self.game, label)} is not legal now")
        return label

    def _narrowed(self, mention: Mention) -> Mention:
        """A mention with what could answer the question; a rank alone means the legal ones."""
        labels = mention.labels & self.asked
        if mention.any_color and labels & set(self.legal):
            labels &= set(self.legal)
        return mention._replace(labels=labels)


def _with_name(game: Game, label: str) -> str:
    """A label, with what it is called where that is something else."""
    name = action_name(game, label)
    return label if name == label else f"{name} ({label})"


def _plain(text: str) -> str:
    """A text without case, spacing, and marks at its ends."""
    return " ".join(text.casefold().split()).strip(" .!,;:*_`\"'()[]")
