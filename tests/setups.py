"""How a compared game begins: rules, seed, and a shuffled deck, a given order or a position."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from tests.random_rules import all_options, random_options
from tests.reference import REWARD_SCHEMES, ReferenceGame
from tests.reference.cards import COLORS, TWO_DECK_MAXIMUM, WILDS, whole_deck

CHANCE_OF_A_POSITION = 0.3
CHANCE_OF_A_GIVEN_ORDER = 0.15


@dataclass(frozen=True)
class Setup:
    """Everything that both engines need to begin the same game.

    Attributes:
        preset: the preset the rules start from, or None.
        named: the options named beside it.
        seed: start of the game's random stream.
        begin: keyword arguments of the game (`deck`, `dealer`) or, with `hands`, of a position.
        reward: the reward scheme; a position knows the first alone.
        with_batch: whether a batch of one row plays along.
    """

    preset: str | None
    named: dict
    seed: int
    begin: dict = field(default_factory=dict)
    reward: str = REWARD_SCHEMES[0]
    with_batch: bool = False

    @property
    def options(self) -> dict:
        return all_options(self.preset, self.named)

    def rules(self):
        """The rules as `uno_env` takes them."""
        from uno_env import Rules

        return Rules.preset(self.preset, **self.named) if self.preset else Rules(**self.named)

    def engine(self):
        """The game of `uno_env`."""
        from uno_env import Game

        if "hands" in self.begin:
            return Game.from_position(self.rules(), seed=self.seed, **self.begin)
        return Game(self.rules(), seed=self.seed, reward=self.reward, **self.begin)

    def reference(self, kind: type[ReferenceGame] = ReferenceGame) -> ReferenceGame:
        """The game of the reference."""
        start: Callable = kind.from_position if "hands" in self.begin else kind
        return start(self.options, seed=self.seed, **self.begin)

    def __str__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self.begin.items())
        start = "Game.from_position" if "hands" in self.begin else "Game"
        return f"{start}(Rules.parse({rules_text(self.options)!r}), seed={self.seed}{given})"


def rules_text(options: dict) -> str:
    """The options that differ from the sheet's defaults, as `Rules.parse` takes them."""
    defaults = all_options(None, {})
    differing = {name: value for name, value in options.items() if value != defaults[name]}
    return ",".join(f"{name}={_option_text(value)}" for name, value in differing.items())


def _option_text(value) -> str:
    if isinstance(value, dict):
        return " ".join(f"{card}={count}" for card, count in value.items())
    return str(value)


def random_setup(seed: int, with_batch: bool) -> Setup:
    """A random way to begin a game under random rules.

    Args:
        seed: decides everything, the game's own seed included.
        with_batch: whether a batch of one row is to play along.
    """
    rng = Random(seed)
    preset, named = random_options(rng)
    options = all_options(preset, named)
    game_seed = rng.choice((rng.getrandbits(64), rng.randrange(100), seed))
    reward = rng.choice(REWARD_SCHEMES)
    if with_batch:
        return Setup(preset, named, game_seed, reward=reward, with_batch=True)
    begin: dict = {}
    kind = rng.random()
    if kind < CHANCE_OF_A_POSITION:
        return Setup(preset, named, game_seed, _random_position(rng, options))
    if kind < CHANCE_OF_A_POSITION + CHANCE_OF_A_GIVEN_ORDER:
        order = whole_deck(options)
        rng.shuffle(order)
        begin = {"deck": " ".join(order)}
        if rng.random() < 0.5:
            begin["dealer"] = rng.randrange(options["players"])
    return Setup(preset, named, game_seed, begin, reward)


def _random_position(rng: Random, options: dict) -> dict:
    """A position of the rules' cards: few or many of them in hands, on the pile and to draw."""
    deck = whole_deck(options)
    rng.shuffle(deck)
    players = options["players"]
    scores = _random_scores(rng, options)
    most = rng.choice((1, 2, 4, 7, 12))
    hands = []
    for seat in range(players):
        left = (len(deck) - 2) // (players - seat)
        size = max(1, min(left, rng.randint(1, most)))
        if options["scoring"] == "elimination" and 0 < options["target"] <= scores[seat]:
            size = 0
        hands.append([deck.pop() for _ in range(size)])
    if rng.random() < 0.25:
        rng.choice([hand for hand in hands if hand]).extend(_foreign_cards(rng, options))
    discard = [deck.pop() for _ in range(rng.randint(1, max(1, len(deck) // rng.choice((1, 4)))))]
    begin = {
        "hands": [" ".join(hand) for hand in hands],
        "discard": " ".join(discard),
        "turn": rng.choice([seat for seat in range(players) if hands[seat]]),
        "direction": rng.choice((1, -1)),
        "dealer": rng.choice([seat for seat in range(players) if hands[seat]]),
        "scores": scores,
    }
    if discard[-1] in WILDS:
        begin["color"] = rng.choice(COLORS)
    if rng.random() < 0.7:
        begin["draw"] = " ".join(deck[: rng.choice((0, 1, 2, 5, len(deck)))])
    return begin


def _foreign_cards(rng: Random, options: dict) -> list[str]:
    """Cards beyond the rules' deck, which a position may hold and the next round does not."""
    deck = whole_deck(options)
    kinds = [card for card, most in TWO_DECK_MAXIMUM.items() if deck.count(card) < most]
    return rng.sample(kinds, min(len(kinds), rng.randint(1, 4)))


def _random_scores(rng: Random, options: dict) -> list[int]:
    """Totals below the target, but for some seats that an elimination has sent home."""
    players, target = options["players"], options["target"]
    if target == 0:
        return [0] * players
    scores = [rng.randrange(target) for _ in range(players)]
    if options["teams"]:
        scores[2:] = scores[:2]
    if options["scoring"] == "elimination":
        for seat in rng.sample(range(players), rng.randint(0, players - 2)):
            scores[seat] = target + rng.randrange(target)
    return scores
