"""Exported decisions are those of the games; a seat is paid for its own decisions."""

import numpy as np
import pytest

from tests.records.games import of_a_batch
from uno_env import Game, observation_layout
from uno_env.record import GameWriter
from uno_env.record import export as exporting
from uno_env.record.export import export

parquet = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def exported(tmp_path, monkeypatch):
    """Games of two and of three players, exported in chunks, one damaged line among them."""
    monkeypatch.setattr(exporting, "CHUNK", 500)
    matches = of_a_batch("players=3,target=60", steps=200, size=4)[:4]
    games = [*of_a_batch("players=2", steps=120)[:6], *matches]
    with GameWriter(tmp_path / "games.jsonl") as out:
        for game in games:
            out.write(game)
    lines = (tmp_path / "games.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "games.jsonl").write_bytes(b"".join([lines[0], b"{}\n", *lines[1:]]))
    done = export(tmp_path / "games.jsonl", tmp_path / "out", reward="points")
    tables = {
        name: parquet.read_table(tmp_path / "out" / f"{name}.parquet").to_pydict()
        for name in ("decisions", "hidden", "games")
    }
    return games, done, tables


def test_every_decision_is_exported_as_its_seat_saw_it_and_the_hidden_part_apart(exported):
    games, done, tables = exported
    decisions, hidden = tables["decisions"], tables["hidden"]
    assert (done.games, done.decisions) == (len(games), sum(len(g.actions) for g in games))
    assert [refusal.line for refusal in done.refused] == [2]
    assert tables["games"]["seed"] == [game.seed for game in games]
    assert hidden["step"] == decisions["step"] and "other_hands" not in decisions
    row = 0
    for number, saved in enumerate(games):
        game = Game(saved.rules, saved.seed, seats=3)
        for step, action in enumerate(saved.actions):
            at = [decisions[name][row] for name in ("game", "step", "seat", "action")]
            assert at == [number, step, game.turn, action]
            seen, mask = game.observe(game.turn)
            assert np.array_equal(np.float32(decisions["observation"][row]), seen)
            assert decisions["mask"][row] == mask.tolist()
            other = (game.turn + 1) % saved.rules.players
            hands = np.reshape(hidden["other_hands"][row], (2, -1))
            assert np.array_equal(hands[0], game.record()["hands"][0, other])
            assert len(hidden["draw_pile"][row]) == len(game.draw_pile)
            game.play(action)
            row += 1
    assert row == len(decisions["game"])


def test_the_rewards_of_a_seats_decisions_add_up_to_all_it_is_paid(exported):
    games, _, tables = exported
    decisions = tables["decisions"]
    number, seat = np.array(decisions["game"]), np.array(decisions["seat"])
    reward, last = np.array(decisions["reward"]), np.array(decisions["last"])
    for at, saved in enumerate(games):
        paid = np.zeros(saved.rules.players)
        game = Game(saved.rules, saved.seed, reward="points")
        for action in saved.actions:
            game.play(action)
            paid += game.rewards
        for s in range(saved.rules.players):
            rows = np.flatnonzero((number == at) & (seat == s))
            assert reward[rows].sum() == pytest.approx(paid[s], abs=1e-4)
            assert last[rows].tolist() == [False] * (len(rows) - 1) + [True]


def test_a_table_smaller_than_the_games_is_refused(tmp_path):
    path = tmp_path / "games.jsonl"
    with GameWriter(path) as out:
        out.write(of_a_batch("players=3", steps=100)[0])
    with pytest.raises(ValueError, match="seats=2 cannot hold players=3"):
        export(path, tmp_path, seats=2)
    told = parquet_schema(path, tmp_path / "wide")
    assert observation_layout(5, 2).fingerprint in told
    path.write_bytes(b"")
    with pytest.raises(ValueError, match="no recorded game"):
        export(path, tmp_path)


def parquet_schema(path, out):
    export(path, out, seats=5, history=2)
    return parquet.read_schema(out / "decisions.parquet").metadata[b"uno_env"].decode()
