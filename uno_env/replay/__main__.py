"""A page on which recorded games can be gone through, from the command line.

python -m uno_env.replay game.jsonl --out replay.html
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import tyro

from uno_env.record import GameReader, SavedGame
from uno_env.replay.page import MOST, replay_page


@dataclass
class Args:
    """Write one self-contained page that replays recorded games."""

    file: tyro.conf.Positional[Path]
    out: Path = Path("replay.html")
    """The page."""
    game: int | None = None
    """Show the game in this line of the file alone; by default the first ones, with a chooser."""
    most: int = MOST
    """How many of them at most."""
    agent: str | None = None
    """An agent whose chances and values are shown, such as policy:official-2p."""
    seat: int | None = None
    """Leave out everything that this seat cannot know; by default the page can show all views."""


def main(args: Args) -> None:
    """Write the page.

    Raises:
        ValueError: no such game, seat or agent, or a game that does not go as recorded.
    """
    reader = GameReader(args.file)
    page = replay_page(_chosen(reader, args), agent=args.agent, seat=args.seat, most=args.most)
    page.write(args.out)
    more = ", the first ones; --most N shows more" if page.games == args.most else ""
    print(f"{args.out}: {page.games} games{more}, {len(page.text.encode()) / 1e6:.2f} MB")
    for refusal in reader.refused:
        print(f"refused: {refusal}", file=sys.stderr)


def _chosen(reader: GameReader, args: Args) -> Iterator[SavedGame]:
    for saved in reader:
        if args.game in (None, saved.line):
            yield saved
        if args.game == saved.line:
            return
    if args.game is not None:
        reasons = [refusal.reason for refusal in reader.refused if refusal.line == args.game]
        raise ValueError(f"line {args.game}: {reasons[0] if reasons else 'there is no such line'}")


if __name__ == "__main__":
    try:
        main(tyro.cli(Args, prog="python -m uno_env.replay"))
    except (ValueError, OSError) as error:
        sys.exit(f"replay: {error}")
