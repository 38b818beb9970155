"""The calls of notices: look at them, note that they were seen, forget one, choose which come."""

from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from basra.club.notices import Kind, Notice
from basra.server.calls import answer, guest_of, read_body
from basra.server.club_answers import Done
from basra.server.notice_answers import NewPreferences, Preferences, ReadUntil
from basra.server.notices.keeping import Notices
from basra.server.openapi import told

router: Final = APIRouter(prefix="/api")


@router.get("/notices", **told(list[Notice], guest=True, wrong=(401, 403)))
async def look(request: Request) -> Response:
    """Tell one's notices, the newest first; the socket of the lobby tells them as they come."""
    guest = await guest_of(request)
    return answer((await notices_of(request).of([guest.id]))[guest.id])


@router.post("/notices/read", **told(Done, body=ReadUntil, guest=True, wrong=(400, 401, 403)))
async def read(request: Request) -> Response:
    """Note that one has seen the notices up to a time."""
    guest = await guest_of(request)
    seen = await read_body(request, ReadUntil)
    await notices_of(request).read(guest.id, seen.until)
    return answer(Done())


@router.delete("/notices/{kind}/{about}", **told(Done, guest=True, wrong=(401, 403, 422)))
async def drop(request: Request, kind: Kind, about: str) -> Response:
    """Forget a notice."""
    guest = await guest_of(request)
    await notices_of(request).drop(guest.id, kind, about)
    return answer(Done())


@router.get("/me/preferences", **told(Preferences, guest=True, wrong=(401, 403)))
async def preferences(request: Request) -> Response:
    """Tell what one wishes about notices and whereabouts."""
    guest = await guest_of(request)
    return answer(await notices_of(request).preferences(guest.id))


@router.patch(
    "/me/preferences",
    **told(Preferences, body=NewPreferences, guest=True, wrong=(400, 401, 403)),
)
async def prefer(request: Request) -> Response:
    """Choose which notices come, and whether one is shown to those who follow."""
    guest = await guest_of(request)
    wish = await read_body(request, NewPreferences)
    return answer(await notices_of(request).prefer(guest.id, wish))


def notices_of(request: Request) -> Notices:
    """Return the notices of a server."""
    notices: Notices = request.app.state.notices
    return notices
