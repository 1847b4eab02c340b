"""A policy's own order of the colours: what it shows, and the way back."""

import numpy as np
import pytest

from uno_agents.color_order import GIVEN, ORDERS, OWN, ColorOrder, colors_are_alike
from uno_agents.policy import Policy, describe
from uno_env import ACTIONS, GameBatch, Rules, observation_layout
from uno_env.cards import COLORED, COLORS

HISTORY = 4
TWO_COLORS = Rules(deck={f"{color}{rank}": 2 for color in "RY" for rank in range(1, 10)})
LAYOUT = observation_layout(3, HISTORY)


def decisions(steps: int = 40) -> tuple[np.ndarray, np.ndarray]:
    """Observations `[n, D]` and masks `[n, A]` of random play, every other one of a house rule."""
    tables = [Rules(players=3), Rules.named("party").replace(players=3)] * 16
    games, rng = GameBatch(tables, len(tables), seed=3, history=HISTORY), np.random.default_rng(0)
    seen, masks = [], []
    for _ in range(steps):
        seen.append(games.observation.copy())
        masks.append(games.mask.copy())
        games.step(np.where(games.mask, rng.random(games.mask.shape), -1).argmax(1))
    return np.concatenate(seen), np.concatenate(masks)


def own_view(observation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    seen = np.empty_like(observation)
    return seen, ColorOrder(LAYOUT).see(observation, seen)


def repainted(observation: np.ndarray, order: int) -> np.ndarray:
    """The same tables with every colour another one."""
    return observation[:, ColorOrder(LAYOUT).columns[order]]


def by_color(observation: np.ndarray) -> np.ndarray:
    """How many cards of each colour the seat holds, `[n, 4]`."""
    hands = LAYOUT.decode(observation)["hand"][:, :COLORED]
    return hands.reshape(len(hands), len(COLORS), -1).sum(2)


def test_the_color_in_force_comes_first_and_the_others_by_the_cards_held():
    observation, _ = decisions()
    seen, _ = own_view(observation)
    in_force = LAYOUT.decode(seen)["color"]
    named = in_force.any(axis=1)
    assert named.sum() > 1000 and (~named).sum() > 5
    assert in_force[named, 0].all()
    held = by_color(seen)
    assert (np.diff(held[named, 1:]) <= 0).all()
    assert (np.diff(held[~named]) <= 0).all()


def test_nothing_is_lost_and_nothing_else_is_touched():
    observation, _ = decisions()
    seen, order = own_view(observation)
    back = np.empty_like(seen)
    np.put_along_axis(back, ColorOrder(LAYOUT).columns[order], seen, axis=1)
    assert np.array_equal(back, observation)
    for name in ("phase", "hand_sizes", "scores", "rules", "pending"):
        assert np.array_equal(seen[:, LAYOUT.slice(name)], observation[:, LAYOUT.slice(name)])


def test_every_action_is_told_in_the_colors_of_its_table_and_back():
    every = np.arange(ACTIONS.size)
    for given, own in zip(GIVEN, OWN, strict=True):
        assert np.array_equal(given[own], every) and np.array_equal(own[given], every)
    blue_first = int(np.flatnonzero((ORDERS == (3, 0, 1, 2)).all(axis=1))[0])
    told = {ACTIONS.label(own): ACTIONS.label(given) for own, given in enumerate(GIVEN[blue_first])}
    assert told["R7"] == "B7" and told["Y+2"] == "R+2" and told["red"] == "blue"
    assert all(told[label] == label for label in ("W", "W+4", "draw", "challenge", "swap+3"))


def test_cards_of_the_hand_and_cards_that_may_be_laid_stay_the_same_cards():
    observation, mask = decisions()
    seen, order = own_view(observation)
    own_mask = np.take_along_axis(mask, GIVEN[order], axis=1)
    hand = LAYOUT.slice("hand")
    cards = own_mask[:, : hand.stop - hand.start] != 0
    asked = LAYOUT.decode(observation)["phase"][:, 0] == 1
    assert asked.sum() > 100
    assert (seen[asked][:, hand][cards[asked]] > 0).all()


def test_tables_that_differ_in_their_colors_only_look_alike():
    observation, _ = decisions(10)
    held = by_color(observation)
    named = LAYOUT.decode(observation)["color"].any(axis=1)
    differ = [len(set(row)) == len(COLORS) for row in held.tolist()]
    clear = observation[named & np.array(differ)]
    assert len(clear) > 10
    seen, _ = own_view(clear)
    for order in range(len(ORDERS)):
        assert np.array_equal(own_view(repainted(clear, order))[0], seen)


def test_a_policy_with_an_own_order_scores_repainted_tables_alike():
    rng = np.random.default_rng(1)
    tensors = {
        "policy.weight": rng.normal(size=(ACTIONS.size, LAYOUT.size)).astype(np.float32),
        "policy.bias": rng.normal(size=ACTIONS.size).astype(np.float32),
        "value.weight": rng.normal(size=(1, LAYOUT.size)).astype(np.float32),
        "value.bias": np.zeros(1, np.float32),
    }
    card = describe(3, HISTORY) | {"activation": "relu", "trunk": []}
    given, own = Policy(tensors, card), Policy(tensors, card | {"colors": "own"})
    observation, _ = decisions(10)
    seen, order = own_view(observation)
    scores, values = own.scores_and_values(observation)
    in_own_colors, same_values = given.scores_and_values(seen)
    rows = np.arange(len(seen))[:, None]
    np.testing.assert_allclose(scores[rows, GIVEN[order]], in_own_colors, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(values, same_values, rtol=1e-5, atol=1e-5)
    assert not np.allclose(scores, given.scores(observation))


@pytest.mark.parametrize(
    ("tables", "alike"),
    [
        ([Rules()], True),
        ([Rules(), Rules(deck="112-shuffle", decks=2)], True),
        ([Rules(), TWO_COLORS], False),
    ],
)
def test_decks_are_looked_through_for_a_color_that_differs(tables, alike):
    assert colors_are_alike(tables) is alike
