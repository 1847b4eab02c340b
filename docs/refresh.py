"""Writes the tables of the pages and the picture `docs/table.svg` as the code has them.

`tests/test_docs.py` and `tests/seeing` fail while they disagree with it.
"""

from itertools import product
from pathlib import Path
from random import Random

from uno_env import ACTIONS, Game, Rules, observation_layout
from uno_env.actions import MAX_PLAYERS
from uno_env.cards import LABELS, MAX_COUNT
from uno_env.pages import fill
from uno_env.record.lines import action_table
from uno_env.rules import OPTIONS, options_table
from uno_env.scene import QUESTIONS

DOCS = Path(__file__).parent
PICTURE = DOCS / "table.svg"
ASKED = (
    "players=3",
    "players=3,uno=call,stacking=mixed,seven_swap,jump_in=colored,doubles,hand_size=4",
    "players=3,voluntary_draw=False,deck=R1=4 G2=4 B3=4 Y4=2,hand_size=4",
)
"""Rules under which everything is asked; under the last, both piles are soon used up."""
GAMES = 40
WORDS = {"pending": "the pending", "exposed": "a player", "top": "the same card"}
"""What stands in a question for what belongs to one game."""


def phases() -> str:
    """Which actions are legal in each phase, as many games meet it; a Markdown table."""
    met: dict[str, list[set[str]]] = {phase: [] for phase in QUESTIONS}
    for rules, seed in product(ASKED, range(GAMES)):
        game, chance = Game(rules, seed=seed), Random(seed)
        while not game.is_over:
            met[game.phase.name].append({_block(label) for label in game.legal})
            game.play(chance.choice(game.legal))
    rows = ["| phase | the seat on move | always | at times |", "|---|---|---|---|"]
    for phase, legal in met.items():
        always, ever = set.intersection(*legal), set.union(*legal)
        cells = (QUESTIONS[phase].format(**WORDS), _named(always), _named(ever - always))
        rows.append(f"| `{phase}` | {' | '.join(cells)} |")
    return "\n".join([*rows, "| `OVER` | the game has ended | | |"])


def _block(label: str) -> str:
    number = ACTIONS.parse(label)
    return [block.name for block in ACTIONS.blocks if ACTIONS.first(block.name) <= number][-1]


def _named(blocks: set[str]) -> str:
    return " ".join(f"`{block.name}`" for block in ACTIONS.blocks if block.name in blocks)


def widths() -> str:
    """The width of an observation by seats; a Markdown table."""
    sizes = [(seats, observation_layout(seats)) for seats in range(2, MAX_PLAYERS + 1)]
    rows = (
        ["places", *(str(seats) for seats, _ in sizes)],
        ["---", *("--:" for _ in sizes)],
        ["columns", *(str(layout.size) for _, layout in sizes)],
        ["more for each event", *(str(seats + ACTIONS.size) for seats, _ in sizes)],
    )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def kinds() -> str:
    """What 1.0 stands for, by kind of card; a Markdown table."""
    groups = {
        most: [label for label, count in zip(LABELS, MAX_COUNT, strict=True) if count == most]
        for most in sorted(set(MAX_COUNT.tolist()))
    }
    rows = ["| 1.0 stands for | of each |", "|--:|---|"]
    for most, labels in groups.items():
        ranks = dict.fromkeys(label if label[0] == "W" else f"*{label[1:]}" for label in labels)
        rows.append(f"| {most} | {' '.join(f'`{rank}`' for rank in ranks)} |")
    return "\n".join([*rows, "", "(`*7`: the seven of each colour.)"])


def option_places() -> str:
    """The places of the field `rules`; a Markdown table."""
    rows = ["| places | option | for | scale |", "|---|---|---|--:|"]
    first = 0
    for name, option in OPTIONS.items():
        values = [label.partition("=")[2] for label in option.labels(name)]
        last = first + len(values) - 1
        places = f"{first}" if first == last else f"{first}-{last}"
        shown = " ".join(f"`{value}`" for value in values if value)
        rows.append(f"| {places} | `{name}` | {shown} | {option.scale()[0]} |")
        first = last + 1
    return "\n".join(rows)


PAGES = {
    "rules.md": {"options": options_table},
    "records.md": {"characters": action_table},
    "observation-and-actions.md": {
        "actions": ACTIONS.table,
        "phases": phases,
        "widths": widths,
        "observation 2": observation_layout(2).table,
        "observation 4": observation_layout(4).table,
        "kinds": kinds,
        "option places": option_places,
    },
}


def refreshed(name: str) -> str:
    """The page of this name with every generated table as the code has it now."""
    text = (DOCS / name).read_text()
    for part, table in PAGES[name].items():
        text = fill(text, part, table())
    return text


def example() -> Game:
    """The table of `docs/seeing.md`: a Wild Draw Four that may be challenged."""
    game = Game.from_position(
        Rules(players=3),
        hands=["W+4 R1 B2", "G1 R2 Y5", "B7 B8 Y1"],
        discard="R5",
        draw="Y2 Y3 G4 G6 B0 B1 R7 R8",
    )
    game.play("W+4")
    game.play("blue")
    return game


if __name__ == "__main__":
    for page in PAGES:
        (DOCS / page).write_text(refreshed(page))
    PICTURE.write_text(example().svg())
