"""A recorded game is the game that was played, whichever way it was recorded."""

import dataclasses
import re
from pathlib import Path

import numpy as np
import pytest

from tests.records.games import RULES, at_random, of_a_batch, of_any_kind
from uno_env import Game, GameBatch, Rules
from uno_env.pages import fill
from uno_env.record import BatchRecorder, RecordedGame, check, from_actions, play_games
from uno_env.record.lines import ENGINE, action_table, from_line, to_line
from uno_env.record.recorders import seeds_behind
from uno_env.record.saved import fingerprints
from uno_env.state import STATE


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", [5, None])
def test_every_game_that_ends_in_a_batch_is_recorded_and_goes_again_as_it_went(rules, seed):
    saved = of_a_batch(rules, steps=400, seed=seed)
    assert len(saved) > 2
    assert [problem for _, problem in check(saved)] == [None] * len(saved)
    for game in saved[:4]:
        assert game.final().is_over and len(game.actions) == len(game.labels)


def test_the_game_after_an_ended_one_is_recorded_as_the_game_of_a_seed():
    later = of_a_batch("players=2", steps=400)[8:]
    assert later and all(game.seed is not None and game.state is None for game in later)
    game = Game(later[-1].rules, later[-1].seed)
    for label in later[-1].labels:
        game.play(label)
    assert (game.winner, tuple(game.scores)) == (later[-1].ending.winner, later[-1].ending.scores)


def test_seeding_can_be_undone():
    game = Game(seed=2**63 + 5)
    seed = int(seeds_behind(game.next_game().record()["random"])[0])
    assert seeds_behind(np.array([0, 2**64 - 1], np.uint64)).dtype == np.uint64
    again = game.next_game()
    found = int(seeds_behind(game.record()["random"])[0])
    assert Game(seed=found).to_bytes() == again.to_bytes() and seed != found


def test_games_of_any_rules_and_any_beginning_are_written_read_and_played_again():
    saved = [of_any_kind(number) for number in range(60)]
    assert {type(game.seed) for game in saved} == {int, type(None)}
    assert any(game.deck for game in saved) and any(not game.actions for game in saved)
    read = [from_line(to_line(game)) for game in saved]
    assert read == saved
    assert [problem for _, problem in check(read)] == [None] * len(saved)
    for game in read[:20]:
        game.final()


def test_a_copy_of_a_recorded_game_goes_its_own_way():
    game = RecordedGame(Rules(), seed=1)
    game.play(game.legal[0])
    other = game.copy()
    other.play(other.legal[-1])
    assert len(game.saved().actions) == 1 and len(other.saved().actions) == 2
    assert other.saved().final().to_bytes() == other.to_bytes()
    assert game.next_game().saved().final().to_bytes() == game.next_game().to_bytes()


def test_a_recorder_follows_a_batch_that_is_shortened_dealt_anew_and_moved_in_part():
    games = GameBatch(Rules(players=2), 6, seed=0)
    recorder = BatchRecorder(games)
    rng, found = np.random.default_rng(1), []

    def step(rows):
        actions = at_random(games.mask, rng)[rows]
        _, terminated, truncated = games.step(actions, rows)
        found.extend(s for _, s in recorder.note(actions, terminated | truncated, rows))

    for _ in range(10):
        step(np.array([0, 2, 3, 5]))
    games.keep(np.array([5, 1, 2]))
    recorder.keep(np.array([5, 1, 2]))
    seeds = np.array([77], np.uint64)
    games.deal(np.array([1]), seeds)
    recorder.deal(np.array([1]), seeds)
    for _ in range(150):
        step(np.arange(3))
    found += [saved for _, saved in recorder.running(np.arange(3))]
    assert [problem for _, problem in check(found)] == [None] * len(found)
    assert found[-1].ending.how == "running" and any(saved.seed == 77 for saved in found)


def test_a_recorder_refuses_a_seed_that_the_games_were_not_dealt_from():
    games = GameBatch(size=3, seed=1)
    with pytest.raises(ValueError, match="not as dealt from seed=2"):
        BatchRecorder(games, seed=2)


def test_games_among_agents_come_in_order_of_their_seeds_and_change_seats():
    games = list(play_games(["heuristic", "random"], "players=2", games=6, seed=40))
    assert [game.seed for game in games] == list(range(40, 46))
    assert games[0].agents == ("heuristic", "random") and games[1].agents == ("random", "heuristic")
    assert all(game.ending.how == "won" for game in games)
    assert [problem for _, problem in check(games)] == [None] * 6
    assert list(play_games(["heuristic", "random"], "players=2", games=6, seed=40)) == games
    with pytest.raises(ValueError, match="2 agents at a table of 3"):
        next(play_games(["random", "random"], "players=3"))


def test_recordings_are_made_of_seeds_and_actions_alone():
    games = of_a_batch("players=3", steps=200)
    again = from_actions(games[0].rules, [g.seed for g in games], [g.actions for g in games])
    assert again == games
    with pytest.raises(ValueError, match=r"game 0, seed .*: it ends after"):
        from_actions(games[0].rules, [games[0].seed], [games[0].actions + b"\0"])


def test_a_line_says_what_it_holds_and_stays_small():
    game = RecordedGame(Rules(players=3), seed=7)
    game.play(game.legal[0])
    line = to_line(game.saved(["a", "b", "c"])).decode()
    for part in (
        f'"engine":"{ENGINE}"',
        '"rules":"players=3"',
        '"seed":7',
        '"agents":["a","b","c"]',
    ):
        assert part in line
    assert len(line) < 300
    assert "`draw` | `_` |" in action_table()


def test_the_page_of_documents_lists_the_characters_and_its_program_runs(tmp_path, monkeypatch):
    page = (Path(__file__).parents[2] / "docs" / "records.md").read_text()
    assert fill(page, "characters", action_table()) == page, "run: python docs/refresh.py"
    monkeypatch.chdir(tmp_path)
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(program, "records.md", "exec"), {})


def damage(saved, **changes):
    return dataclasses.replace(saved, **changes)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda g: {"seed": g.seed + 1}, "illegal action|ends after|goes on|winner|state"),
        (lambda g: {"actions": g.actions[:-1]}, "goes on after its"),
        (lambda g: {"actions": g.actions + b"\0"}, "ends after"),
        (lambda g: {"ending": damage(g.ending, winner=1 - g.ending.winner)}, "winner is"),
        (lambda g: {"ending": damage(g.ending, points=7777)}, "points is"),
        (lambda g: {"ending": damage(g.ending, scores=(7, 7))}, "scores is"),
        (lambda g: {"ending": damage(g.ending, fingerprint="0" * 16)}, "the final state is not"),
        (lambda g: {"rules": Rules(hand_size=6)}, "illegal action|ends after|goes on|winner|state"),
    ],
)
def test_a_game_that_does_not_go_as_recorded_is_found_out(change, told):
    fine, *_ = of_a_batch("players=2", steps=200)
    wrong = damage(fine, **change(fine))
    (_, none), (_, problem), (_, again) = check([fine, wrong, fine])
    assert none is None and again is None
    assert problem is not None and re.search(told, problem)
    with pytest.raises(ValueError, match=told if wrong.actions == fine.actions else None):
        wrong.final()


def test_bytes_between_the_fields_of_a_state_are_no_part_of_its_fingerprint():
    records = GameBatch(size=3, seed=1).records(np.arange(3))
    before = fingerprints(records)
    used = np.zeros(STATE.itemsize, bool)
    for kind, offset, *_ in STATE.fields.values():
        used[offset : offset + kind.itemsize] = True
    content = records.view(np.uint8).reshape(3, -1)
    content[:, ~used] ^= 0xFF
    assert fingerprints(records) == before and len(set(before)) == 3
    records["random"] ^= 1
    assert not set(fingerprints(records)) & set(before)
