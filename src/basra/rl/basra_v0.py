"""Basra for PettingZoo: seats play in turn (AEC), with a mask of the legal actions."""

from typing import Any, ClassVar

from pettingzoo import AECEnv

from basra.encode import Array
from basra.errors import IllegalPlay
from basra.notation import write_view
from basra.rl.episode import Episode
from basra.rl.rewards import Reward, read_reward
from basra.rl.spaces import action_space, observation_space
from basra.rules import Rules
from basra.variants import find_rules
from basra.view import look

Observation = dict[str, Array]


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name, no types
    """Seats play in turn; agents are ``seat_0`` … in the order of the table.

    An episode is a deal, or a match with the reward ``match``. An action that is not legal raises
    IllegalPlay and changes nothing. After ``max_cycles`` rounds of plays it is truncated. With
    ``dense`` rewards come with the play that earns them. Raises BadRules and BadNotation.

    >>> from basra.rl import basra_v0
    >>> env = basra_v0.env(rules="egyptian;seats=2")
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     over = termination or truncation
    ...     env.step(None if over else int(observation["action_mask"].argmax()))
    >>> env.agents
    []
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "basra_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Rules | str = "egyptian;seats=2",
        reward: Reward = "zero_sum",
        *,
        dense: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = find_rules(rules)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.episode = Episode(self.rules, read_reward(reward), dense=dense)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:  # noqa: ANN401 - Gymnasium's own
        """Return the space of observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:  # noqa: ANN401 - Gymnasium's own
        """Return the space of actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode; the same seed gives the same deals."""
        del options
        self.episode.begin(seed)
        self._rounds = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.episode.turn]

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows, and its legal actions."""
        seat = self._seats[agent]
        episode = self.episode
        return {"observation": episode.observation(seat), "action_mask": episode.mask(seat)}

    def last(
        self,
        observe: bool = True,  # noqa: FBT001, FBT002 - PettingZoo's own
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return what the agent in turn knows, its reward, whether it is done, and its infos."""
        agent = self._selected()
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def _selected(self) -> str:
        """Return the agent in turn; raises IllegalPlay where there is none."""
        if not self.agents:
            raise IllegalPlay("error.reset")
        return self.agent_selection

    def step(self, action: int | None) -> None:
        """Make an action of the agent in turn; ``None`` takes an agent out that is done.

        Raises IllegalPlay and changes nothing.
        """
        agent = self._selected()
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        episode = self.episode
        earned = episode.play(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, earned, strict=True))
        if any(earned):
            self._accumulate_rewards()
        self._rounds += 1
        if episode.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles and self._rounds >= self.max_cycles * self.rules.seats:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[episode.turn]

    def render(self) -> str | None:
        """Return what a spectator sees, as a text, in the mode ``ansi``."""
        if self.render_mode is None:
            return None
        return write_view(look(self.episode.position, None))

    def close(self) -> None:
        """Close nothing: there is nothing open."""


env = raw_env
"""The environment: it guards itself against calls in a wrong order."""
