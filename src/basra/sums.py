"""The ways to make a numeral out of smaller numerals: the table that captures are found with.

A way is written as counts of ranks in a number, four bits a rank from the aces up, so that it can
be subtracted from the counts of a floor. The ways of a value stand together, those with the
greatest part first.
"""

GUARD = 0x888888888
"""The top bit of every count: it stays set where a subtraction did not borrow."""


def _ways(value: int, left: int, greatest: int, way: int, found: list[int]) -> None:
    if left == 0:
        found.append(way)
    for part in range(min(greatest, left), 0, -1):
        rank = 4 * (part - 1)
        if way >> rank & 15 < 4:
            _ways(value, left - part, part, way + (1 << rank), found)


def _table() -> tuple[tuple[int, ...], tuple[int, ...]]:
    ways: list[int] = []
    first = [0, 0]
    for value in range(2, 11):
        first.append(len(ways))
        _ways(value, value, value - 1, 0, ways)
    return tuple(ways), (*first, len(ways))


WAYS, FIRST = _table()
"""``WAYS[FIRST[v]:FIRST[v + 1]]`` are the ways to make ``v`` out of two or more numerals, each of
which is there at most four times."""
