"""Ship a policy: `python -m uno_train.publish runs/official-2p official-2p`.

The weights of a finished run and its card go into the package, where `policy:NAME` finds them, and
what the card says goes into docs/policies.md. `make policies` does it for all that are shipped.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tyro
from safetensors.numpy import load_file

import uno_agents
from uno_agents.policy import Policy, load
from uno_agents.policy_files import FORMAT_FIELDS, save
from uno_env import GameBatch, Rules
from uno_env.pages import fill
from uno_train.endings import refusals

LARGEST = 1_000_000
"""Bytes of weights that the package may carry for one policy."""

KEPT = ["command", "settings", "decisions", "seconds", "cpu_seconds", "versions", "tables"]
"""What the shipped card says of the training."""

TIMED_MOVES, TIMED_ROWS = 2000, 1024


@dataclass(frozen=True)
class Args:
    """Ship the policy of a finished run."""

    run: tyro.conf.Positional[Path]
    """The run's folder."""
    name: tyro.conf.Positional[str]
    """What it is to be called, as in policy:NAME."""
    folder: Path = Path(uno_agents.__file__).parent / "policies"
    """Where shipped policies lie."""
    page: Path = Path("docs/policies.md")
    """The page with a place for its card."""


def main(args: Args) -> None:
    """Check the run, ship weights and card, write the page.

    Raises:
        ValueError: the run is not finished, its weights are too large, or the page has no place for
            it; nothing has been written then.
    """
    policy = load(f"{args.run}/")
    weights = args.run / "policy.safetensors"
    check_finished(policy.card, args.run)
    if weights.stat().st_size > LARGEST:
        raise ValueError(f"{weights}: {weights.stat().st_size:,} bytes; at most {LARGEST:,} fit")
    page = args.page.read_text(encoding="utf-8")
    card = shipped_card(policy)
    page = fill(page, f"policy {args.name}", in_words(args.name, card, weights.stat().st_size))
    save(args.folder / f"{args.name}.safetensors", load_file(weights), card)
    args.page.write_text(page, encoding="utf-8")
    print(f"policy:{args.name} is shipped, and {args.page} says what it is")


def check_finished(card: Mapping[str, Any], run: Path) -> None:
    """Refuse a run that did not reach its length, or that cannot be repeated."""
    if "tables" not in card or card.get("stopped_early", True):
        raise ValueError(f"{run}: this run is not finished: go on with it by --resume")
    if card["settings"]["decisions"] is None:
        raise ValueError(f"{run}: trained by --minutes, so nobody could repeat it: use --decisions")
    length = f"--decisions {card['settings']['decisions']}"
    if length not in card["command"]:
        raise ValueError(
            f"{run}: made longer after it had begun ({length}), so its command, {card['command']}, "
            "does not repeat it"
        )


def shipped_card(policy: Policy) -> dict[str, Any]:
    """The card without what the format writes itself, and with the time that a move takes."""
    kept = {name: policy.card[name] for name in (*FORMAT_FIELDS, *KEPT)}
    return kept | {"move_us": move_times(policy)}


def move_times(policy: Policy) -> dict[str, float]:
    """Microseconds a move on this machine: asked for one seat, and for many games at once."""
    rules = Rules.parse(policy.card["tables"][0]["rules"])
    games = GameBatch(rules, TIMED_ROWS, seats=policy.seats, history=policy.history)
    rng = np.random.default_rng(0)
    observation, mask = games.observation.copy(), games.mask.copy()
    alone = []
    for move in range(TIMED_MOVES):
        row = slice(move % TIMED_ROWS, move % TIMED_ROWS + 1)
        began = time.perf_counter()
        policy.act(observation[row], mask[row], rng)
        alone.append(1e6 * (time.perf_counter() - began))
    began = time.perf_counter()
    for _ in range(20):
        policy.act(observation, mask, rng)
    batched = 1e6 * (time.perf_counter() - began) / 20 / TIMED_ROWS
    median, slow = np.percentile(alone, (50, 99))
    return {"p50": round(median, 1), "p99": round(slow, 1), "batched": round(batched, 2)}


def in_words(name: str, card: Mapping[str, Any], size: int) -> str:
    """The card as Markdown."""
    table, move = card["tables"][0], card["move_us"]
    widths = " x ".join(map(str, card["settings"]["widths"]))
    rows = [
        f"`{card['command']}`",
        "",
        f"{table['players']} players, {table['rules'] or 'official rules'} (fingerprint "
        f"`{table['rules_fingerprint']}`); {card['decisions']:,} decisions with seed "
        f"{card['settings']['seed']}, {card['seconds'] / 60:.0f} minutes of wall time and "
        f"{card['cpu_seconds'] / 60:.0f} of processor time; layers of {widths}, {size:,} bytes.",
        f"A move takes {move['p50'] / 1000:.2f} ms for one seat (99th percentile "
        f"{move['p99'] / 1000:.2f}) and {move['batched']:.1f} microseconds in a batch of "
        f"{TIMED_ROWS:,}.",
        "",
        f"| `policy:{name}`, greedy, against | wins, % | 95 % interval | points a game | deals |",
        "|---|--:|--:|--:|--:|",
    ]
    for opponent, result in table["results"].items():
        rate, points = result["standings"][0]["win_rate"], result["standings"][0]["points"]
        rows.append(
            f"| `{opponent}` | {100 * rate['mean']:.2f} | {100 * rate['low']:.2f} - "
            f"{100 * rate['high']:.2f} | {points['mean']:.1f} | {result['deals']:,} |"
        )
    return "\n".join(rows)


if __name__ == "__main__":
    with refusals("uno_train.publish"):
        main(tyro.cli(Args, prog="python -m uno_train.publish"))
