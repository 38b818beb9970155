"""Three or four who play alone in an exact search: each makes the most of its own margin.

A seat looks at what it makes more than the others on average; of plays equal in that it takes the
one whose points by side are least in order, so that the order of trial decides nothing.
"""

from collections.abc import MutableSequence, Sequence

from basra.engine import ROOM, majority, packet_size, pick, side_of
from basra.kernel.alphabeta import EVEN
from basra.kernel.rows import (
    BEST,
    COUNTS,
    GRAIN,
    KEY,
    LEFT,
    NEXT,
    PLAY,
    ROW,
    SCORES,
    SEATS,
    TURN,
    VALUES,
    is_slight,
    key_of,
    place_of,
    take_leavings,
)
from basra.kernel.workspace import Workspace
from basra.rules import Rules

SLOT = 8
"""The numbers of a position in the table: its key and four values; a power of two."""


def are_points_known(
    rules: Rules,
    rows: MutableSequence[int],
    row: int,
    special: int,
    salt: int,
    memo: Sequence[int],
) -> bool:
    """Tell whether the table knows a position; its points are then those of the row."""
    if is_slight(rows, row):
        return False
    key = key_of(rules, rows, row, special, salt)
    at = place_of(key, memo, SLOT)
    if memo[at] != key:
        rows[row + KEY] = key
        return False
    for side in range(SEATS):
        rows[row + VALUES + side] = memo[at + 1 + side] + rows[row + SCORES + side] * GRAIN
    return True


def remember_points(rows: Sequence[int], row: int, memo: MutableSequence[int]) -> None:
    """Write the points of a row into the table, as what is made from there on."""
    at = place_of(rows[row + KEY], memo, SLOT)
    memo[at] = rows[row + KEY]
    for side in range(SEATS):
        memo[at + 1 + side] = rows[row + VALUES + side] - rows[row + SCORES + side] * GRAIN


def end_points(
    rules: Rules, row: int, carried: int, boundary: Sequence[int], space: Workspace
) -> None:
    """Write the points by side, in thousandths, of a row where the search ends."""
    rows = space.rows
    goes_on = packet_size(rules, rows[row + LEFT]) > 0
    if not goes_on:
        take_leavings(rules, rows, row, space.stock)
    at = row + COUNTS
    counts = (rows[at], rows[at + 1], rows[at + 2], rows[at + 3])
    awards, _ = majority(rules, counts, carried)
    for side in range(SEATS):
        value = rows[row + SCORES + side] * GRAIN
        if side < rules.sides:
            if goes_on:
                value += boundary[EVEN + _lead(rules, rows, row, side)]
            else:
                value += pick(awards, side) * GRAIN
        rows[row + VALUES + side] = value


def _lead(rules: Rules, rows: Sequence[int], row: int, side: int) -> int:
    """Return how many cards a side has more than the best of the others."""
    most = 0
    for other in range(rules.sides):
        if other != side:
            most = max(most, rows[row + COUNTS + other])
    return rows[row + COUNTS + side] - most


def compare_points(
    rules: Rules, rows: MutableSequence[int], row: int, plays: Sequence[int]
) -> None:
    """Take the points of the next row if the seat in turn prefers them."""
    below = row + ROW + VALUES
    side = side_of(rules, rows[row + TURN])
    total = 0
    for other in range(SEATS):
        total += rows[below + other]
    value = rows[below + side] * rules.sides - total
    better = value > rows[row + BEST]
    if value == rows[row + BEST]:
        for other in range(SEATS):
            if rows[below + other] != rows[row + VALUES + other]:
                better = rows[below + other] < rows[row + VALUES + other]
                break
    if better:
        rows[row + BEST] = value
        rows[row + PLAY] = plays[(row // ROW) * ROOM + rows[row + NEXT] - 1]
        for other in range(SEATS):
            rows[row + VALUES + other] = rows[below + other]
