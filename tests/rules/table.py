"""Arranging a table in notation and reading it back: what every rule test starts from."""

from collections import Counter

import numpy as np

from uno_env import Game, Rules

COLORS = "RYGB"
RANKS = [*"0123456789", "S", "R", "+2"]
WILDS = ["W", "W+4", "WSH", "WSW", "WC", "WRX"]
KINDS = [color + rank for color in COLORS for rank in RANKS] + WILDS

EXTRA_CARDS = {
    "108": {},
    "112-shuffle": {"WSH": 1, "WC": 3},
    "112-swap": {"WSW": 1, "WC": 3},
    "112-remix": {"WRX": 2, "WC": 2},
}


def deck_cards(deck="108", decks=1):
    """All cards of a named deck, in kind order."""
    counts = {kind: 1 if kind[1:] == "0" else 2 for kind in KINDS if kind not in WILDS}
    counts |= {"W": 4, "W+4": 4} | EXTRA_CARDS[deck]
    return [kind for kind in KINDS for _ in range(counts.get(kind, 0) * decks)]


def in_kind_order(cards):
    """The cards sorted as a hand is shown."""
    return sorted(cards, key=KINDS.index)


def card_points(card):
    """What a card in hand counts when the round ends."""
    if card in WILDS:
        return 50 if card in ("W", "W+4") else 40
    return int(card[1:]) if card[1:].isdigit() else 20


def hand_points(hand):
    """What a hand, a list of cards, counts when the round ends."""
    return sum(card_points(card) for card in hand)


def rules_for(players, text=""):
    """The rules of `text` for a table of `players`."""
    return Rules.parse(f"players={players},{text}" if text else f"players={players}")


def table(text, hands, discard, **position):
    """The game in the position `hands` ("R1 R2 | B5 | ..."), under the rules of `text`."""
    seats = [hand.strip() for hand in hands.split("|")]
    return Game.from_position(rules_for(len(seats), text), hands=seats, discard=discard, **position)


def around(players, first):
    """Hands for a table of any size: `first` for seat 0, two harmless cards for every other."""
    return " | ".join([first, *(f"G{seat} B{seat}" for seat in range(1, players))])


def deck_opening_with(rules, opening):
    """The rules' deck in kind order, but with the cards `opening` turned up first."""
    rest = deck_cards(rules.deck, rules.decks)
    shown = opening.split()
    for card in shown:
        rest.remove(card)
    dealt = rules.players * rules.hand_size
    return rest[:dealt] + shown + rest[dealt:]


def opened(text, opening, players=4, dealer=3, seed=0):
    """A new game in which `opening` is turned up (and what is put back is followed by the rest)."""
    rules = rules_for(players, text)
    deck = " ".join(deck_opening_with(rules, opening))
    return Game(rules, seed=seed, deck=deck, dealer=dealer)


def play(game, labels):
    """Plays several actions, written with spaces, one after another."""
    for label in labels.split():
        game.play(label)
    return game


def asked(game):
    """Who is being asked, and what."""
    return int(game.turn), str(getattr(game.phase, "name", game.phase))


def legal(game):
    """The legal labels in action order, as one text."""
    return " ".join(game.legal)


def hand(game, seat):
    """One hand in notation."""
    return " ".join(game.hand(seat))


def hands(game):
    """All hands in notation, as `table` takes them."""
    return " | ".join(hand(game, seat) for seat in range(len(game.scores)))


def sizes(game):
    """How many cards each seat holds."""
    return [len(game.hand(seat)) for seat in range(len(game.scores))]


def scores(game):
    """The totals as plain numbers."""
    return [int(score) for score in game.scores]


def all_cards(game):
    """Every card of the game, counted."""
    held = [card for seat in range(len(game.scores)) for card in game.hand(seat)]
    return Counter(held + list(game.draw_pile) + list(game.discard_pile))


def seen(game, seat, field):
    """One field of what `seat` observes, in natural units."""
    return np.asarray(game.layout.decode(game.observation(seat))[field])


def known(game, observer, other):
    """The cards that `observer` is certain of in the hand of `other`, in notation."""
    rows = seen(game, observer, "known").reshape(-1, len(KINDS))
    counts = rows[(other - observer) % len(game.scores) - 1]
    cards = [kind for kind, count in zip(KINDS, counts, strict=True) for _ in range(int(count))]
    return " ".join(cards)


def everything(game, seat):
    """All bytes a seat is given: its observation and its mask."""
    return game.observation(seat).tobytes() + np.asarray(game.mask(seat)).tobytes()
