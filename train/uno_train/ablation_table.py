"""The table of an ablation: what each variant of the recipe won, in Markdown.

One outcome is what `uno_train.ablations` keeps of one training. Trainings of a variant differ in
their seed, and so do their strengths: the interval of several is over the seeds, not over the deals
that a single one played.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from uno_agents.results import Z95, Estimate

T95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""Standard errors that hold 95 % of Student's distribution, for 1, 2, ... degrees of freedom."""

Outcomes = Sequence[Mapping[str, Any]]


def table_of(
    variants: Mapping[str, Mapping[str, Any]], outcomes: Mapping[str, Outcomes], command: str
) -> str:
    """What came of an ablation.

    Args:
        variants: the options of each, by its label.
        outcomes: of the trainings of each, by the same label.
        command: that makes the table again.
    """
    first = next(iter(outcomes.values()))[0]
    opponents = list(first["results"])
    rows = [["variant", "options", *(f"won against `{name}`, %" for name in opponents), "seconds"]]
    rows.append(["---", "---", *("---:" for _ in rows[0][2:])])
    for label, trainings in outcomes.items():
        wins = [in_words([won(training, name) for training in trainings]) for name in opponents]
        seconds = np.mean([training["seconds"] for training in trainings])
        rows.append([label, as_flags(variants[label]), *wins, f"{seconds:.0f}"])
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([caption(next(iter(outcomes.values())), command), "", *lines])


def caption(trainings: Outcomes, command: str) -> str:
    """What the numbers below it are."""
    settings, result = trainings[0]["settings"], next(iter(trainings[0]["results"].values()))
    seeds = " ".join(str(training["settings"]["seed"]) for training in trainings)
    rules = result["rules"] or "official rules"
    if len(trainings) > 1:
        shown = f"mean ± 95 % over the trainings (Student), and that of each seed ({seeds})"
    else:
        shown = f"± 95 % over the deals of one training (seed {seeds})"
    return (
        f"`{command}`\n\n"
        f"{result['players']} players, {rules}; {settings['decisions']:,} decisions a training; "
        f"greedy, {result['deals']:,} held-out duplicate deals against each opponent; {shown}."
    )


def won(training: Mapping[str, Any], opponent: str) -> Estimate:
    """The win rate that one training reached."""
    return Estimate(**training["results"][opponent]["standings"][0]["win_rate"])


def in_words(estimates: Sequence[Estimate]) -> str:
    """The mean win rate in percent with its interval and, of several, each."""
    mean = mean_over_trainings(estimates)
    text = f"{100 * mean.mean:.1f} ± {50 * (mean.high - mean.low):.1f}"
    if len(estimates) == 1:
        return text
    return f"{text} ({' '.join(f'{100 * one.mean:.1f}' for one in estimates)})"


def mean_over_trainings(estimates: Sequence[Estimate]) -> Estimate:
    """The mean of trainings that differ in their seed, with its 95 % interval over such trainings.

    A single one says nothing of others: it keeps its own interval, over the deals it played.
    """
    if len(estimates) == 1:
        return estimates[0]
    wins = np.array([one.mean for one in estimates])
    degrees = len(wins) - 1
    width = T95[degrees - 1] if degrees <= len(T95) else Z95
    mean, half = float(wins.mean()), width * float(wins.std(ddof=1)) / len(wins) ** 0.5
    return Estimate(mean, mean - half, mean + half)


def as_flags(options: Mapping[str, Any]) -> str:
    """Options as they stand on a command line."""
    words = [w for n, v in options.items() for w in (f"--{n.replace('_', '-')}", *as_words(v))]
    return f"`{' '.join(words)}`" if words else ""


def as_words(value: Any) -> list[str]:
    """The value of an option, word by word."""
    return [str(part) for part in (value if isinstance(value, tuple | list) else (value,))]
