"""The table: seats, hands, piles and direction, and how cards move without a decision."""

from collections import Counter

from .cards import DEFAULTS, POINTS, in_kind_order, whole_deck
from .chance import Chance
from .knowledge import Knowledge


class Table:
    """Everything that lies on the table of one game, hidden cards included.

    Args:
        options: rule options by name; the others have their default.
        chance: where random events come from.
    """

    def __init__(self, options: dict, chance: Chance):
        unknown = set(options) - set(DEFAULTS)
        if unknown:
            raise ValueError(f"unknown options {sorted(unknown)}; known: {sorted(DEFAULTS)}")
        self.options = DEFAULTS | options
        self.players: int = self.options["players"]
        self.chance = chance
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.draw_pile: list[str] = []
        self.discard_pile: list[str] = []
        self.playing = [True] * self.players
        self.scores = [0] * self.players
        self.dealer = 0
        self.knowledge = Knowledge(self.players)
        self.start_round()

    def start_round(self) -> None:
        """What every round starts with, before a card is dealt."""
        self.direction = 1
        self.color: str | None = None
        self.pending = 0
        self.turns = 0
        self.passes = 0
        self.remix_laid = 0
        self.exposed: int | None = None
        self.color_before: str | None = None  # under a Wild Draw Four that may be challenged
        self.declined: list[dict[str, int]] = [{} for _ in range(self.players)]
        self.knowledge.forget()

    @property
    def top(self) -> str:
        return self.discard_pile[-1]

    def hand(self, seat: int) -> list[str]:
        """The seat's cards in kind order."""
        return in_kind_order(self.hands[seat])

    def hand_points(self, seat: int) -> int:
        return sum(POINTS[card] for card in self.hands[seat])

    def known(self, observer: int, owner: int) -> list[str]:
        """The cards that the observer knows for certain the owner holds, in kind order."""
        if observer == owner or self.options["open_hands"]:
            return self.hand(owner)
        return in_kind_order(self.knowledge.sure[observer][owner].elements())

    def void_age(self, seat: int, color: str) -> int | None:
        """Turns since the seat drew or passed in `PLAY` while the colour was active, or None."""
        turn = self.declined[seat].get(color)
        return None if turn is None else self.turns - turn

    # Seats

    def seats_in(self) -> list[int]:
        return [seat for seat in range(self.players) if self.playing[seat]]

    def clockwise_after(self, seat: int) -> list[int]:
        """All seats still in, clockwise, from the left of the seat to the seat itself."""
        around = [(seat + places) % self.players for places in range(1, self.players + 1)]
        return [other for other in around if self.playing[other]]

    def others_after(self, seat: int) -> list[int]:
        """The other seats still in, in the direction of play."""
        others = [other for other in self.clockwise_after(seat) if other != seat]
        return others if self.direction == 1 else others[::-1]

    def next_seat(self, seat: int, places: int = 1) -> int:
        """The seat still in that many places further in the direction of play."""
        around = [*self.others_after(seat), seat]
        return around[(places - 1) % len(around)]

    # Piles

    def deal(self, order: list[str] | None = None) -> None:
        """Deals one card at a time from the dealer's left.

        Args:
            order: the deck, first card first; without it the whole deck is shuffled.
        """
        self.hands = [[] for _ in range(self.players)]
        self.discard_pile = []
        if order is None:
            self.draw_pile = whole_deck(self.options)
            self.chance.shuffle(self.draw_pile)
        else:
            self.draw_pile = order[::-1]
        for _ in range(self.options["hand_size"]):
            for seat in self.clockwise_after(self.dealer):
                self.hands[seat].append(self.draw_pile.pop())

    def nothing_to_draw(self) -> bool:
        return not self.draw_pile and len(self.discard_pile) < 2

    def draw(self, seat: int, amount: int) -> list[str]:
        """The seat draws that many cards, or what there is.

        Returns:
            The cards drawn, in the order they came.
        """
        drawn: list[str] = []
        while len(drawn) < amount and not self.nothing_to_draw():
            if not self.draw_pile:
                self.reshuffle()
            drawn.append(self.draw_pile.pop())
            self.hands[seat].append(drawn[-1])
            self.passes = 0
        return drawn

    def reshuffle(self) -> None:
        """All discards but the top become the new draw pile; until then everybody counts."""
        self.count_cards()
        *self.draw_pile, top = self.discard_pile
        self.discard_pile = [top]
        self.chance.shuffle(self.draw_pile)

    def count_cards(self) -> None:
        if not self.draw_pile:
            self.knowledge.counted(self.hands)

    # Hands

    def swap_hands(self, seat: int, other: int) -> None:
        self.move_hands({seat: other, other: seat})

    def pass_hands(self) -> None:
        """Every hand goes to the next player in the direction of play."""
        self.move_hands({seat: self.next_seat(seat) for seat in self.seats_in()})

    def move_hands(self, receiver_of: dict[int, int]) -> None:
        self.knowledge.moved(receiver_of, self.hands)
        before = list(self.hands)
        for giver, receiver in receiver_of.items():
            self.hands[receiver] = before[giver]

    def shuffle_hands(self, seat: int) -> None:
        """All hands are gathered, shuffled and dealt clockwise from the seat's left."""
        around = self.clockwise_after(seat)
        cards = [card for other in around for card in self.hand(other)]
        self.chance.shuffle(cards)
        for other in around:
            self.hands[other] = []
        place = 0
        while cards:
            self.hands[around[place % len(around)]].append(cards.pop())
            place += 1
        self.knowledge.forget()

    def rest_of_the_deck(self) -> list[str]:
        """The whole deck less what lies in hands and on the discard pile, in kind order."""
        left = Counter(whole_deck(self.options))
        left.subtract(self.discard_pile)
        for hand in self.hands:
            left.subtract(hand)
        return in_kind_order((+left).elements())
