"""One game played on `uno_env` and on the reference at once, and the first thing they differ in."""

from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from tests.exercised import CountedGame
from tests.observed import expected_observation
from tests.random_rules import Style, is_valid
from tests.reference import ReferenceGame
from tests.reference.cards import KINDS
from tests.setups import Setup, random_setup

MOST_DECISIONS = 400
ONE_GAME_IN = 4  # has a batch of one row playing along
PATIENCE = 40  # a game with fewer options may be so much longer
REWARD_TOLERANCE = 1e-5


@dataclass
class Comparison:
    """What came of one game.

    Attributes:
        setup: how it began.
        style: the seed of the way it was played.
        labels: the actions played, in order.
        differences: what differs after the last of them: name, `uno_env`, reference.
    """

    setup: Setup
    style: int
    labels: list[str] = field(default_factory=list)
    differences: list[tuple[str, object, object]] = field(default_factory=list)
    phases: Counter = field(default_factory=Counter)
    events: Counter = field(default_factory=Counter)

    def __str__(self) -> str:
        lines = [str(self.setup), f"actions ({len(self.labels)}): {', '.join(self.labels)}"]
        for name, engine, reference in self.differences:
            lines.append(f"  {name}\n    uno_env:   {engine}\n    reference: {reference}")
        return "\n".join(lines)


def compare(seed: int, most_decisions: int = MOST_DECISIONS) -> Comparison:
    """Plays a random game under random rules on both engines.

    Args:
        seed: decides rules, start and actions.
        most_decisions: where the game is left off.
    """
    return play_both(random_setup(seed, seed % ONE_GAME_IN == 0), seed, most_decisions)


def play_both(setup: Setup, style: int, most_decisions: int = MOST_DECISIONS) -> Comparison:
    """Plays one game on both engines until they differ, the game ends or it is left off."""
    found = Comparison(setup, style)
    reference = setup.reference(CountedGame)
    choose = Style(style).choose
    try:
        engine = setup.engine()
        batch = BatchOfOne(setup) if setup.with_batch else None
        while True:
            found.phases[reference.phase] += 1
            found.differences = differences(engine, reference, len(found.labels))
            found.differences += reward_differences(engine.rewards, reference, setup.reward)
            if batch and found.labels:
                found.differences += batch.differences(reference)
            if found.differences or reference.is_over or len(found.labels) == most_decisions:
                break
            found.labels.append(choose(reference.legal))
            reference.play(found.labels[-1])
            engine.play(found.labels[-1])
            if batch:
                batch.play(found.labels[-1])
    except Exception as error:  # whatever the engine raises is what is looked for
        found.differences = [("error", f"{type(error).__name__}: {error}", "none")]
    found.events = reference.events
    return found


def differences(engine, reference: ReferenceGame, moment: int) -> list[tuple]:
    """Everything that differs between the two games now."""
    ours, theirs = view(engine), view(reference)
    found = [(name, ours[name], theirs[name]) for name in ours if ours[name] != theirs[name]]
    seats = range(reference.players)
    observers = seats if reference.is_over else [moment % reference.players]
    for observer in observers:
        found += observation_differences(engine, reference, observer)
    return found


def reward_differences(rewards, reference: ReferenceGame, scheme: str) -> list[tuple]:
    """What the last decision paid otherwise than the reference."""
    paid = reference.rewards[scheme]
    given = [float(amount) for amount in rewards]
    far = [abs(ours - theirs) > REWARD_TOLERANCE for ours, theirs in zip(given, paid, strict=True)]
    return [(f"rewards {scheme}", given, paid)] if any(far) else []


def view(game) -> dict:
    """What is compared of a game of either engine, hidden cards included."""
    return {
        "legal": list(game.legal),
        "phase": str(getattr(game.phase, "name", game.phase)),
        "turn": game.turn,
        "hands": [list(game.hand(seat)) for seat in range(len(game.scores))],
        "draw_pile": list(game.draw_pile),
        "discard_pile": list(game.discard_pile),
        "color": game.color,
        "direction": game.direction,
        "pending": game.pending,
        "scores": list(game.scores),
        "points": game.points,
        "winner": game.winner,
        "is_over": game.is_over,
        "is_truncated": game.is_truncated,
        "dealer": game.dealer,
        "playing": [bool(still_in) for still_in in game.playing],
    }


def observation_differences(engine, reference: ReferenceGame, observer: int) -> list[tuple]:
    """What the observer's own observation says otherwise than the reference."""
    observed = engine.layout.decode(engine.observation(observer))
    return [
        (f"{name} observed by seat {observer}", readable(observed[name]), readable(expected))
        for name, expected in expected_observation(reference, observer).items()
        if np.asarray(observed[name]).tolist() != expected
    ]


def readable(values) -> object:
    """Counts by kind as cards, anything else as it is."""
    values = np.asarray(values)
    if values.shape[-1:] != (len(KINDS),):
        return values.tolist()
    rows = values.reshape(-1, len(KINDS))
    return [" ".join(np.repeat(KINDS, np.maximum(row, 0)).tolist()) for row in rows]


class BatchOfOne:
    """A batch of one row that plays the same game, for its rewards and the game it deals next."""

    def __init__(self, setup: Setup):
        from uno_env import ACTIONS, GameBatch

        self.reward = setup.reward
        self.options = setup.options
        self.number_of = ACTIONS.parse
        self.games = GameBatch(setup.rules(), 1, seed=setup.seed, reward=setup.reward)

    def play(self, label: str) -> None:
        rewards, terminated, truncated = self.games.step(np.array([self.number_of(label)]))
        self.rewards = rewards[0].copy()
        self.ended = (bool(terminated[0]), bool(truncated[0]))

    def differences(self, reference: ReferenceGame) -> list[tuple]:
        """What the batch says otherwise than the reference of the last decision."""
        found = reward_differences(self.rewards, reference, self.reward)
        ended = (reference.is_over and not reference.is_truncated, reference.is_truncated)
        if self.ended != ended:
            found.append(("terminated, truncated in the batch", self.ended, ended))
        if reference.is_over:
            after = view(ReferenceGame(self.options, chance=reference.chance))
            dealt = view(self.games[0])
            found += [
                (f"{name} of the next game in the batch", dealt[name], after[name])
                for name in dealt
                if dealt[name] != after[name]
            ]
        return found


def shorten(found: Comparison, tries: int = 30) -> Comparison:
    """Looks for a shorter game with fewer options that differs in the same thing."""
    best = found
    for name in list(found.setup.named):
        named = {other: value for other, value in best.setup.named.items() if other != name}
        best = _shorter(best, replace(best.setup, named=named), tries=3)
    return _shorter(best, best.setup, tries)


def _shorter(best: Comparison, setup: Setup, tries: int) -> Comparison:
    if not is_valid(setup.options):
        return best
    fewer_options = setup.named != best.setup.named
    for style in [best.style, *range(tries)]:
        try:
            other = play_both(setup, style, len(best.labels) + PATIENCE * fewer_options)
        except Exception:  # a position or an order that does not go with these options
            return best
        same = {name for name, *_ in other.differences} & {name for name, *_ in best.differences}
        if same and (fewer_options or len(other.labels) < len(best.labels)):
            best, fewer_options = other, False
    return best
