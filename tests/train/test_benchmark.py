"""The benchmark of trainers: that all of them train, what is counted, and what the table says."""

import json
from functools import partial
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from sb3_contrib import MaskablePPO

from tests.train.scripted import INPUTS, Script, tables
from uno_env import uno_v0
from uno_train import benchmark, contenders, ppo
from uno_train.benchmark_table import Turn, as_markdown, ratio, rows, share
from uno_train.contenders import CONTENDERS, EveryMoveAStep, learned_with_a_choice
from uno_train.selfplay import SelfPlayPPO

PAGE = Path(__file__).parents[2] / "docs" / "training.md"
RECIPE = ppo.Args(out=Path(), games=8, window=128, minibatch=64, widths=(8,), threads=1)
SHORT = {"n_steps": 16, "batch_size": 16, "n_epochs": 1}
TINY = {
    name: make if make in (contenders.self_play, contenders.stock_with_recipe) else
    partial(make, **SHORT)
    for name, make in CONTENDERS.items()
}  # fmt: skip


class ScriptedChoices(gymnasium.Env):
    """Four decisions an episode, of which the first and the last leave no choice."""

    CHOICES = (1, 3, 2, 1)
    observation_space = spaces.Box(0, 1, (1,), np.float32)
    action_space = spaces.Discrete(5)

    def reset(self, *, seed=None, options=None):
        self.move = 0
        return np.zeros(1, np.float32), {}

    def step(self, action):
        self.move += 1
        return np.zeros(1, np.float32), 0.0, self.move == len(self.CHOICES), False, {}

    def action_masks(self):
        return np.arange(5) < self.CHOICES[self.move]


@pytest.mark.parametrize("name", TINY)
def test_every_trainer_trains_and_its_decisions_with_a_choice_are_counted(name):
    model = TINY[name](RECIPE)
    trainer = benchmark.Trainer(model, threads=1)
    before = [parameter.detach().clone() for parameter in model.policy.parameters()]
    turn = trainer.turn(0)
    window = model.n_steps * model.n_envs
    assert 0 < turn.decisions <= model.num_timesteps
    assert model.num_timesteps >= window and model._n_updates == model.n_epochs
    now = model.policy.parameters()
    assert any((old != new).any() for old, new in zip(before, now, strict=True))
    played = model.num_timesteps
    trainer.turn(0)
    assert model.num_timesteps >= played + window / 2, "it goes on where it was"


def test_a_stock_trainer_learns_from_decisions_without_a_choice_but_they_are_not_counted():
    model = MaskablePPO("MlpPolicy", ScriptedChoices(), n_steps=16, batch_size=8, device="cpu")
    assert benchmark.Trainer(model, threads=1).turn(0).decisions == 8


def test_self_play_counts_each_decision_with_a_choice_once_over_all_windows():
    script = Script(seats=(0, 1, 0, 1), payoffs=(1, -1), forced=frozenset({1}))
    model = SelfPlayPPO(
        env=tables([[script]] * 4), inputs=INPUTS, widths=(8,), window=30, batch_size=16, n_epochs=1
    )
    trainer = benchmark.Trainer(model, threads=1)
    counted = sum(trainer.turn(0).decisions for _ in range(5))
    waiting = int((model.rollout_buffer.awaiting >= 0).sum())
    assert counted + waiting == model.num_timesteps


def test_the_masks_counted_are_those_of_the_moves_that_were_made():
    envs = contenders.learner_games(4)
    model = MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=64, n_epochs=1, device="cpu")
    seen, masks_of = [], envs.envs.unwrapped.action_masks
    envs.envs.unwrapped.action_masks = lambda: seen.append(masks_of()) or seen[-1]
    model.learn(1)
    assert learned_with_a_choice(model) == (np.stack(seen).sum(axis=2) > 1).sum()


def test_as_steps_of_one_agent_every_seat_moves_and_the_mover_is_paid():
    env = EveryMoveAStep(uno_v0.env(players=2))
    observation, _ = env.reset(seed=4)
    over, movers = False, set()
    while not over:
        mover = env.table.agent_selection
        movers.add(mover)
        assert np.array_equal(observation, env.table.observe(mover)["observation"])
        action = np.int64(env.action_masks().argmax())
        observation, paid, terminated, truncated, _ = env.step(action)
        over = terminated or truncated
    assert movers == {"player_0", "player_1"}
    assert paid == env.table.rewards[mover]
    assert terminated and {*env.table.rewards.values()} == {1.0, -1.0}


def test_the_table_has_a_row_for_every_trainer_and_goes_into_the_page(tmp_path, monkeypatch):
    monkeypatch.setattr(benchmark, "CONTENDERS", TINY)
    monkeypatch.setattr(ppo, "Args", lambda **options: RECIPE)
    page, figures = tmp_path / "page.md", tmp_path / "figures.json"
    page.write_text("Before.\n<!-- generated: benchmark -->\nold\n<!-- end -->\nAfter.\n")
    benchmark.main(
        benchmark.Args(seconds=0, rounds=2, threads=1, json=figures, write=True, page=page)
    )
    text = page.read_text()
    assert "old" not in text and text.endswith("<!-- end -->\nAfter.\n")
    assert "python -m uno_train.benchmark --seconds 0 --rounds 2 --threads 1" in text
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert [line.split(" | ")[0] for line in lines[2:]] == [f"| {name}" for name in CONTENDERS]
    told = json.loads(figures.read_text())["trainers"]
    assert list(told) == list(CONTENDERS)
    assert all(len(trainer["turns"]) == 2 for trainer in told.values())


def test_ratios_and_shares_are_those_of_the_turns():
    fast = [Turn(400, 2.0, 0.5, 1.0), Turn(300, 2.0, 0.5, 1.0), Turn(100, 2.0, 0.5, 1.0)]
    slow = [Turn(100, 2.0, 0.2, 1.2), Turn(100, 2.0, 0.2, 1.2), Turn(100, 2.0, 0.2, 1.2)]
    assert ratio(fast, slow) == 3.0
    assert share(slow, "collect") == "6,000.0 (30%)"
    told = rows({"fast": fast, "slow": slow}, {"fast": {"games": 1}, "slow": {"games": 2}})
    assert told[1][1:4] == ["50", "50 - 50", "3.0"] and told[0][2] == "50 - 200"
    page = as_markdown({"fast": fast}, {"fast": {"games": 1}}, "measure", "two cores")
    assert page.startswith("`measure`\n\n") and "3 interleaved rounds; two cores." in page


def test_the_training_page_has_a_place_for_the_table():
    assert PAGE.read_text().count(f"<!-- generated: {benchmark.PLACE} -->\n") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rounds": 0}, "--rounds 0"),
        ({"page": Path("/nowhere/page.md"), "write": True}, "--page /nowhere/page.md"),
    ],
)
def test_what_cannot_be_measured_is_refused_before_anything_is(options, said, monkeypatch):
    monkeypatch.setattr(benchmark, "CONTENDERS", None)
    with pytest.raises(ValueError, match=said):
        benchmark.main(benchmark.Args(**options))
