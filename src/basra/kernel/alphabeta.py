"""Exact search for two sides: alpha-beta on the margin, with a table of positions met before."""

from collections.abc import MutableSequence, Sequence

from basra.engine import ROOM, State, majority, packet_size, side_of
from basra.kernel.rows import (
    ALPHA,
    BEST,
    BETA,
    COUNTS,
    GRAIN,
    HELD,
    HIGH,
    KEY,
    LEFT,
    LOW,
    NEXT,
    PLAY,
    PLAYS,
    ROW,
    SCORES,
    TURN,
    deal_row,
    is_slight,
    key_of,
    list_plays,
    make,
    place_of,
    set_root,
    special_cards,
    take_leavings,
)
from basra.kernel.workspace import Workspace
from basra.rules import Rules

EVEN = 52
"""Where the difference 0 of cards stands in a table of values."""
LEADS = 2 * EVEN + 1
"""The size of a table with a value for each difference of cards."""
ENDLESS = 1 << 40
"""More than any value."""
SLOT = 2
"""The numbers of a position in the table: its key, and its value with its kind."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2


def search_root(
    rules: Rules,
    state: State,
    carried: int,
    boundary: Sequence[int],
    limit: int,
    salt: int,
    space: Workspace,
) -> int:
    """Search a position of two sides, see ``search``; ``carried`` adds to the majority."""
    set_root(state, space.rows)
    award = space.award
    for lead in range(-rules.pack, rules.pack + 1, 2):
        cards = (rules.pack + lead) // 2
        awards, _ = majority(rules, (cards, rules.pack - cards, 0, 0), carried)
        award[EVEN + lead] = (awards[0] - awards[1]) * GRAIN
    return search(rules, boundary, limit, salt, space)


def search(rules: Rules, boundary: Sequence[int], limit: int, salt: int, space: Workspace) -> int:
    """Search the position of the first row and return how many positions were looked at.

    Its best value, what side 0 makes more than side 1 in thousandths of a point, and its best play
    are left there. The search ends with the deal, where the award gives the value of each
    difference of cards, or with the packet if there is a ``boundary`` of such values. It gives up
    after ``limit`` positions. ``salt`` tells the positions of this search from those that others
    left in the memo.
    """
    rows, plays, memo, stock = space.rows, space.plays, space.memo, space.stock
    special = special_cards(rules)
    rows[ALPHA] = -ENDLESS
    rows[BETA] = ENDLESS
    row = 0
    nodes = 0
    arriving = True
    while row >= 0 and nodes < limit:
        if arriving:
            nodes += 1
            arriving = False
            if rows[row + HELD] == 0 and packet_size(rules, rows[row + LEFT]) and not len(boundary):
                deal_row(rules, rows, row, stock)
            rows[row + NEXT] = 0
            rows[row + PLAYS] = 0
            rows[row + KEY] = 0
            if rows[row + HELD] == 0:
                rows[row + BEST] = _value_at_end(rules, rows, row, stock, space.award, boundary)
            elif not _is_known(rules, rows, row, special, salt, memo):
                list_plays(rules, row, special, space)
                first_side = side_of(rules, rows[row + TURN]) == 0
                rows[row + BEST] = -ENDLESS if first_side else ENDLESS
                rows[row + LOW] = rows[row + ALPHA]
                rows[row + HIGH] = rows[row + BETA]
        if rows[row + NEXT] < rows[row + PLAYS] and rows[row + ALPHA] < rows[row + BETA]:
            play = plays[(row // ROW) * ROOM + rows[row + NEXT]]
            rows[row + NEXT] += 1
            make(rules, rows, row, play)
            rows[row + ROW + ALPHA] = rows[row + ALPHA]
            rows[row + ROW + BETA] = rows[row + BETA]
            row += ROW
            arriving = True
        else:
            if rows[row + KEY]:
                _remember(rows, row, memo)
            row -= ROW
            if row >= 0:
                _compare(rules, rows, row, plays)
    return nodes


def _margin(rows: Sequence[int], row: int) -> int:
    """Return what side 0 has made more than side 1 so far."""
    return (rows[row + SCORES] - rows[row + SCORES + 1]) * GRAIN


def _lead(rows: Sequence[int], row: int) -> int:
    """Return the place of the difference of cards in a table of values."""
    return EVEN + rows[row + COUNTS] - rows[row + COUNTS + 1]


def _value_at_end(
    rules: Rules,
    rows: MutableSequence[int],
    row: int,
    stock: Sequence[int],
    award: Sequence[int],
    boundary: Sequence[int],
) -> int:
    """Return the value of a row where the search ends."""
    if packet_size(rules, rows[row + LEFT]):
        return _margin(rows, row) + boundary[_lead(rows, row)]
    take_leavings(rules, rows, row, stock)
    return _margin(rows, row) + award[_lead(rows, row)]


def _compare(rules: Rules, rows: MutableSequence[int], row: int, plays: Sequence[int]) -> None:
    """Take the value of the next row if it is better than the best so far."""
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


def _is_known(
    rules: Rules,
    rows: MutableSequence[int],
    row: int,
    special: int,
    salt: int,
    memo: Sequence[int],
) -> bool:
    """Tell whether the table knows enough of a position; its value is then the best of the row."""
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


def _remember(rows: Sequence[int], row: int, memo: MutableSequence[int]) -> None:
    """Write the value of a row into the table, as what is made from there on."""
    best = rows[row + BEST]
    kind = EXACT
    if best >= rows[row + HIGH]:
        kind = AT_LEAST
    elif best <= rows[row + LOW]:
        kind = AT_MOST
    at = place_of(rows[row + KEY], memo, SLOT)
    memo[at] = rows[row + KEY]
    memo[at + 1] = best - _margin(rows, row) << 2 | kind
