"""The environments render as PettingZoo and Gymnasium expect it."""

import copy
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import RenderCollection

import uno_env
from uno_env import uno_v0

SHAPE = (800, 1200, 3)


@pytest.fixture
def pygame(monkeypatch):
    """pygame-ce on a screen that nobody sees."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    return pytest.importorskip("pygame")


def check_picture(picture):
    assert picture.shape == SHAPE and picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50


def test_a_pettingzoo_environment_gives_pixels_of_what_the_seat_on_move_sees(pygame):
    env = uno_v0.env(players=4, render_mode="rgb_array")
    env.reset(seed=1)
    check_picture(env.render())
    assert not np.shares_memory(env.render(), env.render())
    opened = uno_v0.env(players=4, render_mode="rgb_array", show_all=True)
    opened.reset(seed=1)
    assert (opened.render() != env.render()).any()


def test_gymnasiums_wrappers_collect_the_pixels_of_an_episode(pygame):
    env = gymnasium.make("uno_env/Uno-v0", render_mode="rgb_array", opponents=["random"])
    env = RenderCollection(env)
    _, info = env.reset(seed=1)
    for _ in range(3):
        *_, info = env.step(info["action_mask"].argmax())
    frames = env.render()
    assert len(frames) == 4
    for frame in frames:
        check_picture(frame)


def test_gymnasium_records_a_video(pygame, tmp_path):
    pytest.importorskip("moviepy")
    env = gymnasium.make("uno_env/Uno-v0", render_mode="rgb_array", opponents=["random"])
    env = gymnasium.wrappers.RecordVideo(env, str(tmp_path), lambda episode: True)
    _, info = env.reset(seed=1)
    for _ in range(2):
        *_, info = env.step(info["action_mask"].argmax())
    env.close()
    assert [file.suffix for file in tmp_path.iterdir()] == [".mp4"]


def test_a_vector_of_tables_gives_a_picture_for_each(pygame):
    envs = gymnasium.make_vec(
        "uno_env/Uno-v0", num_envs=2, render_mode="rgb_array", opponents=["random"]
    )
    envs.reset(seed=1)
    first, second = envs.render()
    check_picture(first)
    assert (first != second).any()


def test_the_window_follows_the_game_and_can_be_closed_twice(pygame):
    env = uno_v0.env(render_mode="human")
    env.reset(seed=1)
    assert pygame.display.get_surface().get_size() == (1200, 800)
    env.step(env.last()[0]["action_mask"].argmax())
    assert env.render() is None
    env.close()
    assert pygame.display.get_surface() is None
    env.close()


def test_an_environment_with_an_open_window_can_be_copied_and_pickled(pygame):
    env = uno_v0.env(render_mode="human")
    env.reset(seed=1)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.unwrapped.game.to_bytes() == env.unwrapped.game.to_bytes()
    env.close()


def test_with_all_hands_open_the_text_shows_every_card():
    env = uno_v0.env(players=3, render_mode="ansi", show_all=True)
    env.reset(seed=1)
    for seat in range(3):
        assert " ".join(env.unwrapped.game.hand(seat)) in env.render()


@pytest.mark.parametrize(
    ("mode", "imported"), [("ansi", "False"), ("rgb_array", "no pygame: render")]
)
def test_pygame_is_wanted_for_pixels_alone_and_asked_for_by_name(mode, imported):
    program = f"""
import sys
sys.modules["pygame"] = None
from uno_env import uno_v0
env = uno_v0.env(render_mode={mode!r})
env.reset(seed=1)
try:
    env.render()
    print("uno_env.window" in sys.modules)
except Exception as error:
    print("no pygame:", "render" if "uno-env[render]" in str(error) else error)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == imported


def test_a_machine_without_a_display_is_told_what_to_do(pygame, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "no_such_driver")
    pygame.display.quit()
    env = uno_v0.env(render_mode="human")
    with pytest.raises(RuntimeError, match=r'"ansi".*"rgb_array"'):
        env.reset(seed=1)


def test_a_text_needs_nothing_but_the_game():
    assert uno_env.Game(seed=1).text().startswith("table ")
