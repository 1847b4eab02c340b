"""The luck of the draw: what the cards drawn were, less what their pile let expect.

For each card drawn, what it is (see `COLUMNS`) less the share of such cards in the pile it came
from. Piles are in random order, so whatever the agents do, each of these numbers is 0 on average:
control variates, by which an arena takes luck out of its results without favouring anybody.

No event says which card was drawn, and none should. It is read off the records instead, by
comparing each game with what it was before the step: the cards missing from the top of the pile
are the cards drawn, in order, and the hands that grew say whose they are. The mover draws first,
then the others in the direction of play. Not counted are cards from a pile reshuffled within the
step and those of a step that deals the next round of a match; nor is the deal: where deals are
played in all rotations of the seats, every agent is dealt every hand once.
"""

import numpy as np

from uno_env.actions import MAX_PLAYERS
from uno_env.batch import GameBatch
from uno_env.cards import COLORED, LABELS, MAX_CARDS, NUMBERS, RANK
from uno_env.compiling import compiled, kernel
from uno_env.engine.cards_move import top_card
from uno_env.engine.legal import fits
from uno_env.engine.seats import seat_at
from uno_env.state import NOBODY, Phase

COLUMNS = ("wild", "draw four", "action", "fits, in turn", "fits, forced")
"""What is counted of each card drawn: that it is a wild; a Wild Draw Four; a coloured action
card; that it fits on the card on top, drawn by the seat on move or by another."""

_FITS, _FITS_FORCED = COLUMNS.index("fits, in turn"), COLUMNS.index("fits, forced")
_CLASSES = _FITS + 1  # wild, draw four, action, and all other cards, which are not counted
_CLASS = np.array(
    [COLUMNS.index("action") if rank >= len(NUMBERS) else _FITS for rank in RANK[:COLORED]]
    + [COLUMNS.index("draw four" if label == "W+4" else "wild") for label in LABELS[COLORED:]]
)

_SCALARS = ("seat", "direction", "rounds", "color", "top", "draw_size", "discard_size")
_BEFORE = np.dtype(
    (
        np.record,
        np.dtype(
            [(name, "i8") for name in _SCALARS]
            + [("hand_size", "i2", (MAX_PLAYERS,)), ("draw_pile", "i1", (MAX_CARDS,))],
            align=True,
        ),
    )
)
"""What has to be remembered of a game to see what a step drew."""


class DrawLuck:
    """Adds up the luck of each seat's draws while a batch is played.

    Args:
        games: the batch; `count` must be called after each of its steps.

    Attributes:
        sums: `[B, P, C] float64`, of the game that runs in each row since it began or, where the
            latest step ended one, of the ended game until `clear`; `C` as in `COLUMNS`.
    """

    def __init__(self, games: GameBatch) -> None:
        self._games = games
        self._before = np.zeros(len(games), _BEFORE)
        self.sums = np.zeros((len(games), games.layout.seats, len(COLUMNS)))
        remember_games(games._games, self._before)

    def count(self) -> None:
        """Count what the latest step drew."""
        games = self._games
        count_draws(
            games._games,
            games._ended,
            games._ended_row,
            games._tables,
            games._of,
            self._before,
            self.sums,
        )

    def clear(self, rows: np.ndarray) -> None:
        """Begin anew in `rows: [n]`, whose games have ended."""
        self.sums[rows] = 0

    def keep(self, rows: np.ndarray) -> None:
        """Follow `GameBatch.keep`: row `n` becomes what row `rows[n]` was."""
        self._before, self.sums = self._before[rows], self.sums[rows]


@kernel
def remember_games(games, before):
    """Write into `before: [B]` what the games are now."""
    for b in range(games.shape[0]):
        remember(games[b], before[b], True)


@kernel
def count_draws(games, ended, ended_row, tables, of, before, sums):
    """Add the luck of the latest step's draws to `sums: [B, P, C]`, and remember the games."""
    for b in range(games.shape[0]):
        now = games[b]
        old = before[b]
        rules = tables[of[b]]
        anew = ended_row[b] != NOBODY
        if anew:
            add_draws(ended[ended_row[b]], old, rules, sums[b])
        elif now.draw_size != old.draw_size:
            anew = now.rounds != old.rounds or now.draw_size > old.draw_size
            add_draws(now, old, rules, sums[b])
        remember(now, old, anew)


@compiled
def remember(game, before, pile):
    """Note what the next step will be compared with; the pile only if it is another one."""
    before.seat = game.seat
    before.direction = game.direction
    before.rounds = game.rounds
    before.color = game.color
    before.top = top_card(game)
    before.draw_size = game.draw_size
    before.discard_size = game.discard_size
    for seat in range(MAX_PLAYERS):
        before.hand_size[seat] = game.hand_size[seat]
    if pile:
        for place in range(game.draw_size):
            before.draw_pile[place] = game.draw_pile[place]


@compiled
def add_draws(game, before, rules, sums):
    """Add the luck of the cards that have left the pile since `before`."""
    if game.rounds != before.rounds and game.phase != Phase.OVER:
        return
    reshuffled = game.draw_size > before.draw_size or game.discard_size < before.discard_size
    left = before.draw_size - (0 if reshuffled else game.draw_size)
    if left == 0:
        return
    counts = np.zeros(_CLASSES)  # in the pile
    fitting = 0
    for place in range(before.draw_size):
        counts[_CLASS[before.draw_pile[place]]] += 1
        fitting += _fits_now(before, before.draw_pile[place])
    seat = before.seat
    turns = 0  # seats that have drawn their share, or had none
    share = left - _drawn_by_others(game, before, rules, left, reshuffled)
    for size in range(before.draw_size, before.draw_size - left, -1):
        while share == 0 and turns < rules.players:
            turns += 1
            seat = seat_at(seat, before.direction, rules.players)
            share = max(0, game.hand_size[seat] - before.hand_size[seat])
        kind = before.draw_pile[size - 1]
        for column in range(_FITS):
            sums[seat, column] -= counts[column] / size
        if _CLASS[kind] < _FITS:
            sums[seat, _CLASS[kind]] += 1
        column = _FITS if seat == before.seat else _FITS_FORCED
        sums[seat, column] += _fits_now(before, kind) - fitting / size
        counts[_CLASS[kind]] -= 1
        fitting -= _fits_now(before, kind)
        share -= 1


@compiled
def _drawn_by_others(game, before, rules, left, reshuffled):
    """How many of the cards others than the mover drew.

    None, where hands moved from seat to seat too: then sizes do not tell, and the mover drew.
    """
    mover = before.seat
    if reshuffled and game.hand_size[mover] >= before.hand_size[mover]:
        return 0
    others = 0
    for seat in range(rules.players):
        if seat != mover:
            others += max(0, game.hand_size[seat] - before.hand_size[seat])
    if reshuffled:
        return min(others, left)
    return others if others <= left else 0


@compiled
def _fits_now(before, kind):
    """Whether a kind fits on the card on top; 1 or 0."""
    return 1 if fits(kind, np.int8(before.color), RANK[before.top]) else 0
