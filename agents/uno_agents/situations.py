"""Situations that an agent met in its games, with the truth behind each, and what it brings.

`met` plays duplicate deals and keeps every decision of the first agent that fits a description:
what it saw, what it did, and the game as it stood. From there `play_on` plays all of them to the
end at once, after any other answer too: what an answer is worth, beside what was thought of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from uno_agents.blocks import KEPT
from uno_agents.deals import play
from uno_agents.table import Table
from uno_env import GameBatch, Layout, Rules
from uno_env.actions import CHALLENGE
from uno_env.cards import COLOR, COLORED, COLORS, KIND
from uno_env.seating import needed_layout
from uno_env.worlds import Truth, games_of

Description = Callable[[np.ndarray, np.ndarray, Layout], np.ndarray]
"""Says of each row of `observation: [B, D]` and `mask: [B, A]` whether it fits; `[B] bool`."""

_OF_COLOR = np.array([COLOR == color for color in range(len(COLORS))], np.int64)
"""[colors, K]"""


@dataclass(frozen=True)
class Situations:
    """`N` decisions of one agent."""

    line_up: tuple[Any, ...]
    """Whose decisions they are, and the opponents."""
    rules: Rules
    layout: Layout
    observation: np.ndarray
    """[N, D] float32: what the agent saw."""
    mask: np.ndarray
    """[N, A] int8: what it was allowed to do."""
    action: np.ndarray
    """[N] int64: what it did."""
    records: np.ndarray
    """[N] STATE: the game as it stood."""

    def __len__(self) -> int:
        return len(self.action)

    def __getitem__(self, rows: np.ndarray) -> "Situations":
        """Some of them."""
        names = ("observation", "mask", "action", "records")
        return replace(self, **{name: getattr(self, name)[rows] for name in names})

    @property
    def fields(self) -> dict[str, np.ndarray]:
        """What the agent saw, by name and in natural units."""
        return self.layout.decode(self.observation)

    @property
    def was_bluff(self) -> np.ndarray:
        """Whether the Wild Draw Four that may be challenged was one, `[N] bool`; the truth."""
        judged = self.records["judged"]
        matches = np.einsum("nk,nk->n", judged, _OF_COLOR[self.records["color_before"]])
        if self.rules.wilds_match:
            matches = matches + judged[:, COLORED:].sum(axis=1)
        return matches > 0

    def games(self) -> GameBatch:
        """All of them as games that stand there, the agent on move."""
        return games_of(self.records, self.rules, self.layout)


def met(
    description: Description,
    line_up: Sequence[Any],
    rules: Rules | str = "",
    deals: int = 1_000,
    seed: int = 0,
) -> Situations:
    """The decisions of the first agent of a line-up that fit a description.

    Args:
        description: such as `may_challenge` or `may_bluff`.
        line_up: two agents or names: the first against copies of the second.
        rules: the table's, or a preset's name, or a rules text.
        deals: duplicate deals, each played from every seat.
        seed: of deals and chance.

    Raises:
        ValueError: as `uno_agents.play`; or no decision fits.
    """
    table = Table(line_up, rules := Rules.named(rules) if isinstance(rules, str) else rules)
    _, agent, _ = table.entries[0]
    witness = _Witness(agent, description)
    play([witness, *line_up[1:]], rules, deals, seed, block=max(deals, 1))
    if not witness.kept:
        raise ValueError(f"{table.name(0)} met no such situation in {deals} deals: play more")
    parts = (np.concatenate(part) for part in zip(*witness.kept, strict=True))
    return Situations(tuple(line_up), rules, needed_layout(agent, rules.players), *parts)


class _Witness:
    """Answers as the agent within does, and keeps what it is asked about."""

    needs_truth = True

    def __init__(self, agent: Any, description: Description) -> None:
        if getattr(agent, "needs_worlds", False) or getattr(agent, "needs_truth", False):
            raise ValueError(f"{type(agent).__name__} looks ahead; expected an agent that does not")
        self.seats, self.history = getattr(agent, "seats", None), getattr(agent, "history", None)
        self.kept: list[tuple[np.ndarray, ...]] = []
        self._agent = agent
        self._description = description

    def start(self, layout: Layout, rules: Rules) -> None:
        self._layout = layout
        if callable(getattr(self._agent, "start", None)):
            self._agent.start(layout, rules)

    def act(
        self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator, truth: Truth
    ) -> np.ndarray:
        actions = self._agent.act(observation, mask, rng)
        rows = np.flatnonzero(self._description(observation, mask, self._layout))
        if len(rows):
            records = np.concatenate([truth.record(int(row)) for row in rows])
            self.kept.append((observation[rows], mask[rows], actions[rows], records))
        return actions


def may_challenge(observation: np.ndarray, mask: np.ndarray, layout: Layout) -> np.ndarray:
    """A Wild Draw Four was laid, and the agent may have it judged."""
    return mask[:, CHALLENGE] > 0


def may_bluff(observation: np.ndarray, mask: np.ndarray, layout: Layout) -> np.ndarray:
    """The agent may lay a Wild Draw Four, and it would be a bluff."""
    fits = mask[:, KIND["W+4"]] > 0
    fields = layout.view(observation[fits])
    of_color = np.einsum("nk,nc,ck->n", fields["hand"], fields["color"], _OF_COLOR)
    fits[fits] = of_color > 0
    return fits


def play_on(
    games: GameBatch, seat: np.ndarray, line_up: Sequence[Any], seed: int = 0
) -> np.ndarray:
    """Play running games to their end; what the first agent of the line-up is paid, `[B] float32`.

    Args:
        games: the batch; it is used up.
        seat: [B], where the first agent sits; copies of the second sit on all other seats.
        line_up: two agents or names.
        seed: of the agents' chance; the games have their own.
    """
    table = Table(line_up, games.rules[0])
    rng = np.random.default_rng(seed)
    paid = np.zeros(len(games), np.float32)
    row = np.arange(len(games))
    running = np.ones(len(games), bool)
    while running.any():
        place = np.where(running, (games.seat - seat[row]) % table.players, table.players)
        actions = games.mask.argmax(axis=1)  # anything legal will do where a game has ended
        for asked in range(table.players):
            rows = np.flatnonzero(place == asked)
            if len(rows):
                actions[rows] = table.answer(asked, rows, games, rng)
        rewards, terminated, truncated = games.step(actions)
        ended = np.flatnonzero(running & (terminated | truncated))
        paid[row[ended]] = rewards[ended, seat[row[ended]]]
        running[ended] = False
        if 0 < running.sum() <= KEPT * len(row):
            games.keep(np.flatnonzero(running))
            row, running = row[running], running[running]
    return paid
