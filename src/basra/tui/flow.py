"""Where things of a known width stand when they are written in rows."""

from collections.abc import Sequence
from typing import NamedTuple


class Spot(NamedTuple):
    """A place on a screen: the row and the cell in it."""

    row: int
    at: int


def flow(widths: Sequence[int], room: int, gap: int) -> list[Spot]:
    """Return where things stand that follow each other in rows of ``room`` cells.

    >>> from basra.tui.flow import flow
    >>> flow([5, 5, 5], 12, 1)
    [Spot(row=0, at=0), Spot(row=0, at=6), Spot(row=1, at=0)]
    """
    spots: list[Spot] = []
    row = at = 0
    for width in widths:
        if at and at + width > room:
            row, at = row + 1, 0
        spots.append(Spot(row, at))
        at += width + gap
    return spots


def rows_of(things: int, width: int, room: int, gap: int) -> int:
    """Return how many rows things of one width take."""
    spots = flow([width] * things, room, gap)
    return spots[-1].row + 1 if spots else 0
