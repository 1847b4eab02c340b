"""Play UNO against agents, in the terminal.

python -m uno_agents.play --against policy:official-2p

This is for the command line alone: once it is imported, `uno_agents.play` would name this module
in place of the function that plays duplicate deals. Everything is in `uno_agents.terminal`.
"""

from uno_agents.terminal import run

if __name__ == "__main__":
    run()
