"""Recorded games to test with: of every kind of rules, and of every kind of beginning."""

from random import Random

import numpy as np

from tests.random_rules import Style
from tests.setups import random_setup
from uno_env import ACTIONS, GameBatch, Rules
from uno_env.record import BatchRecorder, RecordedGame, SavedGame

RULES = (
    "players=2",
    "players=3,target=100,stacking=mixed,uno=call,seven_swap,zero_pass,jump_in=colored,doubles",
    "players=10,decks=2,draw=until_playable,open_hands",
    "players=4,teams,target=60,deck=112-shuffle,challenge_reveal=table",
)


def of_a_batch(rules: str, steps: int, size: int = 8, seed: int | None = 5) -> list[SavedGame]:
    """The games that end while a batch is played at random."""
    games = GameBatch(Rules.parse(rules), size, seed=5)
    recorder = BatchRecorder(games, seed)
    rng = np.random.default_rng(0)
    found = []
    for _ in range(steps):
        actions = at_random(games.mask, rng)
        _, terminated, truncated = games.step(actions)
        found += [saved for _, saved in recorder.note(actions, terminated | truncated)]
    return found


def at_random(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A legal action for each row of `mask: [B, A]`; seldom a draw, so that games are short."""
    liking = rng.random(mask.shape)
    liking[:, ACTIONS.parse("draw")] *= 0.1
    return np.where(mask, liking, -1).argmax(axis=1)


def of_any_kind(number: int, most: int = 400) -> SavedGame:
    """A game of random rules and of any beginning: a seed, a deck in order, or a position."""
    setup = random_setup(number, with_batch=False)
    if "hands" in setup.begin:
        game = RecordedGame.from_position(setup.rules(), seed=setup.seed, **setup.begin)
    else:
        game = RecordedGame(setup.rules(), setup.seed, **setup.begin)
    style = Style(number)
    for _ in range(Random(number).choice((0, 5, most, most))):
        if game.is_over:
            break
        game.play(style.choose(game.legal))
    return game.saved()
