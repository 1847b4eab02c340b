"""Self-play learns to win, and the much-copied interleaved way of feeding it does not."""

from uno_env import ACTIONS, GameBatch, Rules, observation_layout
from uno_train import report
from uno_train.games import SelfPlayTables
from uno_train.network import Inputs
from uno_train.selfplay import SelfPlayPPO
from uno_train.trajectories import BUFFERS

RULES = Rules()
LAYOUT = observation_layout(2)
SHORT = RULES.replace(max_turns=150)
"""For evaluation: a policy that only draws would otherwise play for a thousand turns."""
DECISIONS = 250_000


def trained_win_rate(trajectories: str) -> float:
    """How often the policy beats `random` after some training on such trajectories."""
    tables = SelfPlayTables(
        lambda seed: GameBatch(RULES, 256, seed), 256, 2, LAYOUT.size, ACTIONS.size
    )
    model = SelfPlayPPO(
        env=tables, inputs=Inputs.of(LAYOUT, RULES), widths=(64, 64), window=8192, batch_size=1024,
        n_epochs=2, learning_rate=1e-3, entropy=0.05, gamma=1.0, seed=1,
        buffer=BUFFERS[trajectories],
    )  # fmt: skip
    model.learn(DECISIONS)
    agent = report.for_play(model.policy, LAYOUT)
    return report.won(report.measure(agent, "random", SHORT, deals=1000, seed=99)).mean


def test_seats_with_trajectories_of_their_own_learn_what_interleaved_ones_cannot():
    assert trained_win_rate("seat") > 0.45  # untrained it is 1 %; other processors round other runs
    assert trained_win_rate("interleaved") < 0.25
