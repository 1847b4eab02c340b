"""When a card moves whole hands: which cards do, what it brings, and whom to swap with."""

from uno_agents.baselines import NO_ACTION
from uno_agents.sight import hand_size, is_partner, is_playing
from uno_env.actions import SWAP_ACTIONS
from uno_env.cards import COLORED, KIND, RANK, RANKS
from uno_env.compiling import compiled

_SEVEN, _ZERO = RANKS.index("7"), RANKS.index("0")
_SWAP_HANDS, _CUSTOM = KIND["WSW"], KIND["WC"]


@compiled
def moves_hands(seen, kind, sight):
    """Whether laying the card swaps or passes hands."""
    if kind >= COLORED:
        return kind == _SWAP_HANDS or (kind == _CUSTOM and seen[sight.custom_swap] > 0)
    swaps = RANK[kind] == _SEVEN and seen[sight.seven_swap] > 0
    return swaps or passes_hands(seen, kind, sight)


@compiled
def passes_hands(seen, kind, sight):
    """Whether laying the card passes every hand on."""
    return RANK[kind] == _ZERO and seen[sight.zero_pass] > 0


@compiled
def cards_shed(seen, kind, scene, sight):
    """How many cards fewer the player holds when hands have moved; negative: more."""
    if passes_hands(seen, kind, sight):
        received = hand_size(seen, scene.before, sight)
    else:
        received = smallest_other(seen, scene, sight)
    return scene.own_size - 1 - received


@compiled
def smallest_other(seen, scene, sight):
    """The cards of the smallest hand among the other players'."""
    smallest = hand_size(seen, scene.before, sight)
    for place in range(1, scene.players):
        if is_playing(seen, place, sight):
            smallest = min(smallest, hand_size(seen, place, sight))
    return smallest


@compiled
def best_target(seen, legal, scene, sight):
    """Swap with the smallest hand, the partner's only if there is no other."""
    best, best_size = NO_ACTION, 0
    for place in range(1, scene.players):
        action = SWAP_ACTIONS + place - 1
        size = hand_size(seen, place, sight)
        smaller = best == NO_ACTION or size < best_size
        if legal[action] and smaller and not is_partner(seen, place, sight):
            best, best_size = action, size
    return best
