"""Plays the rule cases of tests/data/rules.jsonl: a position or an opening, rules and steps."""

import json
from pathlib import Path

import pytest

from uno_env import Game, IllegalAction, Rules

from .table import all_cards, asked, hand, legal, opened, play, scores, sizes

FILE = Path(__file__).parents[1] / "data" / "rules.jsonl"
CASES = [json.loads(line) for line in FILE.read_text().splitlines() if line.strip()]
POSITION = ("hands", "discard", "draw", "turn", "direction", "color", "dealer", "scores")

LOOK = {
    "legal": lambda game: list(game.legal),
    "turn": lambda game: asked(game)[0],
    "phase": lambda game: asked(game)[1],
    "top": lambda game: str(game.top),
    "color": lambda game: game.color,
    "direction": lambda game: int(game.direction),
    "over": lambda game: bool(game.is_over),
    "winner": lambda game: None if game.winner is None else int(game.winner),
    "points": lambda game: int(game.points),
    "scores": scores,
    "dealer": lambda game: int(game.dealer),
    "sizes": sizes,
    "draw_size": lambda game: len(game.draw_pile),
    "discard": lambda game: list(game.discard_pile),
}


def arranged(case):
    """The game a case begins with."""
    rules = Rules.parse(case["rules"])
    if "opening" in case:
        others = ",".join(item for item in case["rules"].split(",") if "players" not in item)
        return opened(others, case["opening"], rules.players, case["dealer"])
    position = {name: case[name] for name in POSITION if name in case}
    return Game.from_position(rules, seed=0, **position)


def check(game, expected):
    """Holds every expectation of one step against the game."""
    for name, want in expected.items():
        if name == "hand_of":
            seat, cards = want
            assert hand(game, seat).split() == cards, f"hand of seat {seat}"
        elif name == "size_of":
            seat, count = want
            assert len(game.hand(seat)) == count, f"hand size of seat {seat}"
        else:
            assert LOOK[name](game) == want, name


def refuse(game, label):
    """The label is illegal, and trying it changes nothing at all."""
    before, offered = game.to_bytes(), legal(game)
    with pytest.raises(IllegalAction):
        game.play(label)
    assert game.to_bytes() == before
    assert legal(game) == offered


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_handed_case_holds(case):
    game = arranged(case)
    cards = all_cards(game)
    rounds_dealt_from_the_deck = "target" in case["rules"]
    for step in case["steps"]:
        if isinstance(step, str):
            play(game, step)
        elif "illegal" in step:
            refuse(game, step["illegal"])
        else:
            check(game, step["expect"])
    assert rounds_dealt_from_the_deck or all_cards(game) == cards, "cards are conserved"
