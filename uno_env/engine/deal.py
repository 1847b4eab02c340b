"""The set-up: a new game, a round's deal, and the opening card (rules.md 3)."""

from uno_env.cards import COLORED, COLORS, KINDS, NO_COLOR
from uno_env.compiling import compiled
from uno_env.engine.cards_move import discard, take_top
from uno_env.engine.chance import below, shuffle
from uno_env.engine.effects import ask, close_judgement, draw_pending
from uno_env.engine.knowing import clear, forget_hands
from uno_env.engine.seats import next_seat, seat_after
from uno_env.state import CLOCKWISE, HISTORY, NEVER, NO_CARD, NOBODY, Phase, Stage
from uno_env.tables import Effect, Opening


@compiled
def clear_match(game, rules, dealer):
    """Everything but the random state is as before the first deal; NOBODY draws for the deal."""
    game.rounds = 0
    game.idle_rounds = 0
    game.points = 0
    game.winner = NOBODY
    game.truncated = 0
    game.last_winner = NOBODY
    game.in_round = rules.players
    game.direction = 1
    for seat in range(rules.players):
        game.playing[seat] = 1
        game.scores[seat] = 0
        game.last_playing[seat] = 0
        game.last_points[seat] = 0
    for remix in range(game.owners.shape[0]):
        game.owners[remix] = NOBODY
    game.dealer = below(game, rules.players) if dealer == NOBODY else dealer


@compiled
def clear_round(game, rules):
    """The table is empty: no cards, no questions, no history."""
    game.turns = 0
    game.phase = Phase.RUNNING
    game.stage = Stage.TURN
    game.seat = game.dealer
    game.player = game.dealer
    game.color = NO_COLOR
    game.drawn = NO_CARD
    game.laid = 0
    game.acts = 0
    game.skips = 0
    game.one_left = 0
    game.asked = NOBODY
    game.exposed = NOBODY
    game.remixes = 0
    game.pending = 0
    game.passes = 0
    game.events = 0
    for place in range(HISTORY):
        game.history[place, 0] = 0
        game.history[place, 1] = 0
    for seat in range(rules.players):
        game.calls[seat] = 0
        for color in range(len(COLORS)):
            game.voids[seat, color] = NEVER
    close_judgement(game)
    clear_cards(game, rules)


@compiled
def clear_cards(game, rules):
    """No card anywhere, and nobody is certain of any."""
    game.draw_size = 0
    game.discard_size = 0
    clear(game.draw_pile)
    clear(game.discard_pile)
    clear(game.discarded)
    for seat in range(rules.players):
        game.hand_size[seat] = 0
        clear(game.hands[seat])
    forget_hands(game, rules)


@compiled
def deal_round(game, rules):
    """Shuffle the whole deck, deal and open."""
    clear_round(game, rules)
    for kind in range(KINDS):
        for _ in range(rules.deck[kind]):
            game.draw_pile[game.draw_size] = kind
            game.draw_size += 1
    shuffle(game, game.draw_pile, game.draw_size)
    deal_from_pile(game, rules)


@compiled
def deal_from_pile(game, rules):
    """Deal one card at a time from the dealer's left, then open (rules.md 3)."""
    seat = game.dealer
    for _ in range(rules.hand_size * game.in_round):
        seat = seat_after(game, rules, seat, CLOCKWISE)
        game.hands[seat, take_top(game)] += 1
        game.hand_size[seat] += 1
    kind = turn_up(game, rules)
    discard(game, kind)
    open_round(game, rules, kind)


@compiled
def turn_up(game, rules):
    """The opening card. Cards that may not open are put back at random, while any other may."""
    shown = take_top(game)
    if _any_may_open(game, rules, shown):
        while rules.opens[shown] == Opening.PUT_BACK:
            put_back(game, shown)
            shown = take_top(game)
    return shown


@compiled
def _any_may_open(game, rules, shown):
    if rules.opens[shown] != Opening.PUT_BACK:
        return True
    for place in range(game.draw_size):
        if rules.opens[game.draw_pile[place]] != Opening.PUT_BACK:
            return True
    return False


@compiled
def put_back(game, kind):
    """The card goes to a random place in the draw pile; the others keep their order."""
    place = below(game, game.draw_size + 1)
    for above in range(game.draw_size, place, -1):
        game.draw_pile[above] = game.draw_pile[above - 1]
    game.draw_pile[place] = kind
    game.draw_size += 1


@compiled
def open_round(game, rules, kind):
    """What the opening card does, and who plays first.

    A card that should have been put back, but for want of another, lies there without effect; if
    it is a wild, the first player names the colour.
    """
    way = rules.opens[kind]
    first = next_seat(game, rules, game.dealer)
    game.player = first
    game.stage = Stage.TURN
    if way == Opening.NAMES_COLOR or (way == Opening.PUT_BACK and kind >= COLORED):
        ask(game, first, Phase.CHOOSE_COLOR)
    elif way == Opening.TAKES_EFFECT:
        effect = rules.effect[kind]
        if effect == Effect.SKIP:
            game.player = next_seat(game, rules, first)
        elif effect == Effect.REVERSE:
            open_reversed(game, rules)
        elif effect == Effect.DRAW:
            game.pending = rules.amount[kind]
            draw_pending(game, rules, first)
            game.player = next_seat(game, rules, first)
            if kind >= COLORED:
                ask(game, game.player, Phase.CHOOSE_COLOR)


@compiled
def open_reversed(game, rules):
    """An opening Reverse: the dealer plays first, or the player to the dealer's right."""
    game.direction = -1
    game.player = game.dealer
    if rules.reverse_right and game.in_round > 2:
        game.player = next_seat(game, rules, game.dealer)
