"""The note that Gymnasium keeps of how an environment was made makes the same one again."""

import copy

import gymnasium
import pytest
from gymnasium.envs.registration import EnvSpec

from uno_env import Rules

ID = "uno_env/Uno-v0"
HALF_A_DECK = Rules(deck={f"{color}{number}": 2 for color in "RYGB" for number in range(10)})
ARGUMENTS = [
    {"rules": Rules.preset("party", players=4)},
    {"rules": HALF_A_DECK},
    {"rules": "sheet-2001"},
    {"deck": dict(HALF_A_DECK.deck)},
    {"players": 3, "stacking": "same", "opponents": ["random", "heuristic"], "seats": 10},
]


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_an_environment_comes_back_from_its_spec_written_as_json(arguments):
    env = gymnasium.make(ID, **arguments)
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    assert again.unwrapped.rules == env.unwrapped.rules
    assert again.unwrapped.layout == env.unwrapped.layout


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_a_vector_environment_comes_back_from_its_spec_written_as_json(arguments):
    envs = gymnasium.make_vec(ID, num_envs=2, **arguments)
    again = gymnasium.make_vec(EnvSpec.from_json(envs.spec.to_json()), num_envs=2)
    assert again.unwrapped.rules == envs.unwrapped.rules


def test_the_spec_that_the_caller_gave_is_left_as_it_was():
    spec = copy.deepcopy(gymnasium.spec(ID))
    spec.kwargs["rules"] = HALF_A_DECK
    gymnasium.make(spec)
    assert spec.kwargs["rules"] is HALF_A_DECK
