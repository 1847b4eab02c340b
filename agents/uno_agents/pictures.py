"""Pictures: a cross table's win rates and ratings, and any estimates with their intervals."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from uno_agents.cross import CrossResult
from uno_agents.export import require
from uno_agents.results import Estimate


def draw(result: CrossResult, folder: Path) -> list[Path]:
    """Write `heat_map.png` and `ratings.png` into a folder.

    Raises:
        ValueError: matplotlib is not installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / "heat_map.png", folder / "ratings.png"]
    for path, picture in zip(paths, (heat_map, rating_scale), strict=True):
        picture(result).savefig(path, dpi=150)
    return paths


def heat_map(result: CrossResult) -> Any:
    """A matplotlib figure of win rates: rows against columns; white is chance.

    Raises:
        ValueError: matplotlib is not installed.
    """
    canvas = require("matplotlib.figure", "a picture")
    order = [rating.agent for rating in result.ratings.ratings]
    rates = np.full((len(order), len(order)), np.nan)
    for row, agent in enumerate(order):
        for column, opponent in enumerate(order):
            rate = result.win_rate(agent, opponent) if agent != opponent else None
            if rate is not None:
                rates[row, column] = 100 * rate.mean
    chance = 100 * result.pairs[0].chance
    reach = float(np.nanmax(np.abs(rates - chance))) or 1.0
    size = 2.5 + 0.6 * len(order)
    figure = canvas.Figure(figsize=(size + 1, size), layout="constrained")
    axes = figure.add_subplot()
    image = axes.imshow(rates, cmap="RdBu", vmin=chance - reach, vmax=chance + reach)
    for (row, column), rate in np.ndenumerate(rates):
        if np.isfinite(rate):
            dark = abs(rate - chance) > 0.6 * reach
            color = "white" if dark else "black"
            axes.text(column, row, f"{rate:.1f}", ha="center", va="center", color=color)
    axes.set_xticks(range(len(order)), order, rotation=40, ha="right")
    axes.set_yticks(range(len(order)), order)
    axes.set_title(f"win % of the row against the column, {result.pairs[0].players} players")
    figure.colorbar(image, label="win %", shrink=0.8)
    return figure


def rating_scale(result: CrossResult) -> Any:
    """A matplotlib figure of the ratings with their intervals.

    Raises:
        ValueError: matplotlib is not installed.
    """
    canvas = require("matplotlib.figure", "a picture")
    ratings = result.ratings.ratings
    figure = canvas.Figure(figsize=(7, 1.2 + 0.4 * len(ratings)), layout="constrained")
    axes = figure.add_subplot()
    draw_estimates(axes, {r.agent: Estimate(r.rating, r.low, r.high) for r in ratings})
    axes.set_xlabel(f"rating, 95 % intervals (400 points: odds of 10; {_zero(result)} is 0)")
    return figure


def draw_estimates(
    axes: Any, estimates: Mapping[str, Estimate], shift: float = 0.0, **style: Any
) -> None:
    """A row for each name, the first on top: its mean and its interval.

    Args:
        axes: of matplotlib.
        estimates: by what stands at the row.
        shift: down, in rows, where several estimates share one.
        style: of `axes.errorbar`.
    """
    mean, low, high = np.array([(e.mean, e.low, e.high) for e in estimates.values()]).T
    sides = np.maximum([mean - low, high - mean], 0)  # resampling may leave the mean outside
    style = {"fmt": "o", "capsize": 3} | style
    axes.errorbar(mean, np.arange(len(mean)) + shift, xerr=sides, **style)
    axes.set_yticks(range(len(mean)), list(estimates))
    axes.set_ylim(len(mean) - 0.5, -0.5)
    axes.grid(axis="x", alpha=0.3)


def _zero(result: CrossResult) -> str:
    return result.ratings.anchor or "the mean"
