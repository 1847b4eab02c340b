"""A whole game of the reference: rounds and matches, questions, scores and rewards."""

from itertools import chain

from .cards import COLOR, in_kind_order
from .chance import Chance
from .turns import Truncation, Turns

UNCHANGED_ROUNDS = 100
PHASES = (
    *("PLAY", "PLAY_DRAWN", "CHOOSE_COLOR", "CHALLENGE", "STACK", "CHOOSE_TARGET"),
    *("CALL_UNO", "CATCH", "JUMP_IN", "SECOND_CARD", "OVER"),
)
REWARD_SCHEMES = ("win", "points", "match")


class IllegalAction(ValueError):
    """The label is not legal now; nothing has changed."""


class ReferenceGame(Turns):
    """One game, played by labels.

    Args:
        options: rule options by name; the others have their default.
        seed: start of the random stream.
        deck: a given order, first card first, with spaces; without it the deck is shuffled.
        dealer: the dealing seat; without it one is picked at random.
        chance: a random stream to go on with instead of a seed.
    """

    def __init__(
        self,
        options: dict,
        seed: int = 0,
        deck: str | None = None,
        dealer: int | None = None,
        chance: Chance | None = None,
    ):
        super().__init__(options, chance or Chance(seed))
        self.start_match()
        self.dealer = self.chance.below(self.players) if dealer is None else dealer
        self.deal(deck.split() if deck else None)
        self.begin(None)

    @classmethod
    def from_position(
        cls,
        options: dict,
        hands: list[str],
        discard: str,
        draw: str | None = None,
        turn: int = 0,
        direction: int = 1,
        color: str | None = None,
        dealer: int | None = None,
        scores: list[int] | None = None,
        seed: int = 0,
    ) -> "ReferenceGame":
        """A game that stands in `PLAY` at the turn of a seat.

        Args:
            options: rule options by name.
            hands: the cards of each seat.
            discard: the discard pile from bottom to top.
            draw: the draw pile, next card first; None: the rest of the deck, shuffled.
            turn: whose turn it is.
            direction: 1 clockwise, -1 against the clock.
            color: the active colour, where the top card is a wild.
            dealer: who dealt the round; None: the last seat.
            scores: the totals so far.
            seed: start of the random stream.
        """
        game = cls.__new__(cls)
        Turns.__init__(game, options, Chance(seed))
        game.start_match()
        game.hands = [hand.split() for hand in hands]
        game.discard_pile = discard.split()
        game.direction = direction
        game.dealer = game.players - 1 if dealer is None else dealer
        game.color = COLOR[game.top] or color
        if scores:
            game.scores = list(scores)
        if game.options["scoring"] == "elimination" and game.options["target"]:
            game.playing = [score < game.options["target"] for score in game.scores]
        if draw is None:
            game.draw_pile = game.rest_of_the_deck()
            game.chance.shuffle(game.draw_pile)
        else:
            game.draw_pile = draw.split()[::-1]
        game.begin(turn)
        return game

    def start_match(self) -> None:
        self.winner: int | None = None
        self.points = 0
        self.is_truncated = False
        self.round_winners: list[int | None] = []
        self.unchanged_rounds = 0
        self.judged_hand: list[str] = []
        self.clear_rewards()

    def begin(self, seat: int | None) -> None:
        """Plays up to the first question; a round already dealt goes on at the seat's turn."""
        self.turn, self.phase, self.legal = self.dealer, "OVER", []
        self.script = self.play_match(seat)
        self.go_on(None)

    def play(self, label: str) -> None:
        """The seat on move takes an action and the game goes on to the next question."""
        if label not in self.legal:
            raise IllegalAction(
                f"illegal action {label!r} for seat {self.turn} in {self.phase}; "
                f"legal: {' '.join(self.legal)}"
            )
        self.clear_rewards()
        self.go_on(label)

    def go_on(self, answer: str | None) -> None:
        try:
            self.turn, self.phase, self.legal = self.script.send(answer)
        except StopIteration:
            self.phase, self.legal = "OVER", []
        self.count_cards()

    @property
    def is_over(self) -> bool:
        return self.phase == "OVER"

    # Matches (section 8)

    def play_match(self, seat: int | None):
        try:
            while True:
                winner = yield from self.play_round(seat)
                self.round_winners.append(winner)
                if self.finish_round(winner):
                    return
                seat = None
                self.dealer = self.clockwise_after(self.dealer)[0]
                self.start_round()
                self.deal()
        except Truncation:
            self.is_truncated = True
            self.clear_rewards()

    @property
    def owners(self) -> tuple[int | None, int | None]:
        """The winners of the first two rounds of a match, who own the Remix cards."""
        first, second, *_ = [*self.round_winners, None, None]
        return first, second

    def finish_round(self, winner: int | None) -> bool:
        """Counts the round and pays it; whether the match is over with it."""
        self.points = 0
        before = list(self.scores)
        if winner is not None:
            self.count_scores(winner)
            self.pay_round(winner)
        if self.options["target"] == 0:
            champion, over = winner, True
        else:
            champion = None if winner is None else self.find_champion(winner)
            over = champion is not None
        if over:
            self.winner = champion
            self.pay_match()
            return True
        self.unchanged_rounds = self.unchanged_rounds + 1 if self.scores == before else 0
        if self.unchanged_rounds == UNCHANGED_ROUNDS:
            raise Truncation
        return False

    def count_scores(self, winner: int) -> None:
        side = self.side_of(winner)
        opponents = [seat for seat in self.seats_in() if seat not in side]
        self.points = sum(self.hand_points(seat) for seat in opponents)
        if self.options["scoring"] == "winner":
            for seat in side:
                self.scores[seat] += self.points
        else:
            for seat in self.seats_in():
                self.scores[seat] += self.hand_points(seat)

    def side_of(self, seat: int) -> list[int]:
        """The seat, with its partner if there are partners."""
        return [seat, (seat + 2) % self.players] if self.options["teams"] else [seat]

    def find_champion(self, winner: int) -> int | None:
        """Who has won the match now that the winner's round is counted; None: nobody yet."""
        target = self.options["target"]
        if self.options["scoring"] == "elimination":
            self.playing = [score < target for score in self.scores]
            return self.seats_in()[0] if len(self.seats_in()) == 1 else None
        if max(self.scores) < target:
            return None
        if self.options["scoring"] == "winner":
            return winner
        around = [(winner + places) % self.players for places in range(self.players)]
        return min(around, key=lambda seat: self.scores[seat])

    # Rewards (design.md, section 5)

    def clear_rewards(self) -> None:
        self.rewards = {scheme: [0.0] * self.players for scheme in REWARD_SCHEMES}

    def pay_round(self, winner: int) -> None:
        side, seats = self.side_of(winner), self.seats_in()
        losers = [seat for seat in seats if seat not in side]
        for seat in side:
            self.rewards["win"][seat] = 1.0
            self.rewards["points"][seat] = self.points / 100 / len(side)
        for seat in losers:
            self.rewards["win"][seat] = -len(side) / len(losers)
            if self.options["teams"]:
                self.rewards["points"][seat] = -self.points / 100 / len(losers)
            else:
                self.rewards["points"][seat] = -self.hand_points(seat) / 100

    def pay_match(self) -> None:
        if self.winner is None:
            return
        side = self.side_of(self.winner)
        losers = self.players - len(side)
        self.rewards["match"] = [
            1.0 if seat in side else -len(side) / losers for seat in range(self.players)
        ]

    # Conservation

    def cards_on_the_table(self) -> list[str]:
        """Every card of the game, wherever it lies."""
        return in_kind_order([*self.draw_pile, *self.discard_pile, *chain(*self.hands)])
