"""What each legal play is worth to the seat that is to play, by what it can know.

The worlds are drawn in parts, each with a chance of its own. All plays are weighed in the same
worlds, so the parts tell how sure a *difference* of two plays is, which is far more than either
of them. A view is all that is looked at: no hidden card can change a figure here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, sqrt
from statistics import fmean, stdev
from typing import Final

from basra.bots.bot import Limit, legal_plays, pool_of
from basra.bots.sharp import Sharp, Strength
from basra.cards import Play
from basra.review.strengths import Depth
from basra.view import View

SURE: Final = 2.0
"""Standard errors by which a play must be worse than the best to count as worse."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal play and what it is worth."""

    play: Play
    points: float
    """Expected margin of the deal for the side in turn, points made so far included."""
    error: float
    """Its standard error; 0 where every world was looked at."""
    behind: float
    """How many points fewer than the best play."""
    behind_error: float
    """The standard error of that difference, which is smaller than either error."""

    @property
    def cost(self) -> float:
        """What the play costs: 0 as long as the difference may be chance."""
        return self.behind if self.behind > SURE * self.behind_error else 0.0


def weigh(view: View, depth: Depth, seed: str = "review") -> tuple[Choice, ...]:
    """Return the legal plays of the seat that looks, best first.

    Raises IllegalPlay if it is not its turn.

    >>> from basra import Deal
    >>> from basra.review import find_depth, weigh
    >>> deal = Deal.from_bfn("cypriot", "4c5h 9dKs/3cQd -/- 0/0 a - 0 ?46")
    >>> weigh(deal.view(0), find_depth("quick"))[0].play
    9dx4c5h
    """
    plays = legal_plays(view)
    every = _every(view)
    if every is not None and every <= depth.worlds:
        parts = [_part(view, depth.strength, seed, every)]
    else:
        share = _share(view, depth)
        parts = [
            _part(view, depth.strength, f"{seed}/{number}", share) for number in range(depth.parts)
        ]
    return _choices(plays, parts)


_Part = dict[int, float]
"""The worth of each play in the worlds of a part."""


def _part(view: View, strength: Strength, seed: str, worlds: int) -> _Part:
    weighed = Sharp("sharp", seed, strength).weigh(view, Limit(iterations=worlds))
    return {int(one.play): one.points for one in weighed}


def _share(view: View, depth: Depth) -> int:
    """Return the worlds of a part: fewer in long packets, which take longer to search."""
    return max(2, depth.strength.worlds * 8 // max(8, sum(view.held)))


def _every(view: View) -> int | None:
    """Return how many worlds there are, ``None`` where they cannot be looked at one by one.

    That is done where one seat alone holds cards that are hidden.
    """
    hidden = view.hidden
    size = sum(hidden)
    if max(hidden) < size:
        return None
    return comb(pool_of(view, hidden.index(size)).bit_count(), size)


def _choices(plays: Sequence[int], parts: Sequence[_Part]) -> tuple[Choice, ...]:
    """Return the plays best first, with the errors that the parts show."""
    worth = {play: [part[play] for part in parts] for play in plays}
    means = {play: fmean(values) for play, values in worth.items()}
    order = sorted(plays, key=lambda play: (-means[play], play))
    best = worth[order[0]]
    return tuple(
        Choice(
            Play(play),
            means[play],
            _error(worth[play]),
            means[order[0]] - means[play],
            _error([high - low for high, low in zip(best, worth[play], strict=True)]),
        )
        for play in order
    )


def _error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of parts; one part alone is exact."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
