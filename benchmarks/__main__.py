"""The command `python -m benchmarks`."""

import json
from dataclasses import dataclass
from pathlib import Path

import tyro


@dataclass
class Args:
    """Speed beside other libraries, or memory and start of this one."""

    memory: bool = False
    """Bytes a game takes in a batch, instead of speed."""
    mixed: bool = False
    """Speed with other rules in every row of a batch, instead of beside other libraries."""
    start: bool = False
    """Seconds to the first game, cold and warm, instead of speed."""
    seconds: float = 2.0
    """How long each environment plays in a round."""
    rounds: int = 5
    """How many rounds all of them play."""
    json: Path | None = None
    """A file to write every round's decisions a second to."""


def main(args: Args) -> None:
    # The speed test alone needs the other libraries.
    if args.memory or args.start:
        from benchmarks import footprint

        parts = [footprint.memory] * args.memory + [footprint.start] * args.start
        print("\n\n".join(part() for part in parts))
        return
    from benchmarks import speed
    from benchmarks.contenders import CONTENDERS, MIXED_CONTENDERS

    contenders = MIXED_CONTENDERS if args.mixed else CONTENDERS
    rates = speed.measure(contenders, args.seconds, args.rounds)
    report = speed.report_mixed if args.mixed else speed.report
    print(report(rates, args.seconds))
    if args.json:
        args.json.write_text(json.dumps(rates, indent=2) + "\n")


if __name__ == "__main__":
    main(tyro.cli(Args))
