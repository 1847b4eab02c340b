"""The half of `Game` that shows itself: as text, as a picture, in words."""

from uno_env.explain import explain
from uno_env.facts import TableFacts
from uno_env.picture import HEIGHT, WIDTH, draw_picture
from uno_env.prompt import prompt
from uno_env.scene import Scene, look
from uno_env.shapes import svg
from uno_env.text import draw_text

NOTEBOOK_WIDTH = 720


class SeenTable(TableFacts):
    """A table that can be looked at.

    `seat` is who looks, by default the seat on move. Nothing is shown that it could not know,
    unless `show_all` opens all hands.
    """

    def look(self, seat: int | None = None, show_all: bool = False) -> Scene:
        """What there is to see, as data; texts and pictures are drawn from it."""
        return look(self, seat, show_all)

    def text(self, seat: int | None = None, show_all: bool = False, paint: bool = False) -> str:
        """The table as text; `paint` colours the cards with a terminal's codes."""
        return draw_text(look(self, seat, show_all), paint)

    def svg(self, seat: int | None = None, show_all: bool = False) -> str:
        """The table as a picture, an SVG document."""
        return svg(draw_picture(look(self, seat, show_all)), WIDTH, HEIGHT, NOTEBOOK_WIDTH)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()

    def explain(self, seat: int | None = None) -> str:
        """The legal actions in words: a line for each with what it does under these rules."""
        return explain(self, seat)

    def prompt(self, seat: int | None = None) -> str:
        """What a seat knows, the rules in force and its choices, for a language model."""
        return prompt(self, seat)
