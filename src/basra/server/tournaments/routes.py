"""The calls of tournaments: make one, enter, leave, begin, look, take the results along."""

import csv
from io import StringIO
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from basra.club import tournament as club
from basra.club.tournament import Tournament, enter, leave, people_at, standings, start
from basra.errors import BasraError
from basra.server.answers import Guest, NewTable
from basra.server.calls import answer, desk_of, guest_of, name_in, read_body, somebody, take
from basra.server.club_answers import (
    Entering,
    EntrantTold,
    MeetingTold,
    NewTournament,
    TournamentRow,
    TournamentTold,
)
from basra.server.openapi import told
from basra.server.tournaments.keeping import Tournaments
from basra.variants import find_rules, key_of, rules_text

router: Final = APIRouter(prefix="/api/tournaments")


@router.post(
    "",
    **told(NewTable, body=NewTournament, status=201, guest=True, wrong=(400, 401, 403, 422, 429)),
)
async def make(request: Request) -> Response:
    """Make a tournament; who asks is its host."""
    guest = await guest_of(request)
    wish = await read_body(request, NewTournament)
    name, desk = name_in(wish), desk_of(request)
    size = 2 if wish.pairs else 1
    rules = find_rules(wish.rules)
    if (rules.seats, rules.sides) != (2 * size, 2):
        raise BasraError("error.tournament.rules", size=size, seats=2 * size)
    await desk.expect_welcome(guest.id)
    await take(desk.tables, request)
    new = Tournament(
        id=desk.new_id(),
        name=name,
        host=guest.id,
        kind=wish.kind,
        rules=rules_text(rules, key_of(wish.rules)),
        size=size,
        rounds=wish.rounds,
        rated=wish.rated,
        clock=wish.clock,
        duplicate=wish.duplicate,
        minutes=wish.minutes,
        created=desk.now(),
    )
    await _tournaments(request).add(new)
    return answer(NewTable(id=new.id), 201)


@router.get("", **told(list[TournamentRow]))
async def newest(request: Request) -> Response:
    """Tell the tournaments that were made last."""
    return answer([_row(one) for one in await _tournaments(request).newest()])


@router.get("/{tournament}", **told(TournamentTold, wrong=(422,)))
async def look(request: Request, tournament: str) -> Response:
    """Tell how a tournament stands."""
    found = await _tournaments(request).find(tournament)
    return await _told(request, found, await somebody(request))


@router.post(
    "/{tournament}/entrants",
    **told(TournamentTold, body=Entering, guest=True, wrong=(400, 401, 403, 422)),
)
async def take_part(request: Request, tournament: str) -> Response:
    """Enter a tournament, or join a partner."""
    guest = await guest_of(request)
    wish, desk = await read_body(request, Entering), desk_of(request)
    await desk.expect_welcome(guest.id)
    entrant = desk.new_id()
    changed = await _tournaments(request).change(
        tournament, lambda one: enter(one, guest.id, entrant, wish.join)
    )
    return await _told(request, changed, guest)


@router.delete("/{tournament}/entrants", **told(TournamentTold, guest=True, wrong=(401, 403, 422)))
async def go(request: Request, tournament: str) -> Response:
    """Leave a tournament."""
    guest = await guest_of(request)
    changed = await _tournaments(request).change(tournament, lambda one: leave(one, guest.id))
    return await _told(request, changed, guest)


@router.post("/{tournament}/start", **told(TournamentTold, guest=True, wrong=(401, 403, 422)))
async def begin(request: Request, tournament: str) -> Response:
    """Begin a tournament of one's own."""
    guest = await guest_of(request)
    changed = await _tournaments(request).change(tournament, lambda one: start(one, guest.id))
    return await _told(request, changed, guest)


@router.get("/{tournament}/results.csv", **told("text/csv", wrong=(422,)))
async def results(request: Request, tournament: str) -> Response:
    """Tell the meetings and the standings as a table for other programs."""
    kept = _tournaments(request)
    found = await kept.find(tournament)
    text = _csv(found, await kept.people(found))
    headers = {"content-disposition": f'attachment; filename="basra-{found.id}.csv"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


def _row(one: Tournament) -> TournamentRow:
    return TournamentRow(
        id=one.id,
        name=one.name,
        kind=one.kind,
        state=one.state,
        variant=key_of(one.rules),
        seats=2 * one.size,
        sides=2,
        rated=one.rated,
        entrants=len(one.entrants),
        round=len(one.played),
        rounds=one.planned,
    )


async def _told(request: Request, one: Tournament, guest: Guest | None) -> Response:
    """Tell what may be known: no seeds, and no table of others where one may not look on."""
    people = await _tournaments(request).people(one)
    me = "" if guest is None else guest.id
    entrants = {entrant.id: entrant for entrant in one.entrants}
    lines = [
        EntrantTold(
            id=line.entrant,
            members=entrants[line.entrant].members,
            names=[people[member].name for member in entrants[line.entrant].members],
            gone=entrants[line.entrant].gone,
            place=line.place,
            points=line.points,
            tie=line.tie,
            margin=line.margin,
            played=line.played,
        )
        for line in standings(one)
    ]
    rounds = [
        [
            MeetingTold(
                first=meeting.first,
                second=meeting.second,
                table=meeting.table if may_look else None,
                points=None if meeting.points is None else list(meeting.points),
                totals=list(meeting.totals),
            )
            for meeting in played.meetings
            for may_look in [not played.is_sealed or me in people_at(one, meeting)]
        ]
        for played in one.played
    ]
    found = TournamentTold(
        row=_row(one),
        rules=one.rules,
        host=one.host,
        clock=one.clock,
        duplicate=one.duplicate,
        minutes=one.minutes,
        size=one.size,
        standings=lines,
        rounds=rounds,
        open=club.is_open(one),
    )
    return answer(found)


def _csv(one: Tournament, people: dict[str, Guest]) -> str:
    """Return all meetings, then the standings."""
    names = {
        entrant.id: " + ".join(_plain(people[member].name) for member in entrant.members)
        for entrant in one.entrants
    }
    text = StringIO()
    write = csv.writer(text).writerow
    write(
        ["round", "first", "second", "points_first", "points_second", "first_total", "second_total"]
    )
    for number, played in enumerate(one.played, 1):
        for meeting in played.meetings:
            points = meeting.points or ("", "")
            second = names.get(meeting.second or "", "")
            write([number, names[meeting.first], second, *points, *meeting.totals])
    write([])
    write(["place", "name", "points", "tie", "margin", "played"])
    for line in standings(one):
        write([line.place, names[line.entrant], line.points, line.tie, line.margin, line.played])
    return text.getvalue()


def _plain(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name


def _tournaments(request: Request) -> Tournaments:
    tournaments: Tournaments = request.app.state.tournaments
    return tournaments
