"""Driving whole matches with UNO Remix wilds: who is asked to name whose color."""

from uno_env import Game

from .table import KINDS, asked, play, rules_for

REMIX = "hand_size=2,deck=R1=4 WRX=4,target=5000"


def remix_match(seed, players=3, text=REMIX):
    """A match in which every card is a red one or a Remix wild."""
    return Game(rules_for(players, text), seed=seed)


def finish_round(game, winner=None):
    """Plays on until the next round is dealt; `winner` lays cards, everybody else only draws.

    Without a `winner` nobody lays anything, and the round ends by passing.
    """
    dealer = game.dealer
    while game.dealer == dealer and not game.is_over:
        offered = game.legal
        if "red" in offered:
            play(game, "red")
        elif game.turn == winner and offered[0] in KINDS:
            play(game, offered[0])
        else:
            play(game, "draw" if "draw" in offered else "pass")


def remix_askers(game):
    """Plays the round with everybody laying Remix wilds first: [(who laid it, who was asked)]."""
    askers = []
    dealer = game.dealer
    while game.dealer == dealer and not game.is_over:
        layer = asked(game)[0]
        if "red" in game.legal:
            play(game, "red")
        elif "WRX" in game.legal:
            play(game, "WRX")
            if asked(game)[1] == "CHOOSE_COLOR" and game.dealer == dealer:
                askers.append((layer, asked(game)[0]))
        else:
            play(game, game.legal[0])
    return askers
