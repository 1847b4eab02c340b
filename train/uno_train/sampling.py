"""Choosing actions for a batch of games: the forced ones, and draws from the policy.

Only legal actions are looked at, of which there are few; the network's logits for the others do
not matter.
"""

import math

import numpy as np

from uno_env.compiling import kernel


def answer_forced(mask: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """Answer every game that leaves no choice; return the games, `[n]` int64, that do.

    Args:
        mask: [B, A] int8.
        actions: [B] int64; the only legal action is written for a game that has just one.

    Raises:
        ValueError: a game without a legal action. Sampling would otherwise quietly play illegal
            ones.
    """
    games = np.empty(len(mask), np.int64)
    count = _answer_forced(mask, actions, games)
    if count < 0:
        raise ValueError(
            f"the mask of game {-count - 1} is all zeros: expected at least one legal action for "
            "the seat on move; the games are broken, or their mask was overwritten"
        )
    return games[:count]


def sample(
    logits: np.ndarray,
    masks: np.ndarray,
    uniforms: np.ndarray,
    actions: np.ndarray,
    log_probs: np.ndarray,
) -> None:
    """Draw a legal action from each row's softmax.

    Args:
        logits: [n, A] float32; masks: [n, A] bool, at least one legal action in each row.
        uniforms: [n] float32 in [0, 1), the chance.
        actions: [n] int64, written; log_probs: [n] float32, written.
    """
    _sample(logits, masks, uniforms, actions, log_probs)


@kernel
def _answer_forced(mask, actions, games):
    count = 0
    for game in range(len(mask)):
        legal = 0
        for action in range(mask.shape[1]):
            if mask[game, action]:
                legal += 1
                actions[game] = action
        if legal == 0:
            return -game - 1
        if legal > 1:
            games[count] = game
            count += 1
    return count


@kernel
def _sample(logits, masks, uniforms, actions, log_probs):
    for row in range(len(logits)):
        top = -np.inf
        for action in range(masks.shape[1]):
            if masks[row, action]:
                top = max(top, logits[row, action])
        total = 0.0
        for action in range(masks.shape[1]):
            if masks[row, action]:
                total += math.exp(logits[row, action] - top)
        left = uniforms[row] * total
        for action in range(masks.shape[1]):
            if masks[row, action]:
                actions[row] = action
                left -= math.exp(logits[row, action] - top)
                if left < 0:
                    break
        log_probs[row] = logits[row, actions[row]] - top - math.log(total)
