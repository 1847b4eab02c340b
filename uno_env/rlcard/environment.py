"""`UnoEnv`: the interface of RLCard's environments over our engine.

It asks what RLCard asks: one decision a turn, the colour together with the wild. What RLCard does
for the player is done here in the same way: a drawn card is laid if it is of the colour in force or
a wild, else kept; the colour of a wild that is drawn or opens is drawn by lot.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from uno_env.cards import COLOR, COLOR_NAMES, KIND, NO_COLOR
from uno_env.checks import IllegalAction
from uno_env.game import Game
from uno_env.rlcard.words import (
    ACTION_LIST,
    DRAW,
    SHAPE,
    as_state,
    card_text,
    legal_actions,
    our_words,
)
from uno_env.rules import Rules
from uno_env.state import Phase

NEAREST_RULES = Rules(voluntary_draw=False, wild_draw_four="strict")
"""The rules that come nearest to RLCard's own game; the environment narrows them further."""

_BEGINS = 0
_PLAY_AGAIN = ("S", "R", "+2", "W+4")
"""Ranks after which, with two players, the same one is on move."""

State = dict[str, Any]


class UnoEnv:
    """RLCard's environment `uno`, for two players, on our engine.

    Attributes:
        game: the `Game` inside; another one of `NEAREST_RULES`, in `PLAY`, may be put in its place
            by `load`.
        timestep: the actions taken so far, over all games.
        num_players, num_actions, state_shape, action_shape: as in RLCard.
    """

    name = "uno"
    num_players = NEAREST_RULES.players
    num_actions = len(ACTION_LIST)

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        """Make the environment.

        Args:
            config: may hold `seed` and `allow_step_back`, as in RLCard.
        """
        config = config or {}
        self.allow_step_back = bool(config.get("allow_step_back", False))
        self.state_shape = [list(SHAPE) for _ in range(self.num_players)]
        self.action_shape = [None for _ in range(self.num_players)]
        self.timestep = 0
        self.agents: Sequence[Any] = ()
        self.seed(config.get("seed"))

    def seed(self, seed: int | None = None) -> int | None:
        """Seed the games from the next `reset` on; the same seed gives the same games."""
        self.np_random = np.random.default_rng(seed)
        return seed

    def reset(self) -> tuple[State, int]:
        """Deal a game; the first state and who is on move."""
        seed = int(self.np_random.integers(2**64, dtype=np.uint64))
        game = Game(NEAREST_RULES, seed=seed, dealer=1 - _BEGINS)
        if game.phase == Phase.CHOOSE_COLOR:
            game.play(self._lot())
        self.load(game)
        return self._now()

    def load(self, game: Game) -> None:
        """Go on from a game of `NEAREST_RULES` that stands in `PLAY` or is over.

        Raises:
            ValueError: it is of other rules, or asks something else.
        """
        if game.rules != NEAREST_RULES or game.phase not in (Phase.PLAY, Phase.OVER):
            raise ValueError(f"{game!r}: expected a game of {NEAREST_RULES} in PLAY")
        self.game = game
        self.action_recorder: list[tuple[int, str]] = []
        self._before: list[tuple[Game, list[str], list[tuple[int, str]]]] = []
        below = [card_text(card) for card in game.discard_pile[:-1]]
        self._played = [*below, card_text(game.top, game.color)]

    def step(self, action: int | str, raw_action: bool = False) -> tuple[State, int]:
        """Take an action of the player on move; the next state and who is on move then.

        Args:
            action: its number, or with `raw_action` its text such as `"g-wild"`.
            raw_action: whether it is a text.

        Raises:
            IllegalAction: RLCard does not allow it now; nothing has changed.
        """
        text = self._checked(action if raw_action else self._decode_action(action))
        if self.allow_step_back:
            self._before.append((self.game.copy(), self._played, list(self.action_recorder)))
        self.timestep += 1
        self.action_recorder.append((self.get_player_id(), text))
        self._carry_out(text)
        self._played = self._pile(text)
        return self._now()

    def _decode_action(self, action: Any) -> str:
        if isinstance(action, int | np.integer) and 0 <= action < self.num_actions:
            return ACTION_LIST[action]
        raise IllegalAction(f"action {action!r}: expected a number, 0 to {self.num_actions - 1}")

    def _checked(self, text: Any) -> str:
        """The action, if it may be taken now."""
        player = self.get_player_id()
        legal = [] if self.is_over() else legal_actions(self._hand(player), self._played[-1])
        if text in legal:
            return text
        now = f"legal: {' '.join(legal)}" if legal else "the game is over"
        raise IllegalAction(f'illegal action "{text}" for player {player}; {now}')

    def _carry_out(self, text: str) -> None:
        game, (label, color) = self.game, our_words(text)
        in_force = game.color
        game.play(label if label in game.legal else "pass")
        if game.phase == Phase.PLAY_DRAWN:
            drawn = game.legal[0]
            lay = COLOR[KIND[drawn]] == NO_COLOR or drawn[0] == in_force
            game.play(drawn if lay else "pass")
        if game.phase == Phase.CHOOSE_COLOR:
            game.play(color or self._lot())

    def _lot(self) -> str:
        return COLOR_NAMES[self.np_random.integers(len(COLOR_NAMES))]

    def _pile(self, text: str) -> list[str]:
        """The discard pile after an action, with which one card may have been laid."""
        before, pile = self._played, self.game.discard_pile
        last_card = self.is_over() and text != DRAW
        top = text if last_card else card_text(self.game.top, self.game.color)
        if pile[: len(before)] == [our_words(card)[0] for card in before]:
            return [*before, top] if len(pile) > len(before) else before
        return [before[-1]] * (len(pile) - 1) + [top]  # reshuffled: the top stayed

    def step_back(self) -> tuple[State, int] | bool:
        """Undo an action; the state before it, or False at the first.

        Raises:
            ValueError: the environment was made without `allow_step_back`.
        """
        if not self.allow_step_back:
            raise ValueError('step_back is off: make("uno", config={"allow_step_back": True})')
        if not self._before:
            return False
        self.game, self._played, self.action_recorder = self._before.pop()
        return self._now()

    def _now(self) -> tuple[State, int]:
        player = self.get_player_id()
        return self.get_state(player), player

    def get_state(self, player_id: int) -> State:
        """What a player sees."""
        game = self.game
        return as_state(
            hand=self._hand(player_id),
            target=self._played[-1],
            played=self._played,
            num_cards=[len(game.hand(player)) for player in range(self.num_players)],
            current_player=self.get_player_id(),
            record=self.action_recorder,
        )

    def _hand(self, player_id: int) -> list[str]:
        return [card_text(card) for card in self.game.hand(player_id)]

    def get_player_id(self) -> int:
        """Who is on move; after the end, who would have been."""
        game = self.game
        if not game.is_over or game.top.removeprefix(str(game.color)) in _PLAY_AGAIN:
            return game.turn
        return 1 - game.turn

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over

    def get_payoffs(self) -> np.ndarray:
        """1 for the winner, -1 for the other; zeros before the end and without a winner."""
        payoffs = np.zeros(self.num_players, int)
        if self.game.winner is not None:
            payoffs[:] = -1
            payoffs[self.game.winner] = 1
        return payoffs

    def get_perfect_information(self) -> State:
        """The whole truth, for critics and analysis."""
        player = self.get_player_id()
        return {
            "num_players": self.num_players,
            "hand_cards": [self._hand(player_id) for player_id in range(self.num_players)],
            "played_cards": list(self._played),
            "target": self._played[-1],
            "current_player": player,
            "legal_actions": legal_actions(self._hand(player), self._played[-1]),
        }

    def get_action_feature(self, action: int) -> np.ndarray:
        """An action as a one-hot, `[61] int8`."""
        feature = np.zeros(self.num_actions, np.int8)
        feature[action] = 1
        return feature

    def set_agents(self, agents: Sequence[Any]) -> None:
        """Who plays in `run`: an agent of RLCard's for each player."""
        self.agents = agents

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], np.ndarray]:
        """Let the agents play a game.

        Args:
            is_training: ask them by `step`, else by `eval_step`.

        Returns:
            For each player states and actions in turn, ending with a state; and the payoffs.
        """
        trajectories: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, player_id = self.reset()
        while not self.is_over():
            agent = self.agents[player_id]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            trajectories[player_id] += [state, action]
            state, player_id = self.step(action, agent.use_raw)
        for player_id in range(self.num_players):
            trajectories[player_id].append(self.get_state(player_id))
        return trajectories, self.get_payoffs()


def make(env_id: str = "uno", config: dict[str, Any] | None = None) -> UnoEnv:
    """The environment, as `rlcard.make` gives RLCard's.

    Raises:
        ValueError: another game than `uno`.
    """
    if env_id != "uno":
        raise ValueError(f"env_id={env_id!r}: there is only 'uno' here")
    return UnoEnv(config)
