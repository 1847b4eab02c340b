"""What a seat's observation must say, read off the reference: fields in natural units."""

from tests.reference import ReferenceGame
from tests.reference.cards import COLORS, KIND_ORDER, KINDS
from tests.reference.game import PHASES

VOID_MEMORY = 32
HIGHEST_SCORE = 1000


def expected_observation(game: ReferenceGame, observer: int) -> dict[str, list]:
    """The decoded fields of one seat's observation that the reference has an opinion on.

    Args:
        game: the reference, all hands open to this function.
        observer: the seat that looks; it is place 0 of every field by seat.
    """
    seats = [(observer + place) % game.players for place in range(game.players)]
    asked = None if game.is_over else game.turn
    drawn = game.legal[0] if game.phase == "PLAY_DRAWN" and asked == observer else None
    return {
        "hand": counts(game.hand(observer)),
        "top": one_hot(KINDS, game.top),
        "color": one_hot(COLORS, game.color),
        "color_before": one_hot(COLORS, game.color_before),
        "phase": one_hot(PHASES, game.phase),
        "to_act": one_hot(seats, asked),
        "direction": [int(game.direction == 1)],
        "hand_sizes": [len(game.hands[seat]) for seat in seats],
        "draw_size": [len(game.draw_pile)],
        "discards": counts(game.discard_pile),
        "known": [counts(game.known(observer, seat)) for seat in seats[1:]],
        "voids": [[recency(game.void_age(seat, color)) for color in COLORS] for seat in seats[1:]],
        "drawn": one_hot(KINDS, drawn),
        "pending": [game.pending],
        "exposed": one_hot(seats, game.exposed),
        "dealer": one_hot(seats, game.dealer),
        "playing": [int(game.playing[seat]) for seat in seats],
        "scores": [min(game.scores[seat], HIGHEST_SCORE) for seat in seats],
        "owners": [one_hot(seats, owner) for owner in game.owners],
    }


def counts(cards: list[str]) -> list[int]:
    of_kind = [0] * len(KINDS)
    for card in cards:
        of_kind[KIND_ORDER[card]] += 1
    return of_kind


def one_hot(values, value) -> list[int]:
    hot = [0] * len(values)
    if value is not None:
        hot[values.index(value)] = 1
    return hot


def recency(age: int | None) -> int:
    """How the observation shows an age in turns: 0 is never or long ago."""
    return 0 if age is None else max(0, VOID_MEMORY - age)
