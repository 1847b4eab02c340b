"""The cards: what each does once it is down and its colour is named (rules.md 5 and 9)."""

import numpy as np

from uno_env.actions import ACCEPT, SWAP_ACTIONS
from uno_env.cards import NO_COLOR
from uno_env.compiling import compiled, inlined
from uno_env.engine.cards_move import (
    draw_cards,
    pass_hands,
    record_event,
    shuffle_hands,
    swap_hands,
    top_card,
)
from uno_env.engine.knowing import clear
from uno_env.engine.legal import has_answer, may_challenge
from uno_env.engine.seats import next_seat, places_to
from uno_env.state import Phase, Stage
from uno_env.tables import Effect, Response


@inlined
def ask(game, seat, phase):
    """Ask a seat a question; the step ends here."""
    game.seat = seat
    game.phase = phase


@inlined
def take_effect(game, rules):
    """Carry out the effect of the top card once; a pair has two acts."""
    if game.acts == 0:
        game.stage = Stage.RESPONSE
        return
    kind = top_card(game)
    effect = rules.effect[kind]
    if effect == Effect.SWAP and game.in_round > 2:
        ask(game, game.player, Phase.CHOOSE_TARGET)
        return
    game.acts -= 1
    if effect == Effect.SKIP:
        game.skips += 1
    elif effect == Effect.REVERSE:
        turn_direction(game)
    elif effect == Effect.DRAW:
        game.pending += rules.amount[kind]
    elif effect == Effect.OTHERS_DRAW:
        others_draw(game, rules, np.int64(rules.amount[kind]))
    elif effect == Effect.SWAP:
        swap_with(game, rules, next_seat(game, rules, game.player))
    elif effect == Effect.PASS_HANDS:
        pass_hands(game, rules)
        owe_calls(game, rules)
    elif effect == Effect.SHUFFLE_HANDS:
        shuffle_hands(game, rules, game.player)
        owe_calls(game, rules)


@inlined
def turn_direction(game):
    """Reverse; with two seats in the round it skips besides (rules.md 5)."""
    game.direction = -game.direction
    if game.in_round == 2:
        game.skips += 1


@compiled
def others_draw(game, rules, amount):
    """Every other seat draws, in turn order, and nobody loses a turn."""
    seat = next_seat(game, rules, game.player)
    while seat != game.player:
        draw_cards(game, rules, seat, amount)
        seat = next_seat(game, rules, seat)


@compiled
def swap_with(game, rules, other):
    """The player and another seat swap hands, for all to see."""
    player = game.player
    places = places_to(player, other, rules.players)
    record_event(game, player, SWAP_ACTIONS + places - 1)
    swap_hands(game, rules, player, other)
    if rules.call_uno:
        owe_call(game, player)
        owe_call(game, other)


@compiled
def owe_calls(game, rules):
    """After hands have moved round the table: whoever now holds one card has to call."""
    if rules.call_uno:
        for seat in range(rules.players):
            if game.playing[seat]:
                owe_call(game, seat)


@inlined
def owe_call(game, seat):
    """A seat that holds one card has to call UNO (rules.md 7)."""
    if game.hand_size[seat] == 1:
        game.calls[seat] = 1


@inlined
def meet_response(game, rules):
    """The next player challenges, stacks or accepts a draw card, or just draws (rules.md 6, 9)."""
    kind = top_card(game)
    if rules.effect[kind] != Effect.DRAW:
        game.stage = Stage.NEXT_SEAT
        return
    victim = next_seat(game, rules, game.player)
    response = rules.response[kind]
    if response == Response.MAY_CHALLENGE and may_challenge(game):
        ask(game, victim, Phase.CHALLENGE)
    elif response == Response.MAY_STACK and (
        may_challenge(game) or has_answer(game, rules, victim)
    ):
        ask(game, victim, Phase.STACK)
    else:
        lose_turn_drawing(game, rules, victim)


@compiled
def lose_turn_drawing(game, rules, seat):
    """A seat draws what is pending and loses the turn."""
    draw_pending(game, rules, seat)
    game.player = next_seat(game, rules, seat)
    game.stage = Stage.TURN


@compiled
def draw_pending(game, rules, seat):
    """The penalty is drawn, and with it every open judgement is settled."""
    record_event(game, seat, ACCEPT)
    amount = game.pending
    game.pending = 0
    close_judgement(game)
    draw_cards(game, rules, seat, amount)


@compiled
def close_judgement(game):
    """No Wild Draw Four is open to a challenge."""
    game.color_before = NO_COLOR
    if game.judged_size > 0:
        game.judged_size = 0
        clear(game.judged)
