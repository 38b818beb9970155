"""Basra for Gymnasium: one seat against computer players, as ``Basra-v0``."""

from typing import Any, ClassVar

import gymnasium
import numpy as np

from basra.bots import Bot, Limit, find_bot
from basra.encode import Array, action_of
from basra.game import seat_of
from basra.notation import write_view
from basra.rl.episode import Episode
from basra.rl.rewards import Reward, read_reward
from basra.rl.spaces import action_space, observation_space
from basra.rules import Rules
from basra.variants import find_rules

Observation = dict[str, Array]
NAME = "Basra-v0"


class BasraEnv(gymnasium.Env[Observation, np.int64]):
    """A seat plays; players of the ladder have the others.

    An episode is a deal, or a match with the reward ``match``. An action that is not legal raises
    IllegalPlay and changes nothing; the legal ones stand in the observation as ``action_mask``.
    Raises BadRules and BadNotation.

    >>> from basra.rl.gym import BasraEnv
    >>> env = BasraEnv("egyptian", opponent="greedy")
    >>> observation, info = env.reset(seed=7)
    >>> over = False
    >>> while not over:
    ...     action = observation["action_mask"].argmax()
    ...     observation, reward, over, truncated, info = env.step(action)
    >>> reward
    -31.0
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]  # it is the same for all

    def __init__(
        self,
        rules: Rules | str = "egyptian;seats=2",
        opponent: str = "greedy",
        seat: int = 0,
        reward: Reward = "zero_sum",
        *,
        dense: bool = False,
        limit: Limit = Limit(),  # noqa: B008 - it is immutable
        render_mode: str | None = None,
    ) -> None:
        self.rules = find_rules(rules)
        self.seat = seat_of(self.rules, seat)
        self.render_mode = render_mode
        self.episode = Episode(self.rules, read_reward(reward), dense=dense)
        self.observation_space: Any = observation_space()
        self.action_space = action_space()
        self._limit = limit
        self._opponent = opponent
        self._bot: Bot = find_bot(opponent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode, and let the others play until the seat is in turn."""
        super().reset(seed=seed)
        del options
        if seed is not None:
            self._bot = find_bot(self._opponent, seed)
        self.episode.begin(seed)
        self._wait()
        return self._seen(), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make an action and let the others play until the seat is in turn, or the end.

        Raises IllegalPlay and changes nothing.
        """
        earned = self.episode.play(int(action))[self.seat] + self._wait()
        return self._seen(), earned, self.episode.is_over, False, {}

    def _wait(self) -> float:
        """Let the others play; return what that brings to the seat."""
        episode = self.episode
        earned = 0.0
        while not episode.is_over and episode.turn != self.seat:
            view = episode.view(episode.turn)
            play = self._bot.choose(view, self._limit)
            earned += episode.play(action_of(view, play))[self.seat]
        return earned

    def _seen(self) -> Observation:
        episode = self.episode
        return {
            "observation": episode.observation(self.seat),
            "action_mask": episode.mask(self.seat),
        }

    def render(self) -> str | None:
        """Return what the seat sees, as a text, in the mode ``ansi``."""
        return None if self.render_mode is None else write_view(self.episode.view(self.seat))


if NAME not in gymnasium.registry:
    gymnasium.register(NAME, "basra.rl.gym:BasraEnv")
