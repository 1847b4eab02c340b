"""Who stands on the leaderboard, and on how many deals; the one place to add an agent."""

from collections.abc import Sequence
from dataclasses import dataclass

from uno_agents.registry import make


@dataclass(frozen=True)
class Entry:
    """An agent of the leaderboard.

    Attributes:
        name: as every command takes it.
        players: the tables it is listed at.
        deals: of each of its matches at a table of two, at most; slow agents play fewer.
        replayed: games whose actions are hashed.
        fair: whether it sees only what its seat may see.
        slow: played in small blocks, and against the yardsticks alone.
        yardstick: whether slow agents meet it.
    """

    name: str
    players: tuple[int, ...] = (2, 4)
    deals: int = 20_000
    replayed: int = 1_000
    fair: bool = True
    slow: bool = False
    yardstick: bool = False

    def deals_at(self, players: int) -> int:
        """Deals of a match at a table of `players`: as many games as for two."""
        return max(self.deals * 2 // players, 1)


ENTRIES = (
    Entry("uniform"),
    Entry("random", yardstick=True),
    Entry("rlcard-rule-v1"),
    Entry("heuristic", yardstick=True),
    Entry("heuristic-bluff"),
    Entry("search-50", deals=1_000, replayed=100, slow=True),
    Entry("search-200", deals=400, replayed=40, slow=True),
    Entry("search-1000", players=(2,), deals=200, replayed=8, slow=True),
    Entry("clairvoyant-50", deals=1_000, replayed=100, fair=False, slow=True),
    Entry("policy:official-2p", players=(2,), yardstick=True),
    Entry("policy:official-4p", players=(4,), yardstick=True),
    Entry("policy-search-50", deals=200, replayed=40, slow=True),
)
"""Agents that this version does not have are left out, and the page says so."""


def present(players: int, entries: Sequence[Entry] = ENTRIES) -> tuple[list[Entry], list[str]]:
    """The entries for a table of `players` that can be made here, and the names of the others."""
    here: list[Entry] = []
    missing: list[str] = []
    for entry in entries:
        if players in entry.players:
            try:
                make(entry.name)
            except ValueError:
                missing.append(entry.name)
            else:
                here.append(entry)
    return here, missing


def meet(one: Entry, other: Entry, players: int) -> bool:
    """Whether the first plays (copies of) the other.

    Slow ones play the yardsticks alone, and nobody plays copies of slow ones.
    """
    if one.slow:
        return other.yardstick
    return not other.slow or (players == 2 and one.yardstick)
