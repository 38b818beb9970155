"""Thousands of deals at once over arrays: each step makes one play in every deal."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from basra.encode import Array
from basra.kernel import batch
from basra.position import Position
from basra.rl.rewards import Reward, points_of, read_reward
from basra.rl.rows import Rows
from basra.rules import Rules
from basra.variants import find_rules


class Step(NamedTuple):
    """What a step brought; arrays with one row for each deal."""

    observations: Array
    """What the seat in turn knows, ``SIZE`` numbers; written anew by the next step."""
    rewards: NDArray[np.float32]
    """For each seat what the deal brought that this play ended, else 0."""
    dones: NDArray[np.bool_]
    """Whether this play ended the deal; then the next deal of the row is shown already."""
    masks: Array
    """1 for each legal action of the seat in turn; written anew by the next step."""


class Legal(NamedTuple):
    """The legal actions of all seats in turn, row by row; arrays with a place for each."""

    rows: NDArray[np.int64]
    actions: NDArray[np.int64]
    plays: NDArray[np.int64]
    """What they do: ``card << 52 | captured``."""


class VectorDeals:
    """``count`` deals side by side; a row begins its next deal when one has ended.

    Row *n* plays the deals *n*, *n + count*, … of the seed, and deal *d* is dealt by seat
    *d* modulo the seats. The rewards are ``points`` of the deal or ``zero_sum``: those less the
    mean of the other sides. Raises BadRules and BadNotation.

    >>> import basra.rl.vector
    >>> deals = basra.rl.vector.VectorDeals("egyptian", 8, seed=7)
    >>> for _ in range(48):
    ...     observations, rewards, dones, masks = deals.step(deals.sample())
    >>> observations.shape, masks.shape, dones.all(), rewards.sum()
    ((8, 1216), (8, 576), np.True_, np.float32(0.0))
    """

    def __init__(
        self, rules: Rules | str, count: int, seed: int, reward: Reward = "zero_sum"
    ) -> None:
        """Begin a deal in every row."""
        self.rules = find_rules(rules)
        self.reward = read_reward(reward, ("points", "zero_sum"))
        self._rows = Rows(self.rules, count)
        self._seed = seed
        self._chance = seed * 2 + 1 & (1 << 62) - 1
        self._seats = np.arange(self.rules.seats) % self.rules.sides
        self._rows.begin(seed)

    @property
    def count(self) -> int:
        """How many deals are played side by side."""
        return self._rows.count

    @property
    def observations(self) -> Array:
        """What the seats in turn know."""
        return self._rows.observations

    @property
    def masks(self) -> Array:
        """The legal actions of the seats in turn."""
        return self._rows.masks

    @property
    def turns(self) -> NDArray[np.int64]:
        """The seats in turn."""
        return self._rows.column(batch.TURN)

    def step(self, actions: ArrayLike) -> Step:
        """Make an action in every deal.

        Raises IllegalPlay with the first row whose action is not legal; nothing has changed then.
        """
        rows = self._rows
        rows.step(np.asarray(actions, np.int64), self._seed, resets=True)
        dones = rows.done.astype(np.bool_)
        rewards = np.zeros((rows.count, self.rules.seats), np.float32)
        if dones.any():
            scores = rows.scores[dones, : self.rules.sides]
            rewards[dones] = points_of(self.reward, scores)[:, self._seats]
        return Step(rows.observations, rewards, dones, rows.masks)

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for every deal, each as likely as the others."""
        self._chance, chosen = self._rows.sample(self._chance)
        return chosen

    def legal(self) -> Legal:
        """Return the legal actions of all rows, for players that look at what each would do."""
        return Legal(*self._rows.offers())

    def position(self, row: int) -> Position:
        """Return everything on the table of one deal, the hidden cards included.

        With it a bot of the ladder can play in a row, by ``view.look``. Of the plays only the
        last three are known; barred cards put back stand in ascending order.
        """
        return self._rows.position(row)
