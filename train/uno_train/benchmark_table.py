"""The table of `uno_train.benchmark`: who learns from how many decisions a second, and why."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.table import Table

HEADINGS = (
    "trainer",
    "decisions/s",
    "lowest - highest",
    "the first / this",
    "collect, µs",
    "infer, µs",
    "update, µs",
    "settings",
)


@dataclass(frozen=True)
class Turn:
    """What a trainer did in one turn.

    Attributes:
        decisions: learned from, with more than one legal action.
        seconds: from the first move to the end of the last update.
        infer: seconds of them in the network while windows were collected.
        update: seconds of them in updates.
    """

    decisions: int
    seconds: float
    infer: float
    update: float

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds

    @property
    def collect(self) -> float:
        """Seconds of everything else: stepping the games, and storing what was seen."""
        return self.seconds - self.infer - self.update


Rounds = Mapping[str, Sequence[Turn]]
Settings = Mapping[str, Mapping[str, int]]


def as_table(rounds: Rounds, settings: Settings) -> Table:
    """For the terminal."""
    table = Table(title=title(rounds))
    for heading in HEADINGS:
        in_words = heading in (HEADINGS[0], HEADINGS[-1])
        table.add_column(heading, justify="left" if in_words else "right")
    for row in rows(rounds, settings):
        table.add_row(*row)
    return table


def as_markdown(rounds: Rounds, settings: Settings, command: str, machine: str) -> str:
    """For the page, with the command that measures again."""
    aligned = ["---", *["--:"] * (len(HEADINGS) - 2), "---"]
    lines = [list(HEADINGS), aligned, *rows(rounds, settings)]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"`{command}`\n\n{title(rounds)}; {machine}.\n\n{table}"


def title(rounds: Rounds) -> str:
    """What the figures are."""
    turns = len(next(iter(rounds.values())))
    return (
        "Decisions with a choice that are learned from, end to end; two players, official rules; "
        f"medians of {turns} interleaved rounds"
    )


def rows(rounds: Rounds, settings: Settings) -> list[list[str]]:
    """A row for each trainer; the others are compared with the first."""
    first = next(iter(rounds.values()))
    return [
        [
            name,
            f"{statistics.median(turn.rate for turn in turns):,.0f}",
            f"{min(turn.rate for turn in turns):,.0f} - {max(turn.rate for turn in turns):,.0f}",
            f"{ratio(first, turns):.1f}",
            *(share(turns, part) for part in ("collect", "infer", "update")),
            as_text(settings[name]),
        ]
        for name, turns in rounds.items()
    ]


def ratio(upper: Sequence[Turn], lower: Sequence[Turn]) -> float:
    """The median of the ratios within each round."""
    return statistics.median(a.rate / b.rate for a, b in zip(upper, lower, strict=True))


def share(turns: Sequence[Turn], part: str) -> str:
    """Microseconds of a part for each decision, and its share of the time; medians."""
    each = statistics.median(1e6 * getattr(turn, part) / turn.decisions for turn in turns)
    of_all = statistics.median(getattr(turn, part) / turn.seconds for turn in turns)
    return f"{each:,.1f} ({of_all:.0%})"


def as_text(settings: Mapping[str, int]) -> str:
    """What a trainer learns from, and with what."""
    return "; ".join(f"{name} {value:,}" for name, value in settings.items())
