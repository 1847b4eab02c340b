"""What must hold at every table: every preset and many random rule combinations, two to ten seats.

Hidden information in every phase, an end to every game, and a bound on the work of one step.
"""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np

from tests.random_rules import Style, all_options, random_options
from uno_env import PRESETS, Game, Phase, Rules
from uno_env.render import render_text
from uno_env.state import PHASES

COMBINATIONS = 200
LOOKS = 6
DECISIONS = 120
STEP_CALLS = 20_000
"""More calls than this in one step would be a loop that rules or luck could draw out."""


def tables(seed: int, combinations: int):
    """Every preset, then random combinations of options."""
    rng = Random(seed)
    yield from (Rules.preset(name) for name in PRESETS)
    for _ in range(combinations):
        preset, named = random_options(rng)
        yield Rules(**all_options(preset, named))


def test_no_seat_can_tell_a_sampled_world_from_the_game_whatever_the_rules():
    phases, players = Counter(), Counter()
    for number, rules in enumerate(tables(1, COMBINATIONS)):
        rng, style = Random(number), Style(number)
        game = Game(rules, seed=number, history=8)
        players[rules.players] += 1
        for _ in range(LOOKS):
            for _ in range(rng.randint(0, DECISIONS // LOOKS)):
                if not game.is_over:
                    game.play(style.choose(game.legal))
            phases[game.phase.name] += 1
            for seat in range(rules.players):
                check_world(game, game.sample_world(seat, number), seat)
    assert set(phases) == set(PHASES), f"phases not met: {set(PHASES) - set(phases)}"
    assert set(players) == set(range(2, 11))


def check_world(game: Game, world: Game, seat: int) -> None:
    """The world gives the seat the same bytes, and dealing it again the same world."""
    assert world.observation(seat).tobytes() == game.observation(seat).tobytes()
    assert world.mask(seat).tobytes() == game.mask(seat).tobytes()
    assert render_text(world, seat) == render_text(game, seat)
    again = world.sample_world(seat, 99), game.sample_world(seat, 99)
    assert again[0].to_bytes() == again[1].to_bytes()


def test_every_game_ends_and_never_leaves_a_seat_without_a_legal_action():
    for number, rules in enumerate(tables(2, 60)):
        style = Style(number)
        game = Game(rules.replace(max_turns=min(rules.max_turns, 150)), seed=number)
        rounds = 0
        while not game.is_over and rounds < 100_000:
            assert game.legal
            game.play(style.choose(game.legal))
            rounds += 1
        assert game.is_over, f"{rules} does not end"


def longest_step(seconds: float = 15.0) -> tuple[int, str]:
    """The most calls of the engine's functions that one step took, and the rules it took them in.

    Needs `NUMBA_DISABLE_JIT=1`, where the engine's functions are Python's.
    """
    import time

    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    worst, where, end = 0, "", time.monotonic() + seconds
    for number, rules in enumerate(tables(3, 10_000)):
        style, game = Style(number), Game(rules, seed=number)
        for _ in range(40):
            if game.is_over or time.monotonic() > end:
                break
            action = style.choose(game.legal)
            calls = 0
            sys.setprofile(count)
            game.play(action)
            sys.setprofile(None)
            if calls > worst:
                worst, where = calls, str(rules)
        if time.monotonic() > end:
            return worst, where
    return worst, where


def test_the_longest_step_found_is_no_more_than_a_deal_takes():
    root = Path(__file__).parents[1]
    searched = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.test_every_table"],
        cwd=root,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    calls = int(searched.stdout.split(maxsplit=1)[0])
    assert 0 < calls < STEP_CALLS, searched.stdout


def test_an_idle_match_is_cut_after_a_hundred_rounds_without_a_point():
    game = Game(Rules(deck={"R0": 2, "G0": 2, "B0": 2}, hand_size=1, target=50), seed=0)
    while not game.is_over:
        game.play(game.legal[0])
    assert game.phase is Phase.OVER and game.is_truncated
    assert game.winner is None and not np.any(game.rewards)


if __name__ == "__main__":
    print(*longest_step())
