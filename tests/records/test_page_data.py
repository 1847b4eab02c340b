"""What a replay page holds: every state of a game; for one seat nothing that it cannot know."""

import html
import json
import re

import numpy as np
import pytest

from tests.records.games import RULES, at_random
from uno_env import ACTIONS, Game, Rules
from uno_env.record import GameWriter, RecordedGame, play_games
from uno_env.replay import replay_page
from uno_env.replay.__main__ import Args, main
from uno_env.replay.moments import game_data, seen_by


def played(rules, seed=3, most=150):
    game, rng = RecordedGame(Rules.parse(rules), seed), np.random.default_rng(seed)
    while not game.is_over and most:
        game.play(int(at_random(game.mask(game.turn)[None], rng)[0]))
        most -= 1
    return game.saved()


def unfolded(data):
    moment, moments = {}, []
    for change in data["moments"]:
        moment = moment | change
        moments.append(moment)
    return moments


def embedded(page):
    text = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.text)[1]
    return json.loads(text)


@pytest.mark.parametrize("rules", RULES)
def test_the_moments_of_a_page_are_the_states_of_the_game(rules):
    saved = played(rules)
    moments = unfolded(game_data(saved))
    assert len(moments) == len(saved.actions) + 1
    game = Game(saved.rules, saved.seed)
    for moment in moments:
        for seat in range(saved.rules.players):
            labels = [ACTIONS.label(kind) for kind in moment[f"hand{seat}"]]
            assert labels == game.hand(seat)
        assert ACTIONS.label(moment["pile"][-1]) == game.top
        assert [ACTIONS.label(action) for action in moment["legal"]] == game.legal
        assert (moment["scores"], moment["drawSize"]) == (game.scores, len(game.draw_pile))
        if moment["action"] is not None:
            game.play(moment["action"])


@pytest.mark.parametrize("rules", RULES)
def test_what_a_seat_is_shown_is_the_same_in_every_world_that_it_cannot_tell_apart(rules):
    game = Game(Rules.parse(rules), seed=4)
    rng = np.random.default_rng(4)
    differed = 0
    for number in range(60):
        if game.is_over:
            break
        for seat in range(min(3, game.rules.players)):
            world = game.sample_world(seat, number)
            assert seen_by(world, seat) == seen_by(game, seat)
            differed += world.to_json() != game.to_json()
        game.play(int(at_random(game.mask(game.turn)[None], rng)[0]))
    assert differed > 20


def test_a_page_of_one_seat_holds_neither_the_seed_nor_a_hidden_card_nor_others_choices():
    saved = next(play_games(["policy:official-2p"], "players=2", games=1, seed=9))
    page = replay_page(saved, seat=1, agent="policy:official-2p")
    (data,) = embedded(page)["games"]
    assert data["seed"] is None
    for moment in unfolded(data):
        assert set(moment["hand0"]) <= {-1} or moment["phase"] == "PLAY"  # shown by a challenge
        assert moment["next"] is None and not any(key.startswith("known") for key in moment)
        if moment["turn"] == 0:
            assert moment["legal"] == [] and moment["chances"] is None
    assert any(moment["chances"] for moment in unfolded(data))


def test_the_chances_on_a_page_are_the_policys_own():
    saved = next(play_games(["policy:official-2p"], "players=2", games=1, seed=9))
    (data,) = embedded(replay_page(saved, agent="policy:official-2p"))["games"]
    for moment in unfolded(data)[:-1]:
        best = moment["legal"][int(np.argmax(moment["chances"]))]
        assert best == moment["action"] and abs(sum(moment["chances"]) - 1) < 0.01


class Valued:
    """An agent that scores all actions alike, and expects a quarter."""

    def act(self, observation, mask, rng):
        return mask.argmax(axis=1)

    def scores_and_values(self, observation):
        return np.zeros((len(observation), ACTIONS.size)), np.full(len(observation), 0.25)


def test_values_are_shown_where_the_agent_has_them_and_nothing_where_it_has_no_scores():
    saved = played("players=3")
    moments = unfolded(game_data_with(Valued(), saved))
    assert moments[0]["value"] == 0.25
    assert moments[0]["chances"] == [round(1 / len(moments[0]["legal"]), 3)] * len(
        moments[0]["legal"]
    )
    moments = unfolded(game_data_with("heuristic", saved))
    assert moments[0]["chances"] is None and moments[0]["value"] is None


def game_data_with(agent, saved):
    (data,) = embedded(replay_page(saved, agent=agent))["games"]
    return data


def test_a_page_stands_alone_is_small_and_survives_any_name():
    saved = list(play_games(["random"], "players=4,target=200", games=1, seed=1))
    page = replay_page(saved[0])
    assert "http" not in page.text.replace("http://www.w3.org/2000/svg", "").replace(
        "http-equiv", ""
    )
    assert "src=" not in page.text and "<link" not in page.text
    assert len(page.text) < 1_000_000
    game = RecordedGame(Rules(), seed=1)
    page = replay_page(game.saved(["</script><b>", "x"]))
    assert "</script><b>" not in page.text
    assert embedded(page)["games"][0]["agents"] == ["</script><b>", "x"]


def test_a_notebook_shows_the_page_in_a_frame():
    page = replay_page(played("players=2"))
    frame = re.fullmatch(r'<iframe style="[^"]*" srcdoc="([^"]*)"></iframe>', page._repr_html_())
    assert html.unescape(frame[1]) == page.text


def test_the_command_writes_all_games_or_the_one_of_a_line(tmp_path):
    path, out = tmp_path / "games.jsonl", tmp_path / "page.html"
    with GameWriter(path) as file:
        for game in play_games(["random"], "players=2", games=3, seed=1):
            file.write(game)
    main(Args(path, out))
    everything = out.read_text()
    main(Args(path, out, game=2))
    assert len(out.read_text()) < len(everything)
    with pytest.raises(ValueError, match=r"line 7: there is no such line"):
        main(Args(path, out, game=7))
    with pytest.raises(ValueError, match=r"seat=5: this game has the seats 0 to 1"):
        main(Args(path, out, seat=5))
