"""The environments that are timed: each plays on by itself and says how many decisions that took.

All are treated alike: two seats, a uniformly random legal action, chosen within the measured time,
and before every decision what the seat on move sees and may do.
"""

import random
from collections.abc import Callable

import numba
import numpy as np
import pyspiel
import rlcard
from open_spiel.python.observation import make_observation
from pettingzoo import AECEnv
from pettingzoo.classic import connect_four_v3, tictactoe_v3

from uno_env import PRESETS, GameBatch, Rules, uno_v0

Player = Callable[[], int]  # plays for some milliseconds and returns the number of decisions
BATCH = 512
STEPS = 160


@numba.njit
def choose(mask: np.ndarray, chance: np.ndarray, actions: np.ndarray) -> None:
    """Chooses one legal action for each game.

    Args:
        mask: [B, A] int8.
        chance: [B] float64 in [0, 1): which of the legal actions, in action order.
        actions: [B] int64, written.
    """
    legal = np.empty(mask.shape[1], np.int64)
    for row in range(len(mask)):
        count = 0
        for action in range(mask.shape[1]):
            legal[count] = action
            count += mask[row, action]
        actions[row] = legal[int(chance[row] * count)]


def batch() -> Player:
    """`BATCH` games at once through Python: observation and mask written for each decision."""
    games = GameBatch(Rules(players=2), BATCH, seed=0)
    uniform = np.random.default_rng(0)
    chance, actions = np.empty(BATCH), np.zeros(BATCH, np.int64)

    def play() -> int:
        for _ in range(STEPS):
            choose(games.mask, uniform.random(out=chance), actions)
            games.step(actions)
        return STEPS * BATCH

    return play


def choice_alone() -> Player:
    """What choosing the actions takes of `batch`."""
    mask = GameBatch(Rules(players=2), BATCH, seed=0).mask.copy()
    uniform = np.random.default_rng(0)
    chance, actions = np.empty(BATCH), np.zeros(BATCH, np.int64)

    def play() -> int:
        for _ in range(STEPS):
            choose(mask, uniform.random(out=chance), actions)
        return STEPS * BATCH

    return play


def rlcard_environment() -> Player:
    """RLCard's UNO as agents see it: `step`, with the state encoded in planes and legal ids."""
    env = rlcard.make("uno", config={"seed": 0})
    uniform = random.Random(0)

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            action = uniform.choice(list(state["legal_actions"]))
            state, _ = env.step(action)
            decisions += 1
        return decisions

    return play


def rlcard_game() -> Player:
    """RLCard's UNO below its environment: `step` with `get_state`, cards as text."""
    game = rlcard.make("uno", config={"seed": 0}).game
    uniform = random.Random(0)

    def play() -> int:
        decisions = 0
        state, _ = game.init_game()
        while not game.is_over():
            state, _ = game.step(uniform.choice(state["legal_actions"]))
            decisions += 1
        return decisions

    return play


def open_spiel_crazy_eights() -> Player:
    """OpenSpiel's nearest relative of UNO, with its observation tensor and mask."""
    game = pyspiel.load_game("crazy_eights(players=2,use_special_cards=True,reshuffle=True)")
    observation = make_observation(game)
    uniform = random.Random(0)

    def play() -> int:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                observation.set_from(state, state.current_player())
                state.legal_actions_mask()
                decisions += 1
            state.apply_action(uniform.choice(state.legal_actions()))
        return decisions

    return play


def agents_in_turn(env: AECEnv) -> Player:
    """A PettingZoo environment: `last`, a masked sample, `step`."""
    for seed, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed)
    env.reset(seed=0)

    def play() -> int:
        decisions = 0
        env.reset()
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
                decisions += 1
        return decisions

    return play


def rules_of_rows() -> list[Rules]:
    """Tables of four with different rules, next to each other."""
    texts = ("", *PRESETS, "stacking=draw_two", "doubles", "uno=call", "draw=until_playable")
    tables = [Rules.named(text).replace(players=4) for text in texts]
    return [tables[row % len(tables)] for row in range(BATCH)]


def choose_and_step(batches: list[GameBatch]) -> Player:
    """Batches played in turn, uniformly at random."""
    uniform = np.random.default_rng(0)

    def play() -> int:
        for _ in range(STEPS):
            for games in batches:
                actions = np.zeros(len(games), np.int64)
                choose(games.mask, uniform.random(len(games)), actions)
                games.step(actions)
        return STEPS * sum(map(len, batches))

    return play


def mixed_rules() -> Player:
    """One batch in which every row has other rules than the next."""
    return choose_and_step([GameBatch(rules_of_rows(), BATCH, seed=0)])


def uniform_rules() -> Player:
    """The same games, grouped into batches of one rule set each."""
    rows = rules_of_rows()
    groups = {rules: [row for row in range(BATCH) if rows[row] == rules] for rules in set(rows)}
    return choose_and_step(
        [GameBatch(rules, len(seeds), seed=np.array(seeds)) for rules, seeds in groups.items()]
    )


OURS, CHOICE, YARDSTICK = "GameBatch", "its choice of actions", "PettingZoo connect_four_v3.env()"
MIXED, UNIFORM = "other rules in every row", "the same games in uniform batches"
Contenders = dict[str, Callable[[], Player]]
MIXED_CONTENDERS: Contenders = {MIXED: mixed_rules, UNIFORM: uniform_rules}
CONTENDERS: Contenders = {
    OURS: batch,
    CHOICE: choice_alone,
    "RLCard uno, env.step": rlcard_environment,
    "RLCard uno, game.step + get_state": rlcard_game,
    "OpenSpiel crazy_eights": open_spiel_crazy_eights,
    "uno_v0.env()": lambda: agents_in_turn(uno_v0.env(players=2)),
    "uno_v0.raw_env()": lambda: agents_in_turn(uno_v0.raw_env(players=2)),
    YARDSTICK: lambda: agents_in_turn(connect_four_v3.env()),
    "PettingZoo tictactoe_v3.env()": lambda: agents_in_turn(tictactoe_v3.env()),
}
