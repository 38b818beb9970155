"""Results: who played a match, how it ended, and what was given away, read from the log."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from basra.club.ratings import scale_of
from basra.table.events import (
    Absent,
    AnyEvent,
    Began,
    Dealt,
    Ended,
    Occupant,
    Opened,
    Played,
    Returned,
    Seated,
    Stood,
    Takenback,
)
from basra.variants import key_of


class Gift(Struct, frozen=True, kw_only=True):
    """Cards that one seat trailed and another took."""

    giver: int
    taker: int
    cards: int
    trails: int
    """Cards that the giver trailed in all."""
    expected: float
    """How many the taker would have if all opponents of the giver took alike."""


class MatchResult(Struct, frozen=True, kw_only=True):
    """A match that is over. Lists by seat, ranks and totals by side."""

    match: int
    scale: str
    rated: bool
    at: int
    reason: str
    sides: int
    players: list[str]
    """The id of a person, or ``bot:LEVEL``."""
    stayed: list[bool]
    """Whether a seat was played to the end by who began there."""
    moved: list[bool]
    """Whether the person of a seat played a card."""
    totals: list[int]
    ranks: list[int]
    """0 for the side that won; equal ranks for a draw."""
    gifts: list[Gift]

    def side(self, seat: int) -> int:
        """Return the side of a seat."""
        return seat % self.sides


@dataclass
class _Course:
    """What is gathered while a match is read."""

    opened: Opened
    occupants: list[Occupant | None]
    began: Began
    first: list[Occupant | None]
    away: set[int] = field(default_factory=set)
    moved: set[int] = field(default_factory=set)
    plays: list[Played] = field(default_factory=list)
    deals: list[list[Played]] = field(default_factory=list)


def results(log: Iterable[AnyEvent]) -> list[MatchResult]:
    """Return the matches of a table that were decided; one that was abandoned is none."""
    found: list[MatchResult] = []
    opened: Opened | None = None
    occupants: list[Occupant | None] = []
    course: _Course | None = None
    for event in log:
        if isinstance(event, Opened):
            opened, occupants = event, [None] * event.seats
        elif isinstance(event, Seated):
            occupants[event.seat] = event.who
        elif isinstance(event, Stood):
            occupants[event.seat] = None
        elif isinstance(event, Began) and opened is not None:
            occupants = [occupants[seat - event.shift] for seat in range(opened.seats)]
            course = _Course(opened, occupants, event, list(occupants))
        elif isinstance(event, Ended) and course is not None:
            if event.reason != "abandoned":
                found.append(_result(course, event))
            course = None
        if course is not None:
            _follow(course, event)
    return found


def _follow(course: _Course, event: AnyEvent) -> None:
    match event:
        case Dealt():
            course.plays = []
            course.deals.append(course.plays)
        case Played():
            course.plays.append(event)
            if event.by == "person":
                course.moved.add(event.seat)
        case Takenback():
            del course.plays[event.plays :]
        case Absent():
            course.away.add(event.seat)
        case Returned():
            course.away.discard(event.seat)
        case _:
            pass


def _result(course: _Course, ended: Ended) -> MatchResult:
    opened = course.opened
    seats, sides = range(opened.seats), opened.sides
    players = [_name(one) for one in course.first]
    left = [seat for seat in seats if _name(course.occupants[seat]) != players[seat]]
    stayed = [seat not in course.away and seat not in left for seat in seats]
    ranks = _ranks(ended, sides, {seat % sides for seat in left})
    return MatchResult(
        match=course.began.match,
        scale=scale_of(key_of(opened.rules), opened.seats, sides),
        rated=opened.policy.rated,
        at=ended.at,
        reason=ended.reason,
        sides=sides,
        players=players,
        stayed=stayed,
        moved=[seat in course.moved for seat in seats],
        totals=list(ended.standing.totals),
        ranks=ranks,
        gifts=_gifts(course.deals, opened.seats) if sides == opened.seats > 2 else [],
    )


def _name(occupant: Occupant | None) -> str:
    if occupant is None:
        return ""
    return occupant.id if occupant.level is None else f"bot:{occupant.level}"


def _ranks(ended: Ended, sides: int, left: set[int]) -> list[int]:
    """Return who is before whom: the winner, then by points, then who left a match that went on."""
    totals = ended.standing.totals
    places = [(side in left, side != ended.winner, -totals[side]) for side in range(sides)]
    if sides == 2:  # one won, or none did
        places = [(False, side != ended.winner, 0) for side in range(sides)]
    order = sorted(set(places))
    return [order.index(place) for place in places]


def _gifts(deals: Sequence[Sequence[Played]], seats: int) -> list[Gift]:
    given = [[0] * seats for _ in range(seats)]
    trails = [0] * seats
    for plays in deals:
        trailer: dict[str, int] = {}
        for played in plays:
            if not played.captured:
                trailer[played.card] = played.seat
                trails[played.seat] += 1
            for card in played.captured:
                giver = trailer.pop(card, played.seat)
                given[giver][played.seat] += 1
    return [
        Gift(
            giver=giver,
            taker=taker,
            cards=given[giver][taker],
            trails=trails[giver],
            expected=(sum(given[giver]) - given[giver][giver]) / (seats - 1),
        )
        for giver in range(seats)
        for taker in range(seats)
        if giver != taker and any(given[giver])
    ]
