"""Recorded games on a page of their own, to go through step by step.

python -m uno_env.replay game.jsonl --out replay.html

>>> from uno_env.replay import replay_page
>>> replay_page("game.jsonl", agent="policy:official-2p")  # doctest: +SKIP
"""

from uno_env.replay.page import ReplayPage, replay_page

__all__ = ["ReplayPage", "replay_page"]
