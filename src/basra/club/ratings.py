"""Ratings: how strong somebody plays one family of games, and how sure that is."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from openskill.models import ThurstoneMostellerFull

MU: Final = 25.0
SIGMA: Final = MU / 3
"""Where everybody begins."""
PROVISIONAL: Final = 3.0
"""A rating is provisional while its sigma is greater; after some 20 matches it is not."""
_MIDDLE: Final = 1500
_UNIT: Final = 40
"""The points that are shown for one of openskill."""


class Skill(NamedTuple):
    """What is believed of somebody's strength."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def points(self) -> int:
        """The rating as it is shown.

        >>> from basra.club.ratings import Skill
        >>> Skill().points, Skill().spread, Skill().is_provisional
        (1500, 333, True)
        """
        return round(_MIDDLE + _UNIT * (self.mu - MU))

    @property
    def spread(self) -> int:
        """The standard deviation as it is shown."""
        return round(_UNIT * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether it is not yet known well enough for the leaderboard."""
        return self.sigma > PROVISIONAL


def scale_of(family: str, seats: int, sides: int) -> str:
    """Return the name of a scale: matches of one are never compared with those of another.

    >>> from basra.club.ratings import scale_of
    >>> scale_of("egyptian", 4, 2)
    'egyptian:4:2'
    """
    return f"{family}:{seats}:{sides}"


def rate(sides: Sequence[Sequence[Skill]], ranks: Sequence[int]) -> list[list[Skill]]:
    """Return the skills after a match; ``ranks`` by side, 0 the best, equal ones a draw.

    >>> from basra.club.ratings import Skill, rate
    >>> (winner,), (loser,) = rate([[Skill()], [Skill()]], [0, 1])
    >>> winner.points > 1500 > loser.points, winner.spread < 333
    (True, True)
    """
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in sides]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        [Skill(new.mu, new.sigma, old.games + 1) for old, new in zip(side, after, strict=True)]
        for side, after in zip(sides, rated, strict=True)
    ]


@cache
def _model() -> "ThurstoneMostellerFull":
    from openskill.models import ThurstoneMostellerFull  # noqa: PLC0415 - an extra

    return ThurstoneMostellerFull(mu=MU, sigma=SIGMA)
