"""A Minari data set of the Gymnasium environment, read back and replayed."""

import numpy as np
import pytest

from tests.clients.page import run

CLIENT, PACKAGES = "Minari", ("minari",)
pytestmark = pytest.mark.clients


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Data sets of one test are not those of the next."""
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))


def test_the_data_set_replays_in_the_environment_it_makes_anew(rules):
    import minari

    run(CLIENT, rules)
    data = minari.load_dataset("uno/heuristic-v0")
    assert data.total_episodes == 5
    env = data.recover_environment()
    assert env.unwrapped.rules == rules
    for seed, episode in enumerate(data.iterate_episodes()):
        observation, info = env.reset(seed=seed)
        for step, action in enumerate(episode.actions):
            np.testing.assert_array_equal(episode.observations[step], observation)
            np.testing.assert_array_equal(episode.infos["action_mask"][step], info["action_mask"])
            observation, reward, terminated, truncated, info = env.step(action)
            assert reward == episode.rewards[step]
        assert terminated or truncated
