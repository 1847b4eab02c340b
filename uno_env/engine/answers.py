"""What happens: the answer to each question, phase by phase.

`apply` carries out one legal action and goes on to the next question. Legality is not looked at
here: `legal` decides it, before.
"""

from uno_env.actions import (
    ACCEPT,
    CATCH,
    CHALLENGE,
    COLOR_ACTIONS,
    DRAW,
    PASS,
    SWAP_ACTIONS,
    UNO,
)
from uno_env.cards import KINDS
from uno_env.compiling import compiled, inlined
from uno_env.engine.cards_move import draw_card, draw_cards, record_event
from uno_env.engine.effects import (
    ask,
    draw_pending,
    lose_turn_drawing,
    swap_with,
)
from uno_env.engine.flow import carry_on, end_turn, end_with, lay, lay_second
from uno_env.engine.knowing import see_judged_hand
from uno_env.engine.legal import count_matches, playable
from uno_env.engine.seats import next_seat, seat_at
from uno_env.state import NO_CARD, NOBODY, Phase, Stage
from uno_env.tables import DrawnCard, Reveal

FALSE_CHALLENGE = 2
"""Cards a challenger draws on top when the Wild Draw Four was rightly laid (rules.md 6)."""


@inlined
def apply(game, rules, action):
    """Carry out a legal action of the seat on move."""
    phase = game.phase
    game.phase = Phase.RUNNING
    if phase == Phase.PLAY:
        answer_play(game, rules, action)
    elif phase == Phase.PLAY_DRAWN:
        answer_play_drawn(game, rules, action)
    elif phase == Phase.CHOOSE_COLOR:
        answer_choose_color(game, action)
    elif phase == Phase.CHALLENGE or phase == Phase.STACK:
        answer_penalty(game, rules, action)
    elif phase == Phase.CHOOSE_TARGET:
        answer_choose_target(game, rules, action)
    elif phase == Phase.CALL_UNO:
        answer_call_uno(game, rules, action)
    elif phase == Phase.CATCH:
        answer_catch(game, rules, action)
    elif phase == Phase.JUMP_IN:
        answer_jump_in(game, rules, action)
    elif phase == Phase.SECOND_CARD:
        answer_second_card(game, rules, action)
    carry_on(game, rules)


@inlined
def answer_play(game, rules, action):
    """A card, a draw, or a pass with nothing to draw (rules.md 4)."""
    seat = game.seat
    if action < KINDS:
        lay(game, rules, seat, action)
        return
    game.voids[seat, game.color] = game.turns
    record_event(game, seat, action)
    if action == DRAW:
        draw_in_turn(game, rules)
        return
    game.passes += 1
    if game.passes >= game.in_round:
        end_with(game, NOBODY)
    else:
        end_turn(game, rules)


@inlined
def draw_in_turn(game, rules):
    """Draw one card, or up to the first that fits; then what becomes of it."""
    seat = game.seat
    drawn = draw_card(game, rules, seat)
    while rules.until_playable and drawn != NO_CARD and not playable(game, rules, seat, drawn):
        drawn = draw_card(game, rules, seat)
    fits_now = drawn != NO_CARD and playable(game, rules, seat, drawn)
    if not fits_now or rules.drawn_card == DrawnCard.KEEP:
        end_turn(game, rules)
    elif rules.drawn_card == DrawnCard.MUST_PLAY:
        lay(game, rules, seat, drawn)
    else:
        game.drawn = drawn
        ask(game, seat, Phase.PLAY_DRAWN)


@inlined
def answer_play_drawn(game, rules, action):
    """Lay the drawn card, or keep it; a kept one leaves no trace."""
    if action == PASS:
        end_turn(game, rules)
    else:
        game.drawn = NO_CARD
        lay(game, rules, game.seat, action)


@inlined
def answer_choose_color(game, action):
    """Name the colour of the wild on top."""
    game.color = action - COLOR_ACTIONS
    record_event(game, game.seat, action)


@inlined
def answer_penalty(game, rules, action):
    """Accept the penalty, challenge the Wild Draw Four, or lay a card on it (rules.md 6, 9)."""
    seat = game.seat
    if action == ACCEPT:
        lose_turn_drawing(game, rules, seat)
    elif action == CHALLENGE:
        record_event(game, seat, CHALLENGE)
        judge(game, rules, seat)
    else:
        lay(game, rules, seat, action)


@inlined
def judge(game, rules, challenger):
    """Guilty: the player draws. Innocent: the challenger draws two more and loses the turn."""
    guilty = count_matches(game.judged, rules, game.color_before) > 0
    reveal(game, rules, challenger)
    if guilty:
        draw_pending(game, rules, game.player)
        game.player = challenger
        game.stage = Stage.TURN
    else:
        game.pending += FALSE_CHALLENGE
        lose_turn_drawing(game, rules, challenger)


@compiled
def reveal(game, rules, challenger):
    """Show the judged hand to those who may see it."""
    if rules.reveal == Reveal.CHALLENGER:
        see_judged_hand(game, rules, challenger)
    elif rules.reveal == Reveal.TABLE:
        for observer in range(rules.players):
            see_judged_hand(game, rules, observer)


@inlined
def answer_choose_target(game, rules, action):
    """Swap hands with the chosen seat."""
    game.acts -= 1
    places = action - SWAP_ACTIONS + 1
    swap_with(game, rules, seat_at(game.player, places, rules.players))


@compiled
def answer_call_uno(game, rules, action):
    """Call UNO, or stand exposed to every other player in turn."""
    seat = game.seat
    game.calls[seat] = 0
    if action == UNO:
        record_event(game, seat, UNO)
    else:
        game.exposed = seat
        ask(game, next_seat(game, rules, seat), Phase.CATCH)


@inlined
def answer_catch(game, rules, action):
    """Catch the exposed player, or leave it to the next seat; the last one closes the window."""
    catcher = game.seat
    if action == CATCH:
        record_event(game, catcher, CATCH)
        draw_cards(game, rules, game.exposed, rules.uno_penalty)
        game.exposed = NOBODY
        return
    following = next_seat(game, rules, catcher)
    if following == game.exposed:
        game.exposed = NOBODY
    else:
        ask(game, following, Phase.CATCH)


@inlined
def answer_jump_in(game, rules, action):
    """Lay the identical card out of turn: what the jumped card did is cancelled (rules.md 9)."""
    if action != PASS:
        lay(game, rules, game.seat, action)


@inlined
def answer_second_card(game, rules, action):
    """Lay the second card of a pair, or leave it at one."""
    if action != PASS:
        lay_second(game, rules)
