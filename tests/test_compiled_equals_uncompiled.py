"""The compiled engine and the same source run as plain Python play the same games.

Run as a program, this file plays a few games and prints a digest of every record, observation,
mask and reward on the way.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np

RULES = (
    "",
    "players=3,target=100,hand_size=4",
    "players=4,stacking=mixed,seven_swap,zero_pass,jump_in=colored,doubles,uno=call,hand_size=5",
    "deck=112-shuffle,players=3,custom_wild=others_draw_two,draw=until_playable,challenge_reveal=table",
    "deck=112-swap,players=2,wild_draw_four=strict,drawn_card=must_play,action_finish=False",
    "deck=112-remix,players=4,teams,opening_wild_draw_four=apply,wilds_match",
)
DECISIONS = 60


def digest() -> str:
    """A hash over everything that is seen of the games on their way."""
    from uno_env import GameBatch, Rules

    seen = hashlib.sha256()
    for place, text in enumerate(RULES):
        batch = GameBatch(Rules.parse(text), 2, seed=place, history=4, reward="points")
        rng = Random(place)
        for _ in range(DECISIONS):
            for row in range(2):
                seen.update(batch[row].to_bytes())
                seen.update(batch[row].sample_world(int(batch.seat[row]), place).to_bytes())
            for array in (batch.observation, batch.mask, batch.seat):
                seen.update(np.ascontiguousarray(array).tobytes())
            actions = [rng.choice(np.flatnonzero(mask).tolist()) for mask in batch.mask]
            for array in batch.step(np.array(actions)):
                seen.update(np.ascontiguousarray(array).tobytes())
    return seen.hexdigest()


def test_the_compiled_engine_and_its_plain_source_play_the_same_games():
    root = Path(__file__).parents[1]
    plain = subprocess.run(
        [sys.executable, "-m", "tests.test_compiled_equals_uncompiled"],
        cwd=root,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert plain.stdout.strip() == digest(), plain.stderr


if __name__ == "__main__":
    print(digest())
