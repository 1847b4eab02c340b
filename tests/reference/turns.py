"""A round as a script in the rule sheet's order: the opening card, then turn after turn."""

from .cards import COLOR, DRAW_AMOUNT, NUMBERS, RANK, WILDS
from .laying import Laying, RoundOver


class Truncation(Exception):
    """The game has come to the end of its allowed length."""


class Turns(Laying):
    """The rules of one round, from the opening card to going out."""

    def play_round(self, seat: int | None = None):
        """Plays until somebody goes out or everybody passes.

        Args:
            seat: whose turn it is; None turns the opening card up first.

        Returns:
            The seat that went out, or None.
        """
        try:
            if seat is None:
                seat = yield from self.open_round()
            while True:
                seat = yield from self.take_turn(seat)
        except RoundOver as end:
            return end.winner

    # The opening card (section 3)

    def open_round(self):
        left = self.next_seat(self.dealer)
        has_effect = self.turn_up_opening_card()
        card = self.top
        self.color = COLOR[card]
        if has_effect and RANK[card] == "W+4":
            self.draw(left, DRAW_AMOUNT[card])
            left = self.next_seat(left)
        if card in WILDS:
            yield from self.choose_color(left)
            return left
        if not has_effect or self.options["opening"] != "apply":
            return left
        if RANK[card] == "R":
            return self.reverse_at_opening()
        if RANK[card] == "+2":
            self.draw(left, DRAW_AMOUNT[card])
        return self.next_seat(left) if RANK[card] in ("S", "+2") else left

    def turn_up_opening_card(self) -> bool:
        """Lays the opening card; False if it lies there only because no card may open."""
        pile = self.draw_pile
        may_open = any(self.may_open(card) for card in pile)
        shown = pile.pop()
        while may_open and not self.may_open(shown):
            pile.insert(self.chance.below(len(pile) + 1), shown)
            shown = pile.pop()
        self.discard_pile.append(shown)
        return may_open

    def may_open(self, card: str) -> bool:
        if self.options["opening"] == "redraw":
            return RANK[card] in NUMBERS
        if card == "W+4":
            return self.options["opening_wild_draw_four"] == "apply"
        return card not in WILDS or self.options["opening_wild"] == "choose"

    def reverse_at_opening(self) -> int:
        self.direction = -1
        if self.options["opening_reverse"] == "dealer" or len(self.seats_in()) == 2:
            return self.dealer
        return self.next_seat(self.dealer)

    # A turn (section 4)

    def take_turn(self, seat: int):
        if self.turns >= self.options["max_turns"]:
            raise Truncation
        self.turns += 1
        choice = yield from self.ask(seat, "PLAY", self.turn_choices(seat))
        if choice in ("draw", "pass"):
            self.declined[seat][self.color] = self.turns
        if choice == "pass":
            return self.pass_turn(seat)
        if choice == "draw":
            choice = yield from self.draw_for_turn(seat)
            if choice == "pass":
                return self.next_seat(seat)
        return (yield from self.lay(seat, choice))

    def turn_choices(self, seat: int) -> list[str]:
        cards = self.playable_cards(seat)
        if cards and not self.options["voluntary_draw"]:
            return cards
        return [*cards, "pass" if self.nothing_to_draw() else "draw"]

    def pass_turn(self, seat: int) -> int:
        self.passes += 1
        if self.passes >= len(self.seats_in()):
            raise RoundOver(None)
        return self.next_seat(seat)

    def draw_for_turn(self, seat: int):
        """Draws one card or up to the first that fits; the answer is that card or `pass`."""
        drawn = self.draw(seat, 1)
        while (
            self.options["draw"] == "until_playable"
            and not self.fits(seat, drawn[-1])
            and not self.nothing_to_draw()
        ):
            drawn += self.draw(seat, 1)
        card = drawn[-1]
        if not self.fits(seat, card) or self.options["drawn_card"] == "keep":
            return "pass"
        if self.options["drawn_card"] == "must_play":
            return card
        return (yield from self.ask(seat, "PLAY_DRAWN", [card, "pass"]))
