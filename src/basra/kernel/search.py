"""Exact search of what is left of a packet or a deal: one walk through the rows for all tables."""

from collections.abc import Sequence

from basra.engine import ROOM, State, packet_size, side_of
from basra.kernel.alphabeta import (
    ENDLESS,
    compare_margins,
    end_margin,
    is_margin_known,
    price_leads,
    remember_margin,
)
from basra.kernel.maxn import are_points_known, compare_points, end_points, remember_points
from basra.kernel.rows import (
    ALPHA,
    BEST,
    BETA,
    HELD,
    HIGH,
    KEY,
    LEFT,
    LOW,
    NEXT,
    PLAYS,
    ROW,
    TURN,
    deal_row,
    list_plays,
    make,
    set_root,
    special_cards,
)
from basra.kernel.workspace import Workspace
from basra.rules import Rules


def search(
    rules: Rules,
    state: State,
    carried: int,
    boundary: Sequence[int],
    limit: int,
    salt: int,
    space: Workspace,
) -> int:
    """Search a position whose cards are known and return how many positions were looked at.

    What it comes to and its best play are left in the first row: between two sides the margin of
    side 0, where three or four play alone the points of each, in thousandths. The search ends
    with the deal, or with the packet if there is a ``boundary``: the value of each difference of
    cards, to the most of another side where there are more than two. ``carried`` adds to the
    majority. It gives up after ``limit`` positions. ``salt`` tells the positions of this search
    from those that others left in the memo.
    """
    rows, plays = space.rows, space.plays
    set_root(state, rows)
    if rules.sides == 2:
        price_leads(rules, carried, space.award)
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
            _arrive(rules, row, carried, boundary, special, salt, space)
        if rows[row + NEXT] < rows[row + PLAYS] and rows[row + ALPHA] < rows[row + BETA]:
            play = plays[(row // ROW) * ROOM + rows[row + NEXT]]
            rows[row + NEXT] += 1
            make(rules, rows, row, play)
            row += ROW
            arriving = True
        else:
            _leave(rules, row, space)
            row -= ROW
    return nodes


def _arrive(
    rules: Rules,
    row: int,
    carried: int,
    boundary: Sequence[int],
    special: int,
    salt: int,
    space: Workspace,
) -> None:
    """Write what a row comes to, if it ends here or is known, else the plays to be tried."""
    rows, memo = space.rows, space.memo
    if rows[row + HELD] == 0 and packet_size(rules, rows[row + LEFT]) and not len(boundary):
        deal_row(rules, rows, row, space.stock)
    rows[row + NEXT] = 0
    rows[row + PLAYS] = 0
    rows[row + KEY] = 0
    known = False
    if rules.sides == 2:
        if rows[row + HELD] == 0:
            end_margin(rules, row, boundary, space)
        else:
            known = is_margin_known(rules, rows, row, special, salt, memo)
    elif rows[row + HELD] == 0:
        end_points(rules, row, carried, boundary, space)
    else:
        known = are_points_known(rules, rows, row, special, salt, memo)
    if rows[row + HELD] and not known:
        list_plays(rules, row, special, space)
        seeks_least = rules.sides == 2 and side_of(rules, rows[row + TURN]) == 1
        rows[row + BEST] = ENDLESS if seeks_least else -ENDLESS
        rows[row + LOW] = rows[row + ALPHA]
        rows[row + HIGH] = rows[row + BETA]


def _leave(rules: Rules, row: int, space: Workspace) -> None:
    """Remember what a row has come to, and compare it in the row before."""
    rows, plays, memo = space.rows, space.plays, space.memo
    before = row - ROW
    if rules.sides == 2:
        if rows[row + KEY]:
            remember_margin(rows, row, memo)
        if before >= 0:
            compare_margins(rules, rows, before, plays)
    else:
        if rows[row + KEY]:
            remember_points(rows, row, memo)
        if before >= 0:
            compare_points(rules, rows, before, plays)
