"""A decision as a text for a language model: the rules, what a seat knows, and its choices.

Like every other view it is drawn from the seat's `Scene` and its own observation, so it tells no
more than the seat knows.
"""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from uno_env.cards import COLOR_NAMES, KIND, LABELS
from uno_env.explain import card_name, explanations
from uno_env.facts import TableFacts
from uno_env.fields import VOID_MEMORY
from uno_env.notation import hand_labels
from uno_env.rule_words import rules_in_words
from uno_env.scene import Place, Scene, deed, look, player

RECENT = 16
"""The public events that are told."""

HOW_TO_ANSWER = (
    "Answer with one choice: its number, its label or its words. End with a line of the form\n"
    "ACTION: <your choice>"
)


def prompt(game: TableFacts, seat: int | None = None) -> str:
    """What a seat is asked, in plain words, with all it needs to know.

    Args:
        game: the game.
        seat: who is asked, by default the seat on move. Another seat is told what it knows and
            that it is not asked.

    Raises:
        ValueError: no such seat.
    """
    scene = look(game, seat)
    parts = [
        f"You are {player(scene.viewer)} at a table of UNO.",
        "RULES\n" + "\n".join(f"- {sentence}" for sentence in rules_in_words(game.rules)),
        "CARDS\n" + _notation(game),
        "TABLE\n" + "\n".join(_table(game, scene)),
        "HANDS\n" + "\n".join(_hand(place, scene) for place in _clockwise(scene)),
    ]
    if voids := _voids(game, scene):
        parts.append("WHO LATELY DREW OR PASSED, AND ON WHICH COLOUR\n" + "\n".join(voids))
    if game.events:
        parts.append("WHAT HAPPENED LAST, IN ORDER\n" + "\n".join(_events(game)))
    return "\n\n".join([*parts, _decision(game, scene)])


def _notation(game: TableFacts) -> str:
    """How cards are written at this table."""
    examples = ["R7", "YS", "GR", "B+2"]
    wilds = [card for card in LABELS if card[0] == "W" and game.rules.card_counts[KIND[card]]]
    return ", ".join(f"{card} is {card_name(card)}" for card in examples + wilds) + "."


def _table(game: TableFacts, scene: Scene) -> list[str]:
    """The piles, the colour, the direction, an open penalty."""
    color = "not named yet" if scene.color is None else scene.color
    way = "clockwise (player numbers go up)" if scene.clockwise else "counter-clockwise"
    lines = [
        f"The top card is {_named(scene.top)}; the colour in force is {color}.",
        f"Play goes {way}.",
        f"The draw pile holds {_cards(scene.draw_size)}, the discard pile {scene.discard_size}: "
        f"{_counted(hand_labels(_seen(game, scene, 'discards')))}.",
    ]
    if scene.color_before is not None:
        lines.append(f"Before the Wild Draw Four the colour in force was {scene.color_before}.")
    if scene.pending:
        lines.append(f"A penalty of {scene.pending} cards is open.")
    return lines


def _clockwise(scene: Scene) -> tuple[Place, ...]:
    """All seats, the viewer first."""
    *others, viewer = scene.around()
    return viewer, *others


def _hand(place: Place, scene: Scene) -> str:
    """A seat, and what the viewer knows of its hand."""
    mine = place.seat == scene.viewer
    marks = ("you",) * mine + place.marks
    note = f" ({', '.join(marks)})" if marks else ""
    head = f"{place.name}{note} holds {_cards(place.size)}"
    drawn = f"; just drawn: {_named(place.drawn)}" if place.drawn is not None else ""
    if not place.cards:
        return f"{head}{drawn}"
    known = f", {_cards(len(place.cards))} of them known to you" if place.hidden else ""
    return f"{head}{known}: {_counted(place.cards)}{drawn}"


def _voids(game: TableFacts, scene: Scene) -> list[str]:
    """The colours on which other seats drew or passed, and how long ago."""
    lines = []
    players = game.rules.players
    for place, row in enumerate(_seen(game, scene, "voids").tolist(), start=1):
        ago = [
            f"{color} ({VOID_MEMORY - value} turns ago)"
            for color, value in zip(COLOR_NAMES, row, strict=True)
            if value
        ]
        if ago:
            lines.append(f"{player((scene.viewer + place) % players)}: {', '.join(ago)}")
    return lines


def _events(game: TableFacts) -> Iterable[str]:
    return (f"{deed(event, game.rules.players)}." for event in game.events[-RECENT:])


def _decision(game: TableFacts, scene: Scene) -> str:
    """The question with the numbered choices, or why there are none."""
    if scene.asked is None:
        return f"THE GAME IS OVER\n{scene.question}"
    if scene.asked != scene.viewer:
        return f"YOU ARE NOT ASKED\n{scene.question}"
    lines = [f"YOUR DECISION\n{scene.question}. Your choices:"]
    for number, (label, words) in enumerate(explanations(game).items(), start=1):
        lines.append(f"{number}. {label}: {words}")
    return "\n".join(lines) + f"\n\n{HOW_TO_ANSWER}"


def _seen(game: TableFacts, scene: Scene, field: str) -> np.ndarray:
    """A field of the viewer's observation, as integers; of absent seats nothing."""
    return game.layout.decode(game.observe(scene.viewer)[0])[field]


def _named(label: str) -> str:
    return f"{card_name(label)} ({label})"


def _cards(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def _counted(labels: Iterable[str]) -> str:
    """Cards with how many there are of each."""
    return ", ".join(
        label if count == 1 else f"{label} x{count}" for label, count in Counter(labels).items()
    )
