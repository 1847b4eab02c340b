"""Who sits opposite the learner: found by name or given, seated, shown its own view, and asked."""

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from tests.gym.agents import Answering, Dreaming, Listening, Lowest, any_legal
from uno_agents import IllegalAnswer
from uno_agents.policy_files import describe, save
from uno_env import ACTIONS, Rules, observation_layout
from uno_env.single import UnoEnv
from uno_env.vector import UnoVectorEnv


def play(envs, steps, seed=1):
    """Random legal play of a vector environment's learners."""
    rng = np.random.default_rng(0)
    _, infos = envs.reset(seed=seed)
    for _ in range(steps):
        *_, infos = envs.step(any_legal(infos["action_mask"], rng))


@pytest.fixture
def policy(tmp_path):
    """The folder of a learned policy without hidden layers, for tables of up to four."""
    width = observation_layout(4).size
    rng = np.random.default_rng(0)
    weights = {
        "policy.weight": rng.normal(size=(ACTIONS.size, width)).astype(np.float32),
        "policy.bias": np.zeros(ACTIONS.size, np.float32),
    }
    save(f"{tmp_path}/", weights, describe(4) | {"activation": "tanh", "trunk": []})
    return f"policy:{tmp_path}/"


def test_opponents_are_given_by_name_by_module_and_class_by_path_or_as_they_are(policy):
    line_up = ["heuristic", "tests.gym.agents:Lowest", policy, Listening()]
    play(UnoVectorEnv(8, opponents=line_up[:2]), 20)
    play(UnoVectorEnv(8, opponents=[policy, line_up[3]]), 20)
    assert line_up[3].asked
    env = gymnasium.make("uno_env/Uno-v0", opponents=["heuristic"])
    assert env.reset(seed=1)[0].shape == (observation_layout(2).size,)


@pytest.mark.parametrize(
    ("keywords", "players"),
    [
        ({}, 2),
        ({"opponents": ["random"] * 3}, 4),
        ({"opponents": ["random"], "players": 5}, 5),
        ({"rules": Rules(players=3)}, 3),
        ({"rules": "partners"}, 4),
        ({"opponents": ["random", "heuristic"], "stacking": "same"}, 3),
    ],
)
def test_there_are_as_many_seats_as_the_rules_or_the_opponents_say(keywords, players):
    assert UnoEnv(**keywords).rules.players == players


@pytest.mark.parametrize("place", [1, 2, 3])
def test_opponents_sit_clockwise_from_the_learners_left(place):
    line_up = [Lowest(), Lowest(), Lowest()]
    line_up[place - 1] = Answering(lambda mask: np.full(len(mask), 76))
    env = UnoEnv(opponents=line_up)
    for seed in range(12):
        with pytest.raises(IllegalAnswer) as refused:
            env.reset(seed=seed)
            while True:
                env.step(env.action_masks().argmax())
        assert f"for seat {(env.learner + place) % 4}" in str(refused.value)


def test_after_a_step_that_an_opponent_broke_off_all_is_dealt_anew():
    agent = Answering(lambda mask: mask.argmax(axis=1))
    envs = UnoVectorEnv(8, opponents=[agent])
    play(envs, 3)
    agent.answer = lambda mask: mask.argmin(axis=1)
    with pytest.raises(IllegalAnswer):
        envs.step(envs.action_masks().argmax(axis=1))
    agent.answer = lambda mask: mask.argmax(axis=1)
    with pytest.raises(ResetNeeded):
        envs.step(envs.action_masks().argmax(axis=1))
    seen, _ = envs.reset()
    assert envs.layout.decode(seen)["to_act"][:, 0].all()
    envs.step(envs.action_masks().argmax(axis=1))


def test_one_opponent_fills_all_other_seats_and_is_asked_once_for_all_of_them():
    agent = Listening()
    play(UnoVectorEnv(256, opponents=[agent], players=4), 1)
    same = [Listening()] * 3
    play(UnoVectorEnv(256, opponents=same), 1)
    assert [len(m) for _, m in agent.asked] == [len(m) for _, m in same[0].asked]
    assert len(agent.asked[0][1]) > 150
    assert len(agent.started) == 1


def test_an_opponent_is_started_with_and_shown_the_layout_it_wants():
    wide, deep, own = Listening(seats=10), Listening(history=6), Listening()
    envs = UnoVectorEnv(16, opponents=[wide, deep, own], history=2)
    assert envs.reset(seed=1)[0].shape == (16, observation_layout(4, 2).size)
    play(envs, 20)
    wanted = {
        wide: observation_layout(10),
        deep: observation_layout(4, 6),
        own: observation_layout(4),
    }
    for agent, layout in wanted.items():
        assert agent.started == [(layout, envs.rules)]
        seen = np.concatenate([observation for observation, _ in agent.asked])
        masks = np.concatenate([mask for _, mask in agent.asked])
        decoded = layout.decode(seen)
        assert decoded["to_act"][:, 0].all()
        held = decoded["hand"][:, None, :] > 0
        assert (decoded["hand"].sum(axis=1) == decoded["hand_sizes"][:, 0]).all()
        laid = masks[:, : held.shape[2]] > 0
        assert (held[:, 0] | ~laid).all()


def test_an_opponent_that_asks_for_worlds_gets_those_of_its_own_seat():
    agent = Dreaming()
    play(UnoVectorEnv(6, opponents=[agent], players=3, seats=5), 8)
    assert len(agent.dreamt) > 40
    for world, observation, mask in agent.dreamt:
        seen = world.observation(world.turn)
        layout = observation_layout(3)
        wide = world.layout.decode(seen)
        for name, values in layout.decode(observation).items():
            if name in ("hand", "phase", "top", "color", "drawn"):
                assert np.array_equal(wide[name], values)
        assert np.array_equal(world.mask(world.turn), mask)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            lambda mask: np.full(len(mask), 76),
            r'answered "swap\+9" for seat \d in \w+, holding .*legal: ',
        ),
        (lambda mask: np.full(len(mask), -1), r'answered "-1" for seat \d'),
        (lambda mask: np.zeros(len(mask)), r"answered \d+ rows with float64"),
        (
            lambda mask: np.zeros(len(mask) + 1, int),
            r"answered \d+ rows with int64 of shape \[\d+\]; expected \[\d+\] whole numbers",
        ),
        (lambda mask: None, r"answered \d+ rows with object"),
    ],
)
def test_an_opponent_that_answers_illegally_is_named(answer, message):
    envs = UnoVectorEnv(16, opponents=[Answering(answer)])
    with pytest.raises(IllegalAnswer, match="'Answering' " + message):
        play(envs, 3)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"opponents": ["heuristics"]}, r"unknown agent 'heuristics'; did you mean heuristic\?"),
        ({"opponents": "heuristic"}, r"opponents='heuristic': expected a list .* \['heuristic'\]"),
        ({"opponents": []}, r"opponents=\[\]: expected a list"),
        ({"opponents": [3]}, r"3 is no agent"),
        (
            {"opponents": ["random"] * 2, "players": 4},
            r"2 opponents at a table of 4: .*set players=3",
        ),
        ({"opponents": ["random"] * 2, "rules": "party"}, r"2 opponents at a table of 2"),
        ({"opponents": ["random"] * 10}, r"players=11"),
        ({"opponents": [Listening(seats=2)], "players": 3}, r"sees at most 2 seats"),
        ({"rules": "party", "players": 3}, r"rules= together with players"),
        ({"seat": 2}, r"seat=2: expected a whole number, 0 to 1"),
        ({"seats": 3, "players": 4}, r"seats=3 cannot hold players=4"),
        ({"history": 33}, r"history=33"),
        ({"reward": "money"}, r"reward='money'"),
        ({"stackin": "same"}, r"unknown option 'stackin'; did you mean stacking\?"),
    ],
)
@pytest.mark.parametrize("make", [UnoEnv, lambda **keywords: UnoVectorEnv(2, **keywords)])
def test_a_table_that_cannot_be_is_refused_with_the_way_out(make, keywords, message):
    with pytest.raises(ValueError, match=message):
        make(**keywords)
