"""The agents at a learner's table: who sits where, and what they answer in many games at once."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from uno_env.batch import GameBatch
from uno_env.layout import Layout
from uno_env.rules import Rules, as_rules
from uno_env.seating import IllegalAnswer, first_illegal, in_position, seat_agents, widest

DEFAULT_OPPONENTS = ("random",)


class Opponents:
    """The agents on all seats but the learner's.

    Args:
        line_up: names or agents: one for all seats, or one for each, clockwise from the learner's
            left.
        rules: the table's.
        own: the learner's layout.

    Attributes:
        layout: that the games must show, wide enough for the learner and every agent.

    Raises:
        ValueError: an unknown agent, or one that cannot sit at this table.
    """

    def __init__(self, line_up: Sequence[Any], rules: Rules, own: Layout) -> None:
        agents = seat_agents(line_up, rules.players)
        self.layout = widest([own, *(agent.layout for agent in agents)])
        for agent in agents:
            agent.sit_down(self.layout, rules)
        distinct = {id(agent.agent): agent for agent in agents}
        self._agents = list(distinct.values())
        asked = [list(distinct).index(id(agent.agent)) for agent in agents]
        others = rules.players - 1
        self._asked_at = np.array(asked * others if len(asked) == 1 else asked, np.int64)
        """Which of the agents holds the seat so many places to the learner's left, less one."""

    def answer(
        self, rows: np.ndarray, learner: np.ndarray, games: GameBatch, chance: np.random.Generator
    ) -> np.ndarray:
        """What the opponents on move in some games answer, each agent asked once; `[n] int64`.

        Args:
            rows: [n] int64.
            learner: [n] int64, the learner's seat in each.
            games: the batch.
            chance: the agents'.

        Raises:
            IllegalAnswer: not a whole number for each row.
        """
        asked = self._asked(rows, learner, games)
        actions = np.empty(len(rows), np.int64)
        for number, agent in enumerate(self._agents):
            at = np.flatnonzero(asked == number)
            if at.size:
                actions[at] = agent.answer(rows[at], games, chance)
        return actions

    def _asked(self, rows: np.ndarray, learner: np.ndarray, games: GameBatch) -> np.ndarray:
        """Which of the agents is on move in each row."""
        place = (games.seat[rows] - learner) % (len(self._asked_at) + 1)
        return self._asked_at[place - 1]

    def illegal_answer(
        self, rows: np.ndarray, learner: np.ndarray, games: GameBatch, actions: np.ndarray
    ) -> IllegalAnswer:
        """The error for answers that the games refused: the agent and the position."""
        wrong = first_illegal(games.mask[rows], actions) or 0
        agent = self._agents[self._asked(rows, learner, games)[wrong]]
        position = in_position(games[int(rows[wrong])], int(actions[wrong]))
        return IllegalAnswer(f"opponent {agent.name!r} answered {position}")


def rules_of_table(
    rules: Rules | str | None, line_up: Sequence[Any], options: dict[str, Any]
) -> Rules:
    """The rules of a table for one learner and these opponents.

    Without `rules` and `players` there is a seat for the learner and for each opponent.

    Raises:
        ValueError: bad rules, or a line-up that does not fit them.
    """
    if isinstance(line_up, str) or not isinstance(line_up, Sequence) or not line_up:
        raise ValueError(
            f"opponents={line_up!r}: expected a list of names or agents, such as ['heuristic']"
        )
    if rules is None:
        options = {"players": 1 + len(line_up)} | options
    table = as_rules(rules, options)
    if len(line_up) not in (1, table.players - 1):
        raise ValueError(
            f"{len(line_up)} opponents at a table of {table.players}: expected one, who fills all "
            f"other seats, or {table.players - 1}; or set players={1 + len(line_up)} in the rules"
        )
    return table
