"""The spaces of observations and actions, the same for every variant."""

import numpy as np
from gymnasium import spaces

from basra.encode import ACTIONS, MOST, SIZE


def observation_space() -> spaces.Dict:
    """Return the space of what a seat is shown: the encoded view, and its legal actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, MOST, (SIZE,), np.int8),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def action_space() -> spaces.Discrete:
    """Return the space of actions; sample it with the mask of the observation."""
    return spaces.Discrete(ACTIONS)
