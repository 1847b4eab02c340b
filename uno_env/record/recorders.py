"""Recording while games are played: one game, or a whole batch as it is stepped."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from uno_env.actions import ACTIONS
from uno_env.batch import GameBatch
from uno_env.game import Game
from uno_env.notation import Cards, card_labels, parse_cards
from uno_env.record.saved import SavedGame, endings, fingerprints
from uno_env.rows import as_actions, as_rows, ascending_rows, seeds_of_rows
from uno_env.rules import Rules

_ROOM = 64
"""Actions a row has room for at first."""

_GOLDEN, _MIX_1, _MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_UNMIX_1, _UNMIX_2 = (np.uint64(pow(mix, -1, 2**64)) for mix in (_MIX_1, _MIX_2))


class RecordedGame(Game):
    """A `Game` that notes its actions; `saved()` is its recording.

    >>> game = RecordedGame(Rules(players=3), seed=7)
    >>> game.play(game.legal[0])
    >>> game.saved().final().hand(0) == game.hand(0)
    True
    """

    def __init__(
        self,
        rules: Rules | str | None = None,
        seed: int = 0,
        *,
        deck: Cards | None = None,
        dealer: int | None = None,
        **more: Any,
    ) -> None:
        super().__init__(rules, seed, deck=deck, dealer=dealer, **more)
        self._played = bytearray()
        order = None if deck is None else " ".join(card_labels(parse_cards(deck)))
        self._began: dict[str, Any] = {"seed": int(seed), "deck": order, "dealer": dealer}

    @classmethod
    def of_record(cls, rules: Rules, record: np.ndarray, *look: Any, **looks: Any) -> "Game":
        """As for `Game`; the recording begins here. So it does after `from_position`."""
        game = super().of_record(rules, record, *look, **looks)
        assert isinstance(game, RecordedGame)
        game._begin_here()
        return game

    def _begin_here(self) -> None:
        self._played = bytearray()
        self._began = {"state": self.to_bytes()}

    def play(self, action: str | int) -> None:
        """As `Game.play`; the action is noted."""
        super().play(action)
        self._played.append(ACTIONS.parse(action) if isinstance(action, str) else int(action))

    def copy(self) -> "Game":
        """An independent recording that goes on from here."""
        game = super().copy()
        assert isinstance(game, RecordedGame)
        game._played = bytearray(self._played)
        return game

    __copy__ = copy

    def next_game(self) -> "Game":
        """As `Game.next_game`; a recording of its own, which begins there."""
        game = super().next_game()
        assert isinstance(game, RecordedGame)
        game._begin_here()
        return game

    def saved(self, agents: Sequence[str] | None = None) -> SavedGame:
        """What has been played so far; `agents` names who sat on each seat."""
        ending = endings(self.record(), [self.rules.players])[0]
        named = None if agents is None else tuple(agents)
        return SavedGame(self.rules, bytes(self._played), ending, agents=named, **self._began)


class BatchRecorder:
    """Notes the actions of a batch and hands out each game that ends.

    Args:
        games: the batch; its games are recorded from where they stand.
        seed: what the batch was made with, if nothing has been played since; lines are shorter
            then. By default the first game of each row carries the state it began from.

    Raises:
        ValueError: the games are not as dealt from `seed`.

    >>> games = GameBatch(size=2)
    >>> recorder = BatchRecorder(games, seed=0)
    >>> for _ in range(100):
    ...     actions = games.mask.argmax(axis=1)
    ...     _, terminated, truncated = games.step(actions)
    ...     for row, saved in recorder.note(actions, terminated | truncated):
    ...         pass  # out.write(saved)
    """

    def __init__(self, games: GameBatch, seed: int | np.ndarray | None = None) -> None:
        self.games = games
        size = len(games)
        self._actions = np.zeros((size, _ROOM), np.uint8)
        self._count = np.zeros(size, np.int64)
        self._every_row = np.arange(size)
        self._seeds = np.zeros(size, np.uint64)
        self._states: dict[int, bytes] = {}
        if seed is None:
            self._states = {row: games[row].to_bytes() for row in range(size)}
            return
        self._seeds = seeds_of_rows(seed, size)
        dealt = GameBatch(games.rules, size, self._seeds)
        looks = [fingerprints(batch.records(self._every_row)) for batch in (dealt, games)]
        if looks[0] != looks[1]:
            raise ValueError(
                f"the games are not as dealt from seed={seed}: make the recorder right after the "
                "batch, with the same seed, or leave seed out"
            )

    def note(
        self, actions: np.ndarray, ended: np.ndarray, rows: np.ndarray | None = None
    ) -> list[tuple[int, SavedGame]]:
        """To be called after each step of the batch.

        Args:
            actions: [B] as given to `step`, or `[n]` with `rows`.
            ended: [B] bool, `terminated | truncated` of that step.
            rows: as given to `step`.

        Returns:
            The rows whose game has ended in this step, each with its recording.
        """
        rows = self._every_row if rows is None else ascending_rows(rows, len(self._every_row))
        if not rows.size:
            return []
        actions = as_actions(actions, len(rows))
        count = self._count[rows]
        if count.max() == self._actions.shape[1]:
            self._actions = np.concatenate([self._actions, np.zeros_like(self._actions)], axis=1)
        self._actions[rows, count] = actions
        self._count[rows] = count + 1
        over = rows[ended[rows]]
        return self._take(over) if over.size else []

    def running(self, rows: np.ndarray) -> list[tuple[int, SavedGame]]:
        """Recordings of games that have not ended, as far as they have come."""
        rows = as_rows(rows, len(self._every_row))
        return self._saved(rows, self.games.records(rows))

    def deal(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """To be called after `games.deal(rows, seeds)`: what was played there is dropped."""
        rows = as_rows(rows, len(self._every_row))
        self._begin(rows, seeds_of_rows(np.asarray(seeds), len(rows)))

    def keep(self, rows: np.ndarray) -> None:
        """To be called after `games.keep(rows)`."""
        rows = as_rows(rows, len(self._every_row))
        self._actions, self._count = self._actions[rows], self._count[rows]
        self._seeds, self._every_row = self._seeds[rows], np.arange(len(rows))
        states = self._states
        self._states = {new: states[old] for new, old in enumerate(rows.tolist()) if old in states}

    def _take(self, rows: np.ndarray) -> list[tuple[int, SavedGame]]:
        records = self.games.records(rows, finished=True)
        saved = self._saved(rows, records)
        self._begin(rows, seeds_behind(records["random"]))
        return saved

    def _begin(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        self._seeds[rows] = seeds
        self._count[rows] = 0
        for row in rows.tolist():
            self._states.pop(row, None)

    def _saved(self, rows: np.ndarray, records: np.ndarray) -> list[tuple[int, SavedGame]]:
        rules = [self.games.rules[row] for row in rows]
        ends = endings(records, [one.players for one in rules])
        seeds, counts = self._seeds[rows].tolist(), self._count[rows].tolist()
        found = []
        for row, one, end, seed, count in zip(
            rows.tolist(), rules, ends, seeds, counts, strict=True
        ):
            actions, state = self._actions[row, :count].tobytes(), self._states.get(row)
            seed = seed if state is None else None
            found.append((row, SavedGame(one, actions, end, seed=seed, state=state)))
        return found


def seeds_behind(random: np.ndarray) -> np.ndarray:
    """The seeds whose games begin from these random states `[n] uint64`: `seed_chance` undone.

    The game after an ended one is dealt from the ended record's random state; with this it is the
    game of a seed like any other.
    """
    z = random.astype(np.uint64)
    z = _unshift(z, 31) * _UNMIX_2
    z = _unshift(z, 27) * _UNMIX_1
    return _unshift(z, 30) - np.uint64(_GOLDEN)


def _unshift(z: np.ndarray, by: int) -> np.ndarray:
    """The x of `z = x ^ (x >> by)`; bits come back from the top, `by` at a time."""
    x = z
    for _ in range(64 // by):
        x = z ^ (x >> np.uint64(by))
    return x
