"""What is refused at the edge, and in which words: illegal actions and absurd positions."""

import re

import numpy as np
import pytest

from uno_env import ACTIONS, Game, GameBatch, IllegalAction, Rules, observation_layout


def four(**position):
    """Four players; seat 2 on move holds R7 R9 G3 on R5."""
    position = {"turn": 2, "draw": "Y1 Y2 Y3", "dealer": 1} | position
    hands = ["R1 R2", "B5", "R7 R9 G3", "Y1 W"]
    return Game.from_position(Rules(players=4), hands=hands, discard="B6 R5", **position)


def refuse(game, action, error=IllegalAction):
    """The words with which the action is refused; the game stands as it was."""
    before, offered = game.to_bytes(), list(game.legal)
    with pytest.raises(error) as refused:
        game.play(action)
    assert game.to_bytes() == before
    assert list(game.legal) == offered
    return str(refused.value)


def test_an_illegal_action_is_named_with_seat_phase_and_what_is_legal():
    assert refuse(four(), "G3") == 'illegal action "G3" for seat 2 in PLAY; legal: R7 R9 draw'


@pytest.mark.parametrize("label", ["B9", "pass", "accept", "challenge", "uno", "catch", "red"])
def test_a_known_action_that_is_not_legal_now_changes_nothing(label):
    message = refuse(four(), label)
    assert message == f'illegal action "{label}" for seat 2 in PLAY; legal: R7 R9 draw'


def test_an_illegal_number_is_named_by_its_label():
    action = ACTIONS.parse("swap+2")
    message = 'illegal action "swap+2" for seat 2 in PLAY; legal: R7 R9 draw'
    assert refuse(four(), action) == message


def test_the_phase_of_the_question_is_named():
    game = Game.from_position(
        Rules(players=2), hands=["W R1 R2", "G1 G2"], discard="R5", draw="Y1 Y2"
    )
    game.play("W")
    message = refuse(game, "R1")
    assert message == (
        'illegal action "R1" for seat 0 in CHOOSE_COLOR; legal: red yellow green blue'
    )


@pytest.mark.parametrize("label", ["R10", "r7", "", "play R7", "swap+10", "swap+0", "R7 R9", "X"])
def test_a_label_of_no_action_is_refused_with_the_labels_there_are(label):
    message = refuse(four(), label, ValueError)
    assert repr(label) in message
    assert "swap+1" in message and "draw" in message


@pytest.mark.parametrize("action", [-1, 77, 1000, -77, 2**40, 2**63, -(10**30), np.int64(77)])
def test_an_action_number_out_of_range_is_refused(action):
    message = refuse(four(), action)
    assert message == f'illegal action "{action}" for seat 2 in PLAY; legal: R7 R9 draw'


@pytest.mark.parametrize("action", [None, 1.5, ["R7"], True])
def test_what_is_neither_label_nor_number_is_refused(action):
    message = refuse(four(), action, ValueError)
    assert repr(action) in message
    assert "label" in message and "number" in message


def test_numpy_numbers_are_actions_too():
    game, again = four(), four()
    game.play(np.int64(ACTIONS.parse("R7")))
    again.play("R7")
    assert game.to_bytes() == again.to_bytes()


def test_nothing_can_be_played_once_the_game_is_over():
    game = Game.from_position(Rules(), hands=["R1", "G1"], discard="R5")
    game.play("R1")
    assert game.is_over
    for action in ("draw", "pass", 0, "R1"):
        refuse(game, action)


def test_an_illegal_action_is_a_value_error():
    assert issubclass(IllegalAction, ValueError)


def test_a_batch_names_the_first_bad_row_and_moves_nothing():
    batch = GameBatch(Rules(players=3), 4, seed=0)
    actions = np.array([np.flatnonzero(mask)[0] for mask in batch.mask])
    for row in (1, 3):
        actions[row] = np.flatnonzero(batch.mask[row] == 0)[0]
    before = [batch[row].to_bytes() for row in range(4)]
    with pytest.raises(IllegalAction) as refused:
        batch.step(actions)
    assert "row 1" in str(refused.value)
    assert ACTIONS.label(int(actions[1])) in str(refused.value)
    assert [batch[row].to_bytes() for row in range(4)] == before


@pytest.mark.parametrize("bad", [-1, 77, 10**6])
def test_a_batch_refuses_action_numbers_out_of_range(bad):
    batch = GameBatch(Rules(), 2, seed=0)
    actions = np.array([np.flatnonzero(mask)[0] for mask in batch.mask])
    actions[1] = bad
    before = [batch[row].to_bytes() for row in range(2)]
    with pytest.raises(IllegalAction, match="row 1"):
        batch.step(actions)
    assert [batch[row].to_bytes() for row in range(2)] == before


POSITION = {"hands": ["R1 R2", "G1 G2"], "discard": "R5"}


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"hands": ["R1 R1 R1", "R1 R1"]}, "R1"),
        ({"hands": ["R0 R0 R0", "G1"]}, "R0"),
        ({"hands": ["R1", "G1"], "draw": "W W W W W W W W W"}, "W"),
        ({"hands": ["R1 R2", ""]}, "hands[1]"),
        ({"hands": ["R1 R2", "G1 X9"]}, "X9"),
        ({"discard": "R5 Q"}, "Q"),
        ({"draw": "R5 10"}, "10"),
        ({"discard": ""}, "discard"),
        ({"discard": "R5 W"}, "color"),
        ({"discard": "W+4"}, "color"),
        ({"discard": "R5 W", "color": "P"}, "P"),
        ({"hands": ["R1 R2"]}, "1"),
        ({"hands": ["R1 R2", "G1", "G2"]}, "3"),
        ({"turn": 2}, "turn"),
        ({"turn": -1}, "turn"),
        ({"direction": 0}, "direction"),
        ({"direction": 2}, "direction"),
        ({"direction": True}, "direction"),
        ({"direction": -1.0}, "direction"),
        ({"hands": None}, "hands"),
        ({"hands": iter(["R1", "G1"])}, "hands"),
        ({"scores": 5}, "scores"),
        ({"dealer": 2}, "dealer"),
        ({"dealer": -1}, "dealer"),
        ({"scores": [-1, 0]}, "-1"),
        ({"scores": [0]}, "scores"),
        ({"scores": [0, 0, 0]}, "scores"),
    ],
)
def test_an_absurd_position_is_refused_by_name(changes, word):
    with pytest.raises(ValueError) as refused:
        Game.from_position(Rules(), **(POSITION | changes))
    assert word in str(refused.value)


def test_a_color_that_the_top_card_does_not_have_is_refused():
    with pytest.raises(ValueError, match="color"):
        Game.from_position(Rules(), **POSITION, color="G")


def test_the_color_of_the_top_card_may_be_said():
    assert Game.from_position(Rules(), **POSITION, color="R").color == "R"


def test_a_seat_that_is_out_must_hold_no_card_and_cannot_be_on_move():
    with pytest.raises(ValueError, match=r"hands\[1\]"):
        Game.from_position(
            Rules(players=3, scoring="elimination", target=100),
            hands=["R1", "G1", "G2"],
            discard="R5",
            scores=[0, 100, 0],
        )
    with pytest.raises(ValueError, match="turn"):
        Game.from_position(
            Rules(players=3, scoring="elimination", target=100),
            hands=["R1", "", "G2"],
            discard="R5",
            turn=1,
            scores=[0, 100, 0],
        )


def test_a_position_may_hold_as_many_of_a_kind_as_two_decks():
    game = Game.from_position(Rules(), hands=["R1 R1 R1 R1 W W W W W W W W", "R0 R0"], discard="R5")
    assert game.hand(0).count("R1") == 4


@pytest.mark.parametrize("deck", ["R1", "R1 R2 R3", "", "R1 X9"])
def test_a_given_deck_too_short_or_unreadable_is_refused(deck):
    with pytest.raises(ValueError):
        Game(Rules(), deck=deck)


@pytest.mark.parametrize("dealer", [-1, 2, 7])
def test_a_dealer_that_is_no_seat_is_refused(dealer):
    with pytest.raises(ValueError, match="dealer"):
        Game(Rules(), dealer=dealer)


@pytest.mark.parametrize("seed", [-1, 2**64, 2**70])
def test_a_seed_that_is_no_unsigned_64_bit_number_is_refused(seed):
    with pytest.raises(ValueError, match="seed"):
        Game(Rules(), seed=seed)


def test_the_largest_seed_is_a_seed():
    assert Game(Rules(), seed=2**64 - 1).to_bytes() != Game(Rules(), seed=0).to_bytes()


@pytest.mark.parametrize("seat", [-1, 2, 10])
def test_a_seat_that_is_not_at_the_table_has_no_hand(seat):
    game = Game(Rules())
    for look in (game.hand, game.observation, game.mask):
        with pytest.raises((ValueError, IndexError)):
            look(seat)


def test_rules_and_game_refuse_the_wrong_kind_of_rules():
    with pytest.raises((ValueError, TypeError)):
        Game("players=nine")


@pytest.mark.parametrize("history", [True, 1.0, -1, 33, "2", None])
def test_a_history_that_is_no_number_is_refused_whatever_was_asked_for_before(history):
    for asked in (0, 1, 2):
        observation_layout(2, asked)
    with pytest.raises(ValueError, match="history"):
        Game(Rules(), history=history)


@pytest.mark.parametrize("seats", [2.0, True, 1, 11, "3"])
def test_seats_that_are_no_number_are_refused_whatever_was_asked_for_before(seats):
    for asked in (2, 3):
        observation_layout(asked)
    with pytest.raises(ValueError, match="seats"):
        Game(Rules(), seats=seats)


def test_a_numpy_number_of_seats_is_a_number():
    assert observation_layout(np.int64(3), np.int64(1)) == observation_layout(3, 1)
    assert Game(Rules(), seats=np.int8(3)).layout.seats == 3


def test_an_observation_with_a_hole_is_not_decoded():
    game = four()
    seen = game.observation(0)
    seen[5] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        game.layout.decode(seen)


@pytest.mark.parametrize("number", [1.0, -1, 77, None, "R7"])
def test_what_is_no_action_number_has_no_label(number):
    with pytest.raises(ValueError, match=re.escape(repr(number))):
        ACTIONS.label(number)


def test_partners_with_different_totals_are_refused():
    rules = Rules(players=4, teams=True, target=500)
    hands = ["R1", "R2", "R3", "R4"]
    with pytest.raises(ValueError, match="teams"):
        Game.from_position(rules, hands=hands, discard="R5", scores=[0, 3, 490, 3])
    game = Game.from_position(rules, hands=hands, discard="R5", scores=[10, 3, 10, 3])
    assert game.scores == [10, 3, 10, 3]


def test_the_dealer_of_a_position_is_still_in():
    rules = Rules(players=4, scoring="elimination", target=100)
    position = {"hands": ["R1", "R2", "R3", ""], "discard": "R5", "scores": [0, 0, 0, 120]}
    assert Game.from_position(rules, **position).dealer == 2
    with pytest.raises(ValueError, match="dealer=3"):
        Game.from_position(rules, **position, dealer=3)


@pytest.mark.parametrize("rules", [3, b"players=4", 1.5, ["players=4"]])
def test_rules_that_are_no_text_are_refused(rules):
    with pytest.raises(ValueError, match="rules"):
        Rules.parse(rules)


def test_a_phase_is_printed_by_its_name():
    assert f"{four().phase}" == str(four().phase) == "PLAY"


@pytest.mark.parametrize("rules", [3, 1.5, b"party"])
def test_a_batch_of_what_are_no_rules_is_refused(rules):
    with pytest.raises(ValueError, match="rules"):
        GameBatch(rules, 4)


def test_a_batch_names_an_action_as_it_was_given():
    with pytest.raises(IllegalAction, match=str(2**64 - 1)):
        GameBatch(Rules(), 3).step(np.array([2**64 - 1] * 3, np.uint64))


@pytest.mark.parametrize("row", [1.0, None, "0"])
def test_a_row_is_counted_in_whole_numbers(row):
    with pytest.raises(TypeError):
        GameBatch(Rules(), 3)[row]
