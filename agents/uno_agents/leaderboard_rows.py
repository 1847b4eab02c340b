"""What a row of the leaderboard says."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from uno_agents.cross import CrossResult
from uno_agents.registry import make
from uno_agents.results import Estimate, Result, Standing, finite
from uno_agents.yardsticks import Entry

ZERO, YARDSTICK = "random", "heuristic"
"""Win rates are told against both; points and seats against the first."""


def rows(
    entries: Sequence[Entry],
    result: CrossResult,
    hashes: Mapping[str, str],
    responses: Mapping[str, Any],
) -> list[dict[str, Any]]:
    """A row for each agent that played, the highest rating first.

    Args:
        entries: who was to play.
        result: of all their matches.
        hashes: of each agent's replayed games.
        responses: see `best_responses`.
    """
    of_name = {entry.name: entry for entry in entries}
    return [
        finite(
            _row(of_name[rating.agent], result, responses)
            | {
                "rating": rating.rating,
                "rating_low": rating.low,
                "rating_high": rating.high,
                "games_hash": hashes[rating.agent],
            }
        )
        for rating in result.ratings.ratings
    ]


def _row(entry: Entry, result: CrossResult, responses: Mapping[str, Any]) -> dict[str, Any]:
    against = YARDSTICK if entry.name == ZERO else ZERO
    pair, standing = _match(result, entry.name, against)
    card = getattr(make(entry.name), "card", {})
    players = result.pairs[0].players
    return {
        "agent": entry.name,
        "players": players,
        "fair": entry.fair,
        "weights_sha256": card.get("sha256"),
        "rules_fingerprint": result.pairs[0].rules_fingerprint,
        "version": result.pairs[0].versions["uno-env"],
        "against": against,
        "deals": pair and pair.deals,
        "win_rate": standing and asdict(standing.win_rate),
        "win_rate_adjusted": standing and asdict(standing.win_rate_adjusted),
        "points": standing and asdict(standing.points),
        "win_rate_by_seat": standing and list(standing.win_rate_by_seat),
        "win_rate_against_heuristic": _against(result, entry.name, YARDSTICK),
        "move_ms_p50": standing and standing.move_us_p50 / 1000,
        "move_ms_p99": standing and standing.move_us_p99 / 1000,
        "best_response": responses.get(f"{entry.name} of {players}"),
        "training_seconds": card.get("seconds"),
        "training_decisions": card.get("decisions"),
        "training_seed": card.get("settings", {}).get("seed"),
        "seed": result.pairs[0].seed,
        "replayed_games": entry.replayed,
        "command": _command(entry, pair, against),
    }


def _match(result: CrossResult, agent: str, opponent: str) -> tuple[Result | None, Standing | None]:
    """The agent's match against (copies of) another, and how it did there."""
    for pair in result.pairs:
        if [s.agent for s in pair.standings] == [agent, opponent]:
            return pair, pair.standings[0]
        if pair.players == 2 and [s.agent for s in pair.standings] == [opponent, agent]:
            return pair, pair.standings[1]
    return None, None


def _against(result: CrossResult, agent: str, opponent: str) -> dict[str, float] | None:
    _, standing = _match(result, agent, opponent)
    return asdict(standing.win_rate_adjusted) if standing else None


def _command(entry: Entry, pair: Result | None, against: str) -> str | None:
    """What plays the row's match again, game by game."""
    if pair is None:
        return None
    line_up = ",".join(standing.agent for standing in pair.standings)
    return (
        f"python -m uno_agents.arena --agents {line_up} --players {pair.players} "
        f"--deals {pair.deals} --block {pair.block} --seed {pair.seed}"
    )


def best_responses(path: Path) -> dict[str, Any]:
    """What the better of each agent's best responses won, by `AGENT of PLAYERS`.

    Args:
        path: as `uno_train.best_response --json` writes it; where there is none, nothing is known.

    Raises:
        ValueError: the file is something else.
    """
    if not path.is_file():
        return {}
    try:
        collected = json.loads(path.read_text(encoding="utf-8"))
        best = {}
        for name, kept in collected.items():
            rates = [Estimate(**start["win_rate"]) for start in kept["starts"].values()]
            best[name] = asdict(max(rates, key=lambda rate: rate.mean))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path}: no collection of best responses ({error!r})") from None
    return best
