"""The luck of the draw: counted card by card, nothing on average, and worth taking out."""

import numpy as np
import pytest

from tests.agents.asking import rng
from uno_agents import make
from uno_agents.adjusted import FEWEST, by_the_past, cross_fitted
from uno_agents.blocks import Settings
from uno_agents.deals import Match
from uno_agents.workers import Workers
from uno_env import GameBatch, Rules
from uno_env.cards import COLOR, COLORED, COLORS, KIND, NUMBERS, RANK
from uno_env.luck import COLUMNS, DrawLuck


def counted(games, seed=0, steps=400):
    """Plays until every row has ended a game; the luck of the first game in each row, [B, P, C]."""
    luck, agent, chance = DrawLuck(games), make("random"), rng(seed)
    found = np.full(luck.sums.shape, np.nan)
    for _ in range(steps):
        _, terminated, truncated = games.step(agent.act(games.observation, games.mask, chance))
        luck.count()
        ended = np.flatnonzero(terminated | truncated)
        first = ended[np.isnan(found[ended, 0, 0])]
        found[first] = luck.sums[first]
        luck.clear(ended)
        if not np.isnan(found).any():
            return found
    pytest.fail(f"{np.isnan(found).any(axis=(1, 2)).sum()} games still running")


def features(label, game):
    """What the table would say of a card drawn now: wild, draw four, action, fits."""
    kind, top = KIND[label], KIND[game.top]
    in_force = -1 if game.color is None else COLORS.index(game.color)
    fits = kind >= COLORED or COLOR[kind] == in_force or RANK[kind] == RANK[top]
    return np.array(
        [
            kind >= COLORED and label != "W+4",
            label == "W+4",
            kind < COLORED and RANK[kind] >= len(NUMBERS),
            fits,
        ],
        float,
    )


def luck_by_hand(before, drawn, seat):
    """The luck of the cards that `seat` drew from the top of the pile in the position `before`."""
    pile, sums = list(before.draw_pile), np.zeros(len(COLUMNS))
    for _ in range(drawn):
        values = [features(label, before) for label in pile]
        surprise = values[-1] - np.mean(values, axis=0)
        pile.pop()
        sums[:3] += surprise[:3]
        sums[3 if seat == before.turn else 4] += surprise[3]
    return sums


@pytest.mark.parametrize("text", ["players=2", "players=4,stacking=mixed"])
def test_the_luck_of_each_seat_is_that_of_the_cards_it_drew_one_by_one(text):
    games = GameBatch(text, 40, seed=4)
    luck, agent, chance = DrawLuck(games), make("random"), rng(2)
    by_hand, checked = np.zeros(luck.sums.shape), 0
    for _ in range(25):
        before = [games[row] for row in range(len(games))]
        _, terminated, truncated = games.step(agent.act(games.observation, games.mask, chance))
        luck.count()
        ended = np.flatnonzero(terminated | truncated)
        for row, was in enumerate(before):
            now = games.finished(row) if row in ended else games[row]
            drawn = len(was.draw_pile) - len(now.draw_pile)
            for seat in range(was.rules.players):
                grew = len(now.hand(seat)) - len(was.hand(seat))
                if grew > 0 and drawn > 0:
                    by_hand[row, seat] += luck_by_hand(was, grew, seat)
                    checked += 1
        assert np.allclose(luck.sums, by_hand)
        luck.clear(ended)
        by_hand[ended] = 0
    assert checked > 100


@pytest.mark.parametrize(
    "text",
    [
        "players=2",
        "party,players=4",
        "players=3,draw=until_playable,drawn_card=must_play",
        "players=3,deck=112-shuffle,doubles,uno=call,action_finish=False",
        "players=2,target=100,hand_size=2",
    ],
)
def test_luck_is_nothing_on_average_whatever_the_rules(text):
    preset, _, options = text.partition(",") if text.startswith("party") else ("", "", text)
    rules = Rules.named(preset or options)
    if preset:
        rules = rules.replace(players=int(options[-1]))
    found = counted(GameBatch(rules, 1_000, seed=11), steps=3_000)
    error = found.std(axis=0) / np.sqrt(len(found))
    surprises = np.abs(found.mean(axis=0)) / np.where(error > 0, error, 1)
    assert surprises.max() < 4
    assert (error > 0).sum() > found[0].size // 2


def test_what_luck_explains_is_taken_out_and_the_mean_stays():
    chance = np.random.default_rng(0)
    luck = chance.normal(size=(4_000, 3))
    values = 0.5 + luck @ [0.2, -0.1, 0.0] + 0.1 * chance.normal(size=4_000)
    adjusted = cross_fitted(values, luck)
    assert adjusted.std() == pytest.approx(0.1, rel=0.05)
    assert adjusted.mean() == pytest.approx(0.5, abs=4 * 0.1 / np.sqrt(4_000))
    blocks = [(values[n : n + 500], luck[n : n + 500]) for n in range(0, 4_000, 500)]
    by_past = by_the_past(blocks)
    assert np.array_equal(by_past[0], values[:500])  # nothing was known yet
    assert np.concatenate(by_past[1:]).std() == pytest.approx(0.1, rel=0.05)


def test_the_coefficients_of_a_deal_do_not_come_from_itself():
    values, luck = np.zeros(400), np.random.default_rng(1).normal(size=(400, 2))
    values[7] = 1_000.0
    adjusted = cross_fitted(values, luck)
    assert adjusted[7] == 1_000.0
    assert adjusted[8] != 0


def test_few_deals_are_left_as_they_are():
    values, luck = np.arange(FEWEST - 1.0), np.ones((FEWEST - 1, 2))
    assert np.array_equal(cross_fitted(values, luck), values)


@pytest.mark.parametrize("line_up", [["random", "random"], ["heuristic", "random"]])
def test_adjusted_and_raw_agree_within_their_intervals_and_adjusted_is_narrower(line_up):
    match = Match(line_up, Settings(Rules(players=2), seed=9), 1_000)
    with Workers() as workers:
        match.play(workers)
    for standing in match.result().standings:
        raw, adjusted = standing.win_rate, standing.win_rate_adjusted
        assert raw.low < adjusted.mean < raw.high
        assert standing.variance_ratio_adjusted < 0.93 * standing.variance_ratio
        assert standing.points.low < standing.points_adjusted.mean < standing.points.high
