"""The rules of a table in sentences: how UNO goes, and what each option of `Rules` says about it.

`SAID` holds the words of every option at every value; a test keeps it complete. An option that has
no bearing under the others (a penalty for what cannot happen) is left out of `rules_in_words`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from uno_env.cards import DECKS, KIND
from uno_env.explain import card_name
from uno_env.rules import OPTIONS, Rules

THE_GAME = (
    "Whoever first has no card left goes out and wins the round. In turn, each player lays one "
    "card that has the colour in force, or the number or symbol of the top card, or is a wild. On "
    "a wild only its colour or another wild fits. Who lays none draws.",
    "Skip: the next player loses the turn. Reverse: the direction turns; with two players left it "
    "skips as well. Draw Two: the next player draws two and loses the turn. Wild: its player names "
    "the colour in force. Wild Draw Four: its player names the colour, the next player draws four "
    "and loses the turn.",
)
"""What every table has in common."""

POINTS = (
    "Points: numbers count their value; Skip, Reverse and Draw Two 20; Wild and Wild Draw Four 50; "
    "other wilds 40."
)

OTHER_WILDS = {
    "WSH": "Wild Shuffle Hands: all hands are shuffled and dealt anew.",
    "WSW": "Wild Swap Hands: its player swaps hands with another.",
    "WRX": "Wild UNO Remix: its owner, if it has one, names the colour.",
}
"""What the wilds do that a deck may hold beside the usual ones."""


def _deck(rules: Rules) -> str:
    """What the deck holds."""
    held = DECKS[rules.deck] if isinstance(rules.deck, str) else rules.deck
    usual = DECKS[OPTIONS["deck"].default]
    if not usual.items() <= held.items():
        return f"A deck holds {', '.join(f'{count} {card}' for card, count in held.items())}."
    more = [f", {count} {card_name(card)}" for card, count in held.items() if card not in usual]
    return (
        "A deck holds in each colour one 0 and two each of 1-9, Skip, Reverse and Draw Two; "
        f"4 Wild, 4 Wild Draw Four{''.join(more)}."
    )


SAID: dict[str, str | Mapping[Any, str] | Callable[[Rules], str]] = {
    "players": "At the table sit {value} players, player_0 to player_{last} clockwise.",
    "deck": _deck,
    "decks": {1: "One such deck is used.", 2: "Two such decks are shuffled together."},
    "hand_size": "Each player is dealt {value} at the beginning of a round.",
    "opening": {
        "apply": "An opening Skip or Draw Two hits the player on the dealer's left.",
        "redraw": "An opening card that is no number is put back.",
        "ignore": "An opening Skip, Reverse or Draw Two lies without effect.",
    },
    "opening_reverse": {
        "dealer": "After an opening Reverse the dealer plays first.",
        "right": "After an opening Reverse the player on the dealer's right plays first.",
    },
    "opening_wild": {
        "choose": "On an opening Wild the player on the dealer's left names the colour.",
        "redraw": "An opening Wild is put back.",
    },
    "opening_wild_draw_four": {
        "redraw": "An opening Wild Draw Four is put back.",
        "apply": "An opening Wild Draw Four makes the player on the dealer's left draw four and "
        "lose the turn; the next player names the colour.",
    },
    "voluntary_draw": {
        True: "A player may draw although able to lay a card.",
        False: "Only a player who can lay no card draws.",
    },
    "draw": {
        "one": "Who draws takes one card.",
        "until_playable": "Who draws takes cards up to the first that fits.",
    },
    "drawn_card": {
        "may_play": "A drawn card that fits may be laid at once, and no other.",
        "must_play": "A drawn card that fits is laid at once.",
        "keep": "After drawing the turn ends.",
    },
    "custom_wild": {
        "plain": "Wild Customizable: as a Wild.",
        "others_draw_two": "Wild Customizable: everybody else draws two.",
        "skip_everyone": "Wild Customizable: its player plays again.",
        "swap_hands": "Wild Customizable: its player swaps hands with another.",
    },
    "wild_draw_four": {
        "bluff": "A Wild Draw Four may always be laid, but with a card of the colour in force in "
        "hand it is a bluff. The next player may challenge: if it was a bluff its player draws the "
        "four and the challenger plays; if not, the challenger draws six and loses the turn.",
        "strict": "A Wild Draw Four may be laid only by who holds no card of the colour in force; "
        "it cannot be challenged.",
        "free": "A Wild Draw Four may always be laid and cannot be challenged.",
    },
    "wilds_match": {
        False: "For that, other wilds in hand do not count as a card of the colour.",
        True: "For that, every other wild in hand counts as a card of the colour.",
    },
    "challenge_reveal": {
        "challenger": "The challenger is shown the challenged hand.",
        "table": "Everybody is shown the challenged hand.",
        "nobody": "Of a challenged hand only the verdict is told.",
    },
    "uno": {
        "auto": "UNO is called for whoever comes down to one card.",
        "call": "Who comes down to one card has to call UNO, or may be caught.",
    },
    "uno_penalty": "Cards that a caught player draws: {value}.",
    "action_finish": {
        True: "Any card may be the last.",
        False: "Who lays an action card or a wild last draws two and plays on.",
    },
    "final_draw": {
        True: "For a draw card laid last the next player still draws, and the cards count.",
        False: "For a draw card laid last nobody draws.",
    },
    "scoring": {
        "winner": "The winner of a round scores what the others hold; most points win the match.",
        "lowest": "Each player adds what the own hand holds; the lowest total wins the match.",
        "elimination": "Each player adds what the own hand holds; who reaches the target is out, "
        "and the last one left wins the match.",
    },
    "target": lambda rules: (
        f"Rounds are played until a total reaches {rules.target} points."
        if rules.target
        else "One round is played."
    ),
    "teams": {
        False: "Everybody plays alone.",
        True: "Partners sit opposite each other; when either goes out both win.",
    },
    "stacking": {
        "off": "A draw card cannot be answered with another.",
        "draw_two": "A Draw Two may be answered with a Draw Two: the sum passes on.",
        "same": "A Draw Two may be answered with a Draw Two, a Wild Draw Four with a Wild Draw "
        "Four: the sum passes on.",
        "mixed": "Any draw card may be answered with any other: the sum passes on.",
    },
    "seven_swap": {
        False: "A 7 is a number like others.",
        True: "Who lays a 7 swaps hands with another player.",
    },
    "zero_pass": {
        False: "A 0 is a number like others.",
        True: "When a 0 is laid all hands pass on in the direction of play.",
    },
    "jump_in": {
        "off": "Nobody lays out of turn.",
        "numbers": "Who holds a number card identical to the one laid may lay it out of turn.",
        "colored": "Who holds a coloured card identical to the one laid may lay it out of turn.",
    },
    "doubles": {
        False: "One card is laid at a time.",
        True: "An identical second coloured card may be laid with the first.",
    },
    "open_hands": {
        False: "Hands are hidden.",
        True: "All hands lie open.",
    },
    "max_turns": "A round of more than {value} turns is broken off without a result.",
}
"""What an option says: by value, or with its value put in, or as a function of the rules."""

_BEARS: dict[str, Callable[[Rules], bool]] = {
    "opening_reverse": lambda rules: rules.opening == "apply",
    "opening_wild": lambda rules: rules.opening != "redraw",
    "opening_wild_draw_four": lambda rules: rules.opening != "redraw",
    "custom_wild": lambda rules: _holds(rules, "WC"),
    "wilds_match": lambda rules: rules.wild_draw_four != "free",
    "challenge_reveal": lambda rules: rules.wild_draw_four == "bluff",
    "uno_penalty": lambda rules: rules.uno == "call",
    "scoring": lambda rules: rules.target > 0,
}
"""Options that mean something only beside certain others."""


def rules_in_words(rules: Rules) -> list[str]:
    """The rules in force: how the game goes, then a sentence for each option with a bearing."""
    options = [option_in_words(name, rules) for name in OPTIONS if bears(name, rules)]
    wilds = [words for card, words in OTHER_WILDS.items() if _holds(rules, card)]
    return [*THE_GAME, *wilds, *options, *[POINTS] * (rules.target > 0)]


def option_in_words(name: str, rules: Rules) -> str:
    """What an option says at its value in these rules."""
    said, value = SAID[name], getattr(rules, name)
    if callable(said):
        return said(rules)
    if isinstance(said, str):
        return said.format(value=value, last=rules.players - 1)
    return said[value]


def bears(name: str, rules: Rules) -> bool:
    """Whether an option means anything beside the others."""
    return name not in _BEARS or _BEARS[name](rules)


def _holds(rules: Rules, card: str) -> bool:
    return bool(rules.card_counts[KIND[card]])
