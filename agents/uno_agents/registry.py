"""Agents by name, as `uno_env` finds them for its environments too."""

from uno_env.agents import GROUP, SHIPPED, make, names

__all__ = ["GROUP", "SHIPPED", "make", "names"]
