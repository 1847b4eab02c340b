"""Where rules meet: the order of things after a card is down, and what combines with what."""

from .table import all_cards, asked, hand, hands, legal, play, scores, sizes, table

PILE = "Y1 Y2 Y3 Y4 Y5 Y6 Y8 Y9 G1 G2 G3 G4 G5 G6"


def test_second_card_then_call_then_jump_in_then_the_effect():
    text = "doubles,uno=call,jump_in=colored,seven_swap"
    game = table(text, "R7 R7 B1 | G1 G2 | R7 G3 | G4 G5", "R5", draw=PILE)
    play(game, "R7")
    assert asked(game) == (0, "SECOND_CARD")
    play(game, "R7")
    assert asked(game) == (0, "CALL_UNO")
    play(game, "pass")
    assert asked(game) == (1, "CATCH")
    play(game, "pass pass pass")
    assert (asked(game), legal(game)) == ((2, "JUMP_IN"), "R7 pass")
    play(game, "pass")
    assert asked(game) == (0, "CHOOSE_TARGET")


def test_the_color_comes_before_the_target():
    game = play(table("deck=112-swap", "WSW G1 G2 | B1 | B2 B3", "R5"), "WSW")
    assert asked(game) == (0, "CHOOSE_COLOR")
    assert asked(play(game, "red")) == (0, "CHOOSE_TARGET")


def test_a_declined_second_card_may_leave_one_card_to_call_for():
    game = table("doubles,uno=call", "R3 R3 | G1 G2", "R5")
    play(game, "R3 pass")
    assert asked(game) == (0, "CALL_UNO")


def test_a_pair_that_goes_out_brings_no_call():
    game = play(table("doubles,uno=call", "R3 R3 | G1 G2", "R5"), "R3 R3")
    assert game.is_over


def test_a_doubled_seven_asks_for_the_call_between_its_two_swaps():
    text = "doubles,uno=call,seven_swap"
    game = table(text, "R7 R7 B1 B2 | G1 | G2 G3", "R5", draw=PILE)
    play(game, "R7 R7 swap+1")
    assert (asked(game), hand(game, 0)) == ((0, "CALL_UNO"), "G1")
    play(game, "pass catch")
    assert asked(game) == (0, "CHOOSE_TARGET")
    assert sizes(game) == [3, 2, 2]
    assert hands(play(game, "swap+2")) == "G2 G3 | B1 B2 | Y1 Y2 G1"


def test_a_doubled_zero_asks_for_the_call_between_its_two_passes():
    text = "doubles,uno=call,zero_pass"
    game = table(text, "R0 R0 B1 B2 | G1 | G2 G3", "R5", draw=PILE)
    play(game, "R0 R0")
    assert (asked(game), hands(game)) == ((2, "CALL_UNO"), "G2 G3 | B1 B2 | G1")
    play(game, "uno")
    assert (asked(game), hands(game)) == ((0, "CALL_UNO"), "G1 | G2 G3 | B1 B2")
    assert asked(play(game, "uno")) == (1, "PLAY")


def test_a_jump_in_on_a_pair_cancels_the_whole_pair():
    text = "doubles,jump_in=colored"
    game = table(text, "B+2 B+2 R1 | R3 R4 | B+2 G1 G7 | R6 R8", "B5", draw=PILE)
    play(game, "B+2 B+2")
    assert asked(game) == (2, "JUMP_IN")
    play(game, "B+2")
    assert (asked(game), sizes(game)) == ((0, "PLAY"), [1, 2, 2, 4])


def test_a_jump_in_may_be_doubled():
    text = "doubles,jump_in=colored"
    game = table(text, "BS R1 | R3 R4 | BS BS G1 | R6 R8", "B5")
    play(game, "BS BS")
    assert (asked(game), legal(game)) == ((2, "SECOND_CARD"), "BS pass")
    assert asked(play(game, "BS")) == (1, "PLAY")


def test_a_jump_in_that_leaves_one_card_must_be_called():
    text = "uno=call,jump_in=colored"
    game = table(text, "B6 R1 R2 | R3 R4 | B6 G1 | R6 R8", "B5", draw=PILE)
    play(game, "B6 B6")
    assert asked(game) == (2, "CALL_UNO")
    play(game, "pass")
    assert asked(game) == (3, "CATCH")
    assert asked(play(game, "catch")) == (3, "PLAY")
    assert sizes(game) == [2, 2, 3, 2]


def test_the_call_is_settled_before_anybody_jumps_in():
    text = "uno=call,jump_in=colored"
    game = table(text, "B6 R1 | R3 R4 | B6 G1 G8 | R6 R8", "B5", draw=PILE)
    play(game, "B6")
    assert asked(game) == (0, "CALL_UNO")
    play(game, "pass catch")
    assert (asked(game), sizes(game)) == ((2, "JUMP_IN"), [3, 2, 3, 2])


def test_a_jump_in_on_a_stacked_card_cancels_only_its_own_amount():
    text = "stacking=same,jump_in=colored"
    seats = "R+2 R1 R2 | B+2 G7 G8 | G1 G2 | B+2 G3 G4 G9"
    game = table(text, seats, "R5", draw=PILE)
    play(game, "R+2 B+2")
    assert asked(game) == (3, "JUMP_IN")
    play(game, "B+2")
    assert (asked(game), sizes(game)) == ((1, "PLAY"), [6, 2, 2, 3])


def test_a_jump_in_on_a_stacked_pair_cancels_what_the_pair_added():
    text = "stacking=same,jump_in=colored,doubles"
    seats = "R+2 R1 R2 | B+2 B+2 G7 G8 | G1 G2 | B+2 G3 G4 G9"
    game = table(text, seats, "R5", draw=PILE)
    play(game, "R+2 B+2 B+2")
    assert asked(game) == (3, "JUMP_IN")
    play(game, "B+2")
    assert (asked(game), sizes(game)) == ((1, "PLAY"), [6, 2, 2, 3])


def test_a_jump_in_on_a_stack_that_goes_out_leaves_the_next_what_still_stands():
    text = "stacking=same,jump_in=colored"
    seats = "R+2 R1 R2 | B+2 G7 G8 | G1 G2 | B+2"
    game = play(table(text, seats, "R5", draw=PILE), "R+2 B+2 B+2")
    assert (game.is_over, game.winner) == (True, 3)
    assert sizes(game) == [6, 2, 2, 0]


def test_after_a_jump_in_on_the_first_draw_two_the_stack_begins_anew():
    text = "stacking=same,jump_in=colored"
    seats = "R+2 R1 R2 | G7 G8 | R+2 G1 G2 | B+2 G3 G4"
    game = play(table(text, seats, "R5", draw=PILE), "R+2 R+2")
    assert (asked(game), legal(game)) == ((3, "STACK"), "B+2 accept")
    assert sizes(play(game, "accept")) == [2, 2, 2, 5]


def test_a_stack_answer_may_be_doubled():
    text = "stacking=same,doubles"
    seats = "R+2 R1 R2 | B+2 B+2 G7 G8 | G1 G2"
    game = play(table(text, seats, "R5", draw=PILE), "R+2 B+2")
    assert (asked(game), legal(game)) == ((1, "SECOND_CARD"), "B+2 pass")
    play(game, "B+2")
    assert (asked(game), sizes(game)) == ((0, "PLAY"), [2, 2, 8])


def test_a_pair_opens_a_stack_with_both_amounts():
    text = "stacking=same,doubles"
    game = table(text, "R+2 R+2 R1 R2 | B+2 G7 G8 | G1 G2", "R5", draw=PILE)
    play(game, "R+2 R+2")
    assert asked(game) == (1, "STACK")
    assert sizes(play(game, "accept")) == [2, 7, 2]


def test_a_stacked_pair_that_goes_out_leaves_the_next_the_whole_sum():
    text = "stacking=same,doubles"
    game = table(text, "R+2 R1 | B+2 B+2 | G+2 G2", "R5", draw=PILE)
    play(game, "R+2 B+2 B+2")
    assert (game.is_over, game.winner, sizes(game)) == (True, 1, [1, 0, 8])


def test_a_stack_answer_down_to_one_card_must_be_called_first():
    text = "stacking=same,uno=call"
    game = table(text, "R+2 R1 R2 | B+2 G7 | G1 G2", "R5", draw=PILE)
    play(game, "R+2 B+2")
    assert (asked(game), sizes(game)) == ((1, "CALL_UNO"), [2, 1, 2])
    play(game, "pass")
    assert asked(game) == (2, "CATCH")
    play(game, "catch")
    assert (asked(game), sizes(game)) == ((0, "PLAY"), [2, 3, 6])


def test_a_last_action_card_draws_its_two_before_the_second_card_is_asked_for():
    text = "action_finish=False,doubles"
    game = table(text, "RS | G1 G2 | G3 G4", "R5", draw="RS Y1 Y2")
    play(game, "RS")
    assert (asked(game), legal(game)) == ((0, "SECOND_CARD"), "RS pass")
    assert hand(game, 0) == "RS Y1"
    assert asked(play(game, "RS")) == (0, "PLAY")


def test_a_pair_of_action_cards_that_may_not_go_out_draws_two_after_the_second():
    text = "action_finish=False,doubles,uno=call"
    game = table(text, "RS RS | G1 G2 | G3 G4", "R5", draw=PILE)
    play(game, "RS")
    assert asked(game) == (0, "SECOND_CARD")
    play(game, "RS")
    assert hand(game, 0) == "Y1 Y2"
    assert asked(game) == (0, "PLAY")


def test_a_last_action_card_that_may_not_go_out_may_be_jumped_in_on():
    text = "action_finish=False,jump_in=colored"
    game = table(text, "RS | G1 G2 | RS G3", "R5", draw=PILE)
    play(game, "RS")
    assert (asked(game), sizes(game)) == ((2, "JUMP_IN"), [2, 2, 2])
    assert asked(play(game, "RS")) == (1, "PLAY")


def test_a_jump_in_with_a_last_action_card_that_may_not_go_out_draws_two():
    text = "action_finish=False,jump_in=colored"
    game = table(text, "RS R1 | G1 G2 | RS", "R5", draw=PILE)
    play(game, "RS RS")
    assert (asked(game), sizes(game)) == ((1, "PLAY"), [1, 2, 2])


def test_a_last_draw_two_that_may_not_go_out_opens_a_stack():
    text = "action_finish=False,stacking=same"
    game = table(text, "R+2 | B+2 G1 | G3 G4", "R5", draw=PILE)
    play(game, "R+2")
    assert (asked(game), hand(game, 0)) == ((1, "STACK"), "Y1 Y2")
    assert sizes(play(game, "accept")) == [2, 4, 2]


def test_a_drawn_seven_that_must_be_played_asks_for_its_target():
    text = "draw=until_playable,drawn_card=must_play,seven_swap"
    game = table(text, "B1 B2 | G1 G2 | G3 G4", "R5", draw="Y1 R7 Y2")
    play(game, "draw")
    assert (asked(game), hand(game, 0)) == ((0, "CHOOSE_TARGET"), "Y1 B1 B2")


def test_a_drawn_draw_two_that_must_be_played_opens_a_stack():
    text = "drawn_card=must_play,stacking=same"
    game = table(text, "B1 B2 | B+2 G2 | G3 G4", "R5", draw="R+2 Y1 Y2")
    assert asked(play(game, "draw")) == (1, "STACK")


def test_a_caught_player_draws_before_the_stack_is_answered():
    text = "uno=call,stacking=same"
    game = table(text, "R+2 R1 | B+2 G1 G2 | G3 G4", "R5", draw=PILE)
    play(game, "R+2 pass catch")
    assert (asked(game), hand(game, 0)) == ((1, "STACK"), "R1 Y1 Y2")


def test_a_stacked_wild_draw_four_of_a_caught_player_is_judged_by_the_hand_before():
    text = "uno=call,stacking=mixed"
    seats = "R+2 B1 B2 | W+4 G7 | G1 G2"
    game = table(text, seats, "R5", draw=f"R1 R2 {PILE}")
    play(game, "R+2 W+4 pass catch blue challenge")
    assert sizes(game) == [2, 3, 10]
    assert asked(game) == (0, "PLAY")


def test_two_drawn_cards_of_a_last_wild_draw_four_do_not_count_for_a_challenge():
    text = "action_finish=False"
    game = table(text, "W+4 | G1 G2 | G3 G4", "R5", draw=f"R1 R2 {PILE}")
    play(game, "W+4 green")
    assert (asked(game), sizes(game)) == ((2, "PLAY"), [2, 6, 2])


def test_a_swap_that_hands_over_the_last_cards_ends_nothing():
    game = table("seven_swap,uno=call", "R7 R1 | G1 G2 | G3 G4", "R5")
    play(game, "R7 uno swap+1 uno")
    assert not game.is_over
    assert (asked(game), hands(game)) == ((1, "PLAY"), "G1 G2 | R1 | G3 G4")


def test_partners_with_house_rules_still_score_together():
    text = "teams,stacking=same,jump_in=colored"
    game = table(text, "R+2 G1 | R+2 | G4 G5 | B9 B8", "R5", draw=PILE)
    play(game, "R+2 R+2")
    assert (game.is_over, game.winner) == (True, 1)
    assert scores(game) == [0, game.points, 0, game.points]
    assert game.points == 1 + 9 + 3


def test_every_house_rule_at_once_conserves_the_cards():
    text = (
        "deck=112-shuffle,decks=2,stacking=mixed,seven_swap,zero_pass,jump_in=colored,doubles,"
        "uno=call,action_finish=False,custom_wild=others_draw_two,draw=until_playable"
    )
    game = table(text, " | ".join(["R7 R7 R0 W WC", "G7 G0 WSH Y+2", "B+2 W+4 B7"]), "R5", seed=3)
    cards = all_cards(game)
    for step in range(600):
        if game.is_over:
            break
        offered = game.legal
        game.play(offered[(step * 7) % len(offered)])
        assert all_cards(game) == cards
    assert step > 50


def test_the_party_preset_plays_its_rules_together():
    text = "stacking=mixed,seven_swap,zero_pass,jump_in=colored,draw=until_playable"
    game = table(text, "R7 R1 R2 | R7 G2 G3 | W+4 B1 B2", "R5", draw=PILE)
    play(game, "R7")
    assert asked(game) == (1, "JUMP_IN")
    play(game, "R7 swap+1")
    assert hands(game) == "R1 R2 | B1 B2 W+4 | G2 G3"
    assert asked(game) == (2, "PLAY")
