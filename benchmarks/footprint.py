"""How much memory a game in a batch takes, and how long the first game takes to start."""

import gc
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from uno_env import GameBatch, Rules

MANY = 50_000
FIRST_GAMES = {
    "Game": "from uno_env import Game; game = Game(seed=1); game.play(game.legal[0])",
    "GameBatch": (
        "from uno_env import GameBatch, Rules; games = GameBatch(Rules(), 2, seed=1);"
        " games.step(games.mask.argmax(1))"
    ),
    "uno_v0.env()": (
        "from uno_env import uno_v0; env = uno_v0.env(); env.reset(seed=1);"
        " env.step(int(env.last()[0]['action_mask'].argmax()))"
    ),
}


def memory() -> str:
    """A Markdown table of the resident bytes a game takes in a batch that has been played."""
    lines = [
        f"Resident memory of a GameBatch of {MANY} games after 50 steps, in bytes a game.",
        "",
        "| seats | observation and mask | everything else |",
        "|--:|--:|--:|",
    ]
    for players in (2, 4, 10):
        arrays, rest = bytes_a_game(Rules(players=players))
        lines.append(f"| {players} | {arrays:,.0f} | {rest:,.0f} |")
    return "\n".join(lines)


def bytes_a_game(rules: Rules) -> tuple[float, float]:
    """The bytes of observation and mask, and all others, for each game of a batch."""
    play(GameBatch(rules, 2, seed=0))  # compiles, so that this is not counted
    gc.collect()
    before = resident()
    games = GameBatch(rules, MANY, seed=0)
    play(games)
    arrays = games.observation.nbytes + games.mask.nbytes
    return arrays / MANY, (resident() - before - arrays) / MANY


def play(games: GameBatch) -> None:
    for _ in range(50):
        games.step(games.mask.argmax(1))


def resident() -> int:
    """The bytes of this process in main memory, on Linux."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def start() -> str:
    """A Markdown table of the seconds from starting Python to the first decision."""
    lines = [
        "Seconds from starting Python to the first decision of the first game.",
        "",
        "| | cold, compiling | warm |",
        "|---|--:|--:|",
    ]
    for surface, program in FIRST_GAMES.items():
        with tempfile.TemporaryDirectory() as cache:
            cold, *warm = (seconds(program, cache) for _ in range(4))
        lines.append(f"| {surface} | {cold:.1f} | {min(warm):.2f} - {max(warm):.2f} |")
    return "\n".join(lines)


def seconds(program: str, cache: str) -> float:
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "UNO_ENV_CACHE": cache},
        check=True,
    )
    return time.perf_counter() - begin
