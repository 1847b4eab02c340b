"""The complete tree of a tiny two-player round, grown by the engine itself.

Seat 0 begins in every deal; the deals in which seat 1 begins are the same with seats exchanged, so
whoever plays both seats of this tree has played all there is.

What a seat can know when it decides is its observation with all public events of the round: a
*view*. Whoever remembers its earlier views and actions as well knows in what order it drew its
cards, and nothing more that matters. Strategies are tables over views; a best response may use all
that can be remembered.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from uno_agents.exact.dealing import all_deals
from uno_agents.exact.growing import NO_ROOM, OTHER_CHANCE, TOO_MANY_DRAWN, grow
from uno_agents.exact.nodes import ENDED, MOST_DRAWN, NO_PARENT, NODE
from uno_agents.exact.passes import luck_of
from uno_agents.exact.retracing import retrace
from uno_env import Game, Layout, Rules, observation_layout
from uno_env.kernels import observe_as
from uno_env.observation import blank_observations
from uno_env.state import HISTORY, STATE
from uno_env.tables import compile_rules

EVENTS = HISTORY
"""Public events in a view: all that the record keeps, and more than a tiny round has."""

MOST_NODES = 30_000_000
_DEAL_NODES, _WAITING = 1 << 16, 1 << 12


@dataclass(frozen=True)
class Tree:
    """A grown tree: `N` nodes, `V` views with `S` choices in all, `M` memories.

    Attributes:
        rules: what is played.
        nodes: [N] NODE, parents before children.
        roots: [R] int64, the nodes of the deals, ascending.
        deals: [R] STATE.
        luck: [N] float64, how likely the cards on the way to a node are.
        view: [N] int32, of the seat that decides; -1 at the end of a game.
        memory: [N] int32, what that seat may remember; -1 at the end of a game.
        base: [V + 1] int32, where each view's choices begin.
        memory_base: [M + 1] int32, where each memory's choices begin.
        actions: [S] int64, the action of each choice.
        edge: [N] int32, the choice that leads to a node; -1 at a deal.
        shown: [V] int64, a node of each view.
        keys: [V] uint64, ascending; the key of each view.
    """

    rules: Rules
    nodes: np.ndarray
    roots: np.ndarray
    deals: np.ndarray
    luck: np.ndarray
    view: np.ndarray
    memory: np.ndarray
    base: np.ndarray
    memory_base: np.ndarray
    actions: np.ndarray
    edge: np.ndarray
    shown: np.ndarray
    keys: np.ndarray

    @classmethod
    def grow(cls, rules: Rules | str, progress: Callable[[float], None] | None = None) -> "Tree":
        """The whole tree of a round under `rules`.

        Args:
            rules: two players, one round, few cards and few `max_turns`.
            progress: called with the share of the deals that are done.

        Raises:
            ValueError: rules of another kind, or a tree that is too large.
        """
        rules = Rules.named(rules) if isinstance(rules, str) else rules
        _check(rules)
        table = compile_rules(rules)
        deals, chances = all_deals(rules, table)
        nodes, roots = _grow_all(deals, table, progress)
        nodes["chance"][roots] = chances
        return cls(rules, nodes, roots, deals, **_indexed(nodes))

    @property
    def seat(self) -> np.ndarray:
        """Whose view each is, `[V] int8`."""
        return self.nodes["seat"][self.shown]

    @property
    def slots(self) -> np.ndarray:
        """How many choices each view has, `[V] int32`."""
        return np.diff(self.base)

    def column(self, name: str) -> np.ndarray:
        """A field of all nodes, `[N]`, one value directly behind the other."""
        return np.ascontiguousarray(self.nodes[name])

    def records(self, nodes: np.ndarray) -> np.ndarray:
        """The games of some nodes, `[n] STATE`; their random state is 0, their pile sorted."""
        games = np.zeros(len(nodes), STATE)
        table = compile_rules(self.rules)
        wanted = np.ascontiguousarray(nodes, np.int64)
        retrace(self.nodes, self.roots, self.deals, table, wanted, games)
        return games

    def game(self, node: int) -> Game:
        """The game of a node."""
        return Game.of_record(self.rules, self.records(np.array([node])))

    def observations(self, views: np.ndarray, layout: Layout) -> np.ndarray:
        """What is seen in some views, `[n, D] float32`."""
        table, count = compile_rules(self.rules), len(views)
        seen = np.zeros((count, layout.size), np.float32)
        observe_as(
            self.records(self.shown[views]),
            table,
            np.zeros(count, np.int64),
            np.arange(count),
            self.seat[views].astype(np.int64),
            layout.offsets,
            layout.seats,
            blank_observations(layout, table),
            seen,
        )
        return seen


def _check(rules: Rules) -> None:
    if rules.players != 2:
        raise ValueError(f"players={rules.players}: trees are grown for two players")
    if rules.target:
        raise ValueError(f"target={rules.target}: trees are grown of one round: set target=0")
    if rules.draw != "one":
        raise ValueError(f"draw={rules.draw}: trees are grown for draw=one")
    if "WSH" in rules.deck and not isinstance(rules.deck, str):
        raise ValueError("deck: a Wild Shuffle Hands has too many outcomes: leave WSH out")
    if isinstance(rules.deck, str):
        raise ValueError(f"deck={rules.deck}: too many cards: give a small deck, as deck=R1=2 G2=2")


def _grow_all(
    deals: np.ndarray, table: np.ndarray, progress: Callable[[float], None] | None
) -> tuple[np.ndarray, np.ndarray]:
    """The nodes below all deals, and which of them the deals are."""
    layout = observation_layout(2, EVENTS)
    blank = blank_observations(layout, table)
    pending = np.zeros(_WAITING, STATE)
    raw = pending.view(np.uint8).reshape(_WAITING, STATE.itemsize)
    memory = np.zeros((_WAITING, 2), np.uint64)
    room = np.zeros(_DEAL_NODES, NODE)
    grown, roots, total = [], [], 0
    for number in range(len(deals)):
        deal = deals[number : number + 1]
        while True:
            count = grow(
                deal, table, layout.offsets, layout.seats, blank, room, pending, raw, memory
            )
            if count != NO_ROOM or total + len(room) > MOST_NODES:
                break
            room = np.zeros(2 * len(room), NODE)
        _check_grown(count)
        below = room[:count].copy()
        below["parent"] += np.int32(total)
        below["parent"][0], below["slot"][0], below["action"][0] = NO_PARENT, 0, NO_PARENT
        below["seat"][0] = deal["seat"][0]
        roots.append(total)
        grown.append(below)
        total += count
        if progress:
            progress((number + 1) / len(deals))
    return np.concatenate(grown), np.array(roots, np.int64)


def _check_grown(count: int) -> None:
    if count == NO_ROOM:
        raise ValueError(f"more than {MOST_NODES:,} nodes: fewer cards, or a smaller max_turns")
    if count == OTHER_CHANCE:
        raise ValueError("too many ways to shuffle the discards: fewer cards or max_turns")
    if count == TOO_MANY_DRAWN:
        raise ValueError(f"a step draws more than {MOST_DRAWN} cards: set a smaller uno_penalty")


def _indexed(nodes: np.ndarray) -> dict[str, np.ndarray]:
    """Views, memories and choices by number."""
    decides = nodes["seat"] != ENDED
    places = np.flatnonzero(decides)
    keys, first, of = np.unique(nodes["seen"][places], return_index=True, return_inverse=True)
    view = np.full(len(nodes), -1, np.int32)
    view[places] = of
    _, at, remembered = np.unique(nodes["recall"][places], return_index=True, return_inverse=True)
    memory = np.full(len(nodes), -1, np.int32)
    memory[places] = remembered
    child = np.flatnonzero(nodes["parent"] != NO_PARENT)
    parent = nodes["parent"][child]
    slots = np.zeros(len(keys), np.int32)
    np.maximum.at(slots, view[parent], nodes["slot"][child] + 1)
    base = np.concatenate([[0], np.cumsum(slots)]).astype(np.int32)
    of_memory = slots[view[places[at]]]
    edge = np.full(len(nodes), -1, np.int32)
    edge[child] = base[view[parent]] + nodes["slot"][child]
    actions = np.full(base[-1], -1, np.int64)
    actions[edge[child]] = nodes["action"][child]
    if (actions[edge[child]] != nodes["action"][child]).any():
        raise AssertionError("two views with different legal actions have one key")
    return {
        "luck": luck_of(nodes["parent"].copy(), nodes["chance"].copy()),
        "view": view,
        "memory": memory,
        "base": base,
        "memory_base": np.concatenate([[0], np.cumsum(of_memory)]).astype(np.int32),
        "actions": actions,
        "edge": edge,
        "shown": places[first],
        "keys": keys,
    }
