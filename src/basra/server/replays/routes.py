"""The calls for what comes after the cards: matches again, records sent in, reviews."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from typing import Final, NamedTuple

from fastapi import APIRouter, Request
from msgspec import Raw
from starlette.responses import Response

from basra.errors import BasraError
from basra.match import loads_bgn
from basra.notation import BadRecord
from basra.server import frames
from basra.server.broker import Broker
from basra.server.calls import (
    CallError,
    answer,
    answer_kept,
    desk_of,
    read_body,
    read_bytes,
    somebody,
    take,
)
from basra.server.crew import Crew, Processes
from basra.server.notices.routes import notices_of
from basra.server.openapi import told
from basra.server.quotas import Quota
from basra.server.replay_answers import NewReplay, ReplayTold, ReviewAsked, ReviewTold, State
from basra.server.replays.reels import Reel, reel_of_log, reel_of_record
from basra.server.replays.reviewing import (
    LOST,
    MOST,
    Reviewers,
    jobs_of,
    numbers_done,
    step_back,
)
from basra.server.replays.shelf import Shelf
from basra.server.settings import Settings
from basra.server.store import Store

LONGEST: Final = 256 * 1024
"""Bytes of the longest record that is taken."""
REELS: Final = 32
"""Matches that are kept in memory."""
FRESH: Final = 60.0
"""Seconds for which they are: a name that is deleted is gone after them."""
SAID: Final = 200
"""Signs of a text from outside that are told back."""
router: Final = APIRouter(prefix="/api")


class Library(NamedTuple):
    """What these calls need."""

    shelf: Shelf
    reviewers: Reviewers
    records: Quota
    """To be sent in, by address."""
    reviews: Quota
    """To be begun, by address."""
    reels: OrderedDict[str, tuple[Reel, float]]
    """By address, with the time until which they are remembered."""
    reading: asyncio.Semaphore
    """Records are read one at a time, so that they leave time for the tables."""


@asynccontextmanager
async def open_library(
    store: Store,
    settings: Settings,
    now: Callable[[], int],
    broker: Broker,
    sent: Callable[[Crew], Crew],
) -> AsyncIterator[Library]:
    """Open what these calls need, and stop the reviews in the end; ``sent`` may give them away."""
    records = Quota("records", settings.records, broker, time.monotonic)
    reviews = Quota("reviews", settings.reviews, broker, time.monotonic)
    shelf = Shelf(store.engine)
    reviewers = Reviewers(shelf, now, sent(Processes(1, step_back)))
    try:
        yield Library(shelf, reviewers, records, reviews, OrderedDict(), asyncio.Semaphore(1))
    finally:
        await reviewers.close()


def _library(request: Request) -> Library:
    library: Library = request.app.state.library
    return library


# --- matches of tables --------------------------------------------------------------------------


@router.get("/tables/{table}/matches/{match}/record", **told("text/plain", wrong=(404, 422)))
async def match_record(request: Request, table: str, match: int) -> Response:
    """Tell the record of a match that is over."""
    reel = await _reel_of_match(request, table, match)
    return _file(reel.record, f"basra-{table}-{match}.bgn")


@router.get("/tables/{table}/matches/{match}/stream", **told(ReplayTold, wrong=(404, 422)))
async def match_stream(request: Request, table: str, match: int) -> Response:
    """Tell a match that is over as a picture and its events, all cards open."""
    reel = await _reel_of_match(request, table, match)
    return answer_kept(request, _told(f"{table}/{match}", reel))


def _file(text: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


def _told(name: str, reel: Reel) -> ReplayTold:
    return ReplayTold(id=name, first=reel.first, events=reel.events)


async def _reel_of_match(request: Request, table: str, match: int) -> Reel:
    library, name = _library(request), f"{table}/{match}"
    await request.app.state.seals.expect_open(table)
    if (known := _remembered(library, name)) is not None:
        return known
    log = await desk_of(request).store.log(table)
    if not log:
        raise CallError(404, "error.server.table", table=table[:SAID])
    async with library.reading:
        reel = await asyncio.to_thread(reel_of_log, log, match)
    if reel is None:
        raise CallError(404, "error.replay.match", match=match)
    return _kept(library, name, reel)


def _remembered(library: Library, name: str) -> Reel | None:
    reel, until = library.reels.get(name, (None, 0.0))
    return reel if until > time.monotonic() else None


def _kept(library: Library, name: str, reel: Reel) -> Reel:
    library.reels[name] = reel, time.monotonic() + FRESH
    library.reels.move_to_end(name)
    if len(library.reels) > REELS:
        library.reels.popitem(last=False)
    return reel


# --- records sent in ----------------------------------------------------------------------------


@router.post("/replays", **told(NewReplay, body="text/plain", status=201, wrong=(413, 422, 429)))
async def add_replay(request: Request) -> Response:
    """Send a record (BGN) in, as plain text, to look at the match."""
    library = _library(request)
    await take(library.records, request)
    text = await _text_of(request)
    name = sha256(text.encode()).hexdigest()[:32]
    if _remembered(library, name) is None:
        async with library.reading:
            reel = await _read(text)
        await library.shelf.add_record(name, text, desk_of(request).now())
        _kept(library, name, reel)
    return answer(NewReplay(id=name), 201)


@router.get("/replays/{replay}", **told(ReplayTold, wrong=(404,)))
async def replay_stream(request: Request, replay: str) -> Response:
    """Tell the match of a record that was sent in, as a picture and its events."""
    return answer_kept(request, _told(replay, await _reel_of_replay(request, replay)))


@router.get("/replays/{replay}/record", **told("text/plain", wrong=(404,)))
async def replay_record(request: Request, replay: str) -> Response:
    """Tell a record that was sent in."""
    reel = await _reel_of_replay(request, replay)
    return _file(reel.record, f"basra-{replay[:12]}.bgn")


async def _text_of(request: Request) -> str:
    body = await read_bytes(request, LONGEST)
    try:
        # Files of other systems begin with a mark, and end their lines in another way.
        return body.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise CallError(422, "error.replay.text") from None


async def _read(text: str) -> Reel:
    """Read a record. Raises CallError with what was wrong and the line."""
    try:
        return await asyncio.to_thread(reel_of_record, text)
    except BasraError as error:
        raise _wrong(error) from None


def _wrong(error: BasraError) -> CallError:
    """Return what was wrong so that the reader can word it: the reason, and its line beside."""
    reason = error.facts.get("reason")
    if not isinstance(error, BadRecord) or not isinstance(reason, BasraError):
        return CallError(422, error.key, **_shortened(error))
    return CallError(422, reason.key, **_shortened(reason), line=error.facts["line"])


def _shortened(error: BasraError) -> dict[str, object]:
    facts = frames.fact(error).facts
    return {name: one[:SAID] if isinstance(one, str) else one for name, one in facts.items()}


async def _reel_of_replay(request: Request, replay: str) -> Reel:
    library = _library(request)
    if "/" not in replay and (known := _remembered(library, replay)) is not None:
        return known
    text = await library.shelf.record(replay)
    if text is None:
        raise CallError(404, "error.replay.none", replay=replay[:SAID])
    async with library.reading:
        reel = await _read(text)
    return _kept(library, replay, reel)


# --- reviews ------------------------------------------------------------------------------------


@router.post(
    "/reviews", **told(ReviewTold, body=ReviewAsked, status=201, wrong=(400, 404, 422, 429))
)
async def begin_review(request: Request) -> Response:
    """Begin the review of a match; what was reviewed before is there at once."""
    asked, library = await read_body(request, ReviewAsked), _library(request)
    reel = await _asked_reel(request, asked)
    if library.reviewers.is_full:
        raise CallError(429, "error.server.many")
    await take(library.reviews, request)
    match = await asyncio.to_thread(loads_bgn, reel.record)
    jobs = jobs_of(match, asked.strength)
    if len(jobs) > MOST:
        raise CallError(422, "error.replay.long", found=len(jobs), most=MOST)
    desk = desk_of(request)
    name = desk.new_id()
    await library.shelf.begin_job(name, list(jobs), desk.now())
    known = await library.shelf.reviews(list(jobs))
    tell = _nothing if len(known) == len(jobs) else await _when_done(request, name, asked)
    library.reviewers.begin(name, jobs, tell)
    return answer(await _told_job(request, name, 0), 201)


def _nothing() -> None:
    """Let nobody know: who asks has the review with the answer."""


async def _when_done(request: Request, name: str, asked: ReviewAsked) -> Callable[[], None]:
    """Return what lets whoever asks know that the review is there; nothing for a stranger."""
    guest = await somebody(request)
    if guest is None:
        return _nothing
    place = f"/r/{asked.replay}" if asked.replay else f"/t/{asked.table}/{asked.match}"
    path = f"{place}?review={asked.strength}"
    return partial(notices_of(request).tell, [guest.id], "review", name, path)


async def _asked_reel(request: Request, asked: ReviewAsked) -> Reel:
    if asked.replay is not None and asked.table is None:
        return await _reel_of_replay(request, asked.replay)
    if asked.table is not None and asked.match is not None and asked.replay is None:
        return await _reel_of_match(request, asked.table, asked.match)
    raise CallError(422, "error.replay.which")


@router.get("/reviews/{review}", **told(ReviewTold, wrong=(404,)))
async def tell_review(request: Request, review: str, since: int = 0) -> Response:
    """Tell how far a review is, and the deals from number ``since`` (from 0) on."""
    return answer(await _told_job(request, review, max(0, since)))


@router.delete("/reviews/{review}", **told(ReviewTold, wrong=(404,)))
async def cancel_review(request: Request, review: str) -> Response:
    """Stop a review after the deal that is being weighed."""
    await _library(request).shelf.end_job(review, "cancelled")
    return answer(await _told_job(request, review, 0))


async def _told_job(request: Request, name: str, since: int) -> ReviewTold:
    shelf = _library(request).shelf
    job = await shelf.job(name)
    if job is None:
        raise CallError(404, "error.replay.job", job=name[:SAID])
    found = numbers_done(job.deals, await shelf.reviews(job.deals))
    state: State = "going"
    if len(found) == len(job.deals):
        state = "done"
    elif job.state in {"cancelled", "failed"}:
        state = "cancelled" if job.state == "cancelled" else "failed"
    elif desk_of(request).now() - job.beats > LOST:
        state = "failed"
    return ReviewTold(
        id=name,
        state=state,
        done=len(found),
        total=len(job.deals),
        since=since,
        deals=[Raw(one.encode()) for one in found[since:]],
    )
