"""What a deal or a match is worth to the seats that played it."""

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from basra.errors import BadNotation

Reward = Literal["points", "zero_sum", "match"]
"""``points`` of the deal; ``zero_sum``: points less the mean of the other sides; ``match``: 1 for
a match won, shared out as loss among the other sides."""


def read_reward(text: str, allowed: Sequence[str] = get_args(Reward)) -> Reward:
    """Return the kind of reward of that name; raises BadNotation.

    >>> from basra.rl.rewards import read_reward
    >>> read_reward("points")
    'points'
    """
    for reward in get_args(Reward):
        if text == reward and text in allowed:
            found: Reward = reward
            return found
    raise BadNotation("error.reward", text=text, expected=", ".join(allowed))


def points_of(reward: Reward, scores: ArrayLike) -> NDArray[np.float64]:
    """Return what the points of deals are worth, by side in the last place.

    >>> from basra.rl.rewards import points_of
    >>> points_of("zero_sum", (9, 4, 1)).tolist()
    [6.5, -1.0, -5.5]
    """
    points = np.asarray(scores, np.float64)
    if reward == "points":
        return points
    others = points.shape[-1] - 1
    total: NDArray[np.float64] = points.sum(axis=-1, keepdims=True)
    less: NDArray[np.float64] = points - (total - points) / others
    return less


def match_of(winner: int | None, sides: int) -> list[float]:
    """Return what the end of a match is worth, by side; nothing to anybody if it was drawn.

    >>> from basra.rl.rewards import match_of
    >>> match_of(1, 3)
    [-0.5, 1.0, -0.5]
    """
    if winner is None:
        return [0.0] * sides
    return [1.0 if side == winner else -1.0 / (sides - 1) for side in range(sides)]
