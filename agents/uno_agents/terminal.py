"""UNO against agents in the terminal: what is printed, and what is typed.

`python -m uno_agents.play` begins it.
"""

import contextlib
import os
import secrets
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

import tyro
from rich.console import Console
from rich.text import Text

from uno_agents.sitting import Sitting, new_sitting
from uno_env import Rules
from uno_env.explain import explanations

SAVED_AS = "uno-game.json"
HELP = """\
a number or a name from the list plays it
  hint [AGENT]   what an agent would do; a policy's probabilities
  undo           take back your last decision
  save [FILE]    keep the game; --load FILE goes on with it
  table          show the table again
  again          deal the next game, once this one is over
  quit           end"""


@dataclass
class Args:
    """Play a game against agents: type what you play, or help."""

    against: str = "heuristic"
    """An agent for all other seats, or one for each with commas between, from your left on."""
    players: int | None = None
    """How many sit at the table; by default what the rules or the opponents say."""
    rules: str = ""
    """A preset's name, or a text such as "stacking=same,seven_swap"."""
    seat: int = 0
    """Yours."""
    seed: int | None = None
    """Of the deal and of the agents' chance; by default drawn."""
    hints: str | None = None
    """The agent that gives hints; by default the first opponent."""
    load: str | None = None
    """A saved game to go on with, in place of all the above."""


def main(args: Args) -> None:
    """Play at the terminal until the person ends it.

    Raises:
        ValueError: an unknown agent, bad rules, the wrong number of opponents, no saved game.
    """
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sitting = Sitting.load(args.load) if args.load else new_sitting(*_table(args))
    Terminal(sitting, args.hints, sys.stdin, Console(highlight=False)).run()


def _table(args: Args) -> tuple[Rules, int, list[str], int]:
    """Rules, seat, opponents and seed."""
    against = [name.strip() for name in args.against.split(",")]
    rules = Rules.named(args.rules)
    if args.players is not None:
        rules = rules.replace(players=args.players)
    elif len(against) > 1:
        rules = rules.replace(players=len(against) + 1)
    seed = secrets.randbits(32) if args.seed is None else args.seed
    return rules, args.seat, against, seed


class Terminal:
    """Plain lines in, plain or coloured lines out; no line of input can break it.

    Args:
        sitting: the table.
        hints: the agent that gives hints, by default the first opponent.
        lines: where the person's lines come from.
        console: where everything is written.
    """

    def __init__(
        self, sitting: Sitting, hints: str | None, lines: TextIO | Iterator[str], console: Console
    ) -> None:
        self.sitting = sitting
        self.hints = hints or sitting.against[0]
        self._lines = iter(lines)
        self._console = console
        self._choices: list[str] = []

    def run(self) -> None:
        """Play until the input ends or the person quits."""
        self._say("help lists what you can type.")
        try:
            self._go_on()
            while self._answer(self._ask()):
                pass
        except (EOFError, KeyboardInterrupt):
            self._say("")
        self._say("Good-bye.")

    def _ask(self) -> str:
        """The next line of the person's, without blanks around it."""
        self._console.print("> ", end="", markup=False)
        with contextlib.suppress(StopIteration):
            return next(self._lines).strip()
        raise EOFError

    def _answer(self, line: str) -> bool:
        """Do what a line asks for; False once the person quits."""
        word, _, rest = line.partition(" ")
        command = word.lower()
        if command in ("quit", "exit", "q"):
            return False
        try:
            self._do(command, line, rest.strip())
        except (ValueError, OSError) as error:
            self._say(str(error))
        return True

    def _do(self, command: str, line: str, rest: str) -> None:
        sitting = self.sitting
        match command:
            case "help" | "?" | "h":
                self._say(HELP)
            case "hint":
                self._hint(rest or self.hints)
            case "undo":
                self._say("taken back" if sitting.undo() else "nothing to take back")
                self._show()
            case "save":
                sitting.save(rest or SAVED_AS)
                self._say(f"saved: go on with --load {rest or SAVED_AS}")
            case "table" | "":
                self._show()
            case "again" if sitting.game.is_over:
                sitting.again()
                self._go_on()
            case _:
                self._play(line)

    def _play(self, line: str) -> None:
        """Play what the person typed, or say what can be played."""
        action = self._choice(line)
        if action is None:
            able = " ".join(self._choices) or "undo, save, again, quit"
            self._say(f'"{line[:40]}" cannot be played now. You can: {able}; or type help')
            return
        for words in self.sitting.play(action):
            self._say(f"  {words}")
        self._go_on()

    def _choice(self, line: str) -> str | None:
        """The legal action that a line names, by its number in the list or its label."""
        if line.isascii() and line.isdigit():
            number = int(line[:4])
            return self._choices[number - 1] if 0 < number <= len(self._choices) else None
        return {label.lower(): label for label in self._choices}.get(line.lower())

    def _go_on(self) -> None:
        """The agents play on; then the table is shown."""
        for words in self.sitting.others():
            self._say(f"  {words}")
        self._show()

    def _show(self) -> None:
        """The table as the person sees it, and what can be done, numbered."""
        sitting = self.sitting
        game = sitting.game
        seats = ", ".join(sitting.name(seat) for seat in range(game.rules.players))
        self._console.print(f"\n{seats}", markup=False, style="dim")
        table = game.text(sitting.seat, paint=True).split("\nlegal ")[0]
        self._console.print(Text.from_ansi(table), soft_wrap=True)
        words = explanations(game) if sitting.is_mine else {}
        self._choices = list(words)
        for number, (label, does) in enumerate(words.items(), 1):
            self._console.print(f"{number:>4}  {label:<9} {does}", markup=False, soft_wrap=True)
        if game.is_over:
            self._say("The game is over: again, undo, save or quit.")

    def _hint(self, name: str) -> None:
        """What an agent would do here."""
        if not self.sitting.is_mine:
            self._say("nothing to decide")
            return
        (best, share), *others = self.sitting.hint(name)
        if share is None:
            self._say(f"{name} would play {best}")
            return
        shares = ", ".join(f"{label} {p:.0%}" for label, p in [(best, share), *others[:4]])
        self._say(f"{name}: {shares}")

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False, soft_wrap=True)


def run() -> None:
    """The command line: a mistake in the arguments is a message, not a traceback."""
    try:
        main(tyro.cli(Args, prog="python -m uno_agents.play"))
    except ValueError as error:
        sys.exit(f"play: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # whoever read the output has gone; nothing is left to be said to it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
