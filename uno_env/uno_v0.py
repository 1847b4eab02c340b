"""The first version of the environment, under the name that PettingZoo programs import.

>>> from uno_env import uno_v0
>>> env = uno_v0.env(players=4)
>>> env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.last()
>>> env.agent_selection, list(observation), observation["action_mask"].shape
('player_2', ['observation', 'action_mask'], (77,))
"""

from uno_env.aec import env, raw_env

__all__ = ["env", "raw_env"]
