"""What the tests of the PettingZoo environment share: tables, and ways to begin and to play."""

from uno_env import uno_v0

RULES = (
    "",
    "players=3,voluntary_draw=False",
    "players=4,teams,target=100,voluntary_draw=False",
    "players=10,decks=2,voluntary_draw=False",
    "players=3,target=60,scoring=elimination,voluntary_draw=False",
    "players=4,stacking=mixed,seven_swap,zero_pass,jump_in=colored,doubles,uno=call,max_turns=200",
    "deck=112-shuffle,open_hands,draw=until_playable,max_turns=20",
)
ROUND = "players=3,voluntary_draw=False"
MATCH = f"{ROUND},target=200"


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
