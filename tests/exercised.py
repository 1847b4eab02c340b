"""What a set of compared games has exercised: options, phases, table sizes and rare events."""

from collections import Counter

from rich.console import Console
from rich.table import Table

from tests.reference import ReferenceGame
from tests.reference.cards import CHOICES, RANGES
from tests.reference.game import PHASES, UNCHANGED_ROUNDS
from tests.setups import rules_text

EVENTS = (
    *("reshuffle", "nothing left to draw", "opening put back", "opening without effect"),
    *("card of a pair", "jump-in", "jump-in on a stack", "stack of three", "guilty", "innocent"),
    *("hands swapped", "hands passed", "hands shuffled", "caught", "last action card draws two"),
    *("final draw", "owner names the colour", "round won", "round without a winner"),
    *(
        "next round",
        "seat eliminated",
        "match won",
        "truncated for its turns",
        "truncated for its rounds",
    ),
)


class CountedGame(ReferenceGame):
    """A reference game that counts what happens in it."""

    def begin(self, seat):
        self.events = Counter()
        super().begin(seat)

    def go_on(self, answer):
        super().go_on(answer)
        idle = self.unchanged_rounds == UNCHANGED_ROUNDS
        self.events["truncated for its turns"] += self.is_truncated and not idle
        self.events["truncated for its rounds"] += self.is_truncated and idle
        self.events["match won"] += self.is_over and self.winner is not None
        if self.phase == "PLAY":
            self.events["nothing left to draw"] += self.nothing_to_draw()

    def reshuffle(self):
        self.events["reshuffle"] += 1
        super().reshuffle()

    def turn_up_opening_card(self):
        shown = self.draw_pile[-1]
        has_effect = super().turn_up_opening_card()
        self.events["opening without effect"] += not has_effect
        self.events["opening put back"] += has_effect and self.top != shown
        return has_effect

    def put_down(self, seat, card, copies=1):
        last = len(self.hands[seat]) == 1
        came_down_to_one = super().put_down(seat, card, copies)
        self.events["card of a pair"] += copies == 2
        self.events["last action card draws two"] += last
        return came_down_to_one

    def go_out(self, seat, card, copies):
        self.events["final draw"] += bool(self.draw_amount(card)) and self.options["final_draw"]
        super().go_out(seat, card, copies)

    def find_jumper(self, seat, card):
        jumper = yield from super().find_jumper(seat, card)
        self.events["jump-in"] += jumper is not None
        self.events["jump-in on a stack"] += jumper is not None and self.pending > 0
        return jumper

    def owner_of_laid(self, seat, card):
        owner = super().owner_of_laid(seat, card)
        self.events["owner names the colour"] += owner != seat
        return owner

    def answer_penalty(self, seat, newest):
        self.events["stack of three"] += self.pending >= 3 * self.draw_amount(newest)
        return (yield from super().answer_penalty(seat, newest))

    def challenge(self, seat):
        self.events["guilty" if self.guilty else "innocent"] += 1
        return super().challenge(seat)

    def swap_hands(self, seat, other):
        self.events["hands swapped"] += 1
        super().swap_hands(seat, other)

    def pass_hands(self):
        self.events["hands passed"] += 1
        super().pass_hands()

    def shuffle_hands(self, seat):
        self.events["hands shuffled"] += 1
        super().shuffle_hands(seat)

    def finish_round(self, winner):
        self.events["round without a winner" if winner is None else "round won"] += 1
        playing = sum(self.playing)
        over = super().finish_round(winner)
        self.events["seat eliminated"] += playing - sum(self.playing)
        self.events["next round"] += not over
        return over

    def play(self, label):
        self.events["caught"] += label == "catch"
        super().play(label)


class Exercised:
    """Counts over many compared games."""

    def __init__(self):
        self.games = 0
        self.decisions = 0
        self.combinations: set[str] = set()
        """The rules met, as texts."""
        self.phases: Counter = Counter()
        self.events: Counter = Counter()
        self.values: Counter = Counter()

    def add(self, comparison) -> None:
        """Adds what one comparison has met."""
        self.games += 1
        self.decisions += len(comparison.labels)
        self.combinations.add(rules_text(comparison.setup.options))
        self.phases += comparison.phases
        self.events += comparison.events
        for name, value in comparison.setup.options.items():
            shown = "mapping" if isinstance(value, dict) else str(value)
            self.values[name, shown] += 1

    def missing(self) -> list[str]:
        """Phases, events and option values that no game has met."""
        wanted = [(name, str(value)) for name, values in CHOICES.items() for value in values]
        wanted += [("deck", "mapping"), *(("players", str(n)) for n in range(2, 11))]
        return [
            *(phase for phase in PHASES if not self.phases[phase]),
            *(event for event in EVENTS if not self.events[event]),
            *(f"{name}={value}" for name, value in wanted if not self.values[name, value]),
        ]

    def print(self, console: Console) -> None:
        """Prints the three tables."""
        for title, counts in (("phase", self.phases), ("event", self.events)):
            table = Table(title, "times")
            for name in PHASES if title == "phase" else EVENTS:
                table.add_row(name, f"{counts[name]:,}")
            console.print(table)
        options = Table("option", "games by value")
        for name in (*CHOICES, *RANGES):
            met = {value: n for (option, value), n in self.values.items() if option == name}
            order = sorted(met, key=lambda value: int(value) if value.isdigit() else 0)
            options.add_row(name, "  ".join(f"{value}: {met[value]:,}" for value in order))
        console.print(options)
        console.print(f"never met: {', '.join(self.missing()) or 'nothing'}")
