"""One game, for people, notebooks and tests: a batch of one with names on it."""

from typing import Any

import numpy as np

from uno_env import position, saving
from uno_env.actions import ACTIONS
from uno_env.cards import LABELS
from uno_env.checks import IllegalAction, check_number, check_seed, reward_number
from uno_env.fields import table_layout
from uno_env.kernels import act, deal_deck, deal_games, observe_one
from uno_env.knowledge import deal_unseen
from uno_env.notation import Cards
from uno_env.observation import blank_observations
from uno_env.rules import Rules, as_rules
from uno_env.seeing import SeenTable
from uno_env.state import NOBODY, STATE
from uno_env.tables import compile_rules

_FIRST = np.zeros(1, np.int64)
_NO_SEED = np.zeros(0, np.uint64)


class Game(SeenTable):
    """A game of UNO.

    Args:
        rules: `Rules(...)`, a preset's name or a rules text; by default official rules for two.
        seed: 0 to 2**64-1; the same rules, seed and actions give the same game everywhere.
        deck: the order of the cards, first card first, e.g. `"R1 Y4 ..."`; by default shuffled.
        dealer: the seat that deals; by default drawn.
        reward: what `rewards` are, `"win"`, `"points"` or `"match"`.
        seats: places in the observation; by default the players.
        history: public events in the observation.
        options: rule options, in place of `rules`.

    Raises:
        ValueError: any of these is not as described.

    >>> game = Game(Rules(players=3), seed=7)
    >>> game.legal
    ['GS', 'B5', 'W', 'draw']
    >>> game.play(game.legal[0])
    """

    def __init__(
        self,
        rules: Rules | str | None = None,
        seed: int = 0,
        *,
        deck: Cards | None = None,
        dealer: int | None = None,
        reward: str = "win",
        seats: int | None = None,
        history: int = 0,
        **options: Any,
    ) -> None:
        rules = as_rules(rules, options)
        seed = check_seed(seed)
        if dealer is not None:
            dealer = check_number("dealer", dealer, 0, rules.players - 1)
        self._set_up(rules, reward, seats, history)
        chosen = NOBODY if dealer is None else np.int64(dealer)
        if deck is None:
            seeds = np.array([seed], np.uint64)
            deal_games(self._record, self._table, _FIRST, _FIRST, seeds, chosen)
        else:
            cards = position.parse_deck(rules, deck)
            deal_deck(self._record, self._table, cards, np.uint64(seed), chosen)
        self._look()

    def _set_up(self, rules: Rules, reward: str, seats: int | None, history: int) -> None:
        self.rules = rules
        self.layout = table_layout(rules.players, seats, history)
        self._scheme = reward_number(reward)
        self._table = compile_rules(rules)
        self._blank = blank_observations(self.layout, self._table)
        self._record = np.zeros(1, STATE)
        self._now = np.zeros(3, np.int64)
        self._legal = np.zeros(ACTIONS.size, np.int8)
        self.rewards = np.zeros(self.layout.seats, np.float32)
        """What the latest `play` paid each seat, `[P] float32`."""

    def _look(self) -> None:
        """Take the seat, the phase and the end from the record."""
        record = self._record[0]
        self._now[:] = record.seat, record.phase, record.truncated

    @classmethod
    def of_record(
        cls,
        rules: Rules,
        record: np.ndarray,
        reward: str = "win",
        seats: int | None = None,
        history: int = 0,
    ) -> "Game":
        """A game over a copy of `record: [1] STATE`, which must be one of these rules."""
        game = cls.__new__(cls)
        game._set_up(rules, reward, seats, history)
        game._record[0] = record[0]
        game._look()
        return game

    @classmethod
    def from_position(
        cls,
        rules: Rules | str | None = None,
        *,
        hands: list[Cards],
        discard: Cards,
        draw: Cards | None = None,
        turn: int = 0,
        direction: int = 1,
        color: str | None = None,
        dealer: int | None = None,
        scores: list[int] | None = None,
        seed: int = 0,
        reward: str = "win",
        seats: int | None = None,
        history: int = 0,
        **options: Any,
    ) -> "Game":
        """A game that stands as given, with `turn` to play.

        Args:
            rules: as for `Game`, or options in its place.
            hands: one set of cards a seat; empty for a seat that has left the match.
            discard: the discard pile, bottom to top.
            draw: the draw pile, next card first; by default the rest of the deck, shuffled.
            turn: the seat that is to play.
            direction: 1 clockwise, -1 the other way.
            color: the colour in force; needed only where the top card is a wild.
            dealer: by default the last seat that is still in.
            scores: the totals; by default zeros.
            seed: of everything that is random from here on.
            reward, seats, history: as for `Game`.

        Raises:
            ValueError: a position that cannot stand; the message says what is wrong.
        """
        rules = as_rules(rules, options)
        record = position.build(
            rules, hands, discard, draw, turn, direction, color, dealer, scores, check_seed(seed)
        )
        return cls.of_record(rules, record, reward, seats, history)

    def play(self, action: str | int) -> None:
        """Carry out an action of the seat on move, given by label or number.

        Raises:
            IllegalAction: the rules do not allow it now; nothing has changed.
            ValueError: no action has this label.
        """
        number = ACTIONS.parse(action) if isinstance(action, str) else _as_number(action)
        if not 0 <= number < ACTIONS.size or not act(
            self._record,
            self._table,
            number,
            self._scheme,
            self._legal,
            self.rewards,
            self._now,
        ):
            raise illegal_action(self, number)

    @property
    def legal(self) -> list[str]:
        """The labels of the legal actions, in action order; empty once the game is over."""
        return [ACTIONS.labels[action] for action in np.flatnonzero(self.mask(self.turn)).tolist()]

    def next_game(self) -> "Game":
        """A new game of the same rules, dealt from this one's random state."""
        game = self.copy()
        deal_games(game._record, game._table, _FIRST, _FIRST, _NO_SEED, NOBODY)
        game.rewards[:] = 0
        game._look()
        return game

    def observation(self, seat: int) -> np.ndarray:
        """What a seat sees, a new `[D] float32`; see `layout`."""
        return self.observe(seat)[0]

    def mask(self, seat: int) -> np.ndarray:
        """A seat's legal actions, a new `[77] int8`; zeros unless it is on move."""
        return self.observe(seat)[1]

    def observe(self, seat: int) -> tuple[np.ndarray, np.ndarray]:
        """Observation and mask of a seat, both new."""
        seen = np.empty(self.layout.size, np.float32)
        mask = np.empty(ACTIONS.size, np.int8)
        layout = self.layout
        observe_one(
            self._record,
            self._table,
            self._seat(seat),
            layout.offsets,
            layout.seats,
            self._blank,
            seen,
            mask,
        )
        return seen, mask

    def state(self) -> np.ndarray:
        """The full truth, for critics and analysis: `[players * D + 230] float32`.

        The observations of all seats in seat order, then the draw pile, next card first, as
        (kind + 1) / 58 and zeros.
        """
        record = self._record[0]
        seen = [self.observation(seat) for seat in range(self.rules.players)]
        pile = np.zeros(record.draw_pile.shape, np.float32)
        cards = record.draw_pile[: record.draw_size][::-1]
        pile[: record.draw_size] = (cards + 1.0) / len(LABELS)
        return np.concatenate([*seen, pile])

    def sample_world(self, seat: int, seed: int) -> "Game":
        """A game in the same public situation that `seat` cannot tell from this one.

        The unseen cards are dealt uniformly over all ways that agree with what the seat knows and
        leave the present question askable. The result depends on that knowledge and on `seed`
        alone; its random state comes from `seed`.
        """
        world = self.copy()
        deal_unseen(world._record, world._table, self._seat(seat), np.uint64(check_seed(seed)))
        return world

    def copy(self) -> "Game":
        """An independent game in exactly this state, random state included."""
        game = type(self).__new__(type(self))
        game.__dict__.update(self.__dict__)
        game._record = np.zeros(1, STATE)  # zeros between the fields too, as bytes are compared
        game._record[:] = self._record
        game._now = self._now.copy()
        game.rewards = self.rewards.copy()
        return game

    __copy__ = copy

    def __deepcopy__(self, memo: dict) -> "Game":
        return self.copy()

    def to_bytes(self) -> bytes:
        """The rules and the record, random state included: all that the game is.

        How it is looked at (`reward`, `seats`, `history`) and what `rewards` were paid last is no
        part of it.
        """
        return saving.to_bytes(self.rules, self._record)

    @classmethod
    def from_bytes(
        cls, blob: bytes, *, reward: str = "win", seats: int | None = None, history: int = 0
    ) -> "Game":
        """The game that `to_bytes` wrote; `reward`, `seats` and `history` are as for `Game`.

        Raises:
            ValueError: damaged, cut off, or of another version.
        """
        return cls.of_record(*saving.from_bytes(blob), reward, seats, history)

    def to_json(self) -> str:
        """The whole game as readable JSON, exact."""
        return saving.to_json(self.rules, self._record)

    @classmethod
    def from_json(
        cls, text: str, *, reward: str = "win", seats: int | None = None, history: int = 0
    ) -> "Game":
        """The game that `to_json` wrote; `reward`, `seats` and `history` are as for `Game`.

        Raises:
            ValueError: no JSON of a game, or one that cannot stand.
        """
        return cls.of_record(*saving.from_json(text), reward, seats, history)

    def __repr__(self) -> str:
        asked = "over" if self.is_over else f"seat {self.turn} in {self.phase.name}"
        return f"<Game {str(self.rules) or 'official'}: {self.top} {self.color}, {asked}>"


def illegal_action(game: Game, action: int, where: str = "") -> IllegalAction:
    """The error for an action that `game` does not allow; `where` is put before the message."""
    named = ACTIONS.label(action) if 0 <= action < ACTIONS.size else str(action)
    if game.is_over:
        return IllegalAction(f'{where}illegal action "{named}": the game is over')
    return IllegalAction(
        f'{where}illegal action "{named}" for seat {game.turn} in {game.phase.name}; '
        f"legal: {' '.join(game.legal)}"
    )


def _as_number(action: Any) -> int:
    """An action's number; a bool or a float is none."""
    if isinstance(action, bool) or not isinstance(action, int | np.integer):
        raise ValueError(
            f"action {action!r}: expected a label or a number, 0 to {ACTIONS.size - 1}"
        )
    return int(action)
