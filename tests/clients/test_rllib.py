"""A short masked self-play run on RLlib's new API stack."""

import numpy as np
import pytest

from tests.clients.page import run
from tests.clients.refused import illegal_moves

CLIENT, PACKAGES = "RLlib", ("ray", "torch")
pytestmark = pytest.mark.clients


@pytest.fixture(scope="module", autouse=True)
def ray():
    """One local Ray for all tables."""
    library = pytest.importorskip("ray")
    library.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    yield
    library.shutdown()


def test_two_iterations_of_self_play_make_no_illegal_move(rules):
    with illegal_moves() as noticed:
        results = run(CLIENT, rules)["results"]
    assert not noticed
    for result in results:
        learned = result["learners"]["shared"]
        assert np.isfinite(learned["total_loss"]) and learned["entropy"] > 0
    assert results[-1]["env_runners"]["num_episodes_lifetime"] > 0
