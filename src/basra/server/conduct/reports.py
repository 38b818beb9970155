"""Reports and statistics for moderators, in the database."""

import math

from sqlalchemy import func, insert, select, update

from basra.errors import BasraError
from basra.server.club_answers import GiftTold, Reporting, ReportTold, Verdict
from basra.server.club_tables import GIFTS, REPORTS
from basra.server.notices.keeping import Notices
from basra.server.people.accounts import Accounts, hold
from basra.server.people.marks import Marks
from basra.server.ratings.book import Book

DAY = 86_400_000
MOST = 200
"""Reports or pairs that are shown at a time."""
OPEN = 20
"""Reports of one person that may wait at a time."""
ENOUGH = 3
"""Matches before a pair is shown."""


class Reports:
    """All reports."""

    def __init__(self, accounts: Accounts, marks: Marks, book: Book, notices: Notices) -> None:
        self._accounts = accounts
        self._engine = accounts.engine
        self._marks = marks
        self._book = book
        self._notices = notices

    async def add(self, reporter: str, report: Reporting) -> None:
        """Keep a report. Raises BasraError for one on oneself, on nobody, or one too many."""
        if report.person == reporter or await self._accounts.guest(report.person) is None:
            raise BasraError("error.people.nobody")
        waiting = select(func.count()).select_from(REPORTS)
        waiting = waiting.where(REPORTS.c.reporter == reporter, REPORTS.c.closed.is_(None))
        row = {
            "id": self._accounts.new_id(),
            "reporter": reporter,
            "reported": report.person,
            "table_id": report.table,
            "reason": report.reason,
            "text": report.text,
            "at": self._accounts.now(),
        }
        async with self._engine.begin() as connection:
            await hold(connection, reporter)
            await connection.execute(insert(REPORTS), [row])
            if (await connection.execute(waiting)).scalar_one() > OPEN:
                raise BasraError("error.server.many")

    async def open(self) -> list[ReportTold]:
        """Return the reports that wait, the oldest first."""
        waiting = select(REPORTS).where(REPORTS.c.closed.is_(None)).order_by(REPORTS.c.at)
        counted = select(REPORTS.c.reported, func.count()).group_by(REPORTS.c.reported)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(waiting.limit(MOST))).all()
            others = {row[0]: row[1] for row in await connection.execute(counted)}
        persons = [person for row in rows for person in (row.reporter, row.reported)]
        guests = await self._accounts.guests(persons)
        told = []
        for row in rows:
            reliability = await self._book.reliability(row.reported)
            told.append(
                ReportTold(
                    id=row.id,
                    reporter=guests[row.reporter].name,
                    reported=guests[row.reported].name,
                    person=row.reported,
                    table=row.table_id,
                    reason=row.reason,
                    text=row.text,
                    at=row.at,
                    others=others[row.reported] - 1,
                    begun=reliability.begun,
                    stayed=reliability.stayed,
                )
            )
        return told

    async def decide(self, report: str, verdict: Verdict) -> None:
        """Close a report, and suspend the reported one if it is to be. Raises BasraError."""
        one = (REPORTS.c.id == report) & REPORTS.c.closed.is_(None)
        now = self._accounts.now()
        closed = update(REPORTS).where(one).values(closed=now, verdict=verdict.verdict)
        async with self._engine.begin() as connection:
            told = closed.returning(REPORTS.c.reporter, REPORTS.c.reported)
            row = (await connection.execute(told)).first()
            if row is None:
                raise BasraError("error.report.gone")
            if verdict.verdict == "suspend":
                await self._marks.suspend(connection, row.reported, now + DAY * verdict.days)
        await self._tell_reporter(report, row.reporter, row.reported)

    async def _tell_reporter(self, report: str, reporter: str, reported: str) -> None:
        """Let somebody know that a report was settled; what was decided is for moderators."""
        guest = await self._accounts.guest(reported)
        name = "" if guest is None else guest.name
        path = f"/person/{reported}"
        self._notices.tell([reporter], "report", report, path, named=reported, name=name)

    async def gifts(self) -> list[GiftTold]:
        """Return the pairs of which one takes what the other trails, the most striking first."""
        enough = select(GIFTS).where(GIFTS.c.matches >= ENOUGH)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(enough)).all()
        rows = sorted(rows, key=lambda row: -excess(row.given, row.expected))[:MOST]
        guests = await self._accounts.guests(
            [one for row in rows for one in (row.giver, row.taker)]
        )
        return [
            GiftTold(
                scale=row.scale,
                giver=guests[row.giver].name,
                taker=guests[row.taker].name,
                matches=row.matches,
                trails=row.trails,
                given=row.given,
                expected=round(row.expected, 1),
                excess=round(excess(row.given, row.expected), 2),
            )
            for row in rows
            if row.giver in guests and row.taker in guests
        ]


def excess(given: int, expected: float) -> float:
    """Return how far a number of gifts is from chance, in standard deviations.

    >>> from basra.server.conduct.reports import excess
    >>> excess(25, 16), excess(3, 0)
    (2.25, 0.0)
    """
    return (given - expected) / math.sqrt(expected) if expected > 0 else 0.0
