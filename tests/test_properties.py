"""What holds in every game, whatever the rules, the number of players and the play."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import SEEDS, decide, games, play_on, rules
from uno_env import ACTIONS, Game, GameBatch, uno_v0
from uno_env.cards import KINDS
from uno_env.notation import count_kinds, parse_cards
from uno_env.rules import encode_options
from uno_env.state import PHASES

DECISIONS = 120


def cards_of(game):
    """All cards of a game by kind, wherever they lie."""
    piles = game.draw_pile + game.discard_pile
    hands = [card for seat in range(game.rules.players) for card in game.hand(seat)]
    return count_kinds(parse_cards(piles + hands))


def moments(game, rng, decisions=DECISIONS):
    """The game before each of a number of random decisions, and after the last."""
    yield game
    for _ in range(decisions):
        if game.is_over:
            return
        game.play(decide(game, rng))
        yield game


@given(rules(), SEEDS, SEEDS)
def test_no_card_is_ever_lost_or_made(table, seed, choices):
    for game in moments(Game(table, seed=seed), Random(choices)):
        assert (cards_of(game) == table.card_counts).all()


@given(rules(), SEEDS, SEEDS)
def test_the_seat_on_move_has_a_choice_and_nobody_else_has(table, seed, choices):
    for game in moments(Game(table, seed=seed), Random(choices)):
        masks = [game.mask(seat) for seat in range(game.rules.players)]
        for seat, mask in enumerate(masks):
            assert mask.dtype == np.int8 and set(mask.tolist()) <= {0, 1}
            assert mask.any() == (seat == game.turn and not game.is_over)
        shown = np.flatnonzero(masks[game.turn]).tolist()
        assert game.legal == [ACTIONS.label(action) for action in shown]


@given(rules(), SEEDS, SEEDS)
def test_where_there_is_but_one_answer_only_a_turn_is_asked(table, seed, choices):
    for game in moments(Game(table, seed=seed), Random(choices)):
        assert game.is_over or game.phase.name == "PLAY" or len(game.legal) > 1


@given(rules(max_turns=60), SEEDS, SEEDS)
def test_random_play_always_ends(table, seed, choices):
    game = Game(table, seed=seed)
    play_on(game, Random(choices), 60_000)
    assert game.is_over and game.phase.name == "OVER" and game.legal == []


@given(games(), SEEDS)
def test_a_game_from_its_bytes_goes_on_as_the_game_itself(game, choices):
    again = Game.from_bytes(game.to_bytes())
    assert again.rules == game.rules
    play_both(game, again, choices)


@given(games(), SEEDS)
def test_a_game_from_its_json_goes_on_as_the_game_itself(game, choices):
    again = Game.from_json(game.to_json())
    assert again.rules == game.rules and again.to_json() == game.to_json()
    play_both(game, again, choices)


@given(rules(), SEEDS, SEEDS)
def test_the_same_seed_and_actions_give_the_same_game(table, seed, choices):
    play_both(Game(table, seed=seed), Game(table, seed=seed), choices)


def play_both(game, again, choices, decisions=30):
    """Take the same random decisions in two games that must stay the same."""
    rng = Random(choices)
    assert again.to_bytes() == game.to_bytes()
    for _ in range(decisions):
        if game.is_over:
            break
        assert again.legal == game.legal
        action = decide(game, rng)
        game.play(action)
        again.play(action)
        assert again.to_bytes() == game.to_bytes()
    for seat in range(game.rules.players):
        assert again.observation(seat).tobytes() == game.observation(seat).tobytes()


@given(games(), SEEDS)
def test_a_copy_goes_its_own_way(game, choices):
    copy, before = game.copy(), game.to_bytes()
    play_on(copy, Random(choices), 20)
    assert game.to_bytes() == before
    after = copy.to_bytes()
    play_on(game, Random(choices), 20)
    assert game.to_bytes() == copy.to_bytes() == after


@given(games())
def test_looking_changes_nothing(game):
    before = game.to_bytes()
    for seat in range(game.rules.players):
        game.observation(seat)[:] = 0
        game.mask(seat)[:] = 1
        game.hand(seat).clear()
        game.sample_world(seat, 1)
    game.draw_pile.clear()
    game.discard_pile.clear()
    game.legal.clear()
    game.state()[...] = 0
    assert game.to_bytes() == before


@given(games(), st.integers(0, ACTIONS.size - 1))
def test_an_illegal_action_is_refused_and_changes_nothing(game, action):
    before = game.to_bytes()
    if ACTIONS.label(action) in game.legal:
        return
    with pytest.raises(ValueError, match="illegal action"):
        game.play(action)
    assert game.to_bytes() == before


@given(
    rules(),
    SEEDS,
    SEEDS,
    st.sampled_from(("win", "points", "match")),
    st.sampled_from(((None, 0), (10, 2))),
)
def test_pettingzoo_the_batch_and_the_game_are_the_same_game(table, seed, choices, reward, widths):
    seats, history = widths
    env = uno_v0.env(table, reward=reward, seats=seats, history=history)
    env.reset(seed=seed)
    batch = GameBatch(table, 1, seed=seed, reward=reward, seats=seats, history=history)
    game = Game(table, seed=seed, seats=seats, history=history)
    rng = Random(choices)
    for _ in range(DECISIONS):
        seen = env.last()[0]
        assert env.agent_selection == f"player_{game.turn}" and batch.seat[0] == game.turn
        for observation in (seen["observation"], batch.observation[0]):
            assert observation.tobytes() == game.observation(game.turn).tobytes()
        for mask in (seen["action_mask"], batch.mask[0]):
            assert mask.tobytes() == game.mask(game.turn).tobytes()
        assert env.unwrapped.game.to_bytes() == game.to_bytes() == batch[0].to_bytes()
        action = ACTIONS.parse(decide(game, rng))
        env.step(action)
        game.play(action)
        rewards, terminated, truncated = batch.step(np.array([action]))
        paid = np.array([env.rewards[agent] for agent in env.possible_agents], np.float32)
        assert paid.tobytes() == rewards[0, : game.rules.players].tobytes()
        assert not rewards[0, game.rules.players :].any()
        assert set(env.terminations.values()) == {bool(terminated[0])}
        assert set(env.truncations.values()) == {bool(truncated[0])}
        assert game.is_over == (terminated[0] or truncated[0])
        if game.is_over:
            assert batch.finished(0).to_bytes() == game.to_bytes()
            assert env.unwrapped.game.to_bytes() == game.to_bytes()
            env.reset()
            game = batch[0]


@given(rules(), SEEDS, SEEDS, st.sampled_from(("win", "points", "match")))
def test_rewards_sum_to_zero_and_are_paid_only_when_a_round_ends(table, seed, choices, reward):
    batch = GameBatch(table, 1, seed=seed, reward=reward)
    rng = Random(choices)
    for _ in range(DECISIONS):
        action, rounds = ACTIONS.parse(decide(batch[0], rng)), batch[0].last_round
        rewards, terminated, truncated = batch.step(np.array([action]))
        assert rewards.sum() == pytest.approx(0, abs=1e-4)
        if rewards.any():
            assert terminated[0] or batch[0].last_round != rounds
            assert not truncated[0] or reward != "match"


@given(st.sampled_from((0, 3, 32)).flatmap(lambda history: games(history=history)))
def test_an_observation_lies_between_zero_and_one_and_tells_the_truth(game):
    for seat in range(game.rules.players):
        observation = game.observation(seat)
        assert observation.dtype == np.float32 and observation.shape == (game.layout.size,)
        assert observation.min() >= 0 and observation.max() <= 1
        seen = game.layout.decode(observation)
        around = [(seat + place) % game.rules.players for place in range(game.rules.players)]
        check_table(game, seen)
        check_hands(game, seen, around)
        check_seats(game, seen, around)


def check_table(game, seen):
    """What lies open, whoever looks."""
    assert seen["top"].tolist() == count_kinds(parse_cards([game.top])).tolist()
    assert (seen["discards"] == count_kinds(parse_cards(game.discard_pile))).all()
    assert seen["draw_size"].item() == len(game.draw_pile)
    assert PHASES[seen["phase"].argmax()] == game.phase.name and seen["phase"].sum() == 1
    assert "RYGB"[seen["color"].argmax()] == game.color if game.color else not seen["color"].any()
    assert seen["direction"].item() == (game.direction > 0)
    scale = next(field.scale for field in game.layout.fields if field.name == "rules")
    assert (seen["rules"] == np.rint(encode_options(game.rules) * scale)).all()


def check_hands(game, seen, around):
    """The own hand, the sizes of all, and what is known of the others."""
    hands = [count_kinds(parse_cards(game.hand(seat))) for seat in around]
    assert (seen["hand"] == hands[0]).all()
    assert seen["hand_sizes"].tolist() == [hand.sum() for hand in hands]
    assert seen["known"].shape == (game.rules.players - 1, KINDS)
    for known, hand in zip(seen["known"], hands[1:], strict=True):
        assert (known <= hand).all()
        assert not game.rules.open_hands or (known == hand).all()


def check_seats(game, seen, around):
    """Marks and numbers of the seats, counted clockwise from the one that looks."""
    assert seen["to_act"].tolist() == [seat == game.turn and not game.is_over for seat in around]
    scores = [min(game.scores[seat], 1000) for seat in around]
    assert seen["scores"].tolist() == scores
    assert seen["dealer"].sum() == 1
    eliminating = game.rules.scoring == "elimination" and game.rules.target > 0
    out = [eliminating and score >= game.rules.target for score in scores]
    assert seen["playing"].tolist() == [not gone for gone in out]
