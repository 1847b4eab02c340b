"""What `heuristic` does in positions, and that it plays every table by what it sees alone."""

from math import comb

import numpy as np
import pytest

from tests.agents.asking import ask, rng
from uno_agents import make, play
from uno_env import ACTIONS, Game, GameBatch, Phase, Rules
from uno_env.cards import COLOR, COLORED, KIND

MANY = "B1 B2 B3 B4 B6 B7 B8 B9"


def answer(hands, discard="R5", rules=None, **more):
    """What the seat on move does."""
    game = Game.from_position(
        rules or Rules(players=len(hands)), hands=hands, discard=discard, **more
    )
    return ask(make("heuristic"), game)[0]


def after(actions, hands, discard="R5", **options):
    """What the seat on move does after some actions."""
    draw = options.pop("draw", None)
    rules = Rules(players=len(hands), **options)
    game = Game.from_position(rules, hands=hands, discard=discard, draw=draw)
    for action in actions.split():
        game.play(action)
    return ask(make("heuristic"), game)[0]


def test_it_lays_the_colour_it_holds_most_of():
    assert answer(["R1 G5 G2 G3", MANY]) == "G5"


def test_of_one_colour_it_keeps_a_rank_that_leads_to_another():
    assert answer(["R1 R3 G1 B2", MANY], discard="R5") == "R3"
    assert answer(["R1 R3 G3 B2", MANY], discard="R5") == "R1"


def test_it_keeps_a_wild_back_while_another_card_fits():
    assert answer(["R1 W G2 G3", MANY]) == "R1"


def test_it_lays_a_wild_before_a_wild_draw_four_and_either_before_it_draws():
    assert answer(["Y1 W W+4 G2", MANY]) == "W"
    assert answer(["Y1 W+4 G2", MANY]) == "W+4"


@pytest.mark.parametrize("card", ["R+2", "RS"])
def test_it_saves_a_card_that_hurts_until_the_next_player_is_low(card):
    hand = f"{card} R1 G2 G3"
    assert answer([hand, MANY, "Y1"]) == "R1"
    assert answer([hand, "Y1", MANY]) == card


def test_the_next_player_is_the_one_in_the_direction_of_play():
    assert answer(["R+2 R1 G2 G3", MANY, "Y1"], direction=-1) == "R+2"
    assert answer(["R+2 R1 G2 G3", "Y1", MANY], direction=-1) == "R1"


def test_the_next_player_is_one_still_in_the_match():
    rules = Rules(players=3, scoring="elimination", target=100)
    hands, scores = ["R+2 R1 G2 G3", "", "Y1"], [0, 100, 0]
    assert answer(hands, rules=rules, scores=scores) == "R+2"


def test_it_names_the_colour_it_holds_most_of():
    assert after("W", ["W Y1 G2 G3 B4", MANY]) == "green"


def test_it_does_not_bluff_with_a_wild_draw_four_it_has_drawn():
    hands = ["R1 G2", MANY]
    assert after("draw", hands, draw="W+4 B1") == "pass"
    assert after("draw", hands, draw="W+4 B1", wild_draw_four="free") == "W+4"


def test_the_last_card_is_never_a_bluff():
    assert answer(["W+4", MANY]) == "W+4"


@pytest.mark.parametrize("wilds_match", [False, True])
def test_its_wild_draw_fours_are_never_bluffs(wilds_match):
    rules = Rules(players=3, wilds_match=wilds_match, stacking="mixed", jump_in="colored")
    laid = 0
    for seen, actions in decisions(rules, games=300, steps=150):
        rows = np.flatnonzero((actions == KIND["W+4"]) & (seen["hand_sizes"][:, 0] > 1))
        for row in rows:
            hand = seen["hand"][row]
            color = seen["color"][row].argmax()
            assert hand[:COLORED][COLOR[:COLORED] == color].sum() == 0
            assert not wilds_match or hand[COLORED:].sum() == 1
        laid += len(rows)
    assert laid > 100


def decisions(rules, games, steps, name="heuristic"):
    """The decoded observations of a batch at play, and the actions the agent takes on them."""
    batch = GameBatch(rules, games, seed=5)
    agent = make(name)
    for _ in range(steps):
        actions = agent.act(batch.observation, batch.mask, rng())
        yield batch.layout.decode(batch.observation), actions
        batch.step(actions)


def test_it_challenges_a_full_hand_and_believes_a_hand_of_one_card():
    full = "W+4 Y1 Y2 Y3 Y4 Y6 Y7 Y8"
    reds = "R0 R1 R1 R2 R2 R3 R3 R4 R4 R6 R6 R7 R7"
    assert after("W+4 green", [full, reds]) == "challenge"
    assert after("W+4 green", ["W+4 Y1", reds]) == "accept"


def test_it_believes_a_hand_that_it_was_shown():
    hands = ["W+4 W+4 Y1", "B1 B2"]
    assert after("W+4 green accept W+4 red", hands) == "challenge"
    assert after("W+4 green challenge W+4 red", hands) == "accept"


def test_it_challenges_exactly_when_the_odds_favour_it():
    decided = {"challenge": 0, "accept": 0}
    rules = Rules(players=2, deck="112-shuffle", stacking="same", hand_size=3)
    for seen, actions in decisions(rules, games=600, steps=300):
        for row in np.flatnonzero(seen["color_before"].any(axis=1)):
            label = ACTIONS.label(int(actions[row]))
            if label not in decided:  # answered with a card, or not asked yet
                continue
            guilt = plain_chance(rules, {name: values[row] for name, values in seen.items()})
            pending = int(seen["pending"][row, 0])
            gain = guilt * (2 * pending + 1) - (1 - guilt) * 2
            if abs(gain) > 1e-9:
                assert label == ("challenge" if gain > 0 else "accept")
                decided[label] += 1
    assert min(decided.values()) > 10


def plain_chance(rules, seen):
    """The chance that the other of two players holds the old colour, counted out in full."""
    placed = seen["hand"] + seen["discards"] + seen["known"][0]
    unseen = np.maximum(rules.card_counts - placed, 0)
    of_color = np.append(COLOR[:COLORED] == seen["color_before"].argmax(), [False] * 6)
    if seen["known"][0][of_color].any():
        return 1.0
    hidden = int(seen["hand_sizes"][1] - seen["known"][0].sum())
    total, matching = int(unseen.sum()), int(unseen[of_color].sum())
    return 1 - comb(total - matching, hidden) / comb(total, hidden)


def test_it_answers_a_penalty_with_a_card_when_it_can():
    assert after("R+2", ["R+2 G1", "B+2 B1"], stacking="same") == "B+2"


def test_it_swaps_with_the_smallest_hand_but_not_with_its_partner():
    hands = ["R7 G1 G2 G3 G4", "B1 B2 B3", "Y1 Y2", MANY]
    assert after("R7", hands, seven_swap=True) == "swap+2"
    assert after("R7", hands, seven_swap=True, teams=True) == "swap+1"


def test_it_keeps_a_seven_that_would_bring_it_many_cards():
    assert answer(["R7 G1", MANY], rules=Rules(seven_swap=True)) == "draw"
    assert answer(["R7 G1", MANY]) == "R7"
    assert answer(["R7 R1 G1 G2 G3", "B1"], rules=Rules(seven_swap=True)) == "R7"


def test_it_keeps_a_zero_that_would_bring_it_many_cards():
    rules = Rules(players=3, zero_pass=True)
    assert answer(["R0 R1 G2", "Y1", MANY], rules=rules) == "R1"
    assert answer(["R0 R1 G2", MANY, "Y1"], rules=rules) == "R0"


def test_it_lays_a_card_it_would_rather_keep_when_it_has_no_choice():
    rules = Rules(seven_swap=True, voluntary_draw=False)
    assert answer(["R7 G1", MANY], rules=rules) == "R7"


def test_it_calls_uno_and_catches_who_did_not():
    hands = ["R7 G1", MANY]
    assert after("R7", hands, uno="call") == "uno"
    assert after("R7 pass", hands, uno="call") == "catch"


def test_it_does_not_catch_its_partner():
    hands = ["R7 G1", "B1 B2", "Y1 Y2", "B3 B4"]
    assert after("R7 pass", hands, uno="call", teams=True) == "catch"
    assert after("R7 pass pass", hands, uno="call", teams=True) == "pass"


def test_it_jumps_in():
    assert after("R3", ["R3 G1", "R3 Y1 B2"], jump_in="colored") == "R3"


def test_it_lays_the_second_card_of_a_pair_unless_that_gives_the_turn_away():
    assert after("R3", ["R3 R3 G1 G2", MANY], doubles=True) == "R3"
    assert after("RS", ["RS RS G1 G2", MANY], doubles=True) == "pass"
    assert after("RS", ["RS RS G1 G2", MANY, MANY], doubles=True) == "RS"
    assert after("RS", ["RS RS", MANY], doubles=True) == "RS"


TABLES = [
    "",
    "players=10",
    "players=3,stacking=mixed,wild_draw_four=strict,uno=call,doubles",
    "players=4,stacking=same,seven_swap,zero_pass,jump_in=colored,draw=until_playable,uno=call",
    "players=4,teams,seven_swap,doubles,uno=call",
    "players=3,deck=112-swap,custom_wild=swap_hands,wilds_match",
    "players=5,scoring=elimination,target=100,deck=112-remix,decks=2",
    "voluntary_draw=False,seven_swap,drawn_card=must_play,action_finish=False",
    "deck=R1=2 R2=2 Y1=2 Y2=2 G2=2 B1=2 R7=2 Y7=2 W=2 W+4=4,hand_size=5,seven_swap",
]


@pytest.mark.parametrize("text", TABLES)
@pytest.mark.parametrize("name", ["uniform", "random", "heuristic"])
def test_every_table_is_played_legally_to_many_ends(text, name):
    games = GameBatch(text, 100, seed=1)
    agent, ends = make(name), 0
    for _ in range(800):  # step refuses an illegal action
        _, terminated, truncated = games.step(agent.act(games.observation, games.mask, rng()))
        ends += (terminated | truncated).sum()
    assert ends >= 20


@pytest.mark.parametrize("text", TABLES)
def test_equal_positions_get_equal_answers_however_many_seats_are_shown(text):
    own = GameBatch(text, 50, seed=2)
    wide = GameBatch(text, 50, seed=2, seats=10)
    here, there = make("heuristic"), make("heuristic")
    here.start(own.layout, own.rules[0])
    there.start(wide.layout, own.rules[0])
    for step in range(200):
        actions = here.act(own.observation, own.mask, rng(step))
        assert np.array_equal(actions, there.act(wide.observation, wide.mask, rng(step + 1)))
        own.step(actions)
        wide.step(actions)


def test_it_follows_the_rules_of_each_row():
    hands = ["R7 G1", MANY]
    rows = [Game.from_position(rules, hands=hands, discard="R5") for rules in ("", "seven_swap")]
    seen, masks = (np.stack(part) for part in zip(*(g.observe(0) for g in rows), strict=True))
    answers = make("heuristic").act(seen, masks, rng())
    assert [ACTIONS.label(int(a)) for a in answers] == ["R7", "draw"]


def test_an_observation_of_no_table_is_refused():
    with pytest.raises(ValueError, match=r"123 wide .* call start\(layout, rules\)"):
        make("heuristic").act(np.zeros((1, 123)), np.zeros((1, 77), np.int8), rng())


def test_it_beats_random_and_random_beats_uniform():
    against_random = play(["heuristic", "random"], deals=2_000, seed=1)["heuristic"]
    assert against_random.win_rate.low > 0.62
    strict = play(["heuristic", "random"], "strict", deals=2_000, seed=1)["heuristic"]
    assert strict.win_rate.low > 0.58
    assert play(["heuristic", "uniform"], deals=500, seed=1)["heuristic"].win_rate.low > 0.95
    assert play(["random", "uniform"], deals=500, seed=1)["random"].win_rate.low > 0.93


def test_phases_are_told_apart_by_the_observation_alone():
    """Both ask about the one card on top: to jump in is good, a second Skip for two is not."""
    jump = Game.from_position(
        Rules(jump_in="colored"), hands=["RS G1 G2", "RS Y1 B2"], discard="R5"
    )
    jump.play("RS")
    pair = Game.from_position(Rules(doubles=True), hands=["RS RS G1", "Y1 B2"], discard="R5")
    pair.play("RS")
    assert (jump.phase, pair.phase) == (Phase.JUMP_IN, Phase.SECOND_CARD)
    assert ask(make("heuristic"), jump) == ["RS"]
    assert ask(make("heuristic"), pair) == ["pass"]
