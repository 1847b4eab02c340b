"""Recorded games from the command line.

python -m uno_env.record play --agents heuristic,random --games 1000 --out games.jsonl.gz
python -m uno_env.record check games.jsonl.gz
python -m uno_env.record show games.jsonl.gz --line 3
python -m uno_env.record export games.jsonl.gz --out DIR
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from uno_env.record.export import export
from uno_env.record.files import GameReader, GameWriter, Refusal
from uno_env.record.playback import check
from uno_env.record.selfplay import play_games
from uno_env.rules import Rules

_SHOWN = 20
"""Refused lines that are printed one by one."""

File = Annotated[Path, tyro.conf.Positional]


@dataclass
class Play:
    """Have agents play, and record every game."""

    agents: str
    """Names with commas between: one for all seats, or one a seat, which move on every game."""
    out: Path
    """The file to write; packed if it ends in .gz."""
    games: int = 1000
    """How many."""
    players: int | None = None
    """How many sit at the table; by default what the rules say."""
    rules: str = ""
    """A preset's name, or a text such as "stacking=same,seven_swap"."""
    seed: int = 0
    """Of the first game; the others count on from it."""

    def run(self) -> None:
        """Play the games and write each."""
        rules = Rules.named(self.rules)
        if self.players is not None:
            rules = rules.replace(players=self.players)
        names = [name.strip() for name in self.agents.split(",")]
        recorded = play_games(names, rules, self.games, self.seed)
        first = next(recorded)  # a mistake in the arguments shows before the file is touched
        with GameWriter(self.out) as out:
            out.write(first)
            for saved in recorded:
                out.write(saved)
        size = self.out.stat().st_size / out.count
        print(f"{out.count:,} games in {self.out}, {size:.0f} bytes each")


@dataclass
class Check:
    """Play every game of a file again and compare what comes out."""

    file: File

    def run(self) -> None:
        """Say how many games came out as recorded, and name the others."""
        began = time.perf_counter()
        reader = GameReader(self.file)
        good, wrong, decisions = 0, [], 0
        for saved, problem in check(reader):
            decisions += len(saved.actions)
            good += problem is None
            if problem is not None:
                wrong.append(Refusal(saved.line, problem))
        seconds = time.perf_counter() - began
        refused = sorted([*reader.refused, *wrong], key=lambda refusal: refusal.line)
        print(f"{good:,} games as recorded, {decisions:,} decisions, in {seconds:.1f} s")
        _report(refused)
        if refused:
            sys.exit(1)


@dataclass
class Show:
    """Print one game in notation."""

    file: File
    line: int = 1
    """Its line in the file."""

    def run(self) -> None:
        """Print the rules, then every position with what was done in it."""
        reader = GameReader(self.file)
        saved = next((game for game in reader if game.line == self.line), None)
        if saved is None:
            refused = [refusal for refusal in reader.refused if refusal.line == self.line]
            raise ValueError(f"{refused[0]}" if refused else f"there is no line {self.line}")
        print(f"rules {str(saved.rules) or 'official'}, seed {saved.seed}")
        for number, game in enumerate(saved.replay()):
            if number < len(saved.actions):
                name = f" {saved.agents[game.turn]}" if saved.agents else ""
                hand = " ".join(game.hand(game.turn))
                print(f"{game.turn}{name} on {game.top} {saved.labels[number]} of {hand}")
        print(
            f"{saved.ending.how}: winner {saved.ending.winner}, scores {list(saved.ending.scores)}"
        )


@dataclass
class Export:
    """Write observations, masks, actions, rewards and the hidden part as Parquet."""

    file: File
    out: Path
    """The folder to write into."""
    seats: int | None = None
    """Places in the observation; by default the most players of any game in the file."""
    history: int = 0
    """Public events in the observation."""
    reward: str = "win"
    """win, points or match."""

    def run(self) -> None:
        """Write the folder and say what was left out."""
        done = export(
            self.file, self.out, seats=self.seats, history=self.history, reward=self.reward
        )
        print(f"{done.games:,} games, {done.decisions:,} decisions in {self.out}")
        _report(done.refused)


def _report(refused: Sequence[Refusal]) -> None:
    for refusal in refused[:_SHOWN]:
        print(f"refused: {refusal}", file=sys.stderr)
    if len(refused) > _SHOWN:
        print(f"... {len(refused):,} refused in all", file=sys.stderr)


def main() -> None:
    """The command line: a mistake in the arguments is a message, not a traceback."""
    try:
        tyro.cli(Play | Check | Show | Export, prog="python -m uno_env.record").run()
    except (ValueError, ImportError, OSError) as error:
        sys.exit(f"record: {error}")


if __name__ == "__main__":
    main()
