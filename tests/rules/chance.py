"""The engine's chance written out a second time: what a seed must lead to."""

WORD = 2**64
HALF = 2**32


class Chance:
    """The generator of one game (splitmix64), started from a seed."""

    def __init__(self, seed):
        self.word = seed
        self.word = self.next()

    def next(self):
        self.word = (self.word + 0x9E3779B97F4A7C15) % WORD
        mixed = self.word
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 % WORD
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % WORD
        return mixed ^ (mixed >> 31)

    def below(self, limit):
        """A uniform number from 0 to limit - 1."""
        while True:
            product = (self.next() >> 32) * limit
            if product % HALF >= (HALF - limit) % limit:
                return product // HALF

    def shuffled(self, cards):
        """The cards in a random order (a new list)."""
        cards = list(cards)
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards


def deal(pile, seats, count):
    """Deals `count` cards to each of `seats`, one at a time, from the end of `pile`."""
    hands = {seat: [] for seat in seats}
    for _ in range(count):
        for seat in seats:
            hands[seat].append(pile.pop())
    return hands


def turn_up(pile, may_open, chance):
    """Turns up the opening card; those that may not open are put back at random places."""
    if not any(may_open(card) for card in pile):
        return pile.pop()
    shown = pile.pop()
    while not may_open(shown):
        pile.insert(chance.below(len(pile) + 1), shown)
        shown = pile.pop()
    return shown
