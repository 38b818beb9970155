"""Seeking: who of those that wait for a game begins one together."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

WIDENS: Final = 10
"""Points by which a band widens for every second of waiting."""
PATIENCE: Final = 15_000
"""Milliseconds after which a bot is offered."""


class Seek(Struct, frozen=True, kw_only=True):
    """Somebody who waits for a game."""

    id: str
    person: str
    name: str
    rules: str
    seats: int
    sides: int
    rated: bool
    clock: int | None
    points: int
    provisional: bool
    band: int | None
    """How far the ratings of the others may be; ``None``: it does not matter."""
    created: int

    def reach(self, now: int) -> float:
        """Return how far ratings may be after this time."""
        if self.band is None:
            return float("inf")
        return self.band + WIDENS * (now - self.created) / 1000

    def is_offered_bot(self, now: int) -> bool:
        """Tell whether this has lasted so long that a bot is offered."""
        return now - self.created >= PATIENCE


def party(
    seeks: Iterable[Seek], now: int, are_apart: Callable[[str, str], bool]
) -> list[Seek] | None:
    """Return who begins a game together: the longest wait first; nobody if none fit.

    >>> from basra.club.seeking import Seek, party
    >>> one = Seek(id="1", person="u1", name="Hani", rules="egyptian", seats=2, sides=2,
    ...     rated=False, clock=None, points=1500, provisional=True, band=None, created=0)
    >>> party([one], 5, lambda *_: False) is None
    True
    """
    waiting = sorted(seeks, key=lambda one: (one.created, one.id))
    for at, first in enumerate(waiting):
        group = [first]
        for other in waiting[at + 1 :]:
            if len(group) < first.seats and _joins(other, group, now, are_apart):
                group.append(other)
        if len(group) == first.seats:
            return group
    return None


def _joins(
    other: Seek, group: Sequence[Seek], now: int, are_apart: Callable[[str, str], bool]
) -> bool:
    return all(
        (one.rules, one.rated, one.clock) == (other.rules, other.rated, other.clock)
        and one.person != other.person
        and abs(one.points - other.points) <= min(one.reach(now), other.reach(now))
        and not are_apart(one.person, other.person)
        for one in group
    )
