"""Results as tables on the console."""

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from uno_agents.cross import CrossResult
from uno_agents.results import Estimate, Result, Standing

_CAPTION = (
    "adjusted: the luck of the draw taken out | by seat: win % on each seat, counted from the "
    "dealer's left"
)


def wide_console() -> Console:
    """The terminal; a file or pipe gets lines wide enough for the tables."""
    console = Console()
    return console if console.is_terminal else Console(width=140)


def report(result: Result, console: Console) -> None:
    """Print a result: a table of the agents, and lines about the games."""
    title = f"{result.deals:,} deals x {result.players} rotations, seed {result.seed}"
    table = Table(title=f"{title}, rules: {result.rules or 'official'}", caption=_CAPTION)
    table.add_column("agent")
    for heading in ("win %", "95 %", "adjusted", "95 %", "by seat", "points", "ms p50", "ms p99"):
        table.add_column(heading, justify="right", no_wrap=True)
    for standing in result.standings:
        table.add_row(*_row(standing))
    console.print(table)
    console.print(
        f"chance {result.chance:.1%} | {result.decisions_per_game:.1f} decisions a game | "
        f"{result.truncated:,} cut off by the turn limit | "
        f"{result.without_winner:,} without a winner | "
        f"{result.games_per_second:,.0f} games/s in {result.seconds:.1f} s"
    )
    first = result.standings[0]
    console.print(
        f"variance of the win rate of {escape(first.agent)}, to that of independent games: "
        f"{first.variance_ratio:.2f}, adjusted {first.variance_ratio_adjusted:.2f}"
    )
    if result.decided and result.anytime:
        console.print(_verdict(result, first.agent, result.anytime))
    report_faults(result, console)


def report_faults(result: Result, console: Console) -> None:
    """Print who lost games by a fault, and the first faults with their positions."""
    for standing in result.standings:
        if standing.faults:
            console.print(f"{escape(standing.agent)} lost {standing.faults:,} games by faults:")
    for fault in result.faults[:3]:
        console.print(f"  {escape(fault)}", highlight=False)


def _verdict(result: Result, agent: str, interval: Estimate) -> str:
    how = {"above": "better than chance", "below": "worse than chance"}
    verdict = how.get(result.decided or "", "undecided")
    return (
        f"{escape(agent)}: {verdict} after {result.deals:,} deals ({_percent(interval)}, luck taken"
        " out as earlier blocks tell, an interval that holds at any time)"
    )


def _row(standing: Standing) -> tuple[str, ...]:
    copies = f" x{len(standing.places)}" if len(standing.places) > 1 else ""
    how = {True: " (greedy)", False: " (sampled)", None: ""}[standing.greedy]
    win, adjusted, points = standing.win_rate, standing.win_rate_adjusted, standing.points
    return (
        escape(standing.agent) + copies + how,
        f"{100 * win.mean:.2f}",
        f"{100 * win.low:.2f} - {100 * win.high:.2f}",
        f"{100 * adjusted.mean:.2f}",
        f"{100 * adjusted.low:.2f} - {100 * adjusted.high:.2f}",
        " ".join(f"{100 * share:.1f}" for share in standing.win_rate_by_seat),
        f"{points.mean:.1f} ± {points.high - points.mean:.1f}",
        f"{standing.move_us_p50 / 1000:.4f}",
        f"{standing.move_us_p99 / 1000:.4f}",
    )


def _percent(rate: Estimate) -> str:
    return f"{100 * rate.mean:.2f}, {100 * rate.low:.2f} - {100 * rate.high:.2f}"


def report_cross(result: CrossResult, console: Console) -> None:
    """Print a cross table: ratings, who beats whom, and what the ratings hide."""
    pair = result.pairs[0]
    order = [rating.agent for rating in result.ratings.ratings]
    table = Table(
        title=f"{pair.players} players, rules: {pair.rules or 'official'}, seed {pair.seed}",
        caption="adjusted win % of the row against the column, ± half its 95 % interval",
    )
    for heading in ("agent", "rating", "95 %"):
        table.add_column(heading, justify="left" if heading == "agent" else "right")
    for agent in order:
        table.add_column(escape(agent), justify="right")
    for rating in result.ratings.ratings:
        cells = [_cell(result.win_rate(rating.agent, opponent)) for opponent in order]
        interval = f"{rating.low:.0f} - {rating.high:.0f}"
        table.add_row(escape(rating.agent), f"{rating.rating:.0f}", interval, *cells)
    console.print(table)
    deals = sorted({pair.deals for pair in result.pairs})
    console.print(
        f"{len(result.pairs)} matches of {' or '.join(f'{n:,}' for n in deals)} deals | ratings: "
        f"Plackett-Luce, 400 points are odds of ten to one, "
        f"{result.ratings.anchor or 'the mean'} is 0 | chance {pair.chance:.1%}"
    )
    _report_fit(result, console)
    for played in result.pairs:
        report_faults(played, console)


def _report_fit(result: CrossResult, console: Console) -> None:
    worst = result.ratings.residuals[0]
    console.print(
        f"the ratings miss most: {escape(worst.first)} against {escape(worst.second)}, "
        f"{100 * worst.win_rate:.1f} % won, {100 * worst.expected:.1f} % expected "
        f"({worst.standard_errors:+.1f} standard errors)"
    )
    cycles = [" > ".join((*cycle, cycle[0])) for cycle in result.ratings.cycles]
    console.print("cycles: " + (escape("; ".join(cycles)) or "none"))


def _cell(rate: Estimate | None) -> str:
    return "" if rate is None else f"{100 * rate.mean:.1f} ± {50 * (rate.high - rate.low):.1f}"
