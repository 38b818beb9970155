"""The calls of conduct: block, mute and follow; report; what moderators see and do."""

from typing import Final, Literal, NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import Response

from basra.server.calls import CallError, answer, desk_of, guest_of, read_body, take
from basra.server.club_answers import Done, GiftTold, Marked, Reporting, ReportTold, Verdict
from basra.server.conduct.reports import Reports
from basra.server.openapi import told
from basra.server.people.accounts import Accounts
from basra.server.people.marks import Marks

Kind = Literal["block", "mute", "follow"]


class Conduct(NamedTuple):
    """What these calls need."""

    accounts: Accounts
    marks: Marks
    reports: Reports


router: Final = APIRouter(prefix="/api")


@router.get("/marks", **told(list[Marked], guest=True, wrong=(401, 403)))
async def tell_marks(request: Request) -> Response:
    """Tell whom one blocks, mutes and follows."""
    guest, conduct = await guest_of(request), _conduct(request)
    marks = await conduct.marks.of(guest.id)
    guests = await conduct.accounts.guests([other for other, _ in marks])
    return answer([Marked(id=other, name=guests[other].name, kind=kind) for other, kind in marks])


@router.put("/marks/{kind}/{person}", **told(Done, guest=True, wrong=(401, 403, 422)))
async def mark(request: Request, kind: Kind, person: str) -> Response:
    """Block, mute or follow somebody."""
    guest = await guest_of(request)
    await _conduct(request).marks.put(guest.id, person, kind)
    return answer(Done())


@router.delete("/marks/{kind}/{person}", **told(Done, guest=True, wrong=(401, 403, 422)))
async def unmark(request: Request, kind: Kind, person: str) -> Response:
    """Block, mute or follow somebody no longer."""
    guest = await guest_of(request)
    await _conduct(request).marks.take_away(guest.id, person, kind)
    return answer(Done())


@router.post(
    "/reports",
    **told(Done, body=Reporting, status=201, guest=True, wrong=(400, 401, 403, 422, 429)),
)
async def report(request: Request) -> Response:
    """Report somebody to the moderators."""
    guest = await guest_of(request)
    wish = await read_body(request, Reporting)
    await take(desk_of(request).tables, request)
    await _conduct(request).reports.add(guest.id, wish)
    return answer(Done(), 201)


# --- for moderators -----------------------------------------------------------------------------


@router.get("/moderation/reports", **told(list[ReportTold], guest=True, wrong=(401, 403)))
async def tell_reports(request: Request) -> Response:
    """Tell the reports that wait."""
    await _expect_moderator(request)
    return answer(await _conduct(request).reports.open())


@router.post(
    "/moderation/reports/{report_id}",
    **told(Done, body=Verdict, guest=True, wrong=(400, 401, 403, 422)),
)
async def decide(request: Request, report_id: str) -> Response:
    """Close a report."""
    await _expect_moderator(request)
    verdict = await read_body(request, Verdict)
    await _conduct(request).reports.decide(report_id, verdict)
    return answer(Done())


@router.get("/moderation/gifts", **told(list[GiftTold], guest=True, wrong=(401, 403)))
async def tell_gifts(request: Request) -> Response:
    """Tell who takes what whom trails, where all play alone."""
    await _expect_moderator(request)
    return answer(await _conduct(request).reports.gifts())


def _conduct(request: Request) -> Conduct:
    conduct: Conduct = request.app.state.conduct
    return conduct


async def _expect_moderator(request: Request) -> None:
    """Raise CallError unless a moderator asks."""
    guest = await guest_of(request)
    account = await _conduct(request).accounts.find(guest.id)
    if account is None or account.id not in desk_of(request).settings.moderators:
        raise CallError(403, "error.report.moderator")
