"""The calls of statistics: one's own, and the reviews that tell luck from decisions."""

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from basra.review import Job
from basra.server.calls import CallError, answer, desk_of, guest_of, take
from basra.server.notices.routes import notices_of
from basra.server.openapi import told as described
from basra.server.replay_answers import ReviewTold
from basra.server.replays.reviewing import jobs_of
from basra.server.statistics.counting import Counter, told, unreviewed
from basra.server.statistics.tallying import matches_of
from basra.server.statistics_answers import StatisticsTold

if TYPE_CHECKING:
    from basra.server.replays.routes import Library
    from basra.server.seals import Seals

router: Final = APIRouter(prefix="/api/me/statistics")
AT_ONCE: Final = 40
"""Tables that one call reads for the first time."""
NEWEST: Final = 100
"""Matches of a variant that are told one by one."""
WEIGHED: Final = 24
"""Deals that are weighed at once; a match is weighed as a whole."""
_STRENGTH: Final = "quick"


@router.get("", **described(StatisticsTold, guest=True, wrong=(401, 403)))
async def own_statistics(request: Request) -> Response:
    """Tell one's own statistics, from finished matches, variant by variant."""
    counted = await _counter(request).counted((await guest_of(request)).id, AT_ONCE)
    return answer(told(*counted, NEWEST))


@router.get(".json", **described(StatisticsTold, guest=True, wrong=(401, 403)))
async def export(request: Request) -> Response:
    """Tell one's own statistics with all matches, as a file to keep."""
    counted = await _counter(request).counted((await guest_of(request)).id, None)
    found = answer(told(*counted, None))
    found.headers["content-disposition"] = 'attachment; filename="basra-statistics.json"'
    return found


@router.post(
    "/reviews", **described(ReviewTold, status=201, guest=True, wrong=(401, 403, 422, 429))
)
async def begin_reviews(request: Request) -> Response:
    """Begin to review one's newest matches that are not yet; how far it is, /api/reviews tells."""
    guest = await guest_of(request)
    library: Library = request.app.state.library
    if library.reviewers.is_full:
        raise CallError(429, "error.server.many")
    await take(library.reviews, request)
    counter, desk = _counter(request), desk_of(request)
    seals: Seals = request.app.state.seals
    matches, _ = await counter.counted(guest.id, AT_ONCE)
    wanted: dict[str, set[int]] = {}
    for table, match in unreviewed(matches, WEIGHED):
        if await seals.may_look(table, None):
            wanted.setdefault(table, set()).add(match)
    if not wanted:
        raise CallError(422, "error.statistics.reviewed")
    jobs: dict[str, Job] = {}
    for table, numbers in wanted.items():
        log = await counter.ledger.log(table)
        async with library.reading:
            jobs |= await asyncio.to_thread(_jobs, log, numbers)
    name = desk.new_id()
    await library.shelf.begin_job(name, list(jobs), desk.now())
    done = partial(notices_of(request).tell, [guest.id], "review", name, "/me")
    library.reviewers.begin(name, jobs, done)
    begun = ReviewTold(id=name, state="going", done=0, total=len(jobs), since=0, deals=[])
    return answer(begun, 201)


def _jobs(log: list[str], numbers: Iterable[int]) -> dict[str, Job]:
    found: dict[str, Job] = {}
    for number, match in matches_of(log):
        if number in numbers:
            found |= jobs_of(match, _STRENGTH)
    return found


def _counter(request: Request) -> Counter:
    counter: Counter = request.app.state.counter
    return counter
