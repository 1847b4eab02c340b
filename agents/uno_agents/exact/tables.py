"""The tables that are solved."""

_RULES = "deck=R1=3 G2=3 W+4=2,hand_size=2,opening=redraw,voluntary_draw=False"

TINY = f"{_RULES},max_turns=8"
"""Two colours and the Wild Draw Four with bluff and challenge: best play has to mix."""

TINIEST = f"{_RULES},max_turns=5"
"""The same, and soon over."""
