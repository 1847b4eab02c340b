"""The legal actions in words: what each of them does under the rules in force.

Everything said follows from what the seat on move knows: its hand, the table, the question.
"""

from uno_env.cards import COLOR, COLOR_NAMES, COLORS, KIND, NO_COLOR
from uno_env.facts import TableFacts
from uno_env.scene import look, player
from uno_env.state import Phase

NAMES = {
    "S": "Skip",
    "R": "Reverse",
    "+2": "Draw Two",
    "W": "Wild",
    "W+4": "Wild Draw Four",
    "WSH": "Wild Shuffle Hands",
    "WSW": "Wild Swap Hands",
    "WC": "Wild Customizable",
    "WRX": "Wild UNO Remix",
}
"""What cards with a symbol are called, by rank."""


def explain(game: TableFacts, seat: int | None = None) -> str:
    """A line for each legal action of a seat, by default the one on move.

    Raises:
        ValueError: no such seat.
    """
    scene = look(game, seat)
    if game.is_over:
        return f"nothing to decide: {scene.question}"
    if scene.viewer != game.turn:
        return f"{player(scene.viewer)} is not asked: {scene.question}"
    return "\n".join(f"{label}: {words}" for label, words in explanations(game).items())


def explanations(game: TableFacts) -> dict[str, str]:
    """What each legal action of the seat on move does, by label; empty once the game is over."""
    return {label: _explain(game, label) for label in look(game).legal}


def _explain(game: TableFacts, label: str) -> str:
    if label in KIND:
        return _lay(game, label)
    if label in COLOR_NAMES:
        held = sum(card[0] == COLORS[COLOR_NAMES.index(label)] for card in game.hand(game.turn))
        return f"name {label}, of which you hold {held}"
    if label.startswith("swap+"):
        other = swap_partner(game, label)
        mine, theirs = _sizes(game, game.turn), _sizes(game, other)
        return f"give {player(other)} your hand of {mine} for its hand of {theirs}"
    if label == "pass":
        return _pass(game)
    return {
        "draw": _draw,
        "accept": _accept,
        "challenge": _challenge,
        "uno": lambda game: "call UNO, so that nobody can catch you",
        "catch": lambda game: f"{_exposed(game)} draws {game.rules.uno_penalty}",
    }[label](game)


def card_name(label: str) -> str:
    """A card's name in words: `red 7`, `Wild Draw Four`."""
    if COLOR[KIND[label]] == NO_COLOR:
        return NAMES[label]
    color, rank = COLOR_NAMES[COLORS.index(label[0])], label[1:]
    return f"{color} {NAMES.get(rank, rank)}"


def action_name(game: TableFacts, label: str) -> str:
    """What an action of the seat on move is called, in few words: `red 7`, `call UNO`."""
    if label in KIND:
        return card_name(label)
    if label.startswith("swap+"):
        return f"swap hands with {player(swap_partner(game, label))}"
    if label == "catch":
        return f"catch {_exposed(game)}"
    return "call UNO" if label == "uno" else label


def swap_partner(game: TableFacts, label: str) -> int:
    """The seat with which `swap+k` of the seat on move swaps."""
    return (game.turn + int(label.removeprefix("swap+"))) % game.rules.players


def _lay(game: TableFacts, label: str) -> str:
    """What laying a card does, and what it brings about."""
    rules, hand = game.rules, game.hand(game.turn)
    verb = {Phase.JUMP_IN: "jump in with", Phase.SECOND_CARD: "lay also the second"}
    parts = [f"{verb.get(game.phase, 'lay')} {card_name(label)}"]
    if len(hand) == 1 and (rules.action_finish or label[1:].isdigit()):
        return "; ".join([*parts, "your last card: you go out" + _last_draw(game, label)])
    if len(hand) == 1:
        parts.append("your last card may not be of this kind, so you draw 2 and go on")
    pair = game.phase == Phase.SECOND_CARD and not _amount(label)
    parts += _effect_of_pair(game, label) if pair else _effect(game, label)
    if label == "W+4":
        parts += _bluff(game, hand)
    if len(hand) == 2:
        called = "call UNO next" if rules.uno == "call" else "UNO is called for you"
        parts.append(f"one card is left: {called}")
    colored = COLOR[KIND[label]] != NO_COLOR
    if rules.doubles and game.phase != Phase.SECOND_CARD and colored and hand.count(label) > 1:
        parts.append("you may lay the second one too")
    numbers_only = rules.jump_in == "numbers"
    if colored and rules.jump_in != "off" and (label[1:].isdigit() or not numbers_only):
        parts.append("whoever holds the same card may jump in")
    return "; ".join(parts)


def _last_draw(game: TableFacts, label: str) -> str:
    """What the next player draws after a last card that makes it draw."""
    amount = _drawn_for(game, label)
    if not game.rules.final_draw or not _amount(label):
        return ""
    return f", and {player(_next(game))} still draws {amount}"


def _effect(game: TableFacts, label: str) -> list[str]:
    """What a card does that is not the last one."""
    rules, rank = game.rules, label if label.startswith("W") else label[1:]
    following = player(_next(game))
    if _amount(label):
        amount = _drawn_for(game, label)
        stacks = rules.stacking in ("same", "mixed") or (rules.stacking, rank) == ("draw_two", "+2")
        challenges = rank == "W+4" and rules.wild_draw_four == "bluff"
        loses = f"{following} draws {amount} and loses the turn"
        words = f"{loses}, or answers" if stacks else f"{loses}, or challenges" * challenges
        return [_color_first(rank) + (words or loses)]
    swap = "choose a player to swap hands with" if sum(game.playing) > 2 else "hands are swapped"
    if rank == "R" and sum(game.playing) == 2:
        return ["the direction turns and you play again"]
    owner_names = "name a color, unless another player owns this card"
    custom = {
        "plain": "name a color",
        "others_draw_two": "name a color; everybody else draws 2",
        "skip_everyone": "name a color and play again",
        "swap_hands": f"name a color, then {swap}",
    }
    effects = {
        "S": "you play again" if sum(game.playing) == 2 else f"{following} loses the turn",
        "R": "the direction turns",
        "W": "name a color next",
        "WSH": "name a color; all hands are shuffled and dealt anew",
        "WSW": f"name a color, then {swap}",
        "WC": custom[rules.custom_wild],
        "WRX": owner_names,
        "7": swap if rules.seven_swap else "",
        "0": "every hand passes on in the direction of play" if rules.zero_pass else "",
    }
    return [effects[rank]] if effects.get(rank) else []


def _effect_of_pair(game: TableFacts, label: str) -> list[str]:
    """What the second of two identical cards adds, draw cards apart (rules.md 9)."""
    rank, two_left = label[1:], sum(game.playing) == 2
    if rank == "S":
        return ["two places are skipped" + ", so the other one plays" * two_left]
    if rank == "R":
        return ["the direction turns twice" + ", and the other one plays" * two_left]
    return [f"{effect}, and that twice" for effect in _effect(game, label)]


def _color_first(rank: str) -> str:
    return "name a color; " if rank.startswith("W") else ""


def _bluff(game: TableFacts, hand: list[str]) -> list[str]:
    """Whether a Wild Draw Four keeps to its condition."""
    rules = game.rules
    if rules.wild_draw_four == "free" or len(hand) == 1:
        return []
    rest = list(hand)
    rest.remove("W+4")
    if held := [card for card in rest if card[0] == game.color]:
        name = COLOR_NAMES[COLORS.index(held[0][0])]
        return [f"you hold {name} {' '.join(held)}, so this is a bluff and may be challenged"]
    wilds = [card for card in rest if card[0] == "W"]
    if rules.wilds_match and wilds:
        return [f"you hold {' '.join(wilds)}, so this is a bluff and may be challenged"]
    if rules.wild_draw_four == "strict":
        return ["nothing in your hand forbids it"]
    return ["you hold nothing that forbids it, so a challenge would fail"]


def _draw(game: TableFacts) -> str:
    rules = game.rules
    first = "draw a card"
    if rules.draw == "until_playable":
        first = "draw cards up to the first that fits"
    fate = {
        "may_play": "if it fits you may play it at once, else the turn ends",
        "must_play": "if it fits it is played at once, else the turn ends",
        "keep": "you keep it and the turn ends",
    }
    return f"{first}; {fate[rules.drawn_card]}"


def _pass(game: TableFacts) -> str:
    caught = f"whoever notices makes you draw {game.rules.uno_penalty}"
    return {
        Phase.PLAY: "nothing is left to draw: the turn ends",
        Phase.PLAY_DRAWN: "keep the drawn card; the turn ends",
        Phase.CALL_UNO: f"do not call UNO; {caught}",
        Phase.CATCH: f"let {_exposed(game)} off",
        Phase.JUMP_IN: "do not jump in",
        Phase.SECOND_CARD: "lay no second card",
    }[game.phase]


def _accept(game: TableFacts) -> str:
    return f"draw {game.pending} and lose the turn"


def _challenge(game: TableFacts) -> str:
    """What is judged, and what either verdict brings."""
    before = look(game).color_before
    wilds = " or a wild" if game.rules.wilds_match else ""
    return (
        f"if the hand it was laid from held {before}{wilds}, its player draws {game.pending} and "
        f"you play; if not, you draw {game.pending + 2} and lose the turn"
    )


def _amount(label: str) -> int:
    """How many cards a card makes the next player draw."""
    return {"+2": 2, "W+4": 4}.get(label if label.startswith("W") else label[1:], 0)


def _drawn_for(game: TableFacts, label: str) -> int:
    """The sum that the next player has to draw once this card is down, a pair's added up."""
    cards = 2 if game.phase == Phase.SECOND_CARD else 1
    return cards * _amount(label) + game.pending


def _next(game: TableFacts) -> int:
    """The seat after the one on move, in the direction of play."""
    seat = game.turn
    while True:
        seat = (seat + game.direction) % game.rules.players
        if game.playing[seat]:
            return seat


def _sizes(game: TableFacts, seat: int) -> int:
    return look(game).places[seat].size


def _exposed(game: TableFacts) -> str:
    """Who may be caught, while there is somebody."""
    marked = (place.name for place in look(game).places if "did not call UNO" in place.marks)
    return next(marked, "nobody")
