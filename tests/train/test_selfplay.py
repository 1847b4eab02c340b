"""The trainer: what it copies, what it refuses, and that what it saves can be loaded."""

import numpy as np
import pytest
import torch
from gymnasium import spaces

from tests.train.scripted import ACTIONS, INPUTS, Script, ScriptedGames, decisions, tables
from uno_env import Rules, observation_layout
from uno_env.cards import KIND
from uno_train.loss import Weighting, add_up_gradient, ppo_loss, workers
from uno_train.network import Inputs, TablePolicy, weights_for_play
from uno_train.rollout import SeatRolloutBuffer
from uno_train.sampling import answer_forced, sample
from uno_train.selfplay import SelfPlayPPO

DUEL = Script(seats=(0, 1, 0, 1, 0), payoffs=(1, -1))
REPLY = Script(seats=(1, 0, 1, 1, 0), payoffs=(1, -1), forced=frozenset({3}))
TRIO = Script(seats=(2, 0, 1, 2, 1, 0), payoffs=(1, -0.5, -0.5), forced=frozenset({3}))


def trainer(scripts=((DUEL,), (DUEL,)), inputs=INPUTS, **options) -> SelfPlayPPO:
    scripts = [list(row) for row in scripts]
    options = {"window": 64, "batch_size": 32, "n_epochs": 2, "seed": 3, "gamma": 1.0} | options
    return SelfPlayPPO(env=tables(scripts), inputs=inputs, widths=(16, 16), **options)


def collect(model: SelfPlayPPO) -> None:
    _, callback = model._setup_learn(1)
    model.collect_rollouts(model.env, callback, model.rollout_buffer, 0)


def holds_what_was_seen(buffer: SeatRolloutBuffer, scripts: list[list[Script]]) -> bool:
    """Whether every stored row is a decision of the scripts, with the mask it had."""
    if not np.isfinite(buffer.inputs[: buffer.size]).all():
        return False
    games = ScriptedGames(scripts)
    seen = decisions(buffer, range(buffer.size))
    in_script = all(games.script(row, game).seats[move] == seat for row, game, move, seat in seen)
    return in_script and len(set(seen)) == len(seen) and buffer.masks[: buffer.size].all()


class LateBuffer(SeatRolloutBuffer):
    """The mistake: it copies observations and masks only after the games have gone on."""

    def store(self, observation, mask, seat, games, columns, scale):
        new = super().store(observation, mask, seat, games, columns, scale)
        self._late = new, games, observation, mask
        return new

    def credit(self, rewards, over):
        new, games, observation, mask = self._late
        self.inputs[new], self.masks[new] = observation[games], mask[games]
        super().credit(rewards, over)


@pytest.mark.parametrize("late", [False, True])
def test_observations_are_stored_before_the_games_overwrite_them_and_late_copies_are_caught(late):
    scripts = [[DUEL], [REPLY]]
    model = trainer(scripts)
    if late:
        late_buffer = LateBuffer(64, None, model.action_space, seats=2, width=4, n_envs=2)
        model.rollout_buffer = late_buffer
    collect(model)
    assert model.rollout_buffer.full
    assert holds_what_was_seen(model.rollout_buffer, scripts) != late


def test_a_mask_of_zeros_is_refused_and_names_the_game():
    mask = np.ones((4, ACTIONS), np.int8)
    mask[2] = 0
    with pytest.raises(ValueError, match="the mask of game 2 is all zeros"):
        answer_forced(mask, np.zeros(4, np.int64))


def test_training_stops_at_a_mask_of_zeros():
    model = trainer()
    _, callback = model._setup_learn(1)
    model.env.games.mask[1] = 0
    with pytest.raises(ValueError, match="the mask of game 1 is all zeros"):
        model.collect_rollouts(model.env, callback, model.rollout_buffer, 0)


def test_forced_answers_are_the_only_legal_action():
    mask = np.zeros((3, ACTIONS), np.int8)
    mask[0, 4] = mask[1, [0, 2]] = mask[2, 1] = 1
    actions = np.full(3, -7, np.int64)
    assert answer_forced(mask, actions).tolist() == [1]
    assert actions[[0, 2]].tolist() == [4, 1]


def test_sampled_actions_follow_the_softmax_over_the_legal_ones():
    logits = np.tile(np.array([0.0, 9.0, 1.0, -1.0, 3.0], np.float32), (40_000, 1))
    masks = np.zeros_like(logits, bool)
    masks[:, [0, 2, 3]] = True
    actions, log_probs = np.zeros(len(logits), np.int64), np.zeros(len(logits), np.float32)
    chance = np.random.default_rng(1).random(len(logits), np.float32)
    sample(logits, masks, chance, actions, log_probs)
    expected = np.exp([0, 1, -1]) / np.exp([0, 1, -1]).sum()
    shares = np.bincount(actions, minlength=ACTIONS) / len(actions)
    assert shares[[1, 4]].tolist() == [0, 0]
    assert shares[[0, 2, 3]] == pytest.approx(expected, abs=0.01)
    place = np.array([0, 0, 1, 2, 0])[actions]
    assert log_probs == pytest.approx(np.log(expected)[place], abs=1e-5)


def test_the_log_probability_of_an_action_is_the_same_when_played_and_when_learned_from():
    model = trainer([[TRIO], [TRIO]])
    collect(model)
    buffer = model.rollout_buffer
    batch = buffer.minibatch(torch.from_numpy(buffer.trained()))
    with torch.no_grad():
        logits, values = model.policy.logits_and_values(batch.inputs)
    _, _, parts = ppo_loss(logits, values, batch, Weighting(0.2, 0.0, 0.5))
    assert parts[3].item() == pytest.approx(0, abs=1e-6), "no divergence before the first step"
    assert parts[4].item() == 0


def test_the_gradient_does_not_depend_on_how_many_threads_share_the_work():
    model = trainer()
    collect(model)
    places = torch.from_numpy(model.rollout_buffer.trained())
    weighting, pool = Weighting(0.2, 0.05, 0.5), workers(3)
    gradients = []
    for shares in (1, 3):
        parts = places.tensor_split(shares)
        add_up_gradient(model.policy, model.rollout_buffer, parts, weighting, pool)
        gradients.append(torch.cat([p.grad.flatten() for p in model.policy.parameters()]))
    assert gradients[0].abs().max() > 1e-4
    torch.testing.assert_close(gradients[0], gradients[1], rtol=1e-4, atol=1e-7)


def test_the_same_seed_gives_the_same_weights_and_another_seed_others():
    def weights(seed: int) -> torch.Tensor:
        model = trainer([[TRIO], [TRIO]], seed=seed, threads=2)
        model.learn(500)
        return torch.cat([p.detach().flatten() for p in model.policy.parameters()])

    assert torch.equal(weights(3), weights(3))
    assert not torch.equal(weights(3), weights(4))


def test_a_saved_trainer_loads_and_predicts_the_same(tmp_path):
    model = trainer(learning_rate=lambda share: 1e-3 * share, entropy=lambda share: 0.1 * share)
    model.learn(300)
    model.save(tmp_path / "model.zip")
    loaded = SelfPlayPPO.load(tmp_path / "model.zip", env=tables([[DUEL], [DUEL]]))
    assert loaded.num_timesteps == model.num_timesteps
    seen = model.env.games.observation[:1]
    mask = np.ones((1, ACTIONS), bool)
    answers = [m.predict(seen, deterministic=True, action_masks=mask)[0] for m in (model, loaded)]
    assert answers[0] == answers[1]
    for name, weight in model.policy.state_dict().items():
        assert torch.equal(weight, loaded.policy.state_dict()[name])
    loaded.learn(100)


def test_schedules_run_over_the_timesteps_to_their_end_and_no_further():
    seen = []
    model = trainer(entropy=lambda share: seen.append(share) or 0.01)
    model.learn(300)
    assert seen == sorted(seen, reverse=True)
    assert 0.5 < seen[0] < 1 and seen[-1] == 0


def test_rows_of_whole_observations_and_of_inputs_lead_to_the_same_scores():
    layout, rules = observation_layout(3), Rules(players=3)
    inputs = Inputs.of(layout, rules)
    policy = TablePolicy(
        spaces.Box(0, 1, (layout.size,), np.float32), spaces.Discrete(77), lambda _: 1e-3,
        features_extractor_kwargs={"inputs": inputs, "widths": (32, 16)},
    )  # fmt: skip
    torch.nn.init.normal_(policy.action_net.weight)
    seen = np.random.default_rng(0).random((5, layout.size), np.float32)
    narrow = torch.from_numpy(seen[:, inputs.columns] * inputs.scale)
    with torch.no_grad():
        logits, _ = policy.logits_and_values(narrow)
        of_whole = policy.action_net(policy.extract_features(torch.from_numpy(seen)))
    torch.testing.assert_close(logits, of_whole)

    hidden, weights = seen, weights_for_play(policy)
    for layer in ("trunk.0", "trunk.1"):
        hidden = np.maximum(hidden @ weights[f"{layer}.weight"].T + weights[f"{layer}.bias"], 0)
    scores = hidden @ weights["policy.weight"].T + weights["policy.bias"]
    np.testing.assert_allclose(scores, logits.numpy(), rtol=1e-3, atol=1e-4)


def test_the_network_reads_no_card_that_the_deck_does_not_hold_and_no_option():
    layout = observation_layout(2)
    read = set(Inputs.of(layout, Rules()).columns)
    assert layout.slice("hand").start + KIND["R7"] in read
    assert layout.slice("hand").start + KIND["WSH"] not in read
    assert layout.slice("known").start + KIND["WRX"] not in read
    assert not read & set(range(*layout.slice("rules").indices(layout.size)))
    with_shuffle = Inputs.of(layout, Rules(deck="112-shuffle"))
    assert layout.slice("hand").start + KIND["WSH"] in with_shuffle.columns


def test_a_usual_hand_and_a_whole_draw_pile_are_read_as_one():
    layout, rules = observation_layout(2), Rules()
    seen = np.zeros(layout.size, np.float32)
    scale = {field.name: np.broadcast_to(field.scale, field.shape) for field in layout.fields}
    views = layout.view(seen)
    views["hand_sizes"][:] = rules.hand_size / scale["hand_sizes"]
    views["draw_size"][:] = rules.card_counts.sum() / scale["draw_size"]
    views["hand"][KIND["G3"]] = 1 / scale["hand"][KIND["G3"]]
    inputs = Inputs.of(layout, rules)
    read = np.zeros_like(seen)
    read[inputs.columns] = seen[inputs.columns] * inputs.scale
    assert read[read > 0].tolist() == pytest.approx([1, 1, 1, 1])
