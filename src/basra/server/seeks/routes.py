"""The calls of quick pairing: wait for a game, look, take a bot instead, leave."""

from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from basra.club.seeking import Seek
from basra.server.calls import CallError, answer, desk_of, guest_of, read_body, take
from basra.server.club_answers import Done, SeekRow, SeekTold, SeekWish
from basra.server.openapi import told
from basra.server.seeks.waiting import WaitingRoom
from basra.variants import key_of

router: Final = APIRouter(prefix="/api/seeks")


@router.post(
    "", **told(SeekTold, body=SeekWish, status=201, guest=True, wrong=(400, 401, 403, 422, 429))
)
async def come(request: Request) -> Response:
    """Wait for a game; looking again and again keeps the seek alive."""
    guest = await guest_of(request)
    wish = await read_body(request, SeekWish)
    desk = desk_of(request)
    if desk.hub.is_leaving:
        raise CallError(503, "error.server.leaving")
    await take(desk.tables, request)
    seek = await _room(request).come(guest, wish, desk.hub)
    found = await _room(request).look(guest, seek, desk.hub)
    return answer(_told(request, *found), 201)


@router.get("", **told(list[SeekRow]))
async def waiting(request: Request) -> Response:
    """Tell who waits for which game."""
    return answer([_row(seek) for seek in await _room(request).waiting()])


@router.get("/{seek}", **told(SeekTold, guest=True, wrong=(401, 403, 422)))
async def look(request: Request, seek: str) -> Response:
    """Tell what has come of a seek of one's own, and keep it alive."""
    guest = await guest_of(request)
    found = await _room(request).look(guest, seek, desk_of(request).hub)
    return answer(_told(request, *found))


@router.post("/{seek}/bots", **told(SeekTold, guest=True, wrong=(401, 403, 422)))
async def take_bots(request: Request, seek: str) -> Response:
    """Play with bots instead of waiting on."""
    guest = await guest_of(request)
    room, hub = _room(request), desk_of(request).hub
    await room.take_bots(guest, seek, hub)
    return answer(_told(request, *await room.look(guest, seek, hub)))


@router.delete("/{seek}", **told(Done, guest=True, wrong=(401, 403)))
async def leave(request: Request, seek: str) -> Response:
    """Wait no longer."""
    guest = await guest_of(request)
    await _room(request).leave(guest, seek)
    return answer(Done())


def _told(request: Request, seek: Seek, table: str | None) -> SeekTold:
    now = desk_of(request).now()
    return SeekTold(
        id=seek.id, table=table, waited=now - seek.created, bots=seek.is_offered_bot(now)
    )


def _row(seek: Seek) -> SeekRow:
    return SeekRow(
        person=seek.person,
        name=seek.name,
        rules=seek.rules,
        variant=key_of(seek.rules),
        seats=seek.seats,
        sides=seek.sides,
        rated=seek.rated,
        clock=seek.clock,
        points=seek.points,
        provisional=seek.provisional,
    )


def _room(request: Request) -> WaitingRoom:
    room: WaitingRoom = request.app.state.waiting_room
    return room
