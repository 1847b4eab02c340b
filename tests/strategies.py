"""Hypothesis strategies: valid rules over every option, and games some way into random play."""

from random import Random

from hypothesis import strategies as st

from uno_env import Game, Phase, Rules
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
PATIENCE = 60

ASKED_UNDER: dict[Phase, dict[str, object]] = {
    Phase.PLAY: {},
    Phase.PLAY_DRAWN: {"drawn_card": "may_play"},
    Phase.CHOOSE_COLOR: {},
    Phase.CHALLENGE: {"wild_draw_four": "bluff", "stacking": "off", "deck": "108"},
    Phase.STACK: {"stacking": "mixed"},
    Phase.CHOOSE_TARGET: {"seven_swap": True, "deck": "108"},
    Phase.CALL_UNO: {"uno": "call"},
    Phase.CATCH: {"uno": "call"},
    Phase.JUMP_IN: {"jump_in": "colored"},
    Phase.SECOND_CARD: {"doubles": True},
}
"""Rules under which each question is met."""


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
        return st.sampled_from((option.default, option.default, not option.default))
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
    """A game some way into random play, not over; often at a question that is seldom asked.

    Args:
        longest: the most decisions that have been taken before that question is waited for.
        history: public events in the observation.
        fixed: rule options that are the same in all of them.
    """
    question = draw(st.sampled_from(list(ASKED_UNDER)))
    table = draw(rules(**ASKED_UNDER[question] | fixed))
    game = Game(table, seed=draw(SEEDS), history=history)
    decisions = draw(st.integers(0, longest))
    rng = Random(draw(SEEDS))
    for taken in range(decisions + PATIENCE):
        if taken >= decisions and game.phase == question:
            break
        before = game.copy()
        game.play(decide(game, rng))
        if game.is_over:
            return before
    return game


def play_on(game: Game, rng: Random, decisions: int) -> Game:
    """Take random decisions, up to a number of them or to the end."""
    for _ in range(decisions):
        if game.is_over:
            break
        game.play(decide(game, rng))
    return game


def decide(game: Game, rng: Random) -> str:
    """A random legal action; seldom a draw where a card can be laid, so that rounds end."""
    legal = game.legal
    if len(legal) > 1 and legal[-1] == "draw" and rng.random() < MOSTLY:
        legal.pop()
    return rng.choice(legal)
