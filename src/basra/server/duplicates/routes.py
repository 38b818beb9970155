"""The calls of duplicate matches: make one, take a place, look how it stands."""

from functools import partial
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from basra.club.duplicate import leave, made, take, team_of
from basra.engine import side_of
from basra.server import calls
from basra.server.answers import Guest, NewTable
from basra.server.calls import answer, desk_of, guest_of, read_body, somebody
from basra.server.duplicate_answers import DuplicateTold, NewDuplicate, PlaceTold, Placing
from basra.server.duplicates.keeping import Duplicates, Standing
from basra.server.openapi import told
from basra.variants import find_rules, key_of, rules_text

router: Final = APIRouter(prefix="/api/duplicates")


@router.post(
    "", **told(NewTable, body=NewDuplicate, status=201, guest=True, wrong=(400, 401, 403, 422, 429))
)
async def make(request: Request) -> Response:
    """Make a duplicate match; who has its link may take a place."""
    guest = await guest_of(request)
    wish, desk = await read_body(request, NewDuplicate), desk_of(request)
    await desk.expect_welcome(guest.id)
    rules = find_rules(wish.rules)
    text = rules_text(rules, key_of(wish.rules))
    new = made(desk.new_id(), guest.id, rules, text, desk.now())
    await calls.take(desk.tables, request)
    await _duplicates(request).add(new)
    return answer(NewTable(id=new.id), 201)


@router.get("/{duplicate}", **told(DuplicateTold, wrong=(404,)))
async def look(request: Request, duplicate: str) -> Response:
    """Tell how a duplicate match stands; a deal is told when it is over at both tables."""
    return answer(_told(await _duplicates(request).look(duplicate), await somebody(request)))


@router.put(
    "/{duplicate}/place",
    **told(DuplicateTold, body=Placing, guest=True, wrong=(400, 401, 403, 404, 422, 503)),
)
async def take_place(request: Request, duplicate: str) -> Response:
    """Take a place, or another one; with the last one the match begins at both tables."""
    guest = await guest_of(request)
    wish, kept = await read_body(request, Placing), _duplicates(request)
    await desk_of(request).expect_welcome(guest.id)
    await kept.change(duplicate, partial(take, person=guest.id, table=wish.table, seat=wish.seat))
    return answer(_told(await kept.look(duplicate), guest))


@router.delete(
    "/{duplicate}/place", **told(DuplicateTold, guest=True, wrong=(401, 403, 404, 422, 503))
)
async def give_up(request: Request, duplicate: str) -> Response:
    """Give one's place up before the match."""
    guest, kept = await guest_of(request), _duplicates(request)
    await kept.change(duplicate, partial(leave, person=guest.id))
    return answer(_told(await kept.look(duplicate), guest))


def _told(standing: Standing, guest: Guest | None) -> DuplicateTold:
    """Return what may be known: no seed, and no table but one's own while anything is played."""
    one = standing.duplicate
    me = "" if guest is None else guest.id
    at, rules = one.table_of(me), find_rules(one.rules)
    places = [
        [
            PlaceTold(
                seat=seat,
                team=team_of(table, side_of(rules, seat)),
                name=None if player is None else standing.people[player].name,
                own=player is not None and player == me,
            )
            for seat, player in enumerate(players)
        ]
        for table, players in enumerate(one.places)
    ]
    return DuplicateTold(
        id=one.id,
        rules=one.rules,
        variant=key_of(one.rules),
        seats=len(one.places[0]),
        places=places,
        begun=bool(one.tables),
        over=standing.is_over,
        table=one.tables[at] if at is not None and one.tables else None,
        tables=one.tables if standing.is_over else [],
        boards=standing.boards,
        difference=sum(board.difference for board in standing.boards),
    )


def _duplicates(request: Request) -> Duplicates:
    duplicates: Duplicates = request.app.state.duplicates
    return duplicates
