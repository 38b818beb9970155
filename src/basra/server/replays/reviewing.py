"""Reviewing: jobs that weigh deals in a process of their own, behind the players, or on a cluster.

What is found is kept by the content of the deal, so a deal is weighed once. How far a job is stands
in the database: any process of the server can tell it, and stop it.
"""

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from logging import getLogger
from typing import Any, Final

from msgspec import json

from basra.match import Match
from basra.review import Job, as_data, course_of, review_deal
from basra.review.strengths import edition
from basra.server.crew import Crew
from basra.server.replays.shelf import Shelf
from basra.server.tasks import end

EDITION: Final = "1"
"""What is weighed in another way needs another one, so that old reviews are not shown as new; the
strengths and what players have learnt are looked at besides."""
BEAT: Final = 5.0
"""Seconds between two signs that a job is worked on."""
LOST: Final = 30_000
"""Milliseconds without such a sign after which a job is taken for lost."""
MOST: Final = 60
"""Deals of the longest match that is reviewed."""
GOING: Final = 64
"""Jobs at once."""
PLACES: Final = 4
"""Decimals of the figures that are told."""
_log = getLogger("basra.server")


def jobs_of(match: Match, strength: str) -> dict[str, Job]:
    """Return what is to be reviewed of a match by the ids of the reviews, in order.

    >>> import basra
    >>> from basra.server.replays.reviewing import jobs_of
    >>> match = basra.Match("egyptian", seed=7)
    >>> played = match.deal.play(match.deal.legal_plays[0])
    >>> [job.depth for job in jobs_of(match, "quick").values()]
    ['quick']
    """
    jobs = [Job(course_of(deal), strength) for deal in match.deals if deal.history]
    return {_id(job): job for job in jobs}


def _id(job: Job) -> str:
    course = job.course
    content = (EDITION, edition(), job.depth, tuple(course.rules), *course[1:])
    return sha256(repr(content).encode()).hexdigest()


def review(job: Job) -> str:
    """Return the review of a deal as JSON."""
    return json.encode(_rounded(as_data(review_deal(job)))).decode()


def _rounded(value: Any) -> Any:  # noqa: ANN401 - whatever JSON can hold
    if isinstance(value, float):
        return round(value, PLACES)
    if isinstance(value, dict):
        return {name: _rounded(one) for name, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list) else value


class Reviewers:
    """The crew that reviews, and the jobs."""

    def __init__(self, shelf: Shelf, now: Callable[[], int], crew: Crew) -> None:
        self._shelf = shelf
        self._now = now
        self._crew = crew
        self._turns = asyncio.Semaphore(crew.room)
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_full(self) -> bool:
        """Whether no further job can be taken."""
        return len(self._tasks) >= GOING

    def begin(
        self, name: str, jobs: dict[str, Job], done: Callable[[], None] = lambda: None
    ) -> None:
        """Work on a job that the shelf knows, and say when it is done."""
        task = asyncio.create_task(self._work(name, jobs, done), name=f"basra-review-{name}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def idle(self) -> None:
        """Wait until nothing is going on."""
        await asyncio.gather(*self._tasks)

    async def close(self) -> None:
        """Stop all that is going on."""
        try:
            await end(*self._tasks)
        finally:
            self._crew.close()

    async def _work(self, name: str, jobs: dict[str, Job], done: Callable[[], None]) -> None:
        beating = asyncio.create_task(self._beat(name))
        try:
            deals = iter(jobs.items())
            async with asyncio.TaskGroup() as lanes:
                for _ in range(min(self._crew.room, len(jobs))):
                    lanes.create_task(self._review_all(name, deals))
            await self._shelf.end_job(name, "done")
            done()
        except Exception:  # noqa: BLE001 - who waits is told, whatever it was
            _log.exception("review %s failed", name)
            await self._shelf.end_job(name, "failed")
        finally:
            beating.cancel()

    async def _review_all(self, name: str, deals: Iterator[tuple[str, Job]]) -> None:
        """Take one deal after the other, beside those who do the same, while they are wanted."""
        for review_id, job in deals:
            if not await self._shelf.beat(name, self._now()):
                return
            await self._review(name, review_id, job)

    async def _review(self, name: str, review_id: str, job: Job) -> None:
        """Review a deal unless it has been; jobs take turns deal by deal."""
        if await self._shelf.has_review(review_id):
            return
        async with self._turns:
            # Another job may have had the same deal, and this one may have been given up.
            if await self._shelf.has_review(review_id):
                return
            if not await self._shelf.beat(name, self._now()):
                return
            data = await self._crew.ask(review, job)
            if data is None:
                raise RuntimeError(review_id)
            await self._shelf.add_review(review_id, data, self._now())

    async def _beat(self, name: str) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self._shelf.beat(name, self._now())


def step_back() -> None:
    """Let players and tables go first."""
    with suppress(AttributeError, OSError):  # not everywhere
        os.nice(10)


def numbers_done(wanted: Sequence[str], found: dict[str, str]) -> list[str]:
    """Return the reviews that are there, up to the first that is not."""
    told = []
    for one in wanted:
        if one not in found:
            break
        told.append(found[one])
    return told
