"""Cross tables: everybody against everybody, and who beats whom.

With two players each pair meets once; at larger tables each agent also meets copies of each other
one, both ways round. All pairs play the same deals.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

from uno_agents.blocks import Settings
from uno_agents.deals import Match, Progress
from uno_agents.kept import match_folder
from uno_agents.ratings import Ratings, rate
from uno_agents.results import Estimate, Result, finite
from uno_agents.workers import Workers
from uno_env import Rules
from uno_env.seating import names_in


@dataclass(frozen=True)
class CrossResult:
    """What came of a cross table."""

    agents: tuple[str, ...]
    pairs: tuple[Result, ...]
    """One of each match, its first standing against the second."""
    ratings: Ratings

    def win_rate(self, agent: str, opponent: str) -> Estimate | None:
        """The adjusted win rate of an agent against (copies of) another, as it was played."""
        for pair in self.pairs:
            one, other = pair.standings
            if (one.agent, other.agent) == (agent, opponent):
                return one.win_rate_adjusted
            if pair.players == 2 and (other.agent, one.agent) == (agent, opponent):
                return other.win_rate_adjusted
        return None

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON types; `pairs`, `ratings` and `residuals` are lists of flat records."""
        return finite(
            {
                "agents": list(self.agents),
                "pairs": [pair_record(pair) for pair in self.pairs],
                **self.ratings.to_dict(),
                "versions": self.pairs[0].versions,
            }
        )


def play_cross(
    agents: Sequence[Any],
    rules: Rules | str = "",
    deals: int = 2_000,
    seed: int = 0,
    *,
    processes: int = 1,
) -> CrossResult:
    """Play everybody against everybody and rate them.

    Args:
        agents: names or agents, each with a name (an agent's is its class's) of its own.
        rules: the table's, or a preset's name, or a rules text.
        deals: of each match.
        seed: of the deals and of the agents' chance.
        processes: how many play; 0 is one for each core. The games are the same.

    Raises:
        ValueError: agents that cannot meet, or anything `play` refuses.
        IllegalAnswer: an agent is at fault.
    """
    table = Rules.named(rules) if isinstance(rules, str) else rules
    matches = cross_matches(agents, Settings(table, seed), deals)
    with Workers(processes) as workers:
        play_matches(matches, workers)
    result = cross_result(matches)
    assert result is not None
    return result


def pairings(agents: Sequence[Any], players: int) -> list[tuple[Any, Any]]:
    """Who meets whom; the first sits against `players - 1` copies of the second.

    Raises:
        ValueError: fewer than two agents, or two of one name.
    """
    names = names_in(agents)
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError(
            f"a cross table of {', '.join(names)}: expected two or more agents, none of them twice"
        )
    return list(combinations(agents, 2) if players == 2 else permutations(agents, 2))


def cross_matches(
    agents: Sequence[Any], settings: Settings, deals: int, keep: Path | None = None
) -> list[Match]:
    """The matches of a cross table, none of them played.

    Args:
        agents: names or agents.
        settings: for all of them.
        deals: of each match.
        keep: a folder for finished blocks, with a folder for each match.

    Raises:
        ValueError: agents that cannot meet, partners in the rules, a folder of other matches.
    """
    if settings.rules.teams:
        raise ValueError("teams: partners win together, so a cross table would compare nobody")
    return [
        Match(pair, settings, deals, keep and match_folder(keep, names_in(pair)))
        for pair in pairings(agents, settings.rules.players)
    ]


def play_matches(
    matches: Sequence[Match], workers: Workers, progress: Progress | None = None
) -> None:
    """Play what is missing of all matches, the blocks of all of them side by side.

    Raises:
        IllegalAnswer: an agent is at fault; the matches hold what was finished before.
    """
    for match in matches:
        match.read_kept(progress)
    missing = [(match, job) for match in matches for job in match.missing()]
    played = workers.play([job for _, job in missing], progress)
    for (match, _), (job, outcomes) in zip(missing, played, strict=True):
        match.note(job.number, outcomes)


def cross_result(matches: Sequence[Match], bootstraps: int = 500) -> CrossResult | None:
    """What came of all finished matches; None if there are none."""
    finished = [match for match in matches if not match.missing()]
    if not finished:
        return None
    agents = list(dict.fromkeys(name for match in finished for name in match.names))
    return CrossResult(
        tuple(agents),
        tuple(replace(match.result(), faults=_told(match)) for match in finished),
        rate(finished, bootstraps),
    )


def _told(match: Match) -> tuple[str, ...]:
    return tuple(match.outcomes.faults[:3])


def pair_record(pair: Result) -> dict[str, Any]:
    """A match as one flat record."""
    one, other = pair.standings
    record: dict[str, Any] = {
        "first": one.agent,
        "second": other.agent,
        "players": pair.players,
        "rules": pair.rules,
        "rules_fingerprint": pair.rules_fingerprint,
        "seed": pair.seed,
        "deals": pair.deals,
        "games": pair.games,
        "chance": pair.chance,
    }
    for name in ("win_rate", "win_rate_adjusted", "points", "points_adjusted"):
        record |= _flat(name, getattr(one, name))
    return record | {
        "variance_ratio": one.variance_ratio,
        "variance_ratio_adjusted": one.variance_ratio_adjusted,
        "first_us_p50": one.move_us_p50,
        "first_us_p99": one.move_us_p99,
        "second_us_p50": other.move_us_p50,
        "second_us_p99": other.move_us_p99,
        "first_faults": one.faults,
        "second_faults": other.faults,
        "truncated": pair.truncated,
        "without_winner": pair.without_winner,
    }


def _flat(name: str, value: Estimate) -> dict[str, float]:
    return {name: value.mean, f"{name}_low": value.low, f"{name}_high": value.high}
