"""Hypothesis strategies: valid rules over every option, and games some way into random play."""

from random import Random

from hypothesis import strategies as st

from uno_env import Game, Rules
from uno_env.cards import DECKS, LABELS, MAX_COUNT
from uno_env.options import Choice, Flag
from uno_env.rules import OPTIONS

NUMBERS = {
    "players": st.integers(2, 10),
    "decks": st.sampled_from((1, 1, 2)),
    "uno_penalty": st.sampled_from((2, 0, 1, 4, 20)),
    "target": st.sampled_from((0, 0, 0, 60, 150)),
    "max_turns": st.sampled_from((200, 200, 200, 40, 1)),
}
"""The values worth meeting of the options that are numbers; `hand_size` depends on the deck."""

SEEDS = st.integers(0, 2**64 - 1)

MOSTLY = 0.9


@st.composite
def rules(draw: st.DrawFn, **fixed: object) -> Rules:
    """Rules in which every option may take any of its kinds of value.

    Args:
        fixed: options that are the same in all of them.
    """
    options = {
        name: draw(_values(name)) for name in OPTIONS if name not in ("deck", "hand_size", "teams")
    }
    if draw(st.integers(0, 7)) == 7:
        options |= {"teams": True, "players": 4, "scoring": "winner"}
    options |= fixed
    if options["players"] != 4 or options["scoring"] != "winner":
        options["teams"] = False
    options.setdefault("deck", draw(_decks(options["players"], options["decks"])))
    whole = Rules(players=options["players"], hand_size=1, deck=options["deck"])
    cards = int(whole.card_counts.sum()) * options["decks"]
    largest = min((cards - 2) // options["players"], 12)
    sizes = (min(7, largest), 1, min(2, largest), largest)
    options.setdefault("hand_size", draw(st.sampled_from(sizes)))
    return Rules(**options)


def _values(name: str) -> st.SearchStrategy:
    """The values of one option, its default first and more often than each other."""
    option = OPTIONS[name]
    if isinstance(option, Flag):
        return st.sampled_from((option.default, not option.default))
    if isinstance(option, Choice):
        return st.sampled_from((option.default, *option.values))
    return NUMBERS[name]


def _decks(players: int, decks: int) -> st.SearchStrategy:
    """Decks that are sold, and made-up ones in which rare cards meet often."""
    few = st.lists(st.sampled_from(LABELS), min_size=players + 2, max_size=40, unique=True)
    made_up = few.flatmap(
        lambda cards: st.fixed_dictionaries(
            {card: st.integers(1, _most(card) // decks) for card in cards}
        )
    )
    return st.one_of(st.sampled_from(sorted(DECKS)), made_up)


def _most(card: str) -> int:
    return int(MAX_COUNT[LABELS.index(card)])


@st.composite
def games(draw: st.DrawFn, longest: int = 120, history: int = 0, **fixed: object) -> Game:
    """A game some way into random play, not over.

    Args:
        longest: the most decisions that have been taken.
        history: public events in the observation.
        fixed: rule options that are the same in all of them.
    """
    game = Game(draw(rules(**fixed)), seed=draw(SEEDS), history=history)
    return play_on(game, Random(draw(SEEDS)), draw(st.integers(0, longest)), to_the_end=False)


def play_on(game: Game, rng: Random, decisions: int, *, to_the_end: bool = True) -> Game:
    """Take random decisions, up to a number of them, and up to the end or right before it."""
    for _ in range(decisions):
        if game.is_over:
            break
        before = game if to_the_end else game.copy()
        game.play(decide(game, rng))
        if game.is_over and not to_the_end:
            return before
    return game


def decide(game: Game, rng: Random) -> str:
    """A random legal action; seldom a draw where a card can be laid, so that rounds end."""
    legal = game.legal
    if len(legal) > 1 and legal[-1] == "draw" and rng.random() < MOSTLY:
        legal.pop()
    return rng.choice(legal)
