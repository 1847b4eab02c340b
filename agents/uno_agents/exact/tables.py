"""The tables that are solved."""

TINY = "deck=R1=2 RS=1 G1=1 G2=2 W+4=2,hand_size=2,opening=redraw,voluntary_draw=False,max_turns=7"
"""Two colours, a Skip, and the Wild Draw Four with bluff and challenge."""

TINIEST = "deck=R1=2 G2=2 W+4=2,hand_size=2,opening=redraw,max_turns=4"
"""Small enough for a plain recursion in Python."""
