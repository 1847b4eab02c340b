"""Who won: the end of a round, of a match, and what the seats are paid for it (rules.md 8)."""

import numpy as np

from uno_env.cards import KINDS, POINTS
from uno_env.compiling import compiled, inlined
from uno_env.engine.seats import seat_at
from uno_env.state import MAX_IDLE_ROUNDS, NOBODY, Phase, Stage
from uno_env.tables import Scoring

REWARDS = ("win", "points", "match")
"""The reward schemes, by number."""

_WIN, _POINTS, _MATCH = range(len(REWARDS))
_POINTS_UNIT = np.float32(0.01)


@compiled
def hand_points(game, seat):
    """What the cards in a hand count."""
    points = 0
    for kind in range(KINDS):
        points += game.hands[seat, kind] * POINTS[kind]
    return points


@inlined
def same_side(rules, one, other):
    """Whether two seats win together: partners sit opposite (rules.md 8)."""
    return one == other or (rules.teams and (one - other) % 2 == 0)


@inlined
def end_round(game, rules):
    """Count the hands, add to the totals, and end the match or go on to the next deal."""
    winner = game.last_winner
    game.points = 0
    for seat in range(rules.players):
        game.last_playing[seat] = game.playing[seat]
        game.last_points[seat] = hand_points(game, seat)
        if winner != NOBODY and not same_side(rules, seat, winner):
            game.points += game.last_points[seat]
    if game.rounds < game.owners.shape[0]:
        game.owners[game.rounds] = winner
    game.rounds += 1
    game.idle_rounds += 1
    if winner != NOBODY:
        _add_to_totals(game, rules, winner)
    _end_or_go_on(game, rules, winner)


@compiled
def _add_to_totals(game, rules, winner):
    for seat in range(rules.players):
        if rules.scoring == Scoring.WINNER:
            gain = game.points if same_side(rules, seat, winner) else 0
        else:
            gain = np.int64(game.last_points[seat])
        game.scores[seat] += gain
        if gain > 0:
            game.idle_rounds = 0


@compiled
def _end_or_go_on(game, rules, winner):
    champion = NOBODY
    if rules.target == 0:
        champion = winner
    elif rules.scoring == Scoring.ELIMINATION:
        champion = _eliminate(game, rules)
    elif _reached(game, rules):
        champion = winner if rules.scoring == Scoring.WINNER else _lowest(game, rules, winner)
    if champion != NOBODY or rules.target == 0:
        game.winner = champion
        game.phase = Phase.OVER
    elif game.idle_rounds >= MAX_IDLE_ROUNDS:
        truncate(game)
    else:
        game.stage = Stage.DEAL


@inlined
def truncate(game):
    """The game ends for everyone at once, without a winner."""
    game.truncated = 1
    game.phase = Phase.OVER


@compiled
def _reached(game, rules):
    """Whether a total has reached the target."""
    for seat in range(rules.players):
        if game.scores[seat] >= rules.target:
            return True
    return False


@compiled
def _lowest(game, rules, winner):
    """The seat with the lowest total; of several the first clockwise from the last winner."""
    best = winner
    for places in range(1, rules.players):
        seat = seat_at(winner, places, rules.players)
        if game.scores[seat] < game.scores[best]:
            best = seat
    return best


@compiled
def _eliminate(game, rules):
    """Whoever reached the target leaves; the last seat still in is the champion."""
    last = NOBODY
    for seat in range(rules.players):
        if game.playing[seat] and game.scores[seat] >= rules.target:
            game.playing[seat] = 0
            game.in_round -= 1
        elif game.playing[seat]:
            last = seat
    return last if game.in_round == 1 else NOBODY


@compiled
def pay(game, rules, scheme, rewards):
    """Write what the round that has just ended pays each seat into `rewards: [seats] float32`.

    Args:
        game: a game whose latest step ended a round.
        scheme: a number of `REWARDS`.
    """
    if game.truncated or game.last_winner == NOBODY:
        return
    if scheme == _POINTS:
        _pay_points(game, rules, rewards)
    elif scheme == _WIN:
        _pay_sides(game, rules, game.last_winner, False, rewards)
    elif game.phase == Phase.OVER:
        _pay_sides(game, rules, game.winner, True, rewards)


@compiled
def _pay_sides(game, rules, winner, whole_match, rewards):
    """+1 for the winner, -1 shared by the others of the round or match; partners +1 or -1 each."""
    losers = 0
    for seat in range(rules.players):
        if (whole_match or game.last_playing[seat]) and not same_side(rules, seat, winner):
            losers += 1
    if rules.teams:
        losers = 1
    for seat in range(rules.players):
        if same_side(rules, seat, winner):
            rewards[seat] = 1
        elif whole_match or game.last_playing[seat]:
            rewards[seat] = -1 / losers


@compiled
def _pay_points(game, rules, rewards):
    """The winner gets the points in units of 100, each loser pays its own hand; partners halves."""
    for seat in range(rules.players):
        won = same_side(rules, seat, game.last_winner)
        if rules.teams:
            rewards[seat] = (game.points if won else -game.points) * _POINTS_UNIT / 2
        elif won:
            rewards[seat] = game.points * _POINTS_UNIT
        else:
            rewards[seat] = -game.last_points[seat] * _POINTS_UNIT
