"""Where options come from: the profile's values, under what the command line says."""

from dataclasses import fields

import pytest

from uno_train import distributed
from uno_train.command_line import PROFILES, read_args
from uno_train.ppo import Args


def test_a_laptops_profile_is_the_default():
    assert read_args(Args, ["--out", "runs/a"]) == read_args(
        Args, ["--profile", "laptop", "--out", "runs/a"]
    )


def test_explicit_options_win_over_the_profile_wherever_they_stand():
    words = ["--games", "300", "--profile", "overnight", "--out", "runs/a", "--epochs", "1"]
    args = read_args(Args, words)
    assert (args.games, args.epochs) == (300, 1)
    assert args.widths == PROFILES["overnight"]["widths"] == (256, 256)
    assert args.profile == "overnight"


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_sets_existing_options_alone(profile):
    assert Args.__dataclass_fields__.keys() >= PROFILES[profile].keys()


def test_rules_and_players_may_be_given_once_or_several_times():
    once = read_args(Args, ["--out", "a", "--rules", "party", "--players", "3"])
    assert (once.rules, once.players) == (("party",), (3,))
    several = read_args(
        Args, ["--out", "a", "--players", "2", "3", "--rules", "party", "stacking=same,doubles"]
    )
    assert (several.rules, several.players) == (("party", "stacking=same,doubles"), (2, 3))


@pytest.mark.parametrize("kind", [Args, distributed.Args])
def test_help_says_what_each_option_is_for(kind, capsys):
    with pytest.raises(SystemExit) as ended:
        read_args(kind, ["--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    for field in fields(kind):
        assert f"--{field.name.replace('_', '-')}" in said


def test_the_help_of_a_profile_shows_its_values(capsys):
    with pytest.raises(SystemExit):
        read_args(Args, ["--profile", "overnight", "--help"])
    assert "(default: 256 256)" in capsys.readouterr().out


def test_an_unknown_profile_is_refused(capsys):
    with pytest.raises(SystemExit) as ended:
        read_args(Args, ["--out", "a", "--profile", "weekend"])
    assert ended.value.code == 2
    assert "weekend" in capsys.readouterr().err
