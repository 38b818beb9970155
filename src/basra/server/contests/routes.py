"""The calls of contests: the deal of the day, and duels by link."""

from datetime import date
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from basra.server.calls import (
    CallError,
    answer,
    desk_of,
    guest_of,
    read_body,
    somebody,
    take,
)
from basra.server.contest_answers import ContestPlay, ContestTold, Duelling, NewContest
from basra.server.contests.keeping import ContestRow
from basra.server.contests.playing import DUEL, LESSON, Contests
from basra.server.openapi import told

router: Final = APIRouter(prefix="/api")
_LONGEST: Final = 16
"""Characters of the longest id."""


@router.get("/daily", **told(ContestTold))
async def daily(request: Request) -> Response:
    """Tell the deal of today."""
    contests = _contests(request)
    row = await contests.daily(contests.today())
    return answer(await contests.told(row, await somebody(request)))


@router.post(
    "/contests",
    **told(NewContest, body=Duelling, status=201, guest=True, wrong=(400, 401, 413, 422, 429)),
)
async def open_duel(request: Request) -> Response:
    """Make a duel: the same deals for two, each against the same computer player."""
    return await _opened(request, DUEL)


@router.post(
    "/lessons",
    **told(NewContest, body=Duelling, status=201, guest=True, wrong=(400, 401, 413, 422, 429)),
)
async def open_lesson(request: Request) -> Response:
    """Make a lesson: a deal for one, which counts for nothing; it is played as a contest."""
    return await _opened(request, LESSON)


@router.get("/contests/{contest}", **told(ContestTold, wrong=(404,)))
async def tell_contest(request: Request, contest: str) -> Response:
    """Tell a contest; a deal of the day has its day as its id."""
    row = await _row(request, contest)
    return answer(await _contests(request).told(row, await somebody(request)))


@router.post(
    "/contests/{contest}/attempt", **told(ContestTold, guest=True, wrong=(401, 404, 422, 503))
)
async def begin(request: Request, contest: str) -> Response:
    """Begin to play, or go on; nobody plays a contest twice."""
    guest = await guest_of(request)
    row = await _row(request, contest)
    contests = _contests(request)
    await contests.begin(row, guest)
    return answer(await contests.told(row, guest))


@router.post(
    "/contests/{contest}/plays",
    **told(ContestTold, body=ContestPlay, guest=True, wrong=(400, 401, 404, 409, 422, 503)),
)
async def play(request: Request, contest: str) -> Response:
    """Play a card."""
    guest = await guest_of(request)
    chosen = await read_body(request, ContestPlay)
    row = await _row(request, contest)
    contests = _contests(request)
    await contests.play(row, guest, chosen)
    return answer(await contests.told(row, guest))


@router.get("/contests/{contest}/record", **told("text/plain", guest=True, wrong=(401, 404, 422)))
async def record(request: Request, contest: str, deal: int = 1) -> Response:
    """Tell the record of an own deal, once the contest is over."""
    guest = await guest_of(request)
    text = await _contests(request).record(await _row(request, contest), guest, deal)
    headers = {"content-disposition": f'attachment; filename="basra-{contest}-{deal}.bgn"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


async def _opened(request: Request, kind: str) -> Response:
    await guest_of(request)
    wish = await read_body(request, Duelling)
    desk = desk_of(request)
    await take(desk.tables, request)
    name = desk.new_id()
    await _contests(request).open(name, kind, wish)
    return answer(NewContest(id=name), 201)


def _contests(request: Request) -> Contests:
    contests: Contests = request.app.state.contests
    return contests


async def _row(request: Request, contest: str) -> ContestRow:
    if len(contest) > _LONGEST:
        raise CallError(404, "error.contest.none", contest=contest[:_LONGEST])
    contests = _contests(request)
    if contest == contests.today().isoformat():
        return await contests.daily(date.fromisoformat(contest))
    return await contests.find(contest)
