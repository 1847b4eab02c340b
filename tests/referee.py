"""Plays `uno_env` against the reference: `python -m tests.referee --minutes 20`.

Every game has random rules, a random start and random actions, all of them from its seed. Ends with
status 1 and the shortest examples if the two disagree.
"""

import argparse
import sys
import time

from rich.console import Console
from rich.progress import Progress

from tests.exercised import Exercised
from tests.witness import MOST_DECISIONS, Comparison, compare, shorten

ENOUGH_DISAGREEMENTS = 12


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20.0, help="how long to play")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument("--decisions", type=int, help="stop after so many decisions, too")
    parser.add_argument("--keep-going", action="store_true", help="collect all disagreements")
    return parser.parse_args()


def referee(
    seed: int, minutes: float, decisions: int | None = None, keep_going: bool = False
) -> tuple[Exercised, list[Comparison]]:
    """Compares game after game.

    Args:
        seed: seed of the first game; the others follow.
        minutes: how long to play.
        decisions: stop after so many decisions, too.
        keep_going: play on after enough disagreements have been found.

    Returns:
        What was exercised, and the games in which the engines differ.
    """
    exercised, disagreements = Exercised(), []
    begin = time.monotonic()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("comparing", total=60 * minutes)
        while time.monotonic() - begin < 60 * minutes:
            found = compare(seed + exercised.games)
            exercised.add(found)
            if found.differences:
                disagreements.append(found)
            if len(disagreements) >= ENOUGH_DISAGREEMENTS and not keep_going:
                break
            if decisions is not None and exercised.decisions >= decisions:
                break
            progress.update(task, completed=time.monotonic() - begin)
    return exercised, disagreements


def report(exercised: Exercised, disagreements: list[Comparison], console: Console) -> None:
    """Prints the disagreements, shortest first, and what was exercised."""
    by_difference: dict[tuple, Comparison] = {}
    for found in sorted(map(shorten, disagreements), key=lambda found: len(found.labels)):
        by_difference.setdefault(tuple(name for name, *_ in found.differences), found)
    exercised.print(console)
    for found in by_difference.values():
        console.print(f"\n{found}", markup=False, highlight=False, soft_wrap=True)
    console.print(
        f"\n{exercised.decisions:,} decisions in {exercised.games:,} games under "
        f"{len(exercised.combinations):,} rule combinations, 2 to 10 players, "
        f"up to {MOST_DECISIONS} decisions a game: {len(disagreements)} disagreements"
    )


def main() -> None:
    arguments = parse_arguments()
    exercised, disagreements = referee(
        arguments.seed, arguments.minutes, arguments.decisions, arguments.keep_going
    )
    report(exercised, disagreements, Console())
    sys.exit(bool(disagreements))


if __name__ == "__main__":
    main()
