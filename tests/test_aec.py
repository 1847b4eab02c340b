"""The PettingZoo environment does what PettingZoo and the programs built on it demand."""

import copy
import pickle
import random
import warnings

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from uno_env import ACTIONS, Game, IllegalAction, Rules, observation_layout, uno_v0

RULES = (
    "",
    "players=3",
    "players=4,teams,target=100",
    "players=10,decks=2",
    "players=3,target=60,scoring=elimination",
    "players=4,stacking=mixed,seven_swap,zero_pass,jump_in=colored,doubles,uno=call",
    "deck=112-shuffle,open_hands,draw=until_playable,max_turns=20",
)
MATCH = "players=3,target=200"


def begun(rules="", seed=0, decisions=0, make=uno_v0.env, **keywords):
    """An environment after a number of seeded random decisions."""
    env = make(rules, **keywords)
    env.reset(seed=seed)
    seed_spaces(env, seed)
    for _ in range(decisions):
        env.step(choose(env))
    return env


def seed_spaces(env, seed):
    for place, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + place)


def choose(env):
    """A random legal action of the agent on move, None if it has ended."""
    observation, _, terminated, truncated, _ = env.last()
    if terminated or truncated:
        return None
    return env.action_space(env.agent_selection).sample(observation["action_mask"])


def play_out(env):
    """Random play up to and with the step that ends the game."""
    while not ended(env):
        env.step(choose(env))
    return env


def ended(env):
    return any(env.terminations.values()) or any(env.truncations.values())


def everything_seen(env):
    """The bytes of all observations and masks, and who is to act."""
    seen = [env.observe(agent) for agent in env.possible_agents]
    return env.agent_selection, [part.tobytes() for one in seen for part in one.values()]


@pytest.fixture
def silent():
    """Fails on every warning but the one that api_test gives for any dictionary observation."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        yield


# PettingZoo's own tests


@pytest.mark.parametrize("make", [uno_v0.env, uno_v0.raw_env])
@pytest.mark.parametrize("rules", RULES)
def test_pettingzoos_api_test_has_nothing_to_complain_about(rules, make, silent):
    for seed in range(5):
        env = make(rules, render_mode="ansi")
        seed_spaces(env, seed)
        api_test(env)


@pytest.mark.parametrize("rules", RULES)
def test_two_environments_with_one_seed_play_the_same_game(rules, silent):
    seed_test(lambda: uno_v0.env(rules))


@pytest.mark.parametrize("make", [uno_v0.env, uno_v0.raw_env])
def test_every_render_mode_gives_what_pettingzoo_expects(make):
    render_test(make)


@pytest.mark.parametrize("rules", RULES)
def test_the_turn_based_conversion_to_a_parallel_environment_works(rules, silent):
    env = turn_based_aec_to_parallel(uno_v0.env(rules))
    seed_spaces(env, 0)
    parallel_api_test(env)


def test_the_environment_is_found_by_its_name_where_pettingzoo_keeps_a_register():
    if not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no register")
    env = pettingzoo.make("aec", "uno_env/Uno-v0", players=3)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]


# What stands before the first reset


def test_agents_are_named_by_their_seats_before_the_first_reset():
    assert uno_v0.env(players=3).possible_agents == ["player_0", "player_1", "player_2"]
    assert len(uno_v0.raw_env(players=10, decks=2).possible_agents) == 10


def test_the_metadata_say_what_programs_ask_for():
    metadata = uno_v0.env().metadata
    assert metadata["name"] == "uno_v0" == str(uno_v0.env())
    assert metadata["render_modes"] == ["human", "ansi"]
    assert metadata["is_parallelizable"] is False
    assert metadata["render_fps"] > 0
    assert uno_v0.env().render_mode is None
    assert uno_v0.env(render_mode="ansi").render_mode == "ansi"


def test_every_call_gives_the_same_space_object():
    env = begun("players=3")
    for agent in env.possible_agents:
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.unwrapped.action_spaces[agent]
    before = [env.action_space(agent) for agent in env.possible_agents]
    env.reset()
    assert all(
        env.action_space(a) is space for a, space in zip(env.possible_agents, before, strict=True)
    )


def test_agents_draw_their_actions_from_spaces_of_their_own():
    env = uno_v0.env()
    assert env.action_space("player_0") is not env.action_space("player_1")
    assert env.observation_space("player_0") is not env.observation_space("player_1")


def test_the_layout_is_the_table_s_own_unless_more_seats_or_a_history_are_asked_for():
    assert uno_v0.env(players=3).layout == observation_layout(3)
    padded = uno_v0.env(players=3, seats=10, history=4)
    assert padded.layout == observation_layout(10, 4)
    assert padded.observation_space("player_0")["observation"].shape == (padded.layout.size,)


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"stackign": "same"}, ["stackign", "stacking"]),
        ({"players": 11}, ["players=11", "2 to 10"]),
        ({"rules": Rules(), "players": 3}, ["rules=", "players"]),
        ({"rules": 3}, ["rules=3"]),
        ({"render_mode": "rgb"}, ["render_mode='rgb'", "ansi"]),
        ({"reward": "money"}, ["reward='money'", "win", "points", "match"]),
        ({"players": 4, "seats": 3}, ["seats=3", "4"]),
        ({"seats": 11}, ["seats=11", "10"]),
        ({"history": 33}, ["history=33", "32"]),
    ],
)
@pytest.mark.parametrize("make", [uno_v0.env, uno_v0.raw_env])
def test_a_table_that_cannot_be_is_refused_when_it_is_made(make, keywords, words):
    with pytest.raises(ValueError) as refusal:
        make(**keywords)
    assert all(word in str(refusal.value) for word in words)


def test_rules_may_be_rules_or_a_preset_or_a_text_or_single_options():
    made = [
        uno_v0.env(Rules.preset("party")),
        uno_v0.env("party"),
        uno_v0.env(str(Rules.preset("party"))),
        uno_v0.env(stacking="mixed", seven_swap=True, zero_pass=True, jump_in="colored",
                   draw="until_playable"),
    ]  # fmt: skip
    assert {env.unwrapped.rules for env in made} == {Rules.preset("party")}


def test_nothing_can_be_asked_before_the_first_reset():
    env = uno_v0.env()
    for ask in (env.last, env.render, env.state, env.agent_iter, lambda: env.step(0)):
        with pytest.raises(Exception, match="reset"):
            ask()


# Observations


@pytest.mark.parametrize("rules", RULES)
def test_the_observation_comes_first_and_its_mask_second(rules):
    env = begun(rules)
    seen = env.observe(env.agent_selection)
    assert list(seen) == list(env.observation_space(env.agent_selection)) == [
        "observation",
        "action_mask",
    ]
    assert seen["observation"].dtype == np.float32
    assert seen["action_mask"].dtype == np.int8
    assert seen["action_mask"].shape == (ACTIONS.size,)


@pytest.mark.parametrize("rules", RULES)
def test_every_seat_may_be_observed_at_every_moment_the_end_included(rules):
    env = begun(rules, seed=3)
    while env.agents:
        for agent in env.possible_agents:
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            asked = agent == env.agent_selection and not ended(env)
            assert seen["action_mask"].any() == asked
        env.step(choose(env))
    for agent in env.possible_agents:
        assert not env.observe(agent)["action_mask"].any()


def test_observations_are_those_of_the_game_inside():
    env = begun("players=4", seed=1, decisions=10, seats=6, history=3)
    game = env.unwrapped.game
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        assert seen["action_mask"].tobytes() == game.mask(seat).tobytes()
        assert env.layout.decode(seen["observation"])["hand"].sum() == len(game.hand(seat))
    assert env.agent_selection == f"player_{game.turn}"


def test_a_seat_that_does_not_exist_is_refused_by_name():
    env = begun()
    with pytest.raises((KeyError, ValueError), match="player_7"):
        env.observe("player_7")


@pytest.mark.parametrize("make", [uno_v0.env, uno_v0.raw_env])
def test_no_two_calls_share_memory(make):
    env = begun("players=3", make=make)
    first, _, _, _, info = env.last()
    second = env.observe(env.agent_selection)
    for part, again in zip(first.values(), second.values(), strict=True):
        assert not np.shares_memory(part, again)
    kept = everything_seen(env)
    first["observation"][:] = 7
    first["action_mask"][:] = 1
    second["action_mask"][:] = 0
    info["mine"] = 1
    assert everything_seen(env) == kept
    assert env.last()[4] == {}
    before = env.observe(env.agent_selection)
    kept = before["observation"].copy()
    env.step(choose(env))
    assert (before["observation"] == kept).all()


def test_infos_are_empty_and_each_agent_has_its_own():
    env = begun("players=3")
    assert env.infos == {agent: {} for agent in env.possible_agents}
    infos = env.infos
    infos["player_0"]["mine"] = 1
    assert infos["player_1"] == {}
    env.step(choose(env))
    assert env.infos["player_0"] == {}


# Steps, rewards and the end


@pytest.mark.parametrize("make", [uno_v0.env, uno_v0.raw_env])
@pytest.mark.parametrize("rules", RULES)
def test_flags_are_bools_and_rewards_are_floats_of_python(rules, make):
    env = begun(rules, make=make)
    while env.agents:
        _, reward, terminated, truncated, _ = env.last()
        assert type(reward) is float
        assert type(terminated) is type(truncated) is bool
        for flag in (*env.terminations.values(), *env.truncations.values()):
            assert type(flag) is bool
        assert all(type(paid) is float for paid in env.rewards.values())
        env.step(choose(env))


@pytest.mark.parametrize("rules", RULES)
def test_everyone_ends_in_the_same_step_and_its_rewards_stay(rules):
    for seed in range(5):
        env = play_out(begun(rules, seed))
        game = env.unwrapped.game
        assert env.agents == env.possible_agents
        truncated = game.winner is None and game.is_over
        if all(env.truncations.values()):
            assert truncated and not any(env.terminations.values())
            assert set(env.rewards.values()) == {0.0}
        else:
            assert all(env.terminations.values()) and not any(env.truncations.values())
            if game.winner is not None:
                assert env.rewards[f"player_{game.winner}"] > 0
        assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-6)


def test_each_agent_is_told_its_reward_when_it_is_its_turn_to_leave():
    env = play_out(begun("players=4", seed=2))
    rewards = dict(env.rewards)
    told = {}
    for agent in env.agent_iter():
        told[agent] = env.last()[1]
        env.step(None)
    assert told == rewards
    assert env.agents == []


def test_a_winner_of_three_gets_one_and_each_loser_minus_a_half():
    env = play_out(begun("players=3", seed=0))
    winner = env.unwrapped.game.winner
    assert env.rewards == {
        agent: 1.0 if seat == winner else -0.5 for seat, agent in enumerate(env.possible_agents)
    }


def test_a_round_s_rewards_are_collected_until_a_seat_is_asked_again():
    env = begun(MATCH, seed=4)
    owed = dict.fromkeys(env.possible_agents, 0.0)
    rounds = 0
    for agent in env.agent_iter():
        assert env.last()[1] == pytest.approx(owed[agent])
        owed[agent] = 0.0
        env.step(choose(env))
        rounds += any(env.rewards.values())
        for other, reward in env.rewards.items():
            owed[other] += reward
    assert rounds > 1


def test_a_match_reward_is_paid_once_at_the_end():
    env = begun(MATCH, seed=4, reward="match")
    paid = []
    while not ended(env):
        env.step(choose(env))
        if any(env.rewards.values()):
            paid.append(dict(env.rewards))
    winner = env.unwrapped.game.winner
    assert paid == [
        {agent: 1.0 if seat == winner else -0.5 for seat, agent in enumerate(env.possible_agents)}
    ]


def test_a_points_reward_is_what_the_round_was_worth():
    env = play_out(begun("players=3", seed=5, reward="points"))
    game = env.unwrapped.game
    assert env.rewards[f"player_{game.winner}"] == pytest.approx(game.points / 100)
    assert sum(env.rewards.values()) == pytest.approx(0)


def test_a_player_out_of_the_match_stays_an_agent_who_is_never_asked():
    env = begun("players=4,target=100,scoring=elimination", seed=1)
    out = set()
    while not ended(env):
        assert env.agents == env.possible_agents
        assert env.agent_selection not in out
        env.step(choose(env))
        scores = env.unwrapped.game.scores
        out = {f"player_{seat}" for seat, total in enumerate(scores) if total >= 100}
        if out and not ended(env):
            assert not any(env.terminations[agent] for agent in out)
    assert len(out) == 3


def test_too_long_a_round_truncates_everyone_with_nothing_paid():
    env = play_out(begun("players=3,max_turns=3"))
    assert env.truncations == dict.fromkeys(env.possible_agents, True)
    assert env.terminations == dict.fromkeys(env.possible_agents, False)
    assert env.rewards == dict.fromkeys(env.possible_agents, 0.0)
    assert env.unwrapped.game.winner is None


def test_an_action_may_be_any_whole_number_type():
    for kind in (int, np.int8, np.int32, np.int64):
        env = begun(seed=1)
        action = kind(choose(env))
        env.step(action)
        assert env.unwrapped.game.to_bytes() != begun(seed=1).unwrapped.game.to_bytes()


# Illegal actions


def test_the_wrappers_stand_in_the_usual_order():
    env = uno_v0.env()
    order = [wrappers.OrderEnforcingWrapper, wrappers.AssertOutOfBoundsWrapper,
             wrappers.TerminateIllegalWrapper, uno_v0.raw_env]  # fmt: skip
    for kind in order:
        assert type(env) is kind
        env = getattr(env, "env", None)


def test_an_illegal_action_ends_the_agents_only_and_leaves_the_game_as_it_was():
    env = begun("players=3", seed=6, decisions=8)
    game = env.unwrapped.game
    before = game.to_bytes()
    culprit = env.agent_selection
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.unwrapped.game is game and game.to_bytes() == before
    assert all(env.terminations.values())
    assert env.rewards == {a: -1.0 if a == culprit else 0.0 for a in env.possible_agents}
    told = {}
    for agent in env.agent_iter():
        observation, told[agent], terminated, _, _ = env.last()
        assert terminated and env.observation_space(agent).contains(observation)
        env.step(None)
    assert told[culprit] == -1.0 and len(told) == 3
    env.reset(seed=6)
    assert not ended(env)
    play_out(env)


def test_without_the_wrapper_an_illegal_action_is_refused_and_nothing_moves():
    env = begun("players=3", seed=6, decisions=8, make=uno_v0.raw_env)
    env.rewards["player_1"] = env._cumulative_rewards["player_1"] = 0.25
    before, seen = env.game.to_bytes(), everything_seen(env)
    for illegal in (int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]), 77, -1, None):
        with pytest.raises(IllegalAction):
            env.step(illegal)
    assert env.game.to_bytes() == before
    assert everything_seen(env) == seen
    assert env.rewards["player_1"] == env._cumulative_rewards["player_1"] == 0.25


def test_an_action_outside_the_space_is_caught():
    env = begun()
    for wrong in (77, -1, 1.5):
        with pytest.raises(AssertionError):
            env.step(wrong)


@pytest.mark.parametrize("rules", RULES)
def test_unmasked_random_first_actions_are_survived(rules):
    env = uno_v0.env(rules)
    seed_spaces(env, 0)
    for seed in range(20):
        env.reset(seed=seed)
        while env.agents:
            agent = env.agent_selection
            over = env.terminations[agent] or env.truncations[agent]
            env.step(None if over else env.action_space(agent).sample())
    env.reset()
    play_out(env)


def test_an_ended_agent_may_only_answer_none():
    env = play_out(begun())
    with pytest.raises((ValueError, AssertionError)):
        env.unwrapped.step(0)


# Seeds


@pytest.mark.parametrize("rules", RULES)
def test_a_seed_gives_the_same_game_again_whatever_came_before(rules):
    fresh = begun(rules, seed=11)
    used = begun(rules, seed=3, decisions=15)
    used.reset(seed=11)
    for env in (fresh, used):
        seed_spaces(env, 0)
    for _ in range(30):
        assert everything_seen(fresh) == everything_seen(used)
        if ended(fresh):
            break
        action = choose(fresh)
        fresh.step(action)
        used.step(action)


@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**63, 2**64 - 1, np.uint64(2**64 - 1), np.int64(5)])
def test_a_seed_is_the_seed_of_the_game_inside(seed):
    env = begun("players=4", seed=0)
    env.reset(seed=seed)
    assert env.unwrapped.game.to_bytes() == Game(Rules(players=4), seed=seed).to_bytes()


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7"])
def test_a_seed_out_of_range_is_refused_and_the_running_game_goes_on(seed):
    env = begun(decisions=5)
    seen = everything_seen(env)
    with pytest.raises((ValueError, TypeError), match="seed"):
        env.reset(seed=seed)
    assert everything_seen(env) == seen


@pytest.mark.parametrize("decisions", [0, 7, 10_000])
def test_a_reset_without_a_seed_goes_on_in_the_seeded_stream(decisions):
    one, other = uno_v0.env("players=3"), uno_v0.env("players=3")
    games = []
    for env in (one, other):
        env.reset(seed=8)
        seed_spaces(env, 1)
        for _ in range(decisions):
            if not ended(env):
                env.step(choose(env))
        env.reset()
        games.append(env.unwrapped.game.to_bytes())
    assert games[0] == games[1]
    assert games[0] != Game(Rules(players=3), seed=8).to_bytes()
    assert not any(one.terminations.values())


def test_the_first_reset_without_a_seed_deals_a_new_game_each_time():
    games = set()
    for _ in range(5):
        env = uno_v0.env()
        env.reset()
        games.add(env.unwrapped.game.to_bytes())
    assert len(games) == 5


def test_no_global_random_state_is_used_or_moved():
    state, numpy_state = random.getstate(), np.random.get_state()
    env = play_out(begun("players=3"))
    env.reset()
    assert random.getstate() == state
    assert all(np.array_equal(a, b) for a, b in zip(numpy_state, np.random.get_state(), strict=True))


# Reset options


def test_a_deck_may_be_laid_out_and_a_dealer_named():
    env = uno_v0.env(players=2, hand_size=2)
    deck = "R1 G1 R2 G2 R5 B9 B8"
    env.reset(seed=0, options={"deck": deck, "dealer": 1})
    game = env.unwrapped.game
    assert game.to_bytes() == Game(env.rules, seed=0, deck=deck, dealer=1).to_bytes()
    assert [game.hand(0), game.hand(1), game.top] == [["R1", "R2"], ["G1", "G2"], "R5"]
    assert env.agent_selection == "player_0"


def test_a_dealer_alone_may_be_named():
    env = uno_v0.env(players=3, opening="redraw")
    env.reset(seed=0, options={"dealer": 0})
    assert env.agent_selection == "player_1"


def test_a_game_may_begin_in_a_position():
    env = uno_v0.env(players=2)
    position = {"hands": ["R1 R2", "B5"], "discard": "R9", "draw": "Y1 G2", "turn": 1}
    env.reset(seed=3, options={"position": position})
    expected = Game.from_position(Rules(), seed=3, **position)
    assert env.unwrapped.game.to_bytes() == expected.to_bytes()
    assert env.agent_selection == "player_1"


def test_a_laid_out_deck_without_a_seed_goes_on_in_the_seeded_stream_too():
    games = set()
    for seed in (1, 1, 2):
        env = begun("players=2,hand_size=1", seed=seed)
        env.reset(options={"deck": "R1 G1 R5 B9 B8 W", "dealer": 0})
        games.add(env.unwrapped.game.to_bytes())
    assert len(games) == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"dekc": "R1"}, ["dekc", "deck"]),
        ({"stacking": "same"}, ["stacking", "deck", "dealer", "position"]),
        ({"position": {"hands": ["R1", "R2"], "discard": "R3"}, "dealer": 1}, ["position", "dealer"]),
        ({"position": {"hnads": ["R1", "R2"]}}, ["hnads", "hands"]),
        ({"position": {"discard": "R3"}}, ["hands"]),
        ({"position": "R1"}, ["position"]),
        ({"dealer": 5}, ["dealer", "5"]),
        ({"deck": "R1 Q9"}, ["Q9"]),
    ],
)
def test_a_wrong_reset_option_is_refused_and_the_running_game_goes_on(options, words):
    env = begun("players=2,hand_size=1", decisions=1)
    seen = everything_seen(env)
    with pytest.raises(ValueError) as refusal:
        env.reset(seed=0, options=options)
    assert all(word in str(refusal.value) for word in words)
    assert everything_seen(env) == seen


def test_reset_options_are_not_changed():
    options = {"position": {"hands": ["R1 R2", "B5"], "discard": "R9"}}
    kept = copy.deepcopy(options)
    uno_v0.env().reset(seed=1, options=options)
    assert options == kept


# Copies


@pytest.mark.parametrize("make", [uno_v0.env, uno_v0.raw_env])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("rules", RULES)
def test_a_copied_environment_keeps_the_running_game_and_goes_its_own_way(rules, copied, make):
    env = begun(rules, seed=2, decisions=4, make=make)
    twin = copied(env)
    assert everything_seen(twin) == everything_seen(env)
    seed_spaces(env, 0)
    seed_spaces(twin, 0)
    for _ in range(40):
        before = everything_seen(twin)
        env.step(choose(env))
        assert everything_seen(twin) == before
        twin.step(choose(twin))
        assert everything_seen(twin) == everything_seen(env)
        assert twin.rewards == env.rewards
        if ended(env):
            break
    env.reset()
    twin.reset()
    assert everything_seen(twin) == everything_seen(env)


def test_an_environment_may_be_copied_before_its_first_reset():
    env = copy.deepcopy(uno_v0.env(players=3))
    env.reset(seed=1)
    assert everything_seen(env) == everything_seen(begun("players=3", seed=1))


# The full truth, and pictures


def test_the_state_is_the_full_truth_and_no_part_of_an_observation():
    env = begun("players=3", seed=1, decisions=5)
    game = env.unwrapped.game
    assert env.state().tobytes() == game.state().tobytes()
    seat = game.turn
    other = game.sample_world(seat, seed=5)
    assert other.observation(seat).tobytes() == game.observation(seat).tobytes()
    assert other.state().tobytes() != game.state().tobytes()
    assert not np.shares_memory(env.state(), env.state())


def test_the_ansi_text_shows_the_table_as_the_seat_on_move_sees_it():
    env = uno_v0.env(players=3, render_mode="ansi")
    position = {
        "hands": ["R1 G2 W", "Y3 Y4", "B5"],
        "discard": "B6 R5",
        "draw": "Y1 G8",
        "dealer": 2,
        "turn": 0,
    }
    env.reset(seed=0, options={"position": position})
    assert env.render().splitlines() == [
        "PLAY player_0, top R5, color red, clockwise, 2 to draw from",
        "> player_0 [3] R1 G2 W",
        "  player_1 [2]",
        "  player_2 (dealer) [1]",
        "legal   R1 W draw",
    ]


def test_the_human_mode_prints_the_same_text(capsys):
    env = begun("players=3", seed=1, render_mode="human")
    shown = capsys.readouterr().out
    assert env.render() is None
    assert capsys.readouterr().out == shown == begun(
        "players=3", seed=1, render_mode="ansi"
    ).render() + "\n"
    env.step(choose(env))
    assert capsys.readouterr().out.count("player_") > 3


def test_rendering_without_a_mode_warns_and_shows_nothing():
    with pytest.warns(UserWarning, match="render_mode"):
        assert begun().render() is None


@pytest.mark.parametrize("rules", RULES)
def test_a_text_can_be_made_at_every_moment(rules):
    env = begun(rules, seed=1, render_mode="ansi")
    while env.agents:
        text = env.render()
        assert all(agent in text for agent in env.possible_agents)
        env.step(choose(env))
