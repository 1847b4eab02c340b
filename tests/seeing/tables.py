"""Games to look at: every question, every number of players, large hands."""

from random import Random

from uno_env import Game, Phase, Rules

BLUFF = {
    "hands": ["W+4 R1 B2", "G1 R2 Y5", "B7 B8 Y1"],
    "discard": "R5",
    "draw": "Y2 Y3 G4 G6 B0 B1 R7 R8",
}
EVERY_QUESTION = "stacking=mixed,seven_swap,jump_in=colored,doubles,uno=call,target=200"


def bluffed(**options) -> Game:
    """Seat 0 has laid a Wild Draw Four on a red card while it held red; seat 1 is to answer."""
    game = Game.from_position(Rules(players=3, **options), **BLUFF)
    for action in ("W+4", "blue"):
        game.play(action)
    return game


def large_hands(size: int = 26) -> Game:
    """Four seats with many cards each."""
    cards = Game("hand_size=1", seed=5).draw_pile
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(4)]
    return Game.from_position(Rules(players=4), hands=hands, discard="R5", draw="Y1 Y2")


def at_every_question() -> dict[Phase, Game]:
    """A game in each phase."""
    found: dict[Phase, Game] = {Phase.CHALLENGE: bluffed()}
    for seed in range(60):
        rng = Random(seed)
        game = Game(EVERY_QUESTION + f",players={2 + seed % 4}", seed=seed)
        while not game.is_over:
            found.setdefault(game.phase, game.copy())
            game.play(rng.choice(game.legal))
        found.setdefault(game.phase, game.copy())
        if len(found) == len(Phase) - 1:
            return found
    raise AssertionError(f"not met: {set(Phase) - set(found)}")
