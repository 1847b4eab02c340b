"""Chance, bit for bit: splitmix64 words, unbiased bounded numbers, shuffling from the end."""

WORD = (1 << 64) - 1
HALF = (1 << 32) - 1


class Chance:
    """One 64-bit word that every random event of a game is taken from.

    Args:
        seed: any integer from 0 to 2**64 - 1.
    """

    def __init__(self, seed: int):
        self.word = seed & WORD
        self.word = self.next()

    def next(self) -> int:
        """The next 64 random bits."""
        self.word = (self.word + 0x9E3779B97F4A7C15) & WORD
        mixed = self.word
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & WORD
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely."""
        product = (self.next() >> 32) * bound
        while (product & HALF) < ((1 << 32) - bound) % bound:
            product = (self.next() >> 32) * bound
        return product >> 32

    def shuffle(self, cards: list) -> None:
        """Shuffles in place, the last place first."""
        for place in range(len(cards) - 1, 0, -1):
            other = self.below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]
