"""Files of recorded games: what is damaged is refused by line and reason, the rest is read."""

import gzip
import json
import subprocess
import sys
import zlib

import pytest

from tests.records.games import of_a_batch
from uno_env import Rules
from uno_env.record import GameReader, GameWriter, check
from uno_env.record import files as record_files
from uno_env.record.lines import ENGINE, to_line


@pytest.fixture(scope="module")
def games():
    return of_a_batch("players=2", steps=400)


def written(path, games, append=False):
    with GameWriter(path, append) as out:
        for game in games:
            out.write(game)
    return path


def unnumbered(games):
    return [(game.seed, game.actions, game.ending) for game in games]


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_a_file_gives_back_what_was_written_also_what_was_added_later(tmp_path, games, name):
    path = written(tmp_path / name, games)
    written(path, games[:3], append=True)
    reader = GameReader(path)
    read = list(reader)
    assert unnumbered(read) == unnumbered([*games, *games[:3]]) and reader.refused == []
    assert [game.line for game in read] == list(range(1, len(read) + 1))
    assert path.read_bytes()[:2] == (b"\x1f\x8b" if name.endswith("gz") else b'{"')


def test_a_file_cut_in_the_middle_gives_all_but_its_last_line(tmp_path, games):
    path = written(tmp_path / "games.jsonl", games)
    path.write_bytes(path.read_bytes()[:-40])
    reader = GameReader(path)
    assert unnumbered(reader) == unnumbered(games[:-1])
    assert [(r.line, "cut off" in r.reason) for r in reader.refused] == [(len(games), True)]


@pytest.mark.parametrize("place", [0, 1, 30, 100, -2, -10, -16])
def test_a_flipped_bit_costs_its_own_line_and_no_other(tmp_path, games, place):
    path = written(tmp_path / "games.jsonl", games)
    lines = path.read_bytes().splitlines(keepends=True)
    line = bytearray(lines[2].rstrip(b"\n"))
    line[place] ^= 1
    path.write_bytes(b"".join([*lines[:2], bytes(line) + b"\n", *lines[3:]]))
    reader = GameReader(path)
    assert unnumbered(reader) == unnumbered([*games[:2], *games[3:]])
    assert [refusal.line for refusal in reader.refused] == [3]


def test_a_packed_file_is_read_on_behind_a_damaged_part_and_up_to_a_cut(
    tmp_path, games, monkeypatch
):
    monkeypatch.setattr(record_files, "_MEMBER", 2000)
    path = written(tmp_path / "games.jsonl.gz", games * 10)
    whole = path.read_bytes()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 0x10
    path.write_bytes(flipped)
    reader = GameReader(path)
    read = list(reader)
    assert len(games) * 10 - 40 < len(read) < len(games) * 10
    assert unnumbered(read[-5:]) == unnumbered(games[-5:])
    assert any("damaged" in refusal.reason for refusal in reader.refused)
    path.write_bytes(whole[: len(whole) // 2])
    reader = GameReader(path)
    read = list(reader)
    assert len(games) * 5 - 40 < len(read) and "cut off" in reader.refused[-1].reason
    assert all(problem is None for _, problem in check(read))


def test_a_file_packed_by_another_program_is_read_too(tmp_path, games):
    path = tmp_path / "games.jsonl.gz"
    with gzip.open(path, "wb") as out:
        out.write(b"".join(to_line(game) + b"\n" for game in games))
    assert unnumbered(GameReader(path)) == unnumbered(games)


def resealed(game, **changes):
    """A line with some fields changed and a checksum that fits."""
    fields = json.loads(to_line(game)) | changes
    del fields["crc"]
    text = json.dumps(fields, separators=(",", ":")).encode()[:-1]
    return text + b',"crc":"%08x"}' % zlib.crc32(text)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"uno": 2}, "format 2; this version reads format 1"),
        ({"engine": "uno_v0/00000000"}, f"engine 'uno_v0/00000000'; this one is {ENGINE}"),
        ({"rules_id": "0" * 16}, "recorded under other rules"),
        ({"rules": "players=4"}, "recorded under other rules"),
        ({"rules": "playing=4"}, "unknown option"),
        ({"decisions": 3}, "3 decisions are announced"),
        ({"actions": "A A"}, "actions hold ' '"),
        ({"scores": None}, "missing or of the wrong kind"),
        ({"how": "lost"}, "how='lost'"),
        ({"state": "x"}, "its first state cannot be read"),
    ],
)
def test_a_line_of_another_format_engine_or_rules_is_refused_with_the_reason(
    tmp_path, games, changes, told
):
    path = tmp_path / "games.jsonl"
    lines = [to_line(games[0]), resealed(games[1], **changes), to_line(games[2])]
    path.write_bytes(b"\n".join(lines) + b"\n")
    reader = GameReader(path)
    assert unnumbered(reader) == unnumbered([games[0], games[2]])
    assert reader.refused[0].line == 2 and told in reader.refused[0].reason


def test_a_reader_can_ask_for_one_set_of_rules(tmp_path, games):
    other = of_a_batch("players=3", steps=100)
    path = written(tmp_path / "games.jsonl", [other[0], *games[:2]])
    reader = GameReader(path, Rules(players=2))
    assert unnumbered(reader) == unnumbered(games[:2])
    assert str(reader.refused[0]) == "line 1: played under 'players=3'; expected 'official'"


def run(*arguments):
    command = [sys.executable, "-m", "uno_env.record", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_command_plays_checks_and_shows_games(tmp_path):
    path = tmp_path / "games.jsonl"
    done = run("play", "--agents", "heuristic,random", "--games", "5", "--out", path)
    assert done.returncode == 0 and done.stdout.startswith("5 games in ")
    checked = run("check", path)
    assert checked.returncode == 0 and checked.stdout.startswith("5 games as recorded, ")
    shown = run("show", path, "--line", "2").stdout.splitlines()
    assert shown[0] == "rules official, seed 1" and shown[-1].startswith("won: winner ")
    path.write_bytes(path.read_bytes()[:-30])
    checked = run("check", path)
    assert checked.returncode == 1 and "refused: line 5: cut off" in checked.stderr
    assert "there is no line 9" in run("show", path, "--line", "9").stderr
    assert "unknown agent" in run("play", "--agents", "nobody", "--out", path).stderr
