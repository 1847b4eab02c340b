"""The engine and the reference play the same games, and a difference would be found."""

import pytest

from tests.exercised import Exercised
from tests.observed import expected_observation
from tests.reference import ReferenceGame
from tests.setups import Setup, random_setup
from tests.witness import compare, play_both, shorten

PARTS = 4  # so that several processes share the work
GAMES = 350
COMBINATIONS = 300
DECISIONS = 50_000
"""What each part has to reach: together 200,000 decisions under more than 500 sets of rules."""

LATE = "truncated for its rounds"


@pytest.mark.parametrize("part", range(PARTS))
def test_the_engine_and_the_reference_agree_after_every_decision(part):
    exercised = Exercised()
    for seed in range(part * GAMES, (part + 1) * GAMES):
        found = compare(seed)
        exercised.add(found)
        assert not found.differences, str(found)
    assert set(exercised.missing()) <= {LATE}
    assert len(exercised.combinations) >= COMBINATIONS
    assert exercised.decisions >= DECISIONS


@pytest.mark.parametrize("with_batch", [False, True])
def test_they_agree_on_a_match_that_never_comes_to_a_point(with_batch):
    worthless = {"deck": {"R0": 2, "G0": 2}, "hand_size": 1, "target": 20}
    found = play_both(Setup(None, worthless, seed=1, with_batch=with_batch), style=1)
    assert not found.differences, str(found)
    assert found.events[LATE] == 1


class InPlaceOfTheEngine:
    """A reference, perhaps a faulty one, behind the names of `Game`."""

    def __init__(self, setup, kind):
        self.game = setup.reference(kind)
        self.scheme = setup.reward
        self.layout = self

    def __getattr__(self, name):
        return getattr(self.game, name)

    @property
    def rewards(self):
        return self.game.rewards[self.scheme]

    def observation(self, observer):
        return observer

    def decode(self, observer):
        return expected_observation(self.game, observer)


class SkipsNobody(ReferenceGame):
    def carry_out(self, seat, card, copies):
        following = yield from super().carry_out(seat, card, copies)
        return self.next_seat(seat) if card[1:] == "S" else following


class ForgetsReveals(ReferenceGame):
    def reveal_judged_hand(self, challenger):
        pass


class PassesHandsBackwards(ReferenceGame):
    def pass_hands(self):
        self.direction = -self.direction
        super().pass_hands()
        self.direction = -self.direction


def first_difference(seeds, most_decisions=100):
    games = (play_both(random_setup(seed, False), seed, most_decisions) for seed in seeds)
    return next((found for found in games if found.differences), None)


def test_two_references_never_differ(monkeypatch):
    monkeypatch.setattr(Setup, "engine", lambda setup: InPlaceOfTheEngine(setup, ReferenceGame))
    assert first_difference(range(20)) is None


@pytest.mark.parametrize(
    ("faulty", "name"),
    [
        (SkipsNobody, "turn"),
        (ForgetsReveals, "known"),
        (PassesHandsBackwards, "hands"),
    ],
)
def test_a_planted_fault_is_found_and_its_example_shortened(monkeypatch, faulty, name):
    monkeypatch.setattr(Setup, "engine", lambda setup: InPlaceOfTheEngine(setup, faulty))
    found = first_difference(range(200))
    assert found is not None
    short = shorten(found, tries=5)
    assert any(name in difference for difference, *_ in short.differences)
    assert size(short) <= size(found)


def size(found):
    return len(found.setup.named), len(found.labels)
