"""A person plays at the terminal, and no line of theirs can break it."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console

from uno_agents.sitting import Sitting, new_sitting
from uno_agents.terminal import Terminal
from uno_env import ACTIONS, Game, Rules

ROOT = Path(__file__).parents[2]
PLAY = [sys.executable, "-m", "uno_agents.play"]
ENVIRONMENT = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'agents'}"}

COMMANDS = st.sampled_from(
    [
        "hint",
        "hint random",
        "hint nobody",
        "undo",
        "table",
        "help",
        "again",
        "",
        "1",
        "2",
        "3",
        "99",
    ]
)
ANYTHING = st.text(max_size=12).filter(lambda text: "save" not in text.lower())
LINES = st.lists(COMMANDS | st.sampled_from(ACTIONS.labels) | ANYTHING, max_size=25)


def sat_down(rules="players=3", against=("random",), seed=1, seat=0) -> Sitting:
    """A table at which the person at `seat` is on move."""
    sitting = new_sitting(Rules.parse(rules), seat, list(against), seed)
    list(sitting.others())
    return sitting


def typed(lines, sitting=None, color=False) -> str:
    """What a person reads who types these lines, and then the input ends."""
    written = io.StringIO()
    console = Console(
        file=written,
        highlight=False,
        width=100,
        force_terminal=color,
        color_system="standard" if color else None,
    )
    Terminal(sitting or sat_down(), None, iter(lines), console).run()
    return written.getvalue()


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(LINES, st.integers(0, 3))
def test_any_lines_are_survived_and_leave_a_game_that_can_go_on(lines, seed):
    rules = ["players=3", "players=2,uno=call,stacking=mixed", "party", "partners"][seed]
    sitting = new_sitting(Rules.named(rules), 0, ["random"], seed)
    assert typed(lines, sitting).endswith("Good-bye.\n")
    assert sitting.game.is_over or (sitting.is_mine and sitting.game.legal)


@pytest.mark.parametrize("rules", ["players=4", "players=3,target=60,scoring=elimination", "party"])
def test_a_whole_match_can_be_played_by_number(rules):
    sitting = new_sitting(Rules.named(rules), 1, ["random"], 5)
    shown = typed(["1"] * 3000 + ["again"], sitting)
    assert "The game is over" in shown
    assert not sitting.game.is_over and sitting.game.rules == Rules.named(rules)


def test_an_illegal_choice_is_answered_with_what_can_be_played():
    sitting = sat_down()
    before = sitting.game.to_bytes()
    shown = typed(["challenge", "nonsense", "0", "77"], sitting)
    assert shown.count("cannot be played now") == 4
    assert " ".join(sitting.game.legal) in shown
    assert sitting.game.to_bytes() == before


def test_undo_goes_back_to_the_last_decision_and_the_same_answer_leads_on_the_same_way():
    sitting = sat_down()
    start = sitting.game.to_bytes()
    typed(["1"], sitting)
    after = sitting.game.to_bytes()
    assert after != start
    typed(["undo"], sitting)
    assert sitting.game.to_bytes() == start
    typed(["1"], sitting)
    assert sitting.game.to_bytes() == after
    assert "nothing to take back" in typed(["undo"])


def test_a_saved_game_goes_on_as_the_one_that_was_not_saved(tmp_path):
    path = tmp_path / "game.json"
    sitting = sat_down("players=3,target=100", ("heuristic", "uniform"))
    typed(["1", f"save {path}"], sitting)
    loaded = Sitting.load(path)
    typed(["1", "1", "1"], sitting)
    typed(["1", "1", "1"], loaded)
    assert loaded.game.to_bytes() == sitting.game.to_bytes()
    assert loaded.against == ["heuristic", "uniform"]


def test_a_file_that_is_no_saved_game_is_neither_loaded_nor_overwritten(tmp_path):
    path = tmp_path / "diary.txt"
    path.write_text("dear diary")
    assert "no saved game" in typed([f"save {path}"])
    assert path.read_text() == "dear diary"
    with pytest.raises(ValueError, match="no saved game"):
        Sitting.load(path)
    with pytest.raises(ValueError, match="no saved game"):
        Sitting.load(tmp_path / "missing.json")
    sat_down().save(good := tmp_path / "good.json")
    for name in ("seat", "against", "chance", "game"):
        content = json.loads(good.read_text())
        content[name] = 99 if name == "seat" else None
        path.write_text(json.dumps(content))
        with pytest.raises(ValueError):
            Sitting.load(path)


def test_saving_where_nothing_can_be_written_is_told_and_survived(tmp_path):
    assert "No such file" in typed([f"save {tmp_path}/no/such/folder.json"])
    assert typed(["save \0"]).endswith("Good-bye.\n")


class Watcher:
    """Plays the first legal action and keeps what it was shown."""

    def __init__(self):
        self.seen = []

    def act(self, observation, mask, rng):
        self.seen.append((observation.copy(), mask.copy()))
        return mask.argmax(axis=1)


def test_opponents_are_shown_their_own_observation_and_mask_and_nothing_else():
    watcher = Watcher()
    sitting = new_sitting(Rules(players=3), 1, [watcher], seed=1)
    expected = []
    while not sitting.game.is_over:
        if sitting.is_mine:
            sitting.play(sitting.game.legal[0])
            continue
        expected.append(sitting.game.observe(sitting.game.turn))
        sitting._played(ACTIONS.label(sitting.ask(sitting.agents[sitting.game.turn], sitting.rng)))
    assert len(expected) == len(watcher.seen) > 5
    for (observation, mask), (shown, legal) in zip(expected, watcher.seen, strict=True):
        assert (observation == shown[0]).all() and (mask == legal[0]).all()


def test_what_a_person_reads_does_not_depend_on_hidden_cards():
    sitting = sat_down("players=3,open_hands=False")
    world = Sitting(sitting.game.sample_world(0, seed=4), 0, ["random"])
    assert world.game.hand(1) != sitting.game.hand(1)
    assert typed(["table", "hint heuristic"], sitting) == typed(["table", "hint heuristic"], world)


def test_a_declined_question_is_told_to_nobody():
    rules = Rules(players=3, jump_in="colored")
    game = Game.from_position(
        rules, hands=["R7 G1 G2", "R7 B1 B2", "Y1 Y2"], discard="R5", draw="Y3 Y4 Y5 Y6"
    )
    sitting = Sitting(game, 0, ["heuristic"])
    assert sitting.play("R7") == ["player_0 laid R7"]
    assert game.phase.name == "JUMP_IN" and game.turn == 1
    assert sitting._played("pass") == []


def test_a_policys_hint_gives_probabilities_and_asking_changes_nothing():
    sitting = sat_down("players=2")
    before = sitting.game.to_bytes(), sitting.rng.bit_generator.state
    hints = sitting.hint("policy:official-2p")
    assert {label for label, _ in hints} == set(sitting.game.legal)
    assert np.isclose(sum(share for _, share in hints), 1)
    assert [share for _, share in hints] == sorted((share for _, share in hints), reverse=True)
    assert sitting.hint("heuristic")[0][1] is None
    assert (sitting.game.to_bytes(), sitting.rng.bit_generator.state) == before


def test_the_wrong_number_of_opponents_or_an_unknown_one_is_refused():
    with pytest.raises(ValueError, match="expected 1 or 2"):
        sat_down(against=["random"] * 3)
    with pytest.raises(ValueError, match="heurstic"):
        sat_down(against=["heurstic"])
    with pytest.raises(ValueError, match="seat=7"):
        sat_down(seat=7)


def test_colours_are_for_terminals_and_no_color_turns_them_off(monkeypatch):
    assert "\x1b[" not in typed(["table"])
    painted = re.compile(r"\x1b\[[0-9;]*4[0-7]m|\x1b\[[0-9;]*10[0-7]m")
    assert painted.search(typed([], color=True))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not painted.search(typed([], color=True))


def run(text, *options, **environment):
    return subprocess.run(
        [*PLAY, "--against", "random", "--seed", "1", *options],
        input=text,
        capture_output=True,
        env=ENVIRONMENT | environment,
        timeout=300,
    )


def test_the_program_ends_politely_with_its_input_whatever_the_bytes():
    for text in (b"", b"1\n1", b"\xff\xfe\x00\n1\n"):
        done = run(text, LANG="C", NO_COLOR="1")
        assert done.returncode == 0, done.stderr
        assert done.stdout.endswith(b"Good-bye.\n") and b"\x1b" not in done.stdout
        assert b"Traceback" not in done.stderr


def test_a_mistake_on_the_command_line_is_told_in_a_line():
    for options in (["--against", "nobody"], ["--rules", "stackin=on"], ["--load", "none.json"]):
        done = run(b"", *options)
        assert done.returncode == 1 and done.stderr.splitlines()[-1].startswith(b"play: ")
        assert b"Traceback" not in done.stderr


def test_ctrl_c_ends_the_program_politely():
    process = subprocess.Popen(
        [*PLAY, "--against", "random", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT | {"PYTHONUNBUFFERED": "1"},
    )
    shown = b""
    while b"\n> " not in shown.replace(b"\n> player", b""):
        shown += process.stdout.read(1)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=60)
    assert rest.endswith(b"Good-bye.\n") and b"Traceback" not in errors
    assert process.returncode == 0
