"""Pictures can be drawn of every table, and everything on them is in sight."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.seeing.tables import at_every_question, bluffed, large_hands
from uno_env import Game, Rules
from uno_env.picture import HEIGHT, PANEL_WIDTH, WIDTH, draw_picture
from uno_env.scene import look
from uno_env.shapes import LETTER_WIDTH, Box, Disc, Polygon, Text, svg

DOCS = Path(__file__).parents[2] / "docs"
NAMESPACE = "{http://www.w3.org/2000/svg}"


def extent(shape) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a shape; letters are taken as wide as they may be."""
    match shape:
        case Box(x, y, width, height):
            return x, y, x + width, y + height
        case Disc(x, y, radius):
            return x - radius, y - radius, x + radius, y + radius
        case Polygon(points):
            xs, ys = zip(*points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case Text(x, y, text, size, _, anchor):
            width = LETTER_WIDTH * size * len(text)
            left = x - width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
            return left, y - size / 2, left + width, y + size / 2


def tables():
    yield from at_every_question().values()
    for players in range(2, 11):
        yield Game(Rules(players=players, target=500), seed=players)
    yield large_hands()
    yield large_hands(20)


def test_nothing_is_drawn_outside_the_picture():
    for game in tables():
        for seat in range(game.rules.players):
            for shape in draw_picture(look(game, seat)) + draw_picture(look(game, show_all=True)):
                left, top, right, bottom = extent(shape)
                assert 0 <= left and 0 <= top and right <= WIDTH and bottom <= HEIGHT, shape


def test_no_two_seats_are_drawn_over_each_other():
    for players in range(2, 11):
        shapes = draw_picture(look(Game(Rules(players=players), seed=1)))
        panels = [
            extent(shape)
            for shape in shapes
            if isinstance(shape, Box) and shape.width == PANEL_WIDTH
        ]
        assert len(panels) == players - 1
        for number, one in enumerate(panels):
            for other in panels[:number]:
                apart = one[0] >= other[2] or other[0] >= one[2]
                assert apart or one[1] >= other[3] or other[1] >= one[3]


def test_every_card_that_is_known_can_be_read_in_full():
    for game in (large_hands(), large_hands(20), bluffed(open_hands=True)):
        shapes = draw_picture(look(game, 0, show_all=True))
        texts = [shape.text for shape in shapes if isinstance(shape, Text)]
        for seat in range(game.rules.players):
            for card in set(game.hand(seat)):
                held = sum(game.hand(other).count(card) for other in range(game.rules.players))
                assert texts.count(card) >= held
        corners = [s for s in shapes if isinstance(s, Text) and s.text in game.hand(0)]
        assert min(shape.size for shape in corners) >= 10


def test_the_svg_is_well_formed_and_names_every_seat():
    for game in tables():
        root = ElementTree.fromstring(game.svg())
        words = {element.text for element in root.iter(f"{NAMESPACE}text")}
        assert {f"player_{seat}" for seat in range(game.rules.players)} <= words
        assert game.look().question in words


def test_a_notebook_shows_a_game_as_its_picture():
    game = bluffed()
    assert game._repr_svg_() == game.svg(game.turn)
    assert "<svg" in game._repr_svg_()


def test_letters_that_mean_something_in_xml_are_escaped():
    assert "&lt;&amp;" in svg([Text(1, 1, "<&", 9, "#000000")], 10, 10)


def test_the_page_shows_the_picture_that_the_code_draws():
    assert (DOCS / "table.svg").read_text() == bluffed().svg(), "run: python docs/refresh.py"
    assert (DOCS / "table.svg").stat().st_size < 60_000


def test_the_text_tells_of_penalty_colour_and_the_latest_event():
    lines = bluffed().text().splitlines()
    assert lines[0].startswith("table   top W+4, color blue, before it red, clockwise")
    assert lines[0].endswith("penalty 4")
    assert lines[1] == "last    player_0 named blue"
    assert lines[-2:] == [
        "now     player_1 is to accept 4 cards, or challenge",
        "legal   accept challenge",
    ]


def test_a_painted_text_is_the_plain_one_with_colours():
    for game in (bluffed(), large_hands()):
        painted = re.sub(r"\x1b\[[0-9;]*m ?| ?\x1b\[0m", "", game.text(paint=True))
        assert painted.split() == game.text().split()


def test_a_long_hand_goes_on_in_the_next_line():
    text = large_hands().text(0)
    assert max(map(len, text.splitlines())) <= 100
    assert all(card in text for card in large_hands().hand(0))


def test_looking_through_a_seat_that_is_not_there_is_refused():
    for see in (bluffed().look, bluffed().svg, bluffed().text, bluffed().explain):
        with pytest.raises(ValueError, match="seat"):
            see(3)
