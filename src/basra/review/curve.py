"""The expected margin of a side through a deal, and what moved it: luck or decisions.

Between two moments at which somebody chooses, the expected margin changes for one of three
reasons: what was *decided* (the play made was worse than the best one), what was *dealt* (a packet
better or worse than others from the same stock, ``basra.arena.luck``), and what became *known*
(the cards the others turned out to hold). The three add up to the margin, whatever happens.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from basra.arena.luck import LARGEST, Luck
from basra.engine import side_of
from basra.position import Position
from basra.review.weighing import Choice
from basra.rules import Rules


@dataclass(frozen=True, slots=True)
class Point:
    """A side's expected margin after some plays, and what it comes from so far."""

    plays: int
    expected: float
    dealt: float
    known: float
    decided: float


def lucks(rules: Rules, positions: Sequence[Position]) -> list[float] | None:
    """Return the luck of side 0 in the cards dealt before each position but the first, in order.

    The first figure is that of the first packet. ``None`` where it is not known: for three or more
    sides, and for packets of more than twelve cards.
    """
    if rules.sides != 2 or rules.seats * rules.packet > LARGEST:
        return None
    luck = Luck(rules)
    luck.begin("review", positions[0])
    found = [luck.total]
    for before, after in pairwise(positions):
        earlier = luck.total
        luck(before, after.plays[-1], after)
        found.append(luck.total - earlier)
    return found


class Curve:
    """Adds up the moves of the expected margin of one side."""

    def __init__(self) -> None:
        self._dealt = self._known = self._decided = 0.0
        self.points = [Point(0, 0.0, 0.0, 0.0, 0.0)]

    @property
    def expected(self) -> float:
        """The expected margin now."""
        return self._dealt + self._known + self._decided

    def learn(self, plays: int, expected: float, dealt: float) -> None:
        """Move to what is expected now: so much of it by the packet, the rest became known."""
        self._known += expected - self.expected - dealt
        self._dealt += dealt
        self._add(plays)

    def decide(self, plays: int, change: float) -> None:
        """Move by what a decision changed."""
        self._decided += change
        self._add(plays)

    def _add(self, plays: int) -> None:
        point = Point(plays, self.expected, self._dealt, self._known, self._decided)
        if self.points[-1].plays == plays and plays:
            self.points[-1] = point
        else:
            self.points.append(point)


def curve_of(
    rules: Rules,
    side: int,
    seats: Sequence[int],
    choices: Sequence[Sequence[Choice]],
    costs: Sequence[float],
    lucks: Sequence[float] | None,
    margin: float | None,
) -> tuple[Point, ...]:
    """Return the curve of a side from the weighed plays of a deal.

    ``seats`` made the plays and ``costs`` are what they cost. Between two sides every play is a
    moment at which the margin is estimated; of three or more, only the side's own plays are.
    """
    curve = Curve()
    dealt = 0.0
    for at, seat in enumerate(seats):
        player = side_of(rules, seat)
        if lucks is not None:
            dealt += lucks[at] if side == 0 else -lucks[at]
        if rules.sides > 2 and player != side:
            continue
        sign = 1.0 if player == side else -1.0
        curve.learn(at, sign * choices[at][0].points, dealt)
        dealt = 0.0
        curve.decide(at + 1, -sign * costs[at])
    if margin is not None:
        curve.learn(len(seats), margin, dealt)
    return tuple(curve.points)
