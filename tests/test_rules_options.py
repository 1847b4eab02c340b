"""`Rules`: defaults, texts, presets, fingerprints, and what is refused with which words."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import cards as sheet
from tests.reference.cards import DEFAULTS, PRESETS
from uno_env import Game, Rules
from uno_env.tables import RULES, compile_rules

FLAGS = [name for name, value in DEFAULTS.items() if isinstance(value, bool)]
CHOICES = {name: values for name, values in sheet.CHOICES.items() if name not in FLAGS}
RANGES = {name: (low, high) for name, (_, low, high) in sheet.RANGES.items()}


@st.composite
def valid_options(draw):
    """Options of any rules that can work, as keyword arguments."""
    options = {name: draw(st.sampled_from(values)) for name, values in CHOICES.items()}
    options |= {name: draw(st.booleans()) for name in FLAGS}
    options |= {name: draw(st.integers(*RANGES[name])) for name in RANGES}
    if draw(st.booleans()):
        colored = st.dictionaries(
            st.sampled_from([c + r for c in "RYGB" for r in "123456789SR"]),
            st.integers(1, 4),
            min_size=12,
        )
        options |= {"deck": draw(colored), "decks": 1}
    if options["teams"]:
        options |= {"players": 4, "scoring": "winner"}
    deck = options["deck"]
    cards = sum(deck.values()) if isinstance(deck, dict) else int(deck[:3])
    options["players"] = min(options["players"], 4 if options["teams"] else 10)
    room = (cards * options["decks"] - 2) // options["players"]
    options["hand_size"] = min(options["hand_size"], room)
    return options


@pytest.mark.parametrize(("name", "default"), DEFAULTS.items())
def test_the_default_of_every_option_is_the_official_one(name, default):
    assert getattr(Rules(), name) == default
    assert type(getattr(Rules(), name)) is type(default)


@pytest.mark.parametrize(("name", "text"), PRESETS.items())
def test_a_preset_is_the_parse_of_its_text(name, text):
    assert Rules.preset(name) == Rules.parse(text)
    assert Rules.preset(name).fingerprint == Rules.parse(text).fingerprint


def test_the_official_preset_is_the_default():
    assert Rules.preset("official") == Rules() == Rules.parse("")
    assert str(Rules()) == ""


def test_a_preset_takes_options_on_top():
    assert Rules.preset("party", players=4) == Rules.parse(f"players=4,{PRESETS['party']}")
    assert Rules.preset("strict", wild_draw_four="free") == Rules(wild_draw_four="free")


@settings(max_examples=150, deadline=None)
@given(options=valid_options())
def test_rules_survive_being_written_and_read(options):
    rules = Rules(**options)
    text = str(rules)
    assert Rules.parse(text) == rules
    assert str(Rules.parse(text)) == text
    assert Rules.parse(text).fingerprint == rules.fingerprint
    assert hash(Rules.parse(text)) == hash(rules)


@settings(max_examples=60, deadline=None)
@given(options=valid_options())
def test_the_text_names_exactly_what_differs_from_the_default(options):
    rules = Rules(**options)
    named = [item.split("=")[0] for item in str(rules).split(",") if item]
    assert named == [name for name in _field_order() if options[name] != DEFAULTS[name]]


def _field_order():
    return [name for name in Rules.__dataclass_fields__ if name in DEFAULTS]


def test_every_option_of_the_sheet_is_a_field_and_no_other():
    assert set(Rules.__dataclass_fields__) == set(DEFAULTS), (
        "Rules and the reference's sheet (tests/reference/cards.py) list different options"
    )


@pytest.mark.parametrize("name", sorted(DEFAULTS))
def test_every_option_changes_what_the_engine_reads(name):
    more = {"players": 4} if name == "teams" else {}
    usual, other = (compile_rules(Rules(**more | given))[0] for given in ({}, another(name)))
    read = [column for column in RULES.names if column != "options"]
    assert any((usual[column] != other[column]).any() for column in read), (
        f"{name} stands in no table: uno_env/tables.py leaves it out"
    )


def another(name):
    """One option with a value that is not its default."""
    if name in FLAGS:
        return {name: not DEFAULTS[name]}
    if name in CHOICES:
        return {name: CHOICES[name][1]}
    low = RANGES[name][0]
    return {name: low + 1 if DEFAULTS[name] == low else low}


def test_items_are_split_at_commas_stripped_and_cut_at_the_first_equals_sign():
    rules = Rules.parse(
        "  players=4 ,stacking=same,  seven_swap ,deck=R1=4 G1=4 B1=4 Y1=4 W=8 R2=4 R3=4"
    )
    assert (rules.players, rules.stacking, rules.seven_swap) == (4, "same", True)
    assert dict(rules.deck) == {"R1": 4, "G1": 4, "B1": 4, "Y1": 4, "W": 8, "R2": 4, "R3": 4}


@pytest.mark.parametrize("flag", FLAGS)
def test_a_bare_name_is_true_and_flags_may_be_written_out(flag):
    more = "players=4," if flag == "teams" else ""
    assert getattr(Rules.parse(f"{more}{flag}"), flag) is True
    assert getattr(Rules.parse(f"{more}{flag}=True"), flag) is True
    assert getattr(Rules.parse(f"{flag}=False"), flag) is False


def test_a_deck_given_card_by_card_is_written_in_kind_order():
    rules = Rules(hand_size=1, deck={"W": 1, "G1": 2, "R1": 2})
    assert set(str(rules).split(",")) == {"hand_size=1", "deck=R1=2 G1=2 W=1"}
    assert rules == Rules(hand_size=1, deck={"R1": 2, "G1": 2, "W": 1})
    assert rules.fingerprint == Rules.parse("deck=W=1 G1=2 R1=2,hand_size=1").fingerprint


@settings(max_examples=80, deadline=None)
@given(first=valid_options(), second=valid_options())
def test_fingerprints_are_equal_exactly_for_equal_rules(first, second):
    first, second = Rules(**first), Rules(**second)
    assert (first.fingerprint == second.fingerprint) == (first == second)


@pytest.mark.parametrize("name", [name for name in DEFAULTS if name not in ("deck", "teams")])
def test_every_option_counts_for_the_fingerprint(name):
    if name in CHOICES:
        other = CHOICES[name][1]
    elif name in FLAGS:
        other = not DEFAULTS[name]
    else:
        other = DEFAULTS[name] - 1 if DEFAULTS[name] == RANGES[name][1] else DEFAULTS[name] + 1
    assert Rules(**{name: other}).fingerprint != Rules().fingerprint
    assert Rules(**{name: other}) != Rules()


def test_a_fingerprint_is_the_same_in_every_process():
    code = (
        "from uno_env import Rules;"
        "print(Rules.preset('party', players=4).fingerprint);"
        "print(Rules(hand_size=1, deck={'W': 2, 'R1': 3}).fingerprint)"
    )
    lines = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert lines == [
        Rules.preset("party", players=4).fingerprint,
        Rules(hand_size=1, deck={"W": 2, "R1": 3}).fingerprint,
    ]


def test_rules_cannot_be_changed_once_made():
    with pytest.raises(AttributeError):
        Rules().players = 4


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 10])
def test_every_preset_can_be_played(preset, players):
    if preset == "partners":
        players = 4
    game = Game(Rules.preset(preset, players=players), seed=players)
    for step in range(60):
        if game.is_over:
            break
        game.play(game.legal[step % len(game.legal)])
    assert len(game.scores) == players
