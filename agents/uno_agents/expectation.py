"""What moves bring in worlds: played out by `heuristic`, and as a learned policy expects.

A play-out to the end of the round is right but noisy, a value is quiet but biased: the two are
mixed. A policy stored without its value leaves it to the play-outs alone.

`advance` plays games on by itself as long as there is nothing to decide, and stops each where the
policy has to choose, where the searching seat decides again after others have moved, or where the
round is over. So the policy is asked for all games of a chunk at once, a few times.
"""

import numpy as np

from uno_agents.lookahead import UNDECIDED, WIN, only_action, try_actions
from uno_agents.policy import Policy
from uno_agents.sight import sight_of
from uno_env import ACTIONS, Layout, Rules
from uno_env.compiling import kernel
from uno_env.playouts import encode, has_ended, play_on, write_mask
from uno_env.worlds import Worlds

TRUST = 0.5
"""The share of the policy's value in what a move is taken to bring."""

ASKED, AT_LEAF, ENDED = range(3)
"""Why a game has stopped."""


class Expectation:
    """A policy at a table, asked about one row at a time.

    Args:
        policy: plays on and values.
        layout: what it reads.
        rules: the table's.
    """

    def __init__(self, policy: Policy, layout: Layout, rules: Rules) -> None:
        self._policy = policy
        self._layout = layout
        self._sight = sight_of(layout, rules)

    def look_at(self, worlds: Worlds, row: int) -> None:
        """Turn to another row; what follows is about the seat on move there."""
        self._table = worlds.table(row)
        self._seat = worlds.seat(row)
        self._blank = np.zeros(self._layout.size, np.float32)
        self._blank[self._layout.slice("rules")] = self._table["options"][0]

    def scores(self, worlds: Worlds, row: int, seed: np.uint64) -> np.ndarray:
        """The policy's score of each action there, `[A] float32`.

        The seat sees the same in every world, so any will do.
        """
        seen = np.empty((1, self._layout.size), np.float32)
        look(worlds.many(row, np.array([seed])), self._table, self._seat, *self._view, seen)
        return self._policy.scores(seen)[0]

    @property
    def _view(self) -> tuple[np.ndarray, int, np.ndarray]:
        return self._layout.offsets, self._layout.seats, self._blank

    def returns(self, worlds: np.ndarray, moves: np.ndarray) -> np.ndarray:
        """What each of `moves: [n] int64` brings in each of `worlds: [N] STATE`; `[N, n]`."""
        at, seats, blank = self._view
        played = np.empty((len(worlds), len(moves)), np.float32)
        try_actions(
            worlds, self._table, self._seat, moves, at, seats, blank, self._sight, 0, played
        )
        if not self._policy.has_value:
            return played
        expected = self._play_on(np.repeat(worlds, len(moves)), np.tile(moves, len(worlds)))
        return (1 - TRUST) * played + TRUST * expected.reshape(played.shape)

    def _play_on(self, games: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """What the seat expects after one action in each game, `[B] float32`; `games` move on."""
        size = len(games)
        seen = np.empty((size, self._layout.size), np.float32)
        mask = np.empty((size, ACTIONS.size), np.int8)
        stopped = np.empty(size, np.int64)
        returns = np.zeros(size, np.float32)
        begun = np.stack([games["turns"], games["rounds"]])
        rows = np.arange(size)
        while rows.size:
            advance(
                games,
                self._table,
                self._seat,
                begun,
                rows,
                actions,
                *self._view,
                seen,
                mask,
                stopped,
                returns,
            )
            rows = np.flatnonzero(stopped == ASKED)
            if rows.size:
                scores = self._policy.scores(seen[rows])
                actions[rows] = np.where(mask[rows], scores, -np.inf).argmax(axis=1)
        leaves = np.flatnonzero(stopped == AT_LEAF)
        if leaves.size:
            returns[leaves] = self._policy.scores_and_values(seen[leaves])[1].clip(-1, 1)
        return returns


@kernel
def look(games, table, seat, at, seats, blank, seen):
    """Write what a seat sees of each game into `seen: [B, D] float32`."""
    for b in range(games.shape[0]):
        encode(games[b], table[0], seat, at, seats, blank, seen[b])


@kernel
def advance(
    games, table, seat, begun, rows, actions, at, seats, blank, seen, mask, stopped, returns
):
    """Carry out an action in some games, and go on to where the policy is needed.

    Args:
        games: [B] STATE, changed.
        seat: who searches.
        begun: [2, B] int64, turns and rounds when the search began.
        rows: [n] int64, the games to go on with.
        actions: [B] int64.
        seen: [B, D] float32, written: what the seat that stopped the game sees.
        mask: [B, A] int8, written: what it may do.
        stopped: [B] int64, written: `ASKED`, `AT_LEAF` or `ENDED`.
        returns: [B] float32, written where the round has ended: what `seat` gets.
    """
    rules = table[0]
    rewards = np.empty(rules.players, np.float32)
    for n in range(rows.shape[0]):
        b = rows[n]
        game = games[b]
        action = actions[b]
        while action != UNDECIDED:
            play_on(game, rules, action, WIN, rewards)
            if has_ended(game, begun[1, b]):
                break
            write_mask(game, rules, mask[b])
            action = only_action(mask[b])
        if has_ended(game, begun[1, b]):
            stopped[b] = ENDED
            returns[b] = rewards[seat]
            continue
        own = game.seat == seat and game.turns > begun[0, b]
        stopped[b] = AT_LEAF if own else ASKED
        encode(game, rules, game.seat, at, seats, blank, seen[b])
