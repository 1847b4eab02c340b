"""The rules of a table: every option with its default, checked once, as text and as a fingerprint.

An option is one field of `Rules`. `OPTIONS` says what values it takes and, through that, how it is
parsed, written and shown to agents. What the options mean to the engine stands in `uno_env.tables`.
"""

import dataclasses
import difflib
import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from uno_env.actions import MAX_PLAYERS
from uno_env.cards import DECKS, KIND, LABELS, MAX_COUNT, MAX_DECKS, count_cards
from uno_env.options import Choice, Deck, DeckOption, Flag, Number

OPTIONS: dict[str, Any] = {
    "players": Number(2, 2, MAX_PLAYERS),
    "deck": DeckOption(),
    "decks": Number(1, 1, MAX_DECKS),
    "hand_size": Number(7, 1, 50),
    "opening": Choice(("apply", "redraw", "ignore")),
    "opening_reverse": Choice(("dealer", "right")),
    "opening_wild": Choice(("choose", "redraw")),
    "opening_wild_draw_four": Choice(("redraw", "apply")),
    "voluntary_draw": Flag(True),
    "draw": Choice(("one", "until_playable")),
    "drawn_card": Choice(("may_play", "must_play", "keep")),
    "custom_wild": Choice(("plain", "others_draw_two", "skip_everyone", "swap_hands")),
    "wild_draw_four": Choice(("bluff", "strict", "free")),
    "wilds_match": Flag(False),
    "challenge_reveal": Choice(("challenger", "table", "nobody")),
    "uno": Choice(("auto", "call")),
    "uno_penalty": Number(2, 0, 20),
    "action_finish": Flag(True),
    "final_draw": Flag(True),
    "scoring": Choice(("winner", "lowest", "elimination")),
    "target": Number(0, 0, 10_000),
    "teams": Flag(False),
    "stacking": Choice(("off", "draw_two", "same", "mixed")),
    "seven_swap": Flag(False),
    "zero_pass": Flag(False),
    "jump_in": Choice(("off", "numbers", "colored")),
    "doubles": Flag(False),
    "open_hands": Flag(False),
    "max_turns": Number(1_000, 1, 100_000),
}
"""Every option of rules.md, in its order."""

PRESETS = {
    "official": "",
    "official-500": "target=500",
    "current-sheet": "deck=112-shuffle,opening=redraw",
    "sheet-2001": (
        "deck=112-swap,opening_wild=redraw,opening_reverse=right,uno=call,uno_penalty=4"
    ),
    "partners": "players=4,teams,target=500",
    "kids": "wild_draw_four=strict,open_hands",
    "strict": "wild_draw_four=strict",
    "party": "stacking=mixed,seven_swap,zero_pass,jump_in=colored,draw=until_playable",
}
"""The rules text of every named table."""


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class Rules:
    """One table's rules. `Rules()` is official UNO for two; every option is a keyword.

    The options, their values and what they mean are tabled in `docs/rules.md`.

    Raises:
        ValueError: an unknown option or value, a number out of range, or options that cannot go
            together; the message names the value, what was expected and the way out.

    >>> Rules(players=4, stacking="same")
    Rules.parse('players=4,stacking=same')
    """

    players: int = OPTIONS["players"].default
    deck: Deck = OPTIONS["deck"].default
    decks: int = OPTIONS["decks"].default
    hand_size: int = OPTIONS["hand_size"].default
    opening: str = OPTIONS["opening"].default
    opening_reverse: str = OPTIONS["opening_reverse"].default
    opening_wild: str = OPTIONS["opening_wild"].default
    opening_wild_draw_four: str = OPTIONS["opening_wild_draw_four"].default
    voluntary_draw: bool = OPTIONS["voluntary_draw"].default
    draw: str = OPTIONS["draw"].default
    drawn_card: str = OPTIONS["drawn_card"].default
    custom_wild: str = OPTIONS["custom_wild"].default
    wild_draw_four: str = OPTIONS["wild_draw_four"].default
    wilds_match: bool = OPTIONS["wilds_match"].default
    challenge_reveal: str = OPTIONS["challenge_reveal"].default
    uno: str = OPTIONS["uno"].default
    uno_penalty: int = OPTIONS["uno_penalty"].default
    action_finish: bool = OPTIONS["action_finish"].default
    final_draw: bool = OPTIONS["final_draw"].default
    scoring: str = OPTIONS["scoring"].default
    target: int = OPTIONS["target"].default
    teams: bool = OPTIONS["teams"].default
    stacking: str = OPTIONS["stacking"].default
    seven_swap: bool = OPTIONS["seven_swap"].default
    zero_pass: bool = OPTIONS["zero_pass"].default
    jump_in: str = OPTIONS["jump_in"].default
    doubles: bool = OPTIONS["doubles"].default
    open_hands: bool = OPTIONS["open_hands"].default
    max_turns: int = OPTIONS["max_turns"].default

    def __new__(cls, **options: Any) -> "Rules":
        """Rules with some options; a name that is none is refused before anything else."""
        check_option_names(options)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for name, option in OPTIONS.items():
            object.__setattr__(self, name, option.check(name, getattr(self, name)))
        self._check_together()

    def _check_together(self) -> None:
        """Refuse options that cannot go together, naming both and the way out."""
        if self.teams and self.players != 4:
            raise ValueError(
                f"teams=True needs four players, not players={self.players}: "
                "set players=4, or teams=False"
            )
        if self.teams and self.scoring != "winner":
            raise ValueError(
                f"teams=True scores for the winning pair, not by scoring={self.scoring}: "
                "set scoring=winner, or teams=False"
            )
        counts = self.card_counts
        if (counts > MAX_COUNT).any():
            card = LABELS[int(np.argmax(counts > MAX_COUNT))]
            raise ValueError(
                f"decks={self.decks} of the given deck hold more {card} than a table does "
                f"({MAX_COUNT[KIND[card]]}): set decks=1, or a deck with fewer of them"
            )
        needed = self.players * self.hand_size + 2
        if counts.sum() < needed:
            twice = (2 * counts <= MAX_COUNT).all() and 2 * counts.sum() >= needed
            raise ValueError(
                f"players={self.players} with hand_size={self.hand_size} need at least {needed} "
                f"cards, and the deck holds {counts.sum()}: fewer players, a smaller hand_size, "
                f"{'decks=2' if twice else 'a larger deck'}"
            )

    @property
    def card_counts(self) -> np.ndarray:
        """The cards of the whole deck (or decks) by kind, `[58] int64`."""
        deck = DECKS[self.deck] if isinstance(self.deck, str) else self.deck
        return count_cards(deck).astype(np.int64) * self.decks

    @classmethod
    def parse(cls, text: str) -> "Rules":
        """The rules written as `"players=4,stacking=same,seven_swap"`.

        Raises:
            ValueError: an unknown option (with the nearest one), one given twice, or a bad value.
        """
        return cls(**_read_options(text))

    @classmethod
    def preset(cls, name: str, **options: Any) -> "Rules":
        """A named table such as `official-500` or `party`, with `options` put in its place.

        Raises:
            ValueError: no preset has this name.
        """
        if name not in PRESETS:
            raise ValueError(f"unknown preset {name!r}; expected one of {', '.join(PRESETS)}")
        check_option_names(options)
        return cls(**(_read_options(PRESETS[name]) | options))

    @classmethod
    def named(cls, text: str) -> "Rules":
        """What `--rules TEXT` means: a preset's name, or a text for `parse`.

        Raises:
            ValueError: as from `parse`; for a single word that is neither, with the presets.
        """
        if text in PRESETS:
            return cls.preset(text)
        if text.isidentifier() and text not in OPTIONS:
            near = difflib.get_close_matches(text, (*PRESETS, *OPTIONS), n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise ValueError(
                f"no rules are called {text!r}; {hint}the presets are {', '.join(PRESETS)}, "
                f"the options {', '.join(OPTIONS)}"
            )
        return cls.parse(text)

    def replace(self, **options: Any) -> "Rules":
        """These rules with some options changed."""
        check_option_names(options)
        return dataclasses.replace(self, **options)

    def __str__(self) -> str:
        changed = (name for name in OPTIONS if getattr(self, name) != OPTIONS[name].default)
        return ",".join(OPTIONS[name].write(name, getattr(self, name)) for name in changed)

    def __repr__(self) -> str:
        return f"Rules.parse({str(self)!r})"

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple:
        return Rules.parse, (str(self),)

    @property
    def fingerprint(self) -> str:
        """16 hex digits that are the same exactly for the same rules, on every machine."""
        options = [OPTIONS[name].write(name, getattr(self, name)) for name in OPTIONS]
        return hashlib.sha256(",".join(options).encode()).hexdigest()[:16]


def check_option_names(options: Mapping[str, Any]) -> None:
    """Refuse a name that is no option of `Rules`, with the nearest one.

    Raises:
        ValueError: names the option and what exists.
    """
    for name in options:
        if name not in OPTIONS:
            near = difflib.get_close_matches(name, OPTIONS, n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise ValueError(f"unknown option {name!r}; {hint}the options are {', '.join(OPTIONS)}")


def as_rules(rules: Rules | str | None, options: Mapping[str, Any]) -> Rules:
    """The rules of an environment that was given `rules=` or single options, never both.

    Raises:
        ValueError: both were given, or an unknown option.
    """
    check_option_names(options)
    if rules is None:
        return Rules(**options)
    if options:
        raise ValueError(
            f"rules= together with {', '.join(options)}: give one of them, "
            f"or rules.replace({', '.join(f'{k}={v!r}' for k, v in options.items())})"
        )
    if isinstance(rules, str):
        return Rules.named(rules)
    if not isinstance(rules, Rules):
        raise ValueError(f"rules={rules!r}: expected Rules(...), a preset's name or a rules text")
    return rules


def _read_options(text: str) -> dict[str, Any]:
    """The options written in a rules text."""
    if not isinstance(text, str):
        raise ValueError(f'rules {text!r}: expected a text such as "players=4,stacking=same"')
    options: dict[str, Any] = {}
    for item in filter(None, map(str.strip, text.split(","))):
        name, cut, value = item.partition("=")
        check_option_names({name: value})
        if name in options:
            raise ValueError(f"option {name!r} stands twice in {text!r}")
        option = OPTIONS[name]
        if not cut and not isinstance(option, Flag):
            raise ValueError(f"option {name!r} needs a value: {option.describe()}")
        options[name] = option.read(name, value) if cut else True
    return options


def options_table() -> str:
    """All options as a Markdown table."""
    rows = ["| option | default | values |", "|---|---|---|"]
    for name, option in OPTIONS.items():
        rows.append(f"| `{name}` | `{option.default}` | {option.describe()} |")
    return "\n".join(rows)


def option_labels() -> tuple[str, ...]:
    """The labels of the rule options' places in the observation, `R` in all."""
    return tuple(label for name, option in OPTIONS.items() for label in option.labels(name))


def option_scale() -> np.ndarray:
    """What those places are multiplied by to give integers back, `[R] int64`."""
    return np.array([scale for option in OPTIONS.values() for scale in option.scale()])


def encode_options(rules: Rules) -> np.ndarray:
    """The rule options as agents see them, `[R] float32`."""
    values = [v for name, o in OPTIONS.items() for v in o.encode(getattr(rules, name))]
    return np.array(values, np.float32)


_FIELDS = [field.name for field in dataclasses.fields(Rules)]
assert list(OPTIONS) == _FIELDS, (
    f"OPTIONS and the fields of Rules differ: {sorted({*OPTIONS} ^ {*_FIELDS}) or 'in order'}"
)
