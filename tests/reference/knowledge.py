"""What each seat is certain of in each other hand, kept up as cards and hands move."""

from collections import Counter


class Knowledge:
    """For every observer and owner the cards that the owner surely holds.

    Args:
        players: number of seats.
    """

    def __init__(self, players: int):
        self.players = players
        self.forget()

    def forget(self) -> None:
        """A new deal, or hands shuffled together: nobody is certain of anything."""
        seats = range(self.players)
        self.sure = [[Counter() for _ in seats] for _ in seats]

    def played(self, owner: int, card: str) -> None:
        """Who was known to hold m of a kind and plays one is known to hold m - 1."""
        for observer in range(self.players):
            held = self.sure[observer][owner]
            if held[card] > 0:
                held[card] -= 1

    def revealed(self, observer: int, owner: int, cards: list[str]) -> None:
        """The observer has seen these cards in the owner's hand."""
        if observer != owner:
            self.sure[observer][owner] |= Counter(cards)

    def moved(self, receiver_of: dict[int, int], hands: list[list[str]]) -> None:
        """Hands change holders: knowledge travels with them, and a giver knows what it gave.

        Args:
            receiver_of: the new holder of each moved hand, by its old one.
            hands: the hands before they moved.
        """
        for observer in range(self.players):
            before = list(self.sure[observer])
            for giver, receiver in receiver_of.items():
                gave_it = observer == giver
                self.sure[observer][receiver] = Counter(hands[giver]) if gave_it else before[giver]
            self.sure[observer][observer] = Counter()

    def counted(self, hands: list[list[str]]) -> None:
        """The draw pile is empty: who misses cards of one other hand only knows all of it."""
        for observer in range(self.players):
            hidden = [
                owner
                for owner in range(self.players)
                if owner != observer and len(hands[owner]) > self.sure[observer][owner].total()
            ]
            if len(hidden) == 1:
                self.sure[observer][hidden[0]] = Counter(hands[hidden[0]])
