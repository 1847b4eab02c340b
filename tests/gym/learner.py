"""The learner's episodes played once more, one decision at a time on a plain `Game`."""

import numpy as np

import uno_agents
from uno_env import Game


class PlainEpisodes:
    """What an environment with one opponent agent must show and pay, from a seed and a seat."""

    def __init__(self, rules, opponent, seed, seat, reward):
        self.game = Game(rules, seed, reward=reward)
        self.agent = uno_agents.make(opponent)
        self.rng = np.random.default_rng(seed)
        self.seat = seat
        self.owed = 0.0
        self.until_first_decision()

    def seen(self):
        return self.game.observe(self.seat)

    def until_first_decision(self):
        self.owed = self.until_asked()
        while self.game.is_over:
            self.game = self.game.next_game()
            self.owed = self.until_asked()

    def until_asked(self):
        """What the learner is paid until it is on move, or the game is over."""
        paid = 0.0
        while not self.game.is_over and self.game.turn != self.seat:
            seen, mask = self.game.observe(self.game.turn)
            self.game.play(int(self.agent.act(seen[None], mask[None], self.rng)[0]))
            paid += float(self.game.rewards[self.seat])
        return paid

    def step(self, action):
        """Reward, terminated, truncated, and the game as it stood at the end of the step."""
        self.game.play(action)
        paid = self.owed + float(self.game.rewards[self.seat])
        paid += self.until_asked()
        self.owed = 0.0
        after = self.game.copy()
        if after.is_over:
            self.game = after.next_game()
            self.until_first_decision()
        return paid, after.is_over and not after.is_truncated, after.is_truncated, after
