"""Decisions a second, ours beside other libraries', in interleaved rounds on one thread."""

import statistics
import time
from collections.abc import Sequence

from benchmarks.contenders import BATCH, CHOICE, MIXED, OURS, UNIFORM, YARDSTICK, Contenders, Player

Rates = dict[str, list[float]]


def measure(contenders: Contenders, seconds: float, rounds: int) -> Rates:
    """Plays all contenders in turn, `rounds` times, so that a busy machine slows them alike.

    Returns:
        Decisions a second of each contender, one number a round.
    """
    players = {name: make() for name, make in contenders.items()}
    for play in players.values():
        play()  # compiles
    rates: Rates = {name: [] for name in players}
    for _ in range(rounds):
        for name, play in players.items():
            rates[name].append(rate(play, seconds))
    return rates


def rate(play: Player, seconds: float) -> float:
    decisions = 0
    start = time.perf_counter()
    while (now := time.perf_counter()) - start < seconds:
        decisions += play()
    return decisions / (now - start)


def report(rates: Rates, seconds: float) -> str:
    """A Markdown table: medians and ranges, beside GameBatch and the yardstick."""
    batch, yardstick = rates[OURS], rates[YARDSTICK]
    lines = [
        f"Decisions a second on one thread, two seats, history=0; GameBatch holds {BATCH} games.",
        f"Medians of {len(batch)} interleaved rounds of {seconds:g} s. Actions are uniformly random"
        " legal ones; choosing them is part of every figure.",
        "",
        f"| | decisions/s | lowest - highest | {OURS} / this | this / connect_four_v3 |",
        "|---|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {name} | {statistics.median(own):,.0f} | {min(own):,.0f} - {max(own):,.0f}"
        f" | {ratio(batch, own):,.1f} | {ratio(own, yardstick):,.2f} |"
        for name, own in rates.items()
    ]
    stepping = [
        1 / (1 / whole - 1 / part) for whole, part in zip(batch, rates[CHOICE], strict=True)
    ]
    lines += ["", f"GameBatch.step alone: {statistics.median(stepping):,.0f} decisions/s."]
    return "\n".join(lines)


def report_mixed(rates: Rates, seconds: float) -> str:
    """What it costs that every row of a batch has rules of its own."""
    share = ratio(rates[MIXED], rates[UNIFORM])
    lines = [
        f"{name}: {statistics.median(own):,.0f} decisions/s ({min(own):,.0f} - {max(own):,.0f})"
        for name, own in rates.items()
    ]
    return "\n".join(
        [*lines, f"mixed / uniform: {share:.2f} ({len(rates[MIXED])} x {seconds:g} s)"]
    )


def ratio(upper: Sequence[float], lower: Sequence[float]) -> float:
    """The median of the ratios within each round."""
    return statistics.median(a / b for a, b in zip(upper, lower, strict=True))
