"""The calls of tournaments: make one, enter, leave, begin, look, take the results along."""

import csv
from io import StringIO
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from basra.club import tournament as club
from basra.club.tournament import Tournament, enter, leave, standings, start
from basra.errors import BasraError
from basra.server.answers import NewTable
from basra.server.calls import answer, desk_of, guest_of, name_in, read_body, take
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
    return answer(_told(await _tournaments(request).find(tournament)))


@router.post(
    "/{tournament}/entrants",
    **told(TournamentTold, body=Entering, guest=True, wrong=(400, 401, 403, 422)),
)
async def take_part(request: Request, tournament: str) -> Response:
    """Enter a tournament, or join a partner."""
    guest = await guest_of(request)
    wish, kept = await read_body(request, Entering), _tournaments(request)
    await desk_of(request).expect_welcome(guest.id)
    new = kept.new_id()
    changed = await kept.change(
        tournament, lambda one: enter(one, guest.id, guest.name, new, wish.join)
    )
    return answer(_told(changed))


@router.delete("/{tournament}/entrants", **told(TournamentTold, guest=True, wrong=(401, 403, 422)))
async def go(request: Request, tournament: str) -> Response:
    """Leave a tournament."""
    guest = await guest_of(request)
    changed = await _tournaments(request).change(tournament, lambda one: leave(one, guest.id))
    return answer(_told(changed))


@router.post("/{tournament}/start", **told(TournamentTold, guest=True, wrong=(401, 403, 422)))
async def begin(request: Request, tournament: str) -> Response:
    """Begin a tournament of one's own."""
    guest = await guest_of(request)
    changed = await _tournaments(request).change(tournament, lambda one: start(one, guest.id))
    return answer(_told(changed))


@router.get("/{tournament}/results.csv", **told("text/csv", wrong=(422,)))
async def results(request: Request, tournament: str) -> Response:
    """Tell the meetings and the standings as a table for other programs."""
    found = await _tournaments(request).find(tournament)
    headers = {"content-disposition": f'attachment; filename="basra-{found.id}.csv"'}
    return Response(_csv(found), media_type="text/csv; charset=utf-8", headers=headers)


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


def _told(one: Tournament) -> TournamentTold:
    """Return what may be known: everything but the seeds of the deals."""
    entrants = {entrant.id: entrant for entrant in one.entrants}
    lines = [
        EntrantTold(
            id=line.entrant,
            members=entrants[line.entrant].members,
            names=entrants[line.entrant].names,
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
                table=meeting.table,
                points=None if meeting.points is None else list(meeting.points),
                totals=list(meeting.totals),
            )
            for meeting in played.meetings
        ]
        for played in one.played
    ]
    return TournamentTold(
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


def _csv(one: Tournament) -> str:
    """Return all meetings, then the standings."""
    names = {entrant.id: " + ".join(map(_plain, entrant.names)) for entrant in one.entrants}
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
