"""How likely a Wild Draw Four was a bluff, from the cards one has seen."""

from uno_agents.sight import hand_size, read_cards, read_number
from uno_env.cards import COLOR, COLORED, KINDS
from uno_env.compiling import compiled


@compiled
def chance_of_guilt(seen, hand, scratch, scene, sight):
    """The chance that the player before holds what forbids its Wild Draw Four (rules.md 6).

    Its hidden cards may be any of the unseen ones: hypergeometric.

    Args:
        seen: [D], the observation.
        hand: [K], the own cards.
        scratch: [2, K] int64, overwritten.
        scene, sight: see `sight`.
    """
    known, unseen = scratch[0], scratch[1]
    read_cards(seen, sight.known + (scene.before - 1) * KINDS, sight, known)
    if count_forbidding(seen, known, sight) > 0:
        return 1.0
    hidden = hand_size(seen, scene.before, sight) - known.sum()
    count_unseen(seen, hand, scene, sight, unseen)
    innocent, cards = unseen.sum() - count_forbidding(seen, unseen, sight), unseen.sum()
    chance_of_none = 1.0
    for drawn in range(min(hidden, cards)):
        chance_of_none *= max(innocent - drawn, 0) / (cards - drawn)
    return 1.0 - chance_of_none


@compiled
def count_forbidding(seen, cards, sight):
    """How many of `cards: [K]` are of the old colour, or wilds where these count as well."""
    count = 0
    for kind in range(COLORED):
        if seen[sight.color_before + COLOR[kind]] > 0:
            count += cards[kind]
    if seen[sight.wilds_match] > 0:
        for kind in range(COLORED, KINDS):
            count += cards[kind]
    return count


@compiled
def count_unseen(seen, hand, scene, sight, unseen):
    """Write into `unseen: [K]` the cards of the deck that the observer cannot place."""
    decks = read_number(seen, sight.decks, sight.decks_scale)
    for kind in range(KINDS):
        in_deck = 0
        for deck in range(len(sight.deck_counts)):
            if seen[sight.deck + deck] > 0:
                in_deck = sight.deck_counts[deck, kind] * decks
        share = seen[sight.discards + kind]
        for place in range(1, scene.players):
            share += seen[sight.known + (place - 1) * KINDS + kind]
        placed = hand[kind] + round(share * sight.kind_scale[kind])
        unseen[kind] = max(in_deck - placed, 0)
