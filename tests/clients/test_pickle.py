"""A running game survives pickle and deepcopy, and goes on as the one it was copied from."""

import pytest

from tests.aec_play import everything_seen
from tests.clients.page import run

CLIENT, PACKAGES = "pickle and deepcopy", ("pettingzoo",)
pytestmark = pytest.mark.clients


@pytest.mark.parametrize("copied", ["stored", "copied"])
def test_a_copied_game_is_played_to_the_same_end(rules, copied):
    seen = run(CLIENT, rules)
    game, twin = seen["game"], seen[copied]
    while game.agents and not any(game.terminations.values()):
        assert everything_seen(game) == everything_seen(twin)
        action = game.observe(game.agent_selection)["action_mask"].argmax()
        game.step(action)
        twin.step(action)
    assert everything_seen(game) == everything_seen(twin) and game.rewards == twin.rewards


@pytest.mark.parametrize("copied", ["stored_table", "copied_table"])
def test_a_copied_table_with_a_learner_goes_on_with_the_same_chance(rules, copied):
    seen = run(CLIENT, rules)
    table, twin = seen["table"], seen[copied]
    ended = False
    while not ended:
        action = table.unwrapped.action_masks().argmax()
        steps = [env.step(action) for env in (table, twin)]
        assert steps[0][0].tobytes() == steps[1][0].tobytes() and steps[0][1:4] == steps[1][1:4]
        ended = steps[0][2] or steps[0][3]
