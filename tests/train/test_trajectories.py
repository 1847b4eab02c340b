"""Each seat of each game has a trajectory of its own, and gets all that it earned."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.train.scripted import ACTIONS, COLUMNS, INPUTS, Script, ScriptedGames, decisions, tables
from uno_train.network import TablePolicy
from uno_train.rollout import NONE, SeatRolloutBuffer
from uno_train.selfplay import SelfPlayPPO

DUEL = Script(seats=(0, 1, 0, 1, 0), payoffs=(1, -1))
COMEBACK = Script(seats=(1, 0, 0, 1), payoffs=(-1, 1), forced=frozenset({2}))
THREE = Script(seats=(2, 0, 1, 2, 1, 0), payoffs=(1, -0.5, -0.5))
FOUR = Script(seats=(3, 2, 1, 0, 3, 3, 1), payoffs=(-1 / 3, 1, -1 / 3, -1 / 3))


def collected(scripts, window, windows=1, **options):
    """The buffers' contents after each of some windows, as (decision -> return, buffer)."""
    model = SelfPlayPPO(
        TablePolicy, tables(scripts), inputs=INPUTS, widths=(8,), window=window, seed=1,
        gae_lambda=options.get("gae_lambda", 1.0), gamma=1.0,
    )  # fmt: skip
    _, callback = model._setup_learn(1)
    for _ in range(windows):
        model.collect_rollouts(model.env, callback, model.rollout_buffer, 0)
        yield model.rollout_buffer


@pytest.mark.parametrize(
    "scripts",
    [[[DUEL], [COMEBACK, DUEL]], [[THREE], [THREE, THREE]], [[FOUR], [FOUR]]],
    ids=["two seats", "three seats", "four seats"],
)
def test_every_seat_gets_its_payoff_though_another_seat_ended_the_game(scripts):
    games = ScriptedGames(scripts)
    paid = set()
    for buffer in collected(scripts, window=64, windows=3):
        for place in np.flatnonzero(_reaches_the_end(buffer)):
            row, game, move, seat = decisions(buffer, [place])[0]
            payoff = games.script(row, game).payoffs[seat]
            assert buffer.returns[place] == pytest.approx(payoff, abs=1e-6), (row, game, move, seat)
            paid.add((row, seat))
    assert paid == {(row, seat) for row in range(len(scripts)) for seat in range(games.seats)}


def _reaches_the_end(buffer) -> np.ndarray:
    """Which decisions' chains of successors lead to the end of a game within the window."""
    reaches = buffer.ended[: buffer.size].copy()
    for place in range(buffer.size - 1, -1, -1):
        after = buffer.successors[place]
        reaches[place] |= after != NONE and reaches[after]
    return reaches


def test_training_again_on_games_dealt_anew_links_nothing_to_the_old_ones():
    model = SelfPlayPPO(
        TablePolicy, tables([[DUEL], [DUEL]]), inputs=INPUTS, widths=(8,), window=9, seed=1
    )
    model.learn(30)
    assert (model.rollout_buffer.awaiting != NONE).any()
    _, callback = model._setup_learn(1)
    model.collect_rollouts(model.env, callback, model.rollout_buffer, 0)
    buffer = model.rollout_buffer
    games = {game for _, game, _, _ in decisions(buffer, range(buffer.size))}
    assert games == {0}, "the first game of each row, and none from before"


@pytest.mark.parametrize("window", [8, 9, 11, 64])
def test_no_link_crosses_seats_or_games(window):
    scripts = [[DUEL, COMEBACK], [COMEBACK]]
    linked = 0
    for buffer in collected(scripts, window, windows=5):
        before = np.flatnonzero(buffer.successors[: buffer.size] != NONE)
        after = buffer.successors[before]
        pairs = zip(decisions(buffer, before), decisions(buffer, after), strict=True)
        for (row, game, move, seat), (row2, game2, move2, seat2) in pairs:
            assert (row, game, seat) == (row2, game2, seat2)
            assert move < move2
            linked += 1
    assert linked > 10


def test_a_decision_without_a_choice_is_played_but_not_learned_from():
    scripts = [[COMEBACK]]
    for buffer in collected(scripts, window=30):
        moves = {move for _, _, move, _ in decisions(buffer, range(buffer.size))}
        assert moves == {0, 1, 3}


@pytest.mark.parametrize("window", [8, 9, 10, 13])
def test_every_decision_is_trained_exactly_once_however_windows_cut_the_games(window):
    scripts = [[DUEL, COMEBACK], [COMEBACK, DUEL]]
    trained = []
    for buffer in collected(scripts, window, windows=12):
        trained += decisions(buffer, buffer.trained())
    assert len(trained) == len(set(trained))
    last_whole_game = min(game for row, game, _, _ in trained[-8:]) - 1
    expected = {
        (row, game, move, seat)
        for row in range(2)
        for game in range(last_whole_game)
        for move, seat in enumerate(ScriptedGames(scripts).script(row, game).seats)
        if move not in ScriptedGames(scripts).script(row, game).forced
    }
    assert len(expected) > 20 and expected <= set(trained)


def test_a_truncated_game_ends_with_nothing_for_anyone():
    cut = Script(seats=(0, 1, 0), payoffs=(0, 0), truncated=True)
    for buffer in collected([[cut], [cut]], window=40):
        ended = _reaches_the_end(buffer)
        assert ended.sum() > 30
        assert buffer.returns[: buffer.size][ended] == pytest.approx(0, abs=1e-6)


def test_a_round_in_the_middle_of_a_match_pays_and_the_trajectory_goes_on():
    match = Script(seats=(0, 1, 0, 1), payoffs=(-1, 1), bonus=((1, (1.0, -1.0)),))
    for buffer in collected([[match], [match]], window=40):
        whole = np.flatnonzero(_reaches_the_end(buffer))
        for place in whole:
            _, _, move, seat = decisions(buffer, [place])[0]
            sign = 1 if seat == 1 else -1
            assert buffer.returns[place] == pytest.approx(0 if move < 2 else sign, abs=1e-6)


def test_a_window_too_small_to_hold_the_open_decisions_is_refused():
    with pytest.raises(ValueError, match="window of 8 decisions is too small for 4 games"):
        list(collected([[DUEL]] * 4, window=8))


@st.composite
def random_scripts(draw):
    """Some rows of random games with rewards in the middle, forced decisions and truncations."""
    seats = draw(st.integers(2, 4))
    payoffs = st.tuples(*[st.floats(-1, 1, width=16)] * seats)

    def script():
        moves = tuple(draw(st.lists(st.integers(0, seats - 1), min_size=1, max_size=9)))
        places = st.integers(0, len(moves) - 1)
        return Script(
            seats=moves,
            payoffs=draw(payoffs),
            forced=draw(st.frozensets(places, max_size=2)) if len(moves) > 3 else frozenset(),
            bonus=tuple(draw(st.dictionaries(places, payoffs, max_size=2)).items()),
            truncated=draw(st.booleans()),
        )

    rows = draw(st.integers(1, 3))
    return [[script() for _ in range(draw(st.integers(1, 3)))] for _ in range(rows)]


@settings(max_examples=150, deadline=None)
@given(random_scripts(), st.integers(0, 20), st.sampled_from([0.0, 0.5, 0.95, 1.0]), st.integers(0))
def test_walking_back_agrees_with_the_plain_definition(scripts, extra, gae_lambda, seed):
    games = ScriptedGames(scripts)
    rows, seats = len(scripts), games.seats
    chance = np.random.default_rng(seed)
    buffer = SeatRolloutBuffer(
        2 * seats + extra, None, _Discrete(), gae_lambda=gae_lambda, gamma=0.9, n_envs=rows,
        seats=seats, width=len(COLUMNS),
    )  # fmt: skip
    tape: dict[tuple, list] = {}
    for _ in range(3):
        buffer.begin_window()
        steps = 0
        while not buffer.full and steps < 200:
            steps += 1
            _play_and_tape(games, buffer, chance, tape)
        buffer.finish()
        there = {d: place for place, d in enumerate(decisions(buffer, range(buffer.size)))}
        for decision, place in there.items():
            row, game, _, seat = decision
            line = tape[row, game, seat]
            expected = _plain_advantage(line, decision, gae_lambda, 0.9)
            known = place in buffer.trained()
            assert known == (expected is not None)
            if known:
                assert buffer.advantages[place] == pytest.approx(expected, abs=1e-4)


class _Discrete:
    n = ACTIONS


def _play_and_tape(games, buffer, chance, tape) -> None:
    """One step of all games; the tape keeps, for each seat of each game, what happened to it."""
    free = np.flatnonzero(games.mask.sum(1) > 1)
    new = buffer.store(
        games.observation, games.mask, games.seat, free, INPUTS.columns, INPUTS.scale
    )
    buffer.values[new] = chance.normal(size=len(free))
    for place in range(new.start, new.stop):
        row, game, move, seat = decisions(buffer, [place])[0]
        record = {"decision": (row, game, move, seat), "value": float(buffer.values[place])}
        tape.setdefault((row, game, seat), []).append(record | {"reward": 0.0, "ended": False})
    playing = games.game.copy()
    rewards, terminated, truncated = games.step(games.mask.argmax(1))
    for row, game in enumerate(playing):
        for seat in range(games.seats):
            if (row, game, seat) in tape:
                tape[row, game, seat][-1]["reward"] += float(rewards[row, seat])
                tape[row, game, seat][-1]["ended"] = bool(terminated[row] or truncated[row])
    buffer.credit(rewards, terminated | truncated)


def _plain_advantage(line, decision, gae_lambda, gamma) -> float | None:
    """The sum of discounted temporal differences; None while the decision's future is unknown."""
    start = next(i for i, record in enumerate(line) if record["decision"] == decision)
    total, weight, known = 0.0, 1.0, False
    for here, after in zip(line[start:], [*line[start + 1 :], None], strict=True):
        if after is None and not here["ended"]:
            break
        following = after["value"] if after else 0.0
        total += weight * (here["reward"] + gamma * following - here["value"])
        weight *= gamma * gae_lambda
        known = True
    return total if known else None
