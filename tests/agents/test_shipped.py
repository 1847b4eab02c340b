"""The policies in the package: what they weigh, that they play, and that they play well."""

from pathlib import Path

import numpy as np
import pytest

import uno_agents
from uno_agents.deals import play
from uno_agents.policy import load
from uno_env import Game, Rules

FOLDER = Path(uno_agents.__file__).parent / "policies"
SHIPPED = {"official-2p": 2, "official-4p": 4}


@pytest.mark.parametrize(("name", "players"), SHIPPED.items())
def test_a_shipped_policy_is_small_and_says_how_it_was_made(name, players):
    assert (FOLDER / f"{name}.safetensors").stat().st_size < 1_000_000
    card = load(name).card
    assert card["seats"] == players and card["tables"][0]["players"] == players
    assert f"--decisions {card['settings']['decisions']}" in card["command"]
    assert card["tables"][0]["rules_fingerprint"] == Rules(players=players).fingerprint
    assert {"random", "heuristic", "uniform"} <= set(card["tables"][0]["results"])


@pytest.mark.parametrize(("name", "players"), SHIPPED.items())
def test_it_answers_one_seat_and_many_alike(name, players):
    agent, rng = uno_agents.make(f"policy:{name}"), np.random.default_rng(0)
    games = [Game(Rules(players=players), seed=seed) for seed in range(20)]
    seen, masks = (np.stack(a) for a in zip(*(g.observe(g.turn) for g in games), strict=True))
    alone = [agent.act(seen[i : i + 1], masks[i : i + 1], rng)[0] for i in range(len(games))]
    assert agent.act(seen, masks, rng).tolist() == alone
    assert all(masks[i, action] for i, action in enumerate(alone))


@pytest.mark.parametrize(
    ("name", "players", "wins"), [("official-2p", 2, 0.74), ("official-4p", 4, 0.35)]
)
def test_it_beats_the_random_agent_by_far(name, players, wins):
    result = play([f"policy:{name}", "random"], Rules(players=players), deals=1500, seed=11)
    assert result.standings[0].win_rate.low > wins
