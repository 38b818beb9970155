"""A tournament: who has entered, who met whom, how it stands; changed by functions, never in place.

The rules that it keeps are written in docs/club.md.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from basra.club.pairing import Pair, bracket, round_robin, swiss
from basra.club.results import MatchResult
from basra.errors import BasraError

Kind = Literal["robin", "swiss", "knockout"]
State = Literal["gathering", "running", "over"]
MOST: Final = 256
"""Entrants of a tournament."""
ROBIN: Final = 24
"""Entrants of a round robin."""
_ABSENCES: Final = 2
"""Matches in a row without a card after which an entrant is taken as gone."""


class Entrant(Struct, frozen=True, kw_only=True):
    """A person, or two who play together."""

    id: str
    members: list[str]
    since: int = 0
    """The round before which it entered, from 0."""
    gone: bool = False
    absences: int = 0
    """Matches in a row in which it has not played a card."""


class Meeting(Struct, frozen=True, kw_only=True):
    """Two entrants at a table, or a bye."""

    first: str
    second: str | None
    table: str | None = None
    points: tuple[float, float] | None = None
    """Of the tournament: 1, a half, or 0; ``None`` while it is played."""
    totals: tuple[int, int] = (0, 0)
    """Of the match."""


class Round(Struct, frozen=True, kw_only=True):
    """All meetings of a round."""

    at: int
    seed: str | None
    """Of the deals, where all tables play the same; secret while the round is played."""
    meetings: list[Meeting]

    @property
    def is_over(self) -> bool:
        """Whether nothing is played any more."""
        return all(one.points is not None for one in self.meetings)

    @property
    def is_sealed(self) -> bool:
        """Whether all tables play the same deals, and one of them still does."""
        return self.seed is not None and not self.is_over


class Tournament(Struct, frozen=True, kw_only=True):
    """All of a tournament."""

    id: str
    name: str
    host: str
    kind: Kind
    rules: str
    size: int
    """Members of an entrant: 1, or 2 for pairs."""
    rounds: int
    """How many a Swiss tournament has."""
    rated: bool
    clock: int | None
    duplicate: bool
    """Whether all tables of a round play the same deals."""
    minutes: int
    """How long a round may last."""
    created: int
    state: State = "gathering"
    entrants: list[Entrant] = []
    played: list[Round] = []

    @property
    def planned(self) -> int:
        """How many rounds there are to be."""
        number = len(self.entrants)
        if self.kind == "robin":
            return max(0, number - 1 + number % 2)
        if self.kind == "knockout":
            return max(0, number - 1).bit_length()
        return self.rounds

    def entrant_of(self, person: str) -> Entrant | None:
        """Return what a person plays for."""
        return next((one for one in self.entrants if person in one.members and not one.gone), None)


class Line(Struct, frozen=True, kw_only=True):
    """A line of the standings."""

    entrant: str
    place: int
    """From 1; equal for those whom nothing tells apart."""
    points: float
    tie: float
    """The sum of what the opponents have (Swiss), or of what was beaten (round robin)."""
    margin: int
    """Points of the cards, won less lost."""
    played: int


# --- entering -----------------------------------------------------------------------------------


def enter(tournament: Tournament, person: str, entrant: str, join: str | None) -> Tournament:
    """Let somebody enter, or join a partner. Raises BasraError."""
    if not is_open(tournament):
        raise BasraError("error.tournament.closed")
    if tournament.entrant_of(person) is not None:
        raise BasraError("error.tournament.entered")
    if join is not None:
        return _join(tournament, person, join)
    most = ROBIN if tournament.kind == "robin" else MOST
    if len(tournament.entrants) >= most:
        raise BasraError("error.tournament.full", most=most)
    new = Entrant(id=entrant, members=[person], since=len(tournament.played))
    return replace(tournament, entrants=[*tournament.entrants, new])


def is_open(tournament: Tournament) -> bool:
    """Tell whether one can enter: late into Swiss ones alone, in their first half."""
    if tournament.state == "gathering":
        return True
    is_early = 2 * len(tournament.played) <= tournament.rounds
    return tournament.state == "running" and tournament.kind == "swiss" and is_early


def _join(tournament: Tournament, person: str, join: str) -> Tournament:
    partner = next((one for one in tournament.entrants if one.id == join and not one.gone), None)
    if partner is None or len(partner.members) >= tournament.size:
        raise BasraError("error.tournament.partner")
    return _with(tournament, replace(partner, members=[*partner.members, person]))


def leave(tournament: Tournament, person: str) -> Tournament:
    """Let an entrant go: before the start it was never there, after it it meets nobody any more."""
    entrant = tournament.entrant_of(person)
    if entrant is None or tournament.state == "over":
        raise BasraError("error.tournament.absent")
    if tournament.state == "gathering":
        rest = [one for one in tournament.entrants if one.id != entrant.id]
        return replace(tournament, entrants=rest)
    return _with(tournament, replace(entrant, gone=True))


def _with(tournament: Tournament, changed: Entrant) -> Tournament:
    entrants = [changed if one.id == changed.id else one for one in tournament.entrants]
    return replace(tournament, entrants=entrants)


# --- rounds -------------------------------------------------------------------------------------


def start(tournament: Tournament, person: str) -> Tournament:
    """Begin; half pairs are sent home. Raises BasraError for a stranger, or too few."""
    if person != tournament.host:
        raise BasraError("error.tournament.host")
    if tournament.state != "gathering":
        raise BasraError("error.tournament.closed")
    whole = [one for one in tournament.entrants if len(one.members) == tournament.size]
    if len(whole) < 2:
        raise BasraError("error.tournament.few", least=2)
    return replace(tournament, entrants=whole, state="running")


def go_on(
    tournament: Tournament, now: int, new_id: Callable[[], str], entropy: Callable[[], str]
) -> Tournament:
    """Pair the next round if the last one is over, or end; else change nothing."""
    if tournament.state != "running":
        return tournament
    if tournament.played and not tournament.played[-1].is_over:
        return tournament
    pairs = _pairs(tournament) if len(tournament.played) < tournament.planned else []
    is_met = any(second is not None for _, second in pairs)
    if not pairs or (tournament.kind == "swiss" and not is_met):
        return replace(tournament, state="over")
    seed = entropy() if tournament.duplicate else None
    meetings = [_meeting(tournament, pair, new_id) for pair in pairs]
    new = Round(at=now, seed=seed, meetings=meetings)
    paired = replace(tournament, played=[*tournament.played, new])
    return paired if is_met else go_on(paired, now, new_id, entropy)


def _meeting(tournament: Tournament, pair: Pair, new_id: Callable[[], str]) -> Meeting:
    first, second = pair
    if second is not None:
        return Meeting(first=first, second=second, table=new_id())
    # Everybody of a round robin rests as often, and a knock-out counts no points.
    return Meeting(first=first, second=None, points=(float(tournament.kind != "robin"), 0.0))


def _pairs(tournament: Tournament) -> list[Pair]:
    there = {one.id for one in tournament.entrants if not one.gone}
    if tournament.kind == "robin":
        whole = round_robin([one.id for one in tournament.entrants])
        return [
            _who_is_there(pair, there) for pair in whole[len(tournament.played)] if there & {*pair}
        ]
    if tournament.kind == "knockout":
        return _knockout(tournament, there)
    ranked = [line.entrant for line in standings(tournament) if line.entrant in there]
    meetings = [one for played in tournament.played for one in played.meetings]
    met = {frozenset((one.first, one.second)) for one in meetings}
    byes = Counter(one.first for one in meetings if one.second is None)
    firsts = Counter(one.first for one in meetings if one.second is not None)
    firsts.subtract(one.second for one in meetings if one.second is not None)
    return swiss(ranked, lambda one, other: frozenset((one, other)) in met, byes, firsts)


def _who_is_there(pair: Pair, there: set[str]) -> Pair:
    first, second = pair
    if second is None or second not in there:
        return (first, None)
    return pair if first in there else (second, None)


def _knockout(tournament: Tournament, there: set[str]) -> list[Pair]:
    if not tournament.played:
        return bracket([one.id for one in tournament.entrants])
    through = [_through(tournament, one) for one in tournament.played[-1].meetings]
    pairs = list(zip(through[::2], through[1::2], strict=True))
    return [_who_is_there(pair, there) for pair in pairs]


def _through(tournament: Tournament, meeting: Meeting) -> str:
    """Return who goes on; after a draw the one who entered earlier."""
    if meeting.second is None or meeting.points is None:
        return meeting.first
    one, other = meeting.points
    if one != other:
        return meeting.first if one > other else meeting.second
    order = [entrant.id for entrant in tournament.entrants]
    return min(meeting.first, meeting.second, key=order.index)


def settle(tournament: Tournament, table: str, result: MatchResult | None) -> Tournament:
    """Enter what came of a table; without a result neither side gets anything."""
    if not tournament.played:
        return tournament
    last = tournament.played[-1]
    at = next((at for at, one in enumerate(last.meetings) if one.table == table), None)
    if at is None or last.meetings[at].points is not None:
        return tournament
    meeting = last.meetings[at]
    points, totals, came = (0.0, 0.0), (0, 0), (False, False)
    if result is not None:
        came = (_came(result, 0), _came(result, 1))
        points = _points(result, came)
        totals = (result.totals[0], result.totals[1])
    settled = replace(meeting, points=points, totals=totals)
    meetings = [*last.meetings[:at], settled, *last.meetings[at + 1 :]]
    rounds = [*tournament.played[:-1], replace(last, meetings=meetings)]
    changed = replace(tournament, played=rounds)
    for name, was_there in zip((meeting.first, meeting.second), came, strict=True):
        changed = _seen(changed, name, was_there=was_there)
    return changed


def _came(result: MatchResult, side: int) -> bool:
    """Tell whether anybody of a side played a card."""
    return any(moved for seat, moved in enumerate(result.moved) if result.side(seat) == side)


def _points(result: MatchResult, came: tuple[bool, bool]) -> tuple[float, float]:
    if not all(came):
        return (float(came[0]), float(came[1]))
    one, other = result.ranks
    return (0.5, 0.5) if one == other else (float(one < other), float(other < one))


def _seen(tournament: Tournament, name: str | None, *, was_there: bool) -> Tournament:
    """Count absences in a row; who is away too often is taken as gone."""
    for entrant in tournament.entrants:
        if entrant.id == name:
            absences = 0 if was_there else entrant.absences + 1
            gone = entrant.gone or absences >= _ABSENCES
            return _with(tournament, replace(entrant, absences=absences, gone=gone))
    return tournament


def expire(tournament: Tournament, now: int) -> Tournament:
    """Give half a point each where a round has lasted too long."""
    if tournament.state != "running" or not tournament.played:
        return tournament
    last = tournament.played[-1]
    if now - last.at < 60_000 * tournament.minutes:
        return tournament
    meetings = [
        replace(one, points=(0.5, 0.5)) if one.points is None else one for one in last.meetings
    ]
    return replace(tournament, played=[*tournament.played[:-1], replace(last, meetings=meetings)])


# --- standings ----------------------------------------------------------------------------------


def standings(tournament: Tournament) -> list[Line]:
    """Return how it stands, best first."""
    names = [one.id for one in tournament.entrants]
    points: dict[str, float] = dict.fromkeys(names, 0.0)
    margin, played = Counter[str](), Counter[str]()
    last = Counter[str]()
    meetings = [
        (number, one)
        for number, each in enumerate(tournament.played, 1)
        for one in each.meetings
        if one.points is not None
    ]
    for number, one in meetings:
        first, second = one.points or (0.0, 0.0)
        points[one.first] += first
        played[one.first] += one.second is not None
        if one.second is not None:
            points[one.second] += second
            margin[one.first] += one.totals[0] - one.totals[1]
            margin[one.second] += one.totals[1] - one.totals[0]
            played[one.second] += 1
        last[_through(tournament, one)] = number + 1
        if one.second is not None:
            loser = one.second if _through(tournament, one) == one.first else one.first
            last[loser] = number
    ties = {name: _tie(tournament, name, points) for name in names}
    keys = {name: (points[name], ties[name], margin[name]) for name in names}
    if tournament.kind == "knockout":
        keys = {name: (float(last[name]), 0.0, 0) for name in names}
    ranked = sorted(names, key=lambda name: tuple(-part for part in keys[name]))
    first_with = {keys[name]: at for at, name in reversed(list(enumerate(ranked, 1)))}
    return [
        Line(
            entrant=name,
            place=first_with[keys[name]],
            points=points[name],
            tie=ties[name],
            margin=margin[name],
            played=played[name],
        )
        for name in ranked
    ]


def _tie(tournament: Tournament, name: str, points: dict[str, float]) -> float:
    """Return the sum of the opponents' points, in a round robin times what was got from them."""
    total = 0.0
    for each in tournament.played:
        for one in each.meetings:
            if one.second is None or one.points is None or name not in (one.first, one.second):
                continue
            is_first = name == one.first
            other = one.second if is_first else one.first
            share = one.points[0 if is_first else 1] if tournament.kind == "robin" else 1.0
            total += share * points[other]
    return total


def people_at(tournament: Tournament, meeting: Meeting) -> Sequence[str]:
    """Return who sits at a table, by seat: partners sit across."""
    by_id = {one.id: one for one in tournament.entrants}
    sides = [by_id[one] for one in (meeting.first, meeting.second) if one is not None]
    return [side.members[at] for at in range(tournament.size) for side in sides]
