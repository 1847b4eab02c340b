"""Agents that sit opposite the learner in these tests."""


class Lowest:
    """Leaves nothing to chance: the lowest legal action."""

    def act(self, observation, mask, rng):
        return mask.argmax(axis=1)


class Listening(Lowest):
    """Plays like Lowest and remembers how it was started and what it was shown."""

    def __init__(self, seats=None, history=0):
        self.seats, self.history = seats, history
        self.started = []
        self.asked = []

    def start(self, layout, rules):
        self.started.append((layout, rules))

    def act(self, observation, mask, rng):
        self.asked.append((observation.copy(), mask.copy()))
        return super().act(observation, mask, rng)


class Dreaming(Lowest):
    """Looks into a world for every row, and keeps it."""

    needs_worlds = True

    def __init__(self):
        self.dreamt = []

    def act(self, observation, mask, rng, worlds):
        for row in range(len(mask)):
            self.dreamt.append((worlds(row, 7), observation[row].copy(), mask[row].copy()))
        return super().act(observation, mask, rng)


class Answering:
    """Answers with what a function makes of the mask."""

    def __init__(self, answer):
        self.answer = answer

    def act(self, observation, mask, rng):
        return self.answer(mask)


def any_legal(mask, rng):
    """A legal action for each row of `mask: [B, 77]`."""
    return (mask * rng.random(mask.shape)).argmax(axis=1)
