"""Laying a card and all that follows from it: going out, calls, jump-ins, effects and penalties.

Where a player decides, the script yields a question `(seat, phase, labels)`, the labels in action
order; the answer sent back is one of them. Every part of the script that ends a turn returns the
seat whose turn comes next.
"""

from .cards import (
    ACTION_ORDER,
    COLOR,
    COLOR_NAMES,
    DRAW_AMOUNT,
    NUMBERS,
    RANK,
    WILDS,
    in_kind_order,
)
from .table import Table


class RoundOver(Exception):
    """The round has ended; the seat that went out, or None."""

    def __init__(self, winner: int | None):
        self.winner = winner


class Laying(Table):
    """What a card may be laid on and what happens once it is down."""

    owners: tuple[int | None, int | None]

    def ask(self, seat: int, phase: str, labels: list[str]):
        """Asks where there is a choice; `PLAY` alone is always asked."""
        if len(labels) == 1 and phase != "PLAY":
            return labels[0]
        return (yield seat, phase, labels)

    # What fits (sections 4 and 6)

    def playable_cards(self, seat: int) -> list[str]:
        kinds = in_kind_order(set(self.hands[seat]))
        return [card for card in kinds if self.fits(seat, card)]

    def fits(self, seat: int, card: str) -> bool:
        """Whether the seat may play the card in its hand on the discard pile now."""
        if card == "W+4":
            return self.may_lay_wild_draw_four(seat)
        if card in WILDS:
            return True
        return COLOR[card] == self.color or RANK[card] == RANK[self.top]

    def may_lay_wild_draw_four(self, seat: int) -> bool:
        if self.options["wild_draw_four"] != "strict":
            return True
        return not self.holds_a_match(self.hand_without_wild_draw_four(seat))

    def hand_without_wild_draw_four(self, seat: int) -> list[str]:
        rest = list(self.hands[seat])
        rest.remove("W+4")
        return rest

    def holds_a_match(self, hand: list[str]) -> bool:
        """Whether these other cards make a Wild Draw Four illegal now (section 6)."""
        wilds_match = self.options["wilds_match"]
        return any(COLOR[card] == self.color or (wilds_match and card in WILDS) for card in hand)

    # After a card is down (section 5, "Order of things")

    def lay(self, seat: int, card: str):
        """Lays a card and carries everything out that follows from it."""
        self.color_before = None
        if card == "W+4":
            self.accuse(seat)
        came_down_to_one = self.put_down(seat, card)
        copies = 1
        if self.options["doubles"] and COLOR[card] and card in self.hands[seat]:
            answer = yield from self.ask(seat, "SECOND_CARD", [card, "pass"])
            if answer == card:
                copies = 2
                came_down_to_one = self.put_down(seat, card, copies)
        if came_down_to_one:
            yield from self.call_uno(seat)
        jumper = yield from self.find_jumper(seat, card)
        if jumper is not None:
            return (yield from self.lay(jumper, card))
        if card in WILDS:
            yield from self.choose_color(self.owner_of_laid(seat, card))
        return (yield from self.carry_out(seat, card, copies))

    def put_down(self, seat: int, card: str, copies: int = 1) -> bool:
        """The card goes from hand to pile; raises RoundOver if its player goes out with it.

        Args:
            copies: how many of it have been laid, this one included.

        Returns:
            Whether laying it left one card in the hand.
        """
        hand = self.hands[seat]
        hand.remove(card)
        self.knowledge.played(seat, card)
        self.discard_pile.append(card)
        self.color = COLOR[card]
        self.passes = 0
        self.remix_laid += card == "WRX"
        if not hand and (self.options["action_finish"] or RANK[card] in NUMBERS):
            self.go_out(seat, card, copies)
        left = len(hand)
        if left == 0:
            self.draw(seat, 2)
        return left == 1

    def go_out(self, seat: int, card: str, copies: int):
        if self.draw_amount(card) and self.options["final_draw"]:
            total = self.pending + self.draw_amount(card) * copies
            self.draw(self.next_seat(seat), total)
        self.pending = 0
        raise RoundOver(seat)

    def accuse(self, seat: int) -> None:
        """Remembers what a challenge of the Wild Draw Four now being laid is judged on."""
        self.accused = seat
        self.judged_hand = self.hand_without_wild_draw_four(seat)
        self.guilty = self.holds_a_match(self.judged_hand)
        if self.options["wild_draw_four"] == "bluff" and self.judged_hand:
            self.color_before = self.color

    def find_jumper(self, seat: int, card: str):
        """Asks everyone else who holds the identical coloured card; the seat that jumps in."""
        jump_in = self.options["jump_in"]
        if jump_in == "off" or card in WILDS:
            return None
        if jump_in == "numbers" and RANK[card] not in NUMBERS:
            return None
        for other in self.others_after(seat):
            if card in self.hands[other]:
                answer = yield from self.ask(other, "JUMP_IN", [card, "pass"])
                if answer == card:
                    return other
        return None

    def owner_of_laid(self, seat: int, card: str) -> int:
        """Who names the colour: the owner of this Wild UNO Remix, else its player."""
        if card == "WRX":
            owner = self.owners[(self.remix_laid - 1) % 2]
            if owner is not None and self.playing[owner]:
                return owner
        return seat

    def choose_color(self, seat: int):
        answer = yield from self.ask(seat, "CHOOSE_COLOR", list(COLOR_NAMES))
        self.color = COLOR_NAMES[answer]

    # UNO (section 7)

    def call_uno(self, seat: int):
        """The seat has come to one card: it calls, or the others may catch it."""
        if self.options["uno"] != "call":
            return
        if (yield from self.ask(seat, "CALL_UNO", ["pass", "uno"])) == "uno":
            return
        self.exposed = seat
        for other in self.others_after(seat):
            if (yield from self.ask(other, "CATCH", ["pass", "catch"])) == "catch":
                self.draw(seat, self.options["uno_penalty"])
                break
        self.exposed = None

    def call_uno_after_move(self, seat: int, receivers: list[int]):
        """Hands moved: every seat that got a hand of one card has the duty, the player first."""
        for other in [seat, *self.others_after(seat)]:
            if other in receivers and len(self.hands[other]) == 1:
                yield from self.call_uno(other)

    # Effects (sections 5 and 9)

    def carry_out(self, seat: int, card: str, copies: int):
        """The effect of one laid card or of a pair; the seat whose turn comes next."""
        rank = RANK[card]
        if rank == "WC":
            rank = self.options["custom_wild"]
        if rank == "S":
            return self.next_seat(seat, 1 + copies)
        if rank == "R":
            if copies == 1:
                self.direction = -self.direction
            return self.next_seat(seat, 1 + copies if len(self.seats_in()) == 2 else 1)
        if self.draw_amount(card):
            self.pending += self.draw_amount(card) * copies
            return (yield from self.answer_penalty(self.next_seat(seat), card))
        if rank == "skip_everyone":
            return seat
        if rank == "others_draw_two":
            for other in self.others_after(seat):
                self.draw(other, 2)
        for _ in range(copies):
            yield from self.move_hands_for(seat, rank)
        return self.next_seat(seat)

    def move_hands_for(self, seat: int, rank: str):
        if rank in ("WSW", "swap_hands") or (rank == "7" and self.options["seven_swap"]):
            other = yield from self.choose_target(seat)
            self.swap_hands(seat, other)
            yield from self.call_uno_after_move(seat, [seat, other])
        if rank == "WSH":
            self.shuffle_hands(seat)
            yield from self.call_uno_after_move(seat, self.seats_in())
        if rank == "0" and self.options["zero_pass"]:
            self.pass_hands()
            yield from self.call_uno_after_move(seat, self.seats_in())

    def choose_target(self, seat: int):
        others = {(other - seat) % self.players: other for other in self.clockwise_after(seat)}
        del others[0]
        labels = sorted((f"swap+{places}" for places in others), key=ACTION_ORDER.__getitem__)
        answer = yield from self.ask(seat, "CHOOSE_TARGET", labels)
        return others[int(answer.removeprefix("swap+"))]

    # Penalties (sections 6 and 9)

    def draw_amount(self, card: str) -> int:
        """How many cards this card makes the next player draw."""
        return DRAW_AMOUNT[card]

    def answer_penalty(self, seat: int, newest: str):
        """The seat faces the pending sum: it lays on it, challenges it or draws it."""
        phase, labels = self.penalty_choices(seat, newest)
        answer = yield from self.ask(seat, phase, labels)
        self.color_before = None
        if answer == "challenge":
            return self.challenge(seat)
        if answer != "accept":
            return (yield from self.lay(seat, answer))
        self.draw_pending(seat)
        return self.next_seat(seat)

    def penalty_choices(self, seat: int, newest: str) -> tuple[str, list[str]]:
        labels = ["accept"]
        if self.color_before:
            labels.append("challenge")
        if RANK[newest] not in ("+2", "W+4"):
            return "CHALLENGE", labels
        stackable = {
            "off": (),
            "draw_two": ("+2",) if RANK[newest] == "+2" else (),
            "same": (RANK[newest],),
            "mixed": ("+2", "W+4"),
        }[self.options["stacking"]]
        if not stackable:
            return "CHALLENGE", labels
        kinds = in_kind_order(set(self.hands[seat]))
        answers = [card for card in kinds if RANK[card] in stackable]
        if "W+4" in answers and not self.may_lay_wild_draw_four(seat):
            answers.remove("W+4")
        return "STACK", answers + labels

    def draw_pending(self, seat: int, extra: int = 0) -> None:
        self.draw(seat, self.pending + extra)
        self.pending = 0

    def challenge(self, seat: int) -> int:
        self.reveal_judged_hand(seat)
        if self.guilty:
            self.draw_pending(self.accused)
            return seat
        self.draw_pending(seat, extra=2)
        return self.next_seat(seat)

    def reveal_judged_hand(self, challenger: int) -> None:
        observers = {
            "challenger": [challenger],
            "table": range(self.players),
            "nobody": [],
        }[self.options["challenge_reveal"]]
        for observer in observers:
            self.knowledge.revealed(observer, self.accused, self.judged_hand)
