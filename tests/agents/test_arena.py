"""The arena: duplicate deals played to their end, counted right, refused where they cannot be."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from tests.agents.asking import rng
from uno_agents import IllegalAnswer, arena, make, play
from uno_agents.protocol import columns_of
from uno_agents.results import Z95, estimate
from uno_env import ACTIONS, Game, GameBatch, Rules, observation_layout


class First:
    """Takes the first legal action."""

    def act(self, observation, mask, rng):
        return mask.argmax(axis=1)


class Last(First):
    """Takes the last legal action that is not drawing."""

    def act(self, observation, mask, rng):
        return ACTIONS.size - 1 - mask[:, ::-1].argmax(axis=1)


def deal_seeds(seed, block, deals):
    return np.random.SeedSequence(seed, spawn_key=(block,)).generate_state(deals, np.uint64)


def play_one_by_one(agents, rules, deals, seed):
    """Every game by itself, in plain Python; for agents without chance. Lists by deal, rotation."""
    games = []
    for deal in deal_seeds(seed, 0, deals):
        for rotation in range(rules.players):
            game, decisions = Game(rules, int(deal), reward="match"), 0
            first = (game.dealer + 1) % rules.players
            while not game.is_over:
                place = (game.turn - rotation) % rules.players
                seen, mask = game.observe(game.turn)
                game.play(int(agents[place].act(seen[None], mask[None], None)[0]))
                decisions += 1
            seats = [(place + rotation) % rules.players for place in range(rules.players)]
            games.append(
                {
                    "won": [game.rewards[seat] > 0 for seat in seats],
                    "points": [game.scores[seat] for seat in seats],
                    "from first": [(seat - first) % rules.players for seat in seats],
                    "decisions": decisions,
                    "truncated": game.is_truncated,
                }
            )
    return games


@pytest.mark.parametrize(
    "text",
    [
        "players=2",
        "players=3,max_turns=30",
        "players=4,teams,hand_size=3",
        "players=3,target=60,hand_size=2,scoring=elimination",
    ],
)
def test_every_number_is_that_of_the_games_played_one_by_one(text):
    rules, deals, seed = Rules.parse(text), 12, 2**64 - 1
    line_up = [make("heuristic"), First(), Last(), First()][: rules.players]
    result = play(line_up, rules, deals, seed)
    games = play_one_by_one(line_up, rules, deals, seed)
    for place, standing in enumerate(result.standings):
        won = [game["won"][place] for game in games]
        by_deal = np.reshape(won, (deals, rules.players)).mean(axis=1)
        assert standing.places == (place,)
        assert standing.win_rate.mean == pytest.approx(np.mean(won))
        if 0 < np.mean(won) < 1:
            half = Z95 * np.sqrt(((by_deal - by_deal.mean()) ** 2).sum() / (deals - 1) / deals)
            assert standing.win_rate.low == pytest.approx(max(np.mean(won) - half, 0))
            assert standing.win_rate.high == pytest.approx(min(np.mean(won) + half, 1))
        assert standing.points.mean == pytest.approx(np.mean([g["points"][place] for g in games]))
        for seat, share in enumerate(standing.win_rate_by_seat):
            there = [g["won"][place] for g in games if g["from first"][place] == seat]
            assert share == pytest.approx(np.mean(there))
    assert result.games == len(games) == deals * rules.players
    assert result.decisions_per_game == pytest.approx(np.mean([g["decisions"] for g in games]))
    assert result.truncated == sum(game["truncated"] for game in games)
    assert result.without_winner == sum(not any(game["won"]) for game in games)
    assert result.chance == (0.5 if rules.teams else 1 / rules.players)


def test_two_names_are_the_first_against_copies_of_the_second():
    result = play([First(), Last()], "players=4", deals=5)
    alone = play([First(), Last(), Last(), Last()], "players=4", deals=5)
    assert [s.places for s in result.standings] == [(0,), (1, 2, 3)]
    assert result.standings[0].win_rate == alone.standings[0].win_rate
    copies = [s.win_rate.mean for s in alone.standings[1:]]
    assert result.standings[1].win_rate.mean == pytest.approx(np.mean(copies))


def without_times(result):
    numbers = result.to_dict()
    for name in ("seconds", "games_per_second"):
        del numbers[name]
    for standing in numbers["standings"]:
        for name in ("move_us", "move_us_p50", "move_us_p99"):
            del standing[name]
    return numbers


def test_the_same_seed_gives_the_same_result_and_another_seed_another():
    line_up = ["random", "uniform"]
    one, same = (play(line_up, "players=3", deals=60, seed=4) for _ in range(2))
    other = play(line_up, "players=3", deals=60, seed=5)
    assert without_times(one) == without_times(same)
    assert without_times(one)["standings"] != without_times(other)["standings"]


def test_a_later_block_changes_nothing_in_an_earlier_one():
    one = play(["random", "random"], deals=1_000, seed=3).standings[0].win_rate.mean
    both = play(["random", "random"], deals=1_001, seed=3).standings[0].win_rate.mean
    last_deal = 1_001 * both - 1_000 * one
    assert min(abs(last_deal - possible) for possible in (0, 0.5, 1)) < 1e-6


def test_an_agent_without_chance_against_itself_wins_exactly_half():
    win_rate = play(["heuristic", "heuristic"], deals=100).standings[0].win_rate
    assert (win_rate.low, win_rate.mean, win_rate.high) == pytest.approx((0.5, 0.5, 0.5))


def test_intervals_of_equal_agents_hold_one_half_about_95_times_of_100():
    held = 0
    for seed in range(40):
        win_rate = play(["random", "random"], deals=60, seed=seed).standings[0].win_rate
        held += win_rate.low <= 0.5 <= win_rate.high
    assert held >= 34  # fewer: 1 in 200, were they right


def test_the_interval_is_taken_over_deals():
    assert estimate(np.array([0.0, 0.5, 0.5, 1.0]), 0, 1).mean == 0.5
    half = 1.959964 * np.sqrt(1 / 6 / 4)
    assert estimate(np.array([0.0, 0.5, 0.5, 1.0]), 0, 1).high == pytest.approx(0.5 + half)
    unbounded = estimate(np.array([3.0, 5.0]))
    assert (unbounded.low, unbounded.high) == pytest.approx((4 - 1.959964, 4 + 1.959964))


def test_an_agent_that_always_won_is_not_held_for_certain_to():
    always = estimate(np.ones(10), 0, 1)
    assert always.high == 1
    assert always.low == pytest.approx(0.7225, abs=1e-4)  # Wilson, 10 of 10


def test_a_single_deal_leaves_everything_possible():
    win_rate = play([First(), Last()], deals=1).standings[0].win_rate
    assert win_rate.high - win_rate.low > 0.7
    assert json.loads(json.dumps(play([First(), Last()], deals=1).to_dict(), allow_nan=False))


def test_a_game_cut_off_by_the_turn_limit_is_won_by_nobody():
    result = play(["random", "random"], "players=3,max_turns=1", deals=10)
    assert result.truncated == result.without_winner == result.games == 30
    assert {standing.win_rate.mean for standing in result.standings} == {0.0}


class Witness(First):
    """Wants a layout of its own and checks each row against the world it is given."""

    needs_worlds = True
    rows = 0

    def __init__(self, seats=None, history=0):
        self.seats, self.history = seats, history

    def start(self, layout, rules):
        self.layout = layout

    def act(self, observation, mask, rng, worlds):
        assert observation.shape == (len(mask), self.layout.size)
        for row in range(0, len(mask), 7):
            world = worlds(row, 5)
            narrow = columns_of(world.layout, self.layout)
            assert np.array_equal(world.observation(world.turn)[narrow], observation[row])
            Witness.rows += 1
        return super().act(observation, mask, rng)


def test_every_agent_sees_the_layout_it_needs_and_only_worlds_of_the_seat_on_move():
    witnesses = [Witness(), Witness(seats=10), Witness(history=4)]
    play(witnesses, "players=3", deals=4)
    assert [w.layout for w in witnesses] == [
        observation_layout(3),
        observation_layout(10),
        observation_layout(3, 4),
    ]
    assert Witness.rows > 50


@pytest.mark.parametrize(("seats", "history"), [(3, 0), (3, 2), (7, 0), (7, 5)])
def test_a_narrow_observation_is_cut_out_of_a_wide_one(seats, history):
    wide = GameBatch("players=3,jump_in=colored", 40, seed=1, seats=10, history=6)
    narrow = GameBatch("players=3,jump_in=colored", 40, seed=1, seats=seats, history=history)
    columns = columns_of(wide.layout, narrow.layout)
    agent = make("random")
    for step in range(60):
        assert np.array_equal(wide.observation[:, columns], narrow.observation)
        actions = agent.act(narrow.observation, narrow.mask, rng(step))
        wide.step(actions)
        narrow.step(actions)


class Cheat(First):
    """Answers something else after a while."""

    def __init__(self, answer):
        self.answer, self.moves = answer, 0

    def act(self, observation, mask, rng):
        self.moves += 1
        return self.answer(mask) if self.moves > 20 else super().act(observation, mask, rng)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            lambda mask: mask.argmin(axis=1),
            r"agent 'Cheat' at place 1 answered \"\S+\" for seat [012] in \w+, holding .* on top "
            r"and .* in force; legal: .* \(deal seed \d+, rotation [012]\)",
        ),
        (lambda mask: np.full(len(mask), 77), r"agent 'Cheat' at place 1 answered \"77\""),
        (lambda mask: np.full(len(mask), -1), r"agent 'Cheat' at place 1 answered \"-1\""),
        (lambda mask: mask.argmax(axis=1) * 1.0, r"with float64 of shape \[\d+\]; expected \["),
        (lambda mask: mask.argmax(axis=1)[:-1], r"answered \d+ rows with int64 of shape"),
        (lambda mask: None, r"answered \d+ rows with object of shape \[\]"),
    ],
)
def test_an_illegal_answer_is_laid_at_the_door_of_the_agent_with_the_position(answer, message):
    with pytest.raises(IllegalAnswer, match=message):
        play([First(), Cheat(answer), First()], "players=3", deals=30)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"deals": 0}, "deals=0: expected at least 1"),
        ({"seed": -1}, r"seed=-1: expected 0 to 2\*\*64-1"),
        ({"seed": 2**64}, "seed=18446744073709551616"),
        ({"agents": "heuristic,randm"}, "unknown agent 'randm'; did you mean random"),
        ({"agents": "random,random,random"}, "at a table of 2: expected 2, or two"),
        ({"agents": "random"}, r"1 agents \(random\) at a table of 2"),
        ({"players": 11}, "players=11: expected a whole number, 2 to 10"),
        ({"rules": "stakcing=same"}, "did you mean stacking"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        arena.main(arena.Args(**{"agents": "random,random", "deals": 1} | arguments))


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path, monkeypatch):
    monkeypatch.setattr(arena, "_play", lambda *_: pytest.fail("played"))
    for path in (tmp_path, tmp_path / "no_folder" / "out.json"):
        with pytest.raises(ValueError, match=r"--json .* cannot be written"):
            arena.main(arena.Args("random,random", deals=1, json=path))


def test_the_file_holds_the_numbers_that_were_printed(tmp_path, capsys):
    path = tmp_path / "result.json"
    args = arena.Args("random,uniform", players=3, deals=8, rules="strict", seed=2, json=path)
    result = arena.main(args)
    written = json.loads(path.read_text())
    assert written == json.loads(json.dumps(result.to_dict()))
    assert [file.name for file in tmp_path.iterdir()] == ["result.json"]
    assert written["rules"] == "players=3,wild_draw_four=strict"
    assert written["rules_fingerprint"] == Rules.parse(written["rules"]).fingerprint
    assert (written["deals"], written["games"], written["seed"]) == (8, 24, 2)
    printed = capsys.readouterr().out
    for standing in result.standings:
        assert f"{100 * standing.win_rate.mean:.2f}" in printed


def test_nothing_is_left_of_the_file_when_play_fails(tmp_path):
    old = tmp_path / "old.json"
    old.write_text("kept")
    with pytest.raises(ValueError, match="unknown agent"):
        arena.main(arena.Args("nobody,random", deals=1, json=old))
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("old.json", "kept")]


def test_the_command_line_says_what_is_wrong_without_a_traceback():
    command = [sys.executable, "-m", "uno_agents.arena", "--agents", "heuristic,[nobody]"]
    paths = {"PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(command, capture_output=True, text=True, env=os.environ | paths)
    assert run.returncode == 2
    assert "unknown agent '[nobody]'" in " ".join(run.stderr.split())
    assert "Traceback" not in run.stderr
