"""The leaderboard as a page of Markdown."""

from collections.abc import Mapping, Sequence
from typing import Any

_HEAD = """# Leaderboard

Official rules. Everybody meets everybody on duplicate deals, at larger tables copies of everybody.
Search agents are slow: they meet `random`, `heuristic` and the shipped policy, and nobody meets
copies of them. Written by `make leaderboard`; all numbers are in
[leaderboard.json](leaderboard.json).

- **rating**: one Plackett-Luce fit over all matches; 400 points are odds of ten to one, `random` is
  0; intervals over resampled deals.
- **wins**, **points**, **by seat** (from the dealer's left): against `random`, and of `random`
  against `heuristic`, as they fell, with 95 % intervals over deals.
- **against `heuristic`**: with the luck of the draw taken out.
- **best response**: what a policy trained against the frozen agent wins of it, a lower bound of how
  exploitable it is.
- **games**: a hash of all actions of so many games against `random` with a fixed seed. `make
  leaderboard CHECK=1` plays them again and says of each row whether it still holds. A learned
  policy may differ in rare near-ties on another processor.
- † sees what no player may see: a ceiling, not a player.
"""

_COLUMNS = (
    "agent",
    "rating",
    "wins, %",
    "points",
    "by seat, %",
    "against `heuristic`, %",
    "deals",
    "ms a move, p50 / p99",
    "best response, %",
    "games",
)


def page(tables: Sequence[Mapping[str, Any]]) -> str:
    """The page for these tables, as docs/leaderboard.json has them."""
    return "\n".join([_HEAD, *(_table(of_players) for of_players in tables)])


def _table(table: Mapping[str, Any]) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in table["versions"].items())
    lines = [
        f"## {table['players']} players",
        "",
        f"Rules `{table['rules_fingerprint']}`, seed {table['seed']}, {versions}.",
        "",
        "| " + " | ".join(_COLUMNS) + " |",
        "|---" + "|--:" * (len(_COLUMNS) - 1) + "|",
        *(_row(row) for row in table["rows"]),
        "",
    ]
    if table["left_out"]:
        lines += [
            "Not in this version: " + ", ".join(f"`{n}`" for n in table["left_out"]) + ".",
            "",
        ]
    cycles = [" > ".join(f"`{name}`" for name in (*cycle, cycle[0])) for cycle in table["cycles"]]
    lines += ["Cycles: " + ("; ".join(cycles) or "none") + ".", "", "The rows again:", "", "```sh"]
    lines += [row["command"] for row in table["rows"] if row["command"]]
    lines += ["```", ""]
    trained = [row for row in table["rows"] if row["weights_sha256"]]
    return "\n".join(lines + [_weights(row) for row in trained] + ([""] if trained else []))


def _row(row: Mapping[str, Any]) -> str:
    seats = row["win_rate_by_seat"]
    cells = [
        f"`{row['agent']}`" + ("" if row["fair"] else " †"),
        f"{row['rating']:.0f} ({row['rating_low']:.0f} to {row['rating_high']:.0f})",
        _percent(row["win_rate"]),
        _points(row["points"]),
        " ".join(f"{100 * share:.1f}" for share in seats) if seats else "-",
        _percent(row["win_rate_against_heuristic"]),
        f"{row['deals']:,}" if row["deals"] else "-",
        _times(row),
        _percent(row["best_response"]),
        f"`{row['games_hash']}` ({row['replayed_games']:,})",
    ]
    return "| " + " | ".join(cells) + " |"


def _percent(rate: Mapping[str, float] | None) -> str:
    if rate is None:
        return "-"
    return f"{100 * rate['mean']:.2f} ({100 * rate['low']:.2f} - {100 * rate['high']:.2f})"


def _points(points: Mapping[str, float] | None) -> str:
    return f"{points['mean']:.1f} ± {points['high'] - points['mean']:.1f}" if points else "-"


def _times(row: Mapping[str, Any]) -> str:
    if row["move_ms_p50"] is None:
        return "-"
    return f"{row['move_ms_p50']:.3g} / {row['move_ms_p99']:.3g}"


def _weights(row: Mapping[str, Any]) -> str:
    return (
        f"`{row['agent']}`: weights `{row['weights_sha256']}`, trained for "
        f"{row['training_seconds']:,.0f} s on {row['training_decisions']:,} decisions with seed "
        f"{row['training_seed']}."
    )
