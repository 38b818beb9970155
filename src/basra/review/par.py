"""Par: what a pack comes to when everybody sees all cards and plays perfectly."""

from typing import Final

from basra import kernel
from basra.engine import side_of
from basra.position import Position

LIMIT: Final = 4_000_000
"""Positions after which the search for par gives up: about a second."""
LARGEST: Final = 12
"""Cards of a packet up to which a whole pack can be searched."""


def par_of(start: Position) -> float | None:
    """Return the margin of side 0 by perfect play with open cards; ``None`` if it is not known.

    It is known for two sides and short packets, where the search is compiled and does not give up.

    >>> from basra import Deal
    >>> from basra.review.par import par_of
    >>> par_of(Deal("egyptian;seats=3", seed=1).position) is None
    True
    """
    rules = start.rules
    if rules.sides != 2 or rules.seats * rules.packet > LARGEST or not kernel.available():
        return None
    found = kernel.solve(rules, start.state, start.stock, start.carried, limit=LIMIT)
    if not found.exact:
        return None
    return found.margin if side_of(rules, start.state.turn) == 0 else -found.margin
