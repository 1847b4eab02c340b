"""The test that may stop at any time: right as often as it says, and quick where it is clear."""

import numpy as np

from uno_agents.sequential import ERROR, anytime

LOOKS = range(1_000, 20_001, 1_000)


def deals(chance, count, generator):
    """Per-deal win rates of two rotations."""
    return generator.binomial(2, chance, count) / 2


def test_looking_after_every_block_decides_between_equal_agents_rarely():
    generator, wrong, fixed = np.random.default_rng(5), 0, 0
    for _ in range(300):
        values = deals(0.5, LOOKS[-1], generator)
        intervals = [anytime(values[:n]) for n in LOOKS]
        wrong += any(not i.low <= 0.5 <= i.high for i in intervals)
        halves = [1.96 * values[:n].std() / np.sqrt(n) for n in LOOKS]
        fixed += any(abs(values[:n].mean() - 0.5) > h for n, h in zip(LOOKS, halves, strict=True))
    assert wrong <= 300 * ERROR
    assert fixed > 300 * 3 * ERROR  # what looking at a fixed interval again and again comes to


def test_the_interval_is_not_much_wider_than_a_fixed_one():
    values = deals(0.5, 5_000, np.random.default_rng(1))
    fixed = 2 * 1.96 * values.std() / np.sqrt(len(values))
    found = anytime(values)
    assert 1 < (found.high - found.low) / fixed < 1.8


def test_an_agent_that_always_won_is_not_certain_at_once():
    assert anytime(np.ones(1)).low == 0
    assert anytime(np.ones(4)).low < 0.5 < anytime(np.ones(1_000)).low
