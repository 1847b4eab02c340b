"""The game that `python -m uno_agents.watch` prints is the game that was played."""

from collections import Counter

import pytest

from uno_agents.watch import watch
from uno_env import Game, Rules


@pytest.mark.parametrize("rules", ["players=3", "players=2,target=100,stacking=mixed"])
def test_the_actions_printed_play_the_same_game_again(rules):
    _, *decisions, result = watch(["heuristic", "random"], Rules.parse(rules), seed=5)
    game = Game(Rules.parse(rules), seed=5)
    drawn = 0
    for line in decisions:
        told, *came_of_it = line.split("  > ")
        seat, _, _, action, *hand = told.split()
        assert (int(seat), hand) == (game.turn, game.hand(game.turn))
        game.play(action)
        for one in came_of_it:
            who, how, *cards = one.split()
            if how == "draws":
                assert not Counter(cards) - Counter(game.hand(int(who)))
                drawn += len(cards)
    assert drawn > 5
    assert game.is_over
    assert result.startswith(f"Seat {game.winner}, ") and f" {game.points} points" in result


def test_an_unknown_agent_is_refused_before_anything_is_played():
    with pytest.raises(ValueError, match="heurstic"):
        next(watch(["heurstic", "random"], Rules(), seed=0))
