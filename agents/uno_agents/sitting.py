"""A person at a table of agents: who sits where, whose move it is, undo, and saved games.

Agents are handed their own observation and mask and nothing else. What is told of their moves are
the public events: that somebody thought about jumping in and did not is nobody's business.
"""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from uno_env import ACTIONS, Game, Rules
from uno_env.agents import make
from uno_env.facts import Event
from uno_env.scene import deed, player
from uno_env.seating import SeatedAgent, first_illegal, in_position, names_in

FORMAT = "uno_agents sitting 1"


class Shown:
    """One game as agents are shown it: a batch of one, of the seat on move.

    Attributes:
        observation: [1, D] float32.
        mask: [1, A] int8.
        seat: [1] int64.
    """

    def __init__(self, game: Game, agent: SeatedAgent) -> None:
        self._game = Game.from_bytes(
            game.to_bytes(), seats=agent.layout.seats, history=agent.layout.history
        )
        seen, mask = self._game.observe(game.turn)
        self.observation, self.mask = seen[None], mask[None]
        self.seat = np.array([game.turn])

    def __getitem__(self, row: int) -> Game:
        return self._game


class Sitting:
    """One person and agents at a table.

    Args:
        game: where it stands.
        seat: the person's.
        against: names or agents: one for all other seats, or one for each, clockwise from the
            person's left.
        seed: of the agents' chance.

    Raises:
        ValueError: an unknown agent, one that cannot sit here, or the wrong number of them.
    """

    def __init__(self, game: Game, seat: int, against: Sequence[Any], seed: int = 0) -> None:
        players = game.rules.players
        if len(against) not in (1, players - 1):
            raise ValueError(
                f"{len(against)} opponents ({', '.join(names_in(against))}) at a table of "
                f"{players}: expected 1 or {players - 1}"
            )
        if not 0 <= seat < players:
            raise ValueError(f"seat={seat}: expected 0 to {players - 1}")
        self.game = game
        self.seat = seat
        self.against = list(against)
        self.rng = np.random.default_rng(seed)
        entries = self.against * (players - 1) if len(against) == 1 else self.against
        seats = [(seat + place) % players for place in range(1, players)]
        self.agents = {
            other: self._seated(entry) for other, entry in zip(seats, entries, strict=True)
        }
        self._before: list[tuple[Game, Any]] = []

    def _seated(self, entry: Any) -> SeatedAgent:
        agent = SeatedAgent(names_in([entry])[0], make(entry), self.game.rules.players)
        agent.sit_down(agent.layout, self.game.rules)
        return agent

    @property
    def is_mine(self) -> bool:
        """Whether the person is on move."""
        return not self.game.is_over and self.game.turn == self.seat

    def name(self, seat: int) -> str:
        """A seat, with who sits on it."""
        return f"{player(seat)} ({'you' if seat == self.seat else self.agents[seat].name})"

    def play(self, action: str) -> list[str]:
        """Play the person's action; what everybody saw of it, in words.

        Raises:
            ValueError: no such action, or an illegal one; nothing has changed.
        """
        before = self.game.copy(), self.rng.bit_generator.state
        seen = self._played(action)
        self._before.append(before)
        return seen

    def others(self) -> Iterator[str]:
        """Let the agents play until the person is on move; what everybody sees, in words.

        Raises:
            ValueError: an agent answers with an illegal action.
        """
        while not self.game.is_over and not self.is_mine:
            agent = self.agents[self.game.turn]
            yield from self._played(ACTIONS.label(self.ask(agent, self.rng)))

    def ask(self, agent: SeatedAgent, rng: np.random.Generator) -> int:
        """What an agent does in place of the seat on move, shown what this seat sees."""
        shown: Any = Shown(self.game, agent)
        answer = agent.answer(np.array([0]), shown, rng)
        if first_illegal(shown.mask, answer) is not None:
            raise ValueError(f"agent {agent.name!r} plays {in_position(self.game, answer[0])}")
        return int(answer[0])

    def _played(self, action: str) -> list[str]:
        """Carry out an action; the public events and the end of a round in words."""
        game, seat = self.game, self.game.turn
        events, rounds = game.events, game.last_round
        game.play(action)
        if game.last_round != rounds and not game.is_over:
            return [deed(Event(0, seat, action), game.rules.players), *self._round(game)]
        known = events[-1].number if events else -1
        new = [event for event in game.events if event.number > known]
        return [deed(event, game.rules.players) for event in new]

    def _round(self, game: Game) -> list[str]:
        """How the round that has just ended went."""
        result = game.last_round
        assert result is not None
        winner = "nobody wins" if result.winner is None else f"{self.name(result.winner)} wins"
        return [
            f"round {result.number}: {winner}, {result.points} points; totals "
            + " ".join(map(str, game.scores))
        ]

    def hint(self, entry: Any) -> list[tuple[str, float | None]]:
        """What an agent would do for the person: the likeliest actions with their probabilities.

        The probability is None where an agent has none to tell. Its chance is its own, so asking
        changes nothing.

        Raises:
            ValueError: an unknown agent, or one that cannot sit here.
        """
        agent = self._seated(entry)
        best = ACTIONS.label(self.ask(agent, np.random.default_rng(0)))
        scores = getattr(agent.agent, "scores", None)
        if not callable(scores):
            return [(best, None)]
        shown = Shown(self.game, agent)
        legal = np.flatnonzero(shown.mask[0])
        logits = np.asarray(scores(shown.observation))[0, legal].astype(np.float64)
        weights = np.exp(logits - logits.max())
        order = np.argsort(-weights, kind="stable")
        shares = weights / weights.sum()
        return [(ACTIONS.label(int(legal[at])), float(shares[at])) for at in order]

    def undo(self) -> bool:
        """Go back to the person's last decision; False if there is none."""
        if not self._before:
            return False
        self.game, self.rng.bit_generator.state = self._before.pop()
        return True

    def again(self) -> None:
        """Deal the next game at the same table."""
        self.game = self.game.next_game()
        self._before.clear()

    def save(self, path: str | os.PathLike) -> None:
        """Write game, seats and chance, aside first and then renamed.

        Raises:
            ValueError: an opponent has no name, or there is another file.
            OSError: it cannot be written.
        """
        if not all(isinstance(entry, str) for entry in self.against):
            raise ValueError("only opponents given by name can be saved")
        path = Path(path)
        if path.exists():
            _read(path)
        saved = {
            "format": FORMAT,
            "seat": self.seat,
            "against": self.against,
            "chance": self.rng.bit_generator.state,
            "game": json.loads(self.game.to_json()),
        }
        aside = path.with_name(path.name + ".part")
        aside.write_text(json.dumps(saved, indent=1), encoding="utf-8")
        os.replace(aside, path)

    @classmethod
    def load(cls, path: str | os.PathLike) -> "Sitting":
        """The sitting that `save` wrote.

        Raises:
            ValueError: no such file, or a damaged one.
        """
        saved = _read(Path(path))
        try:
            game = Game.from_json(json.dumps(saved["game"]))
            sitting = cls(game, saved["seat"], saved["against"])
            sitting.rng.bit_generator.state = saved["chance"]
        except (KeyError, TypeError, OverflowError) as error:
            raise ValueError(f"{path}: damaged, {error!r}") from None
        return sitting


def new_sitting(rules: Rules, seat: int, against: Sequence[Any], seed: int) -> Sitting:
    """A new game, dealt from `seed`."""
    return Sitting(Game(rules, seed=seed), seat, against, seed)


def _read(path: Path) -> dict[str, Any]:
    """The content of a saved sitting."""
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"{path}: no saved game ({error})") from None
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise ValueError(f"{path}: no saved game; expected a file that `save` wrote")
    return saved
