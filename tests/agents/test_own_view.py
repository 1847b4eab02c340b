"""A policy's own view of a table: what it shows, and the way back."""

import numpy as np
import pytest

from uno_agents.own_view import ORDERS, OwnView, colors_are_alike
from uno_agents.policy import Policy
from uno_agents.policy_files import describe
from uno_env import ACTIONS, GameBatch, Rules, observation_layout
from uno_env.cards import COLORED, COLORS

HISTORY = 4
TWO_COLORS = Rules(deck={f"{color}{rank}": 2 for color in "RY" for rank in range(1, 10)})
LAYOUT = observation_layout(3, HISTORY)
OWN_VIEW = OwnView(LAYOUT)
DIRECTION = LAYOUT.slice("direction")


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
    return seen, OWN_VIEW.see(observation, seen)


def disguised(observation: np.ndarray, view: int) -> np.ndarray:
    """The same tables with every colour another one, and for odd views in a mirror."""
    changed = observation[:, OWN_VIEW.columns[view]]
    if view % 2:
        changed[:, DIRECTION] = 1 - changed[:, DIRECTION]
    return changed


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


def test_the_next_seat_comes_next():
    observation, _ = decisions()
    seen, view = own_view(observation)
    for name in ("hand_sizes", "known", "voids"):
        table, own = (LAYOUT.decode(rows)[name] for rows in (observation, seen))
        first = table.shape[1] - 2
        (next_one, last) = (own[:, first], own[:, first + 1])
        sums = tuple(range(1, next_one.ndim))
        left, right = (table[:, first + k].sum(axis=sums) for k in (0, 1))
        counter = view % 2 == 1
        assert np.array_equal(next_one.sum(axis=sums), np.where(counter, right, left))
        assert np.array_equal(last.sum(axis=sums), np.where(counter, left, right))


def test_with_empty_seats_the_direction_is_left_as_it_is():
    games = GameBatch(Rules(players=2), 50, seed=1, seats=3, history=HISTORY)
    for _ in range(30):
        seen, view = own_view(games.observation)
        assert not (view % 2).any()
        assert np.array_equal(seen[:, DIRECTION], games.observation[:, DIRECTION])
        games.step(games.mask.argmax(axis=1))


def test_nothing_is_lost_and_nothing_else_is_touched():
    observation, _ = decisions()
    seen, view = own_view(observation)
    back, went_left = np.empty_like(seen), observation[:, DIRECTION] == 0
    assert 0.2 < went_left.mean() < 0.8 and np.array_equal(went_left[:, 0], view % 2 == 1)
    assert seen[:, DIRECTION].all()
    seen[:, DIRECTION] = ~went_left
    np.put_along_axis(back, OWN_VIEW.columns[view], seen, axis=1)
    assert np.array_equal(back, observation)
    for name in ("phase", "draw_size", "rules", "pending"):
        assert np.array_equal(seen[:, LAYOUT.slice(name)], observation[:, LAYOUT.slice(name)])


def test_every_action_is_told_in_the_colors_of_its_table_and_back():
    every = np.arange(ACTIONS.size)
    for given, own in zip(OWN_VIEW.given, OWN_VIEW.own, strict=True):
        assert np.array_equal(given[own], every) and np.array_equal(own[given], every)
    blue_first = 2 * int(np.flatnonzero((ORDERS == (3, 0, 1, 2)).all(axis=1))[0])
    told = {
        ACTIONS.label(own): ACTIONS.label(given)
        for own, given in enumerate(OWN_VIEW.given[blue_first])
    }
    assert told["R7"] == "B7" and told["Y+2"] == "R+2" and told["red"] == "blue"
    assert all(told[label] == label for label in ("W", "W+4", "draw", "challenge", "swap+1"))
    in_a_mirror = OWN_VIEW.given[blue_first + 1, ACTIONS.parse("swap+1")]
    assert ACTIONS.label(in_a_mirror) == "swap+2"


def test_cards_of_the_hand_and_cards_that_may_be_laid_stay_the_same_cards():
    observation, mask = decisions()
    seen, view = own_view(observation)
    own_mask = np.take_along_axis(mask, OWN_VIEW.given[view], axis=1)
    hand = LAYOUT.slice("hand")
    cards = own_mask[:, : hand.stop - hand.start] != 0
    asked = LAYOUT.decode(observation)["phase"][:, 0] == 1
    assert asked.sum() > 100
    assert (seen[asked][:, hand][cards[asked]] > 0).all()


def test_tables_that_differ_in_colors_and_direction_only_look_alike():
    observation, _ = decisions(10)
    held = by_color(observation)
    named = LAYOUT.decode(observation)["color"].any(axis=1)
    differ = [len(set(row)) == len(COLORS) for row in held.tolist()]
    clear = observation[named & np.array(differ)]
    assert len(clear) > 10
    seen, _ = own_view(clear)
    for view in range(len(OWN_VIEW.given)):
        assert np.array_equal(own_view(disguised(clear, view))[0], seen)


def test_a_policy_with_an_own_view_answers_at_the_table():
    rng = np.random.default_rng(1)
    tensors = {
        "policy.weight": rng.normal(size=(ACTIONS.size, LAYOUT.size)).astype(np.float32),
        "policy.bias": rng.normal(size=ACTIONS.size).astype(np.float32),
        "value.weight": rng.normal(size=(1, LAYOUT.size)).astype(np.float32),
        "value.bias": np.zeros(1, np.float32),
    }
    card = describe(3, HISTORY) | {"activation": "relu", "trunk": []}
    given, own = Policy(tensors, card), Policy(tensors, card | {"view": "own"})
    observation, _ = decisions(10)
    seen, view = own_view(observation)
    scores, values = own.scores_and_values(observation)
    in_own_colors, same_values = given.scores_and_values(seen)
    rows = np.arange(len(seen))[:, None]
    np.testing.assert_allclose(
        scores[rows, OWN_VIEW.given[view]], in_own_colors, rtol=1e-5, atol=1e-5
    )
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
