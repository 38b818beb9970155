"""Solves what is left of a deal when all cards are known."""

import threading
from collections.abc import Callable, MutableSequence, Sequence
from typing import NamedTuple

from basra.engine import NOBODY, State, side_of
from basra.kernel import jit
from basra.kernel.alphabeta import BOUNDARY, EVEN
from basra.kernel.rows import BEST, GRAIN, PLAY, VALUES
from basra.kernel.searcher import Searcher
from basra.rules import Rules

LIMIT = 50_000_000
"""Positions after which a search gives up unless told otherwise."""
_PLACES = 1 << 16
"""Positions that the table of a solver holds, in one megabyte."""

Boundary = MutableSequence[int]
"""The value of each difference of cards at the end of a packet, as ``boundary_of`` makes it."""


class Solution(NamedTuple):
    """What perfect play with open cards comes to."""

    margin: float
    """What the side in turn makes more than the other side, or than the others on average.

    Points made before the position count too, and the majority with what is carried; with a
    boundary, the value that it gives to the difference of cards.
    """
    play: int
    """A best play of the seat in turn; ``NOBODY`` if there is none to make."""
    points: tuple[float, ...]
    """What each side makes, where three or four play alone; else empty."""
    nodes: int
    """How many positions were looked at."""
    exact: bool
    """Whether the search came to its end before its limit; if not, the margin means nothing."""


class Solver:
    """The buffers of a search, kept from one to the next; each thread needs its own."""

    def __init__(self, *, interpreted: bool = False) -> None:
        """Make the buffers; ``interpreted`` solvers run in CPython, slowly, to the same result."""
        self._searcher = Searcher(_PLACES, interpreted=interpreted)
        self._endless = self._searcher.room(0)

    def boundary_of(self, value: Callable[[int], float]) -> Boundary:
        """Return a boundary from a function that gives the points a lead of cards is worth.

        Two sides: the value to side 0 of its lead, less what it is to the other. Three or four:
        the value to a side of its lead over the best of the others.
        """
        table = self._searcher.room(BOUNDARY)
        for lead in range(-EVEN, EVEN + 1):
            table[EVEN + lead] = round(value(lead) * GRAIN)
        return table

    def solve(
        self,
        rules: Rules,
        state: State,
        stock: Sequence[int] = (),
        carried: int = 0,
        boundary: Boundary | None = None,
        limit: int = LIMIT,
    ) -> Solution:
        """Return the margin of perfect play and a best play.

        ``stock`` are the undealt cards from the top, all of them; with a ``boundary`` the search
        ends with the packet and it need only be known in the last one. All hands must be known.
        """
        undealt = self._searcher.room(len(stock))
        for at, card in enumerate(stock):
            undealt[at] = card
        plain, position = jit.plain_rules(rules), jit.plain_state(state)
        end = self._endless if boundary is None else boundary
        side = side_of(rules, state.turn)
        nodes = self._searcher.solve(plain, position, undealt, carried, end, limit)
        rows = self._searcher.space.rows
        points: tuple[float, ...] = ()
        if rules.sides > 2:
            values = [int(rows[VALUES + at]) for at in range(rules.sides)]
            margin = (values[side] * rules.sides - sum(values)) / (rules.sides - 1)
            points = tuple(value / GRAIN for value in values)
        else:
            margin = int(rows[BEST]) * (1 if side == 0 else -1)
        exact = bool(nodes < limit)
        play = int(rows[PLAY])
        if play == NOBODY and not exact:
            play = int(self._searcher.space.plays[0])
        return Solution(margin / GRAIN, play, points, int(nodes), exact)


_own = threading.local()


def solve(
    rules: Rules,
    state: State,
    stock: Sequence[int] = (),
    carried: int = 0,
    boundary: Boundary | None = None,
    limit: int = LIMIT,
) -> Solution:
    """Solve a position with the buffers of this thread; see ``Solver.solve``."""
    solver: Solver | None = getattr(_own, "solver", None)
    if solver is None:
        solver = _own.solver = Solver()
    return solver.solve(rules, state, stock, carried, boundary, limit)
