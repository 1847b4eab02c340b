"""Who sits where: the next seat, and places counted clockwise. No division, for speed."""

from uno_env.compiling import compiled, inlined


@inlined
def seat_at(seat, places, players):
    """The seat so many places clockwise, -1 to `players - 1` of them."""
    other = seat + places
    if other >= players:
        other -= players
    elif other < 0:
        other += players
    return other


@inlined
def places_to(seat, other, players):
    """How many places clockwise another seat is."""
    places = other - seat
    if places < 0:
        places += players
    return places


@inlined
def next_seat(game, rules, seat):
    """The next seat still in, in the direction of play."""
    return seat_after(game, rules, seat, game.direction)


@compiled
def seat_after(game, rules, seat, direction):
    """The next seat still in, clockwise for direction 1."""
    seat = seat_at(seat, direction, rules.players)
    while not game.playing[seat]:
        seat = seat_at(seat, direction, rules.players)
    return seat
