"""Two sides in an exact search: the margin, its window from alpha to beta, what is known of it."""

from collections.abc import MutableSequence, Sequence

from basra.cards import CARDS
from basra.engine import ROOM, count, lowest, majority, packet_size, side_of
from basra.kernel.rows import (
    ALPHA,
    BEST,
    BETA,
    COUNTS,
    FLOOR,
    GRAIN,
    HIGH,
    KEY,
    LEFT,
    LOW,
    NEXT,
    PLAY,
    ROW,
    SCORES,
    TURN,
    is_slight,
    key_of,
    place_of,
    take_leavings,
)
from basra.kernel.workspace import Workspace
from basra.rules import Rules

EVEN = 52
"""Where the difference 0 of cards stands in a table of values."""
LEADS = 2 * EVEN + 1
"""The size of a table with a value for each difference of cards."""
FLOORS = LEADS
"""Where in a boundary the values of floors begin, to the side that leads the next packet: of each
card that lies there, then of none, one, two or more cards. All are 0 where nothing was learnt."""
SOME = 3
"""Cards on a floor from which on more make no difference but their own."""
BOUNDARY = FLOORS + CARDS + SOME + 1
"""The size of a boundary: what leads, and floors, are worth at the end of a packet."""
ENDLESS = 1 << 40
"""More than any value."""
SLOT = 2
"""The numbers of a position in the table: its key, and its value with its kind."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2


def price_leads(rules: Rules, carried: int, award: MutableSequence[int]) -> None:
    """Write what side 0 gets more than side 1 at the end for each difference of cards."""
    for lead in range(-rules.pack, rules.pack + 1, 2):
        cards = (rules.pack + lead) // 2
        awards, _ = majority(rules, (cards, rules.pack - cards, 0, 0), carried)
        award[EVEN + lead] = (awards[0] - awards[1]) * GRAIN


def floor_value(boundary: Sequence[int], floor: int) -> int:
    """Return what a floor is worth to the side that leads the next packet, in thousandths."""
    value = boundary[FLOORS + CARDS + min(SOME, count(floor))]
    rest = floor
    while rest:
        value += boundary[FLOORS + lowest(rest)]
        rest &= rest - 1
    return value


def floor_margin(rules: Rules, boundary: Sequence[int], floor: int, leader: int, side: int) -> int:
    """Return what a floor adds to the margin of ``side`` where ``leader`` leads the next packet."""
    value = floor_value(boundary, floor)
    return value if side_of(rules, leader) == side else -value


def _margin(rows: Sequence[int], row: int) -> int:
    """Return what side 0 has made more than side 1 so far."""
    return (rows[row + SCORES] - rows[row + SCORES + 1]) * GRAIN


def _lead(rows: Sequence[int], row: int) -> int:
    """Return the place of the difference of cards in a table of values."""
    return EVEN + rows[row + COUNTS] - rows[row + COUNTS + 1]


def end_margin(rules: Rules, row: int, boundary: Sequence[int], space: Workspace) -> None:
    """Write the margin of a row where the search ends."""
    rows = space.rows
    if packet_size(rules, rows[row + LEFT]):
        lying = floor_margin(rules, boundary, rows[row + FLOOR], rows[row + TURN], 0)
        rows[row + BEST] = _margin(rows, row) + boundary[_lead(rows, row)] + lying
    else:
        take_leavings(rules, rows, row, space.stock)
        rows[row + BEST] = _margin(rows, row) + space.award[_lead(rows, row)]


def compare_margins(
    rules: Rules, rows: MutableSequence[int], row: int, plays: Sequence[int]
) -> None:
    """Take the margin of the next row if it is better than the best so far."""
    value = rows[row + ROW + BEST]
    if side_of(rules, rows[row + TURN]) == 0:
        better = value > rows[row + BEST]
        rows[row + ALPHA] = max(rows[row + ALPHA], value)
    else:
        better = value < rows[row + BEST]
        rows[row + BETA] = min(rows[row + BETA], value)
    if better:
        rows[row + BEST] = value
        rows[row + PLAY] = plays[(row // ROW) * ROOM + rows[row + NEXT] - 1]


def is_margin_known(
    rules: Rules,
    rows: MutableSequence[int],
    row: int,
    special: int,
    salt: int,
    memo: Sequence[int],
) -> bool:
    """Tell whether the table knows enough of a position; its margin is then the best of the row."""
    if is_slight(rows, row):
        return False
    key = key_of(rules, rows, row, special, salt)
    rows[row + KEY] = key
    at = place_of(key, memo, SLOT)
    if memo[at] != key:
        return False
    value = (memo[at + 1] >> 2) + _margin(rows, row)
    kind = memo[at + 1] & 3
    known = (
        kind == EXACT
        or (kind == AT_LEAST and value >= rows[row + BETA])
        or (kind == AT_MOST and value <= rows[row + ALPHA])
    )
    if known:
        rows[row + BEST] = value
        rows[row + KEY] = 0
    return known


def remember_margin(rows: Sequence[int], row: int, memo: MutableSequence[int]) -> None:
    """Write the margin of a row into the table, as what is made from there on."""
    best = rows[row + BEST]
    kind = EXACT
    if best >= rows[row + HIGH]:
        kind = AT_LEAST
    elif best <= rows[row + LOW]:
        kind = AT_MOST
    at = place_of(rows[row + KEY], memo, SLOT)
    memo[at] = rows[row + KEY]
    memo[at + 1] = best - _margin(rows, row) << 2 | kind
