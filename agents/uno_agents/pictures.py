"""Pictures of a cross table: a heat map of win rates, and ratings with their intervals."""

from pathlib import Path
from typing import Any

import numpy as np

from uno_agents.cross import CrossResult
from uno_agents.export import require


def draw(result: CrossResult, folder: Path) -> list[Path]:
    """Write `heat_map.png` and `ratings.png` into a folder.

    Raises:
        ValueError: matplotlib is not installed.
    """
    canvas = require("matplotlib.figure", "--plots")
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / "heat_map.png", folder / "ratings.png"]
    for path, picture in zip(paths, (_heat_map, _intervals), strict=True):
        picture(result, canvas).savefig(path, dpi=150)
    return paths


def _heat_map(result: CrossResult, canvas: Any) -> Any:
    """Rows win against columns; white is chance."""
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


def _intervals(result: CrossResult, canvas: Any) -> Any:
    ratings = result.ratings.ratings[::-1]
    figure = canvas.Figure(figsize=(7, 1.2 + 0.4 * len(ratings)), layout="constrained")
    axes = figure.add_subplot()
    middle = np.array([rating.rating for rating in ratings])
    sides = [middle - [r.low for r in ratings], np.array([r.high for r in ratings]) - middle]
    axes.errorbar(middle, range(len(ratings)), xerr=np.maximum(sides, 0), fmt="o", capsize=3)
    axes.set_yticks(range(len(ratings)), [rating.agent for rating in ratings])
    axes.set_xlabel(f"rating, 95 % intervals (400 points: odds of 10; {_zero(result)} is 0)")
    axes.grid(axis="x", alpha=0.3)
    return figure


def _zero(result: CrossResult) -> str:
    return result.ratings.anchor or "the mean"
