"""What agents in compiled code have in common: they read observations by a `Sight`."""

import numpy as np

from uno_agents.protocol import layout_of
from uno_agents.sight import Sight, sight_of
from uno_env import Layout, Rules


class Sighted:
    """An agent that reads any table without history even if nobody starts it.

    Only a deck of the user's own then stays unknown to it.
    """

    _layout: Layout | None = None

    def start(self, layout: Layout, rules: Rules | None) -> None:
        """Called before play."""
        self._layout = layout
        self._sight = sight_of(layout, rules)

    def sight(self, observation: np.ndarray) -> Sight:
        """How to read `observation: [B, D]`."""
        if self._layout is None or self._layout.size != observation.shape[-1]:
            self.start(layout_of(observation), None)
        return self._sight
