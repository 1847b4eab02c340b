"""The replay page as a person uses it, in headless Chromium."""

import pytest

from tests.records.games import RULES
from tests.records.pages import Opened, browser
from tests.records.test_page_data import played
from uno_env import Game
from uno_env.record import play_games
from uno_env.replay import replay_page


@pytest.fixture(scope="module")
def chromium():
    with browser() as running:
        yield running


def opened(chromium, tmp_path, games, **how):
    path = tmp_path / "page.html"
    replay_page(games, **how).write(path)
    return Opened(chromium, path)


@pytest.mark.parametrize("rules", RULES)
def test_every_step_shows_the_table_as_it_stood(chromium, tmp_path, rules):
    saved = played(rules)
    shown = opened(chromium, tmp_path, saved)
    game = Game(saved.rules, saved.seed)
    for number, seen in enumerate(shown.walk(len(saved.actions))):
        assert seen["decision"] == number and seen["top"] == game.top
        hands = {str(seat): game.hand(seat) for seat in range(saved.rules.players)}
        assert seen["hands"] == hands
        if number < len(saved.actions):
            game.play(saved.actions[number])
    shown.page.keyboard.press("End")
    assert shown.decision() == len(saved.actions)
    shown.page.keyboard.press("ArrowLeft")
    assert shown.decision() == len(saved.actions) - 1
    shown.page.keyboard.press("ArrowRight")
    assert shown.decision() == len(saved.actions)
    shown.page.keyboard.press("Home")
    assert shown.decision() == 0 and shown.hand(0) == Game(saved.rules, saved.seed).hand(0)
    assert shown.wrong == [] and len(shown.asked) == 1


def test_the_space_key_plays_to_the_end_and_pauses(chromium, tmp_path):
    shown = opened(chromium, tmp_path, played("players=4", most=100))
    shown.page.select_option("#speed", "250")
    shown.page.locator("#speed").blur()
    shown.page.keyboard.press(" ")
    assert shown.text("#play") == "Pause"
    shown.until("now > 1")
    shown.page.keyboard.press(" ")
    assert shown.text("#play") == "Play" and 1 < shown.decision() < 100
    shown.page.evaluate("show(moments.length - 3)")
    shown.page.click("#play")
    shown.until("now === moments.length - 1 && timer === null")
    assert shown.text("#play") == "Play" and shown.wrong == []


def test_the_view_of_a_seat_lays_the_other_hands_face_down(chromium, tmp_path):
    saved = played("players=4")
    shown = opened(chromium, tmp_path, saved)
    open_hand = shown.hand(2)
    shown.page.select_option("#view", "2")
    assert shown.hand(2) == open_hand and "hidden" not in open_hand
    for seat in (0, 1, 3):
        assert set(shown.hand(seat)) == {"hidden"}
    turn = Game(saved.rules, saved.seed).turn
    assert ("hidden in this view" in shown.text("#choices")) == (turn != 2)
    shown.page.select_option("#view", "-1")
    assert all("hidden" not in shown.hand(seat) for seat in range(4))
    assert shown.wrong == []


def test_the_view_of_a_seat_and_the_page_of_a_seat_show_the_same(chromium, tmp_path):
    saved = played("players=3,uno=call,seven_swap,zero_pass,stacking=mixed")
    whole = opened(chromium, tmp_path, saved)
    whole.page.select_option("#view", "1")
    alone = opened(chromium, tmp_path, saved, seat=1)
    views = whole.walk(len(saved.actions))
    assert views == alone.walk(len(saved.actions))
    hands = [seen["hands"][seat] for seen in views for seat in "02"]
    assert any(set(hand) == {"hidden"} for hand in hands)
    assert any(set(hand) > {"hidden"} for hand in hands)  # known cards among hidden ones
    assert whole.wrong == alone.wrong == []


def test_several_games_can_be_chosen_from_and_chances_are_drawn(chromium, tmp_path):
    games = list(play_games(["policy:official-2p"], "players=2", games=3, seed=2))
    shown = opened(chromium, tmp_path, games, agent="policy:official-2p")
    assert shown.page.locator(".choice.chosen .bar").count() == 1
    assert "%" in shown.text(".choice.chosen")
    first = shown.hand(0)
    shown.page.select_option("#game", "2")
    assert shown.hand(0) == Game(games[2].rules, games[2].seed).hand(0) != first
    shown.page.click("#log li:nth-child(5)")
    assert shown.decision() == 4 and shown.wrong == []
