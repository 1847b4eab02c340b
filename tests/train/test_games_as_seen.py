"""Games that the learner sees, and answers, in each seat's own view."""

import numpy as np

from uno_env import GameBatch, Rules
from uno_env.cards import COLORED, KINDS
from uno_train import ppo
from uno_train.budget import Budget
from uno_train.games_as_seen import GamesAsSeen

RULES = Rules(players=3)
TWO_COLORS = Rules(deck={f"{color}{rank}": 2 for color in "RY" for rank in range(1, 10)})


def pair(seed: int = 5) -> tuple[GamesAsSeen, GameBatch]:
    """Games as the seats see them, and the same as they were dealt."""
    return GamesAsSeen(GameBatch(RULES, 30, seed=seed)), GameBatch(RULES, 30, seed=seed)


def test_games_answered_in_own_views_go_as_the_same_games_answered_as_dealt():
    own, dealt = pair()
    rng, every = np.random.default_rng(0), np.arange(30)
    for _ in range(200):
        actions = np.where(dealt.mask, rng.random(dealt.mask.shape), -1).argmax(1)
        answers = own.own_actions(every, actions)
        assert own.mask[every, answers].all()
        assert (own.mask.sum(1) == dealt.mask.sum(1)).all()
        for one, other in zip(own.step(answers), dealt.step(actions), strict=True):
            assert np.array_equal(one, other)
    assert own.to_bytes() == dealt.to_bytes()


def test_the_true_hands_are_told_in_the_same_view_as_the_observation():
    own, dealt = pair()
    decoded = dealt.layout.decode(own.observation)
    hands = own.other_hands()
    held = hands.sum(axis=1) + decoded["hand"] + decoded["discards"]
    left = RULES.card_counts - held
    assert hands.shape == (30, 2, KINDS) and (left >= 0).all()
    assert (hands.sum(axis=2) == decoded["hand_sizes"][:, 1:]).all()
    wilds, dealt_wilds = (h.sum(axis=1)[:, COLORED:] for h in (hands, dealt.other_hands()))
    assert (wilds == dealt_wilds).all()
    assert (hands != dealt.other_hands()).any()


def test_games_that_are_restored_are_looked_at_again():
    own, other = pair()[0], pair(seed=6)[0]
    other.restore(own.to_bytes())
    assert np.array_equal(own.observation, other.observation)
    assert np.array_equal(own.mask, other.mask)


def test_a_deck_whose_colors_differ_is_learned_as_it_is(tmp_path):
    for rules, view in ((RULES, "own"), (TWO_COLORS, "table")):
        args = ppo.Args(out=tmp_path, decisions=1, games=4, window=64, widths=(8,))
        model = ppo.trainer(args, (rules,), Budget(decisions=1))
        model.env.reset()
        assert model.policy.view == view
        assert isinstance(model.env.games, GamesAsSeen) == (view == "own")
