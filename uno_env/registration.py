"""The names under which Gymnasium and PettingZoo find the environments.

Loaded by `import uno_env`; what is registered are addresses, so nothing else is imported.
"""

import gymnasium
import pettingzoo

ENVIRONMENT_ID = "uno_env/Uno-v0"


def register_environments() -> None:
    """Enter the environments in both registers; PettingZoo has one from version 1.27 on."""
    if ENVIRONMENT_ID not in gymnasium.registry:
        gymnasium.register(
            ENVIRONMENT_ID,
            entry_point="uno_env.single:UnoEnv",
            vector_entry_point="uno_env.vector:UnoVectorEnv",
        )
    if hasattr(pettingzoo, "register"):
        pettingzoo.register("aec", ENVIRONMENT_ID, entry_point="uno_env.uno_v0:env")
