"""The Elo scale of players who met in pairs: the most likely ratings, and how sure they are.

A player wins against ``sides - 1`` others of rating d below with odds ``exp(d) / (sides - 1)``
(Bradley and Terry; Plackett and Luce for more sides). Each pair is given one more deal that is
shared, so that who won all is rated too. The intervals come from the spread of the outcomes that
was seen, not from that of coins: mirrored deals are surer.
"""

from collections.abc import Sequence
from math import exp, log, sqrt
from statistics import variance
from typing import Final, NamedTuple

from basra.arena.duel import ELO

Matrix = list[list[float]]
_ROUNDS: Final = 200
_CLOSE: Final = 1e-12
_STEP: Final = 1.0


class Meeting(NamedTuple):
    """Two players, by number, and the shares of each deal that the first has won."""

    first: int
    second: int
    shares: Sequence[float]


class Rating(NamedTuple):
    """A place on the scale, whose mean is 0."""

    elo: float
    ci95: float
    """Half the width of the 95 % interval, against the mean of all."""


def ratings(players: int, meetings: Sequence[Meeting], sides: int = 2) -> list[Rating]:
    """Return the most likely ratings of players, all of whom are linked by meetings.

    >>> from basra.arena.ratings import Meeting, ratings
    >>> [round(one.elo) for one in ratings(2, [Meeting(0, 1, [1, 1, 1, 0] * 99)])]
    [95, -95]
    """
    level = log(sides - 1)
    known = [_Known.of(meeting, sides) for meeting in meetings]
    strengths = [0.0] * players
    for _ in range(_ROUNDS):
        slope, curve = [0.0] * players, _zeros(players)
        for one in known:
            expected = _logistic(strengths[one.first] - strengths[one.second] - level)
            pull = one.deals * (one.share - expected)
            slope[one.first] += pull
            slope[one.second] -= pull
            _link(curve, one.first, one.second, one.deals * expected * (1 - expected))
        inverse = _inverse(curve)
        steps = [_product(row, slope) for row in inverse]
        largest = max(map(abs, steps))
        scale = min(1.0, _STEP / largest) if largest else 0.0
        strengths = [one + scale * step for one, step in zip(strengths, steps, strict=True)]
        if largest < _CLOSE:
            break
    noise = _zeros(players)
    for one in known:
        _link(noise, one.first, one.second, one.deals**2 * one.error)
    return [
        Rating(
            round(ELO * strength, 3),
            round(1.96 * ELO * sqrt(max(0.0, _quadratic(row, noise))), 3),
        )
        for strength, row in zip(strengths, inverse, strict=True)
    ]


class _Known(NamedTuple):
    first: int
    second: int
    deals: float
    share: float
    error: float
    """The variance of the share."""

    @classmethod
    def of(cls, meeting: Meeting, sides: int) -> "_Known":
        deals = len(meeting.shares) + 1.0
        share = (sum(meeting.shares) + 1.0 / sides) / deals
        seen = variance(meeting.shares) if len(meeting.shares) > 1 else 0.0
        # Outcomes that are all alike do not tell how they spread; coins are taken then.
        spread = seen or share * (1.0 - share)
        return cls(meeting.first, meeting.second, deals, share, spread / deals)


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + exp(-value))


def _zeros(size: int) -> Matrix:
    return [[0.0] * size for _ in range(size)]


def _link(matrix: Matrix, one: int, other: int, weight: float) -> None:
    """Add a link between two players to the matrix of a quadratic form of differences."""
    matrix[one][one] += weight
    matrix[other][other] += weight
    matrix[one][other] -= weight
    matrix[other][one] -= weight


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse among vectors whose sum is 0, by elimination."""
    size = len(matrix)
    rows = [
        [cell + 1.0 / size for cell in row] + [float(at == place) for place in range(size)]
        for at, row in enumerate(matrix)
    ]
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        head = rows[at][at]
        rows[at] = [cell / head for cell in rows[at]]
        for other in range(size):
            if other != at:
                factor = rows[other][at]
                rows[other] = [
                    cell - factor * above for cell, above in zip(rows[other], rows[at], strict=True)
                ]
    return [[cell - 1.0 / size for cell in row[size:]] for row in rows]


def _product(row: Sequence[float], column: Sequence[float]) -> float:
    return sum(one * other for one, other in zip(row, column, strict=True))


def _quadratic(row: Sequence[float], matrix: Matrix) -> float:
    return _product(row, [_product(row, line) for line in matrix])
