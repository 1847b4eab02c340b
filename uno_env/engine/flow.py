"""Whose turn: from a card that is down to the next question, in the order of rules.md 5.

Going out, the second card, the UNO call, jumping in, the colour, the target, the effect, the
answer of the next player, the next turn: each is a stage, and each either asks somebody or moves
the stage on. No stage knows of another rule than its own.
"""

import numpy as np

from uno_env.compiling import compiled, inlined
from uno_env.engine.cards_move import draw_cards, put_down, top_card
from uno_env.engine.deal import deal_round
from uno_env.engine.effects import (
    ask,
    close_judgement,
    draw_pending,
    meet_response,
    owe_call,
    take_effect,
)
from uno_env.engine.knowing import copy_counts, learn_what_is_open
from uno_env.engine.score import end_round, truncate
from uno_env.engine.seats import next_seat
from uno_env.state import NO_CARD, NOBODY, Phase, Stage
from uno_env.tables import Condition, Effect, Namer

FINISH_PENALTY = np.int64(2)
"""Cards drawn for an action card laid last, under `action_finish=False`."""


@compiled
def carry_on(game, rules):
    """Carry a game whose phase is RUNNING on to the next question, or to its end."""
    while game.phase == Phase.RUNNING:
        if rules.call_uno and ask_for_call(game, rules):
            break
        stage = game.stage
        if stage == Stage.GOING_OUT:
            go_out(game, rules)
        elif stage == Stage.SECOND_CARD:
            offer_second_card(game, rules)
        elif stage == Stage.ONE_CARD_LEFT:
            check_one_card_left(game, rules)
        elif stage == Stage.JUMP_IN:
            offer_jump_in(game, rules)
        elif stage == Stage.COLOR:
            ask_for_color(game, rules)
        elif stage == Stage.EFFECT:
            take_effect(game, rules)
        elif stage == Stage.RESPONSE:
            meet_response(game, rules)
        elif stage == Stage.NEXT_SEAT:
            pass_turn_on(game, rules)
        elif stage == Stage.TURN:
            begin_turn(game, rules)
        elif stage == Stage.ROUND_END:
            end_round(game, rules)
        else:
            deal_next_round(game, rules)
    learn_what_is_open(game, rules)


@compiled
def begin_play(game, rules):
    """After the opening card: the first turn, unless its colour has to be named before."""
    if game.phase == Phase.RUNNING:
        begin_turn(game, rules)
    learn_what_is_open(game, rules)


@compiled
def lay(game, rules, seat, kind):
    """A seat lays a card: it becomes the player, and the order of things begins."""
    close_judgement(game)
    color = game.color
    put_down(game, rules, seat, kind)
    if rules.condition[kind] == Condition.JUDGED and game.hand_size[seat] > 0:
        game.color_before = color
        copy_counts(game.hands[seat], game.judged)
        game.judged_size = game.hand_size[seat]
    if rules.namer[kind] == Namer.OWNER:
        game.remixes += 1
    game.player = seat
    game.laid = 1
    game.skips = 0
    game.stage = Stage.GOING_OUT


@inlined
def lay_second(game, rules):
    """The player lays the identical second card; the pair goes through the order again."""
    put_down(game, rules, game.player, top_card(game))
    game.laid = 2
    game.stage = Stage.GOING_OUT


@inlined
def go_out(game, rules):
    """An empty hand ends the round, after a last draw by the next player (rules.md 8)."""
    game.stage = Stage.SECOND_CARD
    game.one_left = game.hand_size[game.player] == 1
    if game.hand_size[game.player] > 0:
        return
    kind = top_card(game)
    if not rules.goes_out[kind]:
        draw_cards(game, rules, game.player, FINISH_PENALTY)
        return
    if rules.effect[kind] == Effect.DRAW and rules.final_draw:
        game.pending += game.laid * rules.amount[kind]
        draw_pending(game, rules, next_seat(game, rules, game.player))
    game.pending = 0
    end_with(game, game.player)


@inlined
def end_with(game, winner):
    """The round ends; the winner may be NOBODY."""
    game.last_winner = winner
    game.stage = Stage.ROUND_END


@compiled
def offer_second_card(game, rules):
    """A holder of the identical coloured card may lay it as well (rules.md 9, doubles)."""
    game.stage = Stage.ONE_CARD_LEFT
    kind = top_card(game)
    if game.laid == 1 and rules.doubles[kind] and game.hands[game.player, kind]:
        ask(game, game.player, Phase.SECOND_CARD)


@compiled
def check_one_card_left(game, rules):
    """Coming down to one card by playing brings the duty to call UNO; drawing does not (7)."""
    game.stage = Stage.JUMP_IN
    game.asked = game.player
    if rules.call_uno and game.one_left:
        owe_call(game, game.player)
    game.one_left = 0


@compiled
def ask_for_call(game, rules):
    """Ask the first seat that has to call, in the direction of play from the player."""
    seat = game.player
    for _ in range(game.in_round):
        if game.calls[seat]:
            ask(game, seat, Phase.CALL_UNO)
            return True
        seat = next_seat(game, rules, seat)
    return False


@compiled
def offer_jump_in(game, rules):
    """Ask the next seat that holds the identical card, once round the table (rules.md 9)."""
    kind = top_card(game)
    player = game.player
    seat = player
    if rules.jumps[kind]:
        seat = next_seat(game, rules, game.asked)
        while seat != player and not game.hands[seat, kind]:
            seat = next_seat(game, rules, seat)
    if seat != player:
        game.asked = seat
        ask(game, seat, Phase.JUMP_IN)
    else:
        game.asked = NOBODY
        game.stage = Stage.COLOR


@compiled
def ask_for_color(game, rules):
    """A wild's colour is named by its player, or by the owner of a Remix card (rules.md 5)."""
    game.stage = Stage.EFFECT
    game.acts = game.laid
    namer = rules.namer[top_card(game)]
    if namer == Namer.PLAYER:
        ask(game, game.player, Phase.CHOOSE_COLOR)
    elif namer == Namer.OWNER:
        owner = np.int64(game.owners[(game.remixes - 1) % game.owners.shape[0]])
        owned = owner != NOBODY and game.playing[owner]
        ask(game, owner if owned else game.player, Phase.CHOOSE_COLOR)


@compiled
def pass_turn_on(game, rules):
    """After a card: the next seat, past those that are skipped."""
    if rules.effect[top_card(game)] != Effect.PLAY_AGAIN:
        for _ in range(1 + game.skips):
            game.player = next_seat(game, rules, game.player)
    game.stage = Stage.TURN


@compiled
def begin_turn(game, rules):
    """A seat enters PLAY, unless the round has had all its turns."""
    if game.turns >= rules.max_turns:
        truncate(game)
        return
    game.turns += 1
    ask(game, game.player, Phase.PLAY)


@inlined
def end_turn(game, rules):
    """The turn is over without a card: the next seat plays."""
    game.drawn = NO_CARD
    game.player = next_seat(game, rules, game.player)
    game.stage = Stage.TURN


@inlined
def deal_next_round(game, rules):
    """The deal passes to the next seat still in (rules.md 3)."""
    game.direction = 1
    game.dealer = next_seat(game, rules, game.dealer)
    deal_round(game, rules)
