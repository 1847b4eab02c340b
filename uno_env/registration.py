"""The names under which PettingZoo finds the environment.

Loaded by `import uno_env`; what is registered are addresses, so nothing else is imported.
"""

import pettingzoo

PETTINGZOO_ID = "uno_env/Uno-v0"


def register_environments() -> None:
    """Enter the environment in PettingZoo's register, which exists from version 1.27 on."""
    if hasattr(pettingzoo, "register"):
        pettingzoo.register("aec", PETTINGZOO_ID, entry_point="uno_env.uno_v0:env")
