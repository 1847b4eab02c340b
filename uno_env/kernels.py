"""The compiled functions that Python, and other compiled code, may call.

All of them work on arrays of `STATE` records and of `RULES` records; `of[b]` is the row of game
`b` in the rules. Arrays have `B` games, `P` seats, `A` actions, `D` observation columns.
"""

import numpy as np

from uno_env.compiling import compiled, inlined, kernel
from uno_env.engine.answers import apply
from uno_env.engine.chance import below, seed_chance, shuffle
from uno_env.engine.deal import clear_match, clear_round, deal_from_pile, deal_round
from uno_env.engine.flow import begin_play
from uno_env.engine.knowing import learn_what_is_open
from uno_env.engine.legal import write_mask
from uno_env.engine.score import pay
from uno_env.engine.seats import seat_at
from uno_env.observation import encode
from uno_env.state import NOBODY, Phase

ALL_FINE = -1

_ASIDE = np.uint64(0x5EA7D2A3C1B06F49)
"""Turns a game's random state into that of another stream: any odd-looking number will do."""


@compiled
def new_game(game, rules, dealer):
    """Deal a new game or match from the record's random state."""
    clear_match(game, rules, dealer)
    deal_round(game, rules)
    begin_play(game, rules)


@kernel
def deal_games(games, tables, of, rows, seeds, dealer):
    """Deal the games of `rows: [n] int64` anew, each from its seed in `seeds: [n] uint64`.

    Without seeds (`[0]`) each is dealt from its own random state.
    """
    for n in range(rows.shape[0]):
        row = rows[n]
        if seeds.shape[0] > 0:
            seed_chance(games[row], seeds[n])
        new_game(games[row], tables[of[row]], dealer)


@kernel
def deal_deck(games, tables, cards, seed, dealer):
    """Deal the first game from `cards: [n] int8`, a draw pile with its top card last."""
    game = games[0]
    seed_chance(game, seed)
    clear_match(game, tables[0], dealer)
    clear_round(game, tables[0])
    game.draw_size = cards.shape[0]
    for place in range(cards.shape[0]):
        game.draw_pile[place] = cards[place]
    deal_from_pile(game, tables[0])
    begin_play(game, tables[0])


@kernel
def settle_position(games, tables, seed, shuffled):
    """Give a position its random state, shuffle its draw pile if asked, and let the seats look."""
    game = games[0]
    seed_chance(game, seed)
    if shuffled:
        shuffle(game, game.draw_pile, game.draw_size)
    learn_what_is_open(game, tables[0])


@kernel
def step_games(
    games,
    tables,
    of,
    rows,
    actions,
    legal,
    scheme,
    rewards,
    terminated,
    truncated,
    ended,
    ended_row,
):
    """Carry out one action in some games; nothing moves if one of them is illegal.

    A game that ends is copied to `ended`, its place there is written into `ended_row: [B]`
    (else -1), and it is dealt anew.

    Args:
        rows: [n] int64, the games that move, none of them twice.
        actions: [n] int64.
        legal: [B, A] int8, the mask each action was chosen under.
        rewards: [B, P] float32, written; 0 where a game waits.
        terminated: [B] bool, written; False where a game waits.
        truncated: [B] bool, likewise.

    Returns:
        The place in `rows` of the first illegal action, or `ALL_FINE`.
    """
    size = legal.shape[1]
    for n in range(rows.shape[0]):
        if actions[n] < 0 or actions[n] >= size or not legal[rows[n], actions[n]]:
            return n
    if rows.shape[0] < games.shape[0]:
        rewards[:] = 0
        terminated[:] = False
        truncated[:] = False
        ended_row[:] = NOBODY
    count = 0
    for n in range(rows.shape[0]):
        b = rows[n]
        game = games[b]
        rules = tables[of[b]]
        play_on(game, rules, actions[n], scheme, rewards[b])
        truncated[b] = game.truncated != 0
        terminated[b] = game.phase == Phase.OVER and not truncated[b]
        ended_row[b] = NOBODY
        if game.phase == Phase.OVER:
            ended[count] = game
            ended_row[b] = count
            count += 1
            new_game(game, rules, NOBODY)
    return ALL_FINE


@inlined
def play_on(game, rules, action, scheme, rewards):
    """Carry out one legal action and pay what a round ended by it pays."""
    for seat in range(rewards.shape[0]):
        rewards[seat] = 0
    rounds = game.rounds
    apply(game, rules, action)
    if game.rounds != rounds:
        pay(game, rules, scheme, rewards)


@kernel
def observe(games, tables, of, rows, at, seats, blank, observation, mask, legal, seat):
    """Write what the seat on move sees in some games, its legal actions (twice) and the seat.

    `rows: [n] int64` says in which; all else has a row for every game.
    """
    for n in range(rows.shape[0]):
        b = rows[n]
        game = games[b]
        rules = tables[of[b]]
        seat[b] = game.seat
        encode(game, rules, game.seat, at, seats, blank[of[b]], observation[b])
        write_mask(game, rules, legal[b])
        for action in range(mask.shape[1]):
            mask[b, action] = legal[b, action]


@kernel
def observe_as(games, tables, of, places, seat, at, seats, blank, observation):
    """Write what given seats see in given games.

    Args:
        places: [n] int64, which of `games`; all that follows belongs to these.
        of: [n] int64, their rows in the rules.
        seat: [n] int64, who looks.
        observation: [n, D] float32, written.
    """
    for n in range(places.shape[0]):
        game = games[places[n]]
        encode(game, tables[of[n]], seat[n], at, seats, blank[of[n]], observation[n])


@kernel
def draw_seats(games, tables, of, rows, seat):
    """Write a seat for each of `rows: [n]`, all equally likely, into `seat: [n] int64`.

    It follows from the game's random state, which stays as it is.
    """
    for n in range(rows.shape[0]):
        game = games[rows[n]]
        state = game.random
        game.random = state ^ _ASIDE
        seat[n] = below(game, tables[of[rows[n]]].players)
        game.random = state


@kernel
def write_other_hands(games, tables, of, hands):
    """Write what the seats that are not on move hold: the truth, which no seat may see.

    Args:
        hands: [B, P - 1, K] int8, written; clockwise from the seat on move, zeros for absent seats.
    """
    for b in range(hands.shape[0]):
        game = games[b]
        players = tables[of[b]].players
        for place in range(hands.shape[1]):
            present = place + 1 < players
            other = seat_at(game.seat, place + 1, players) if present else game.seat
            for kind in range(hands.shape[2]):
                hands[b, place, kind] = game.hands[other, kind] if present else 0


@kernel
def observe_one(games, tables, seat, at, seats, blank, observation, mask):
    """Write what one seat of the first game sees; the mask is zeros unless it is on move."""
    game = games[0]
    encode(game, tables[0], seat, at, seats, blank[0], observation)
    if seat == game.seat:
        write_mask(game, tables[0], mask)
    else:
        for place in range(mask.shape[0]):
            mask[place] = 0


@kernel
def write_legal(games, tables, mask):
    """Write the legal actions of the first game into `mask: [A] int8`."""
    write_mask(games[0], tables[0], mask)


@kernel
def act(games, tables, action, scheme, mask, rewards, now):
    """Carry out an action in the first game if it is legal, and say whether it was.

    `mask: [A] int8` becomes the mask the action was looked up in; `now: [3] int64` the seat on
    move, the phase, and whether the game was truncated.
    """
    game = games[0]
    write_mask(game, tables[0], mask)
    if action < 0 or action >= mask.shape[0] or not mask[action]:
        return False
    play_on(game, tables[0], action, scheme, rewards)
    now[0] = game.seat
    now[1] = game.phase
    now[2] = game.truncated
    return True
