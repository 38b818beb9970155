"""Marks: whom somebody blocks, mutes or follows; and who may not play for a while."""

from collections.abc import Collection, Sequence
from typing import Literal

from sqlalchemy import ColumnElement, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from basra.errors import BasraError
from basra.server.club_tables import MARKS, SEEKS, SUSPENSIONS
from basra.server.notices.keeping import Notices
from basra.server.people.accounts import Accounts, hold
from basra.server.schema import GUESTS
from basra.table.events import Occupant

Kind = Literal["block", "mute", "follow"]


class Marks:
    """The marks of all persons."""

    def __init__(self, accounts: Accounts, notices: Notices) -> None:
        self._accounts = accounts
        self._notices = notices
        self._engine = accounts.engine

    async def put(self, person: str, other: str, kind: Kind) -> None:
        """Mark somebody. Raises BasraError for oneself, or for nobody."""
        if person == other or await self._accounts.guest(other) is None:
            raise BasraError("error.people.nobody")
        row = {"guest_id": person, "other": other, "kind": kind, "at": self._accounts.now()}
        async with self._engine.begin() as connection:
            await hold(connection, person)
            await connection.execute(delete(MARKS).where(_one(person, other, kind)))
            await connection.execute(insert(MARKS), [row])
        if kind == "block":
            await self._notices.part(person, other)
        else:
            self._notices.stir([person])

    async def take_away(self, person: str, other: str, kind: Kind) -> None:
        """Mark somebody no longer."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(MARKS).where(_one(person, other, kind)))
        self._notices.stir([person, other])

    async def of(self, person: str) -> list[tuple[str, Kind]]:
        """Return whom somebody has marked, and how, the newest first."""
        query = select(MARKS.c.other, MARKS.c.kind).where(MARKS.c.guest_id == person)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query.order_by(MARKS.c.at.desc()))).all()
        return [(row.other, row.kind) for row in rows]

    async def apart(self, persons: Collection[str]) -> set[frozenset[str]]:
        """Return the pairs of which one blocks the other: they are not brought together."""
        query = select(MARKS.c.guest_id, MARKS.c.other).where(
            MARKS.c.kind == "block", MARKS.c.guest_id.in_(persons), MARKS.c.other.in_(persons)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return {frozenset(row) for row in rows}

    async def expect_seat(self, who: Occupant, others: Sequence[Occupant]) -> None:
        """Raise BasraError for somebody who may not play for a while, or is apart from others.

        Who is apart from whom is not said. A bot from outside stands for the person who made it.
        """
        makers = await self._makers([one.id for one in (who, *others) if one.bot])
        await self.expect_welcome(makers.get(who.id, who.id))
        mine = {who.id, makers.get(who.id, who.id)}
        theirs = {person for one in others for person in (one.id, makers.get(one.id, one.id))}
        if theirs and any(
            pair & mine and pair & (theirs - mine) for pair in await self.apart(mine | theirs)
        ):
            raise BasraError("error.people.apart")

    async def _makers(self, bots: Collection[str]) -> dict[str, str]:
        if not bots:
            return {}
        query = select(GUESTS.c.id, GUESTS.c.owner).where(GUESTS.c.id.in_(bots))
        async with self._engine.connect() as connection:
            return {row.id: row.owner for row in (await connection.execute(query)).all()}

    async def suspend(self, connection: AsyncConnection, person: str, until: int) -> None:
        """Let somebody neither open tables, sit down, nor look for games until a time."""
        await hold(connection, person)
        mine = SUSPENSIONS.c.guest_id == person
        await connection.execute(delete(SUSPENSIONS).where(mine))
        await connection.execute(insert(SUSPENSIONS), [{"guest_id": person, "until": until}])
        waits = (SEEKS.c.guest_id == person) & SEEKS.c.table_id.is_(None)
        await connection.execute(delete(SEEKS).where(waits))

    async def expect_welcome(self, person: str) -> None:
        """Raise BasraError for somebody who may not play for a while."""
        query = select(SUSPENSIONS.c.until).where(SUSPENSIONS.c.guest_id == person)
        async with self._engine.connect() as connection:
            until = (await connection.execute(query)).scalar()
        if until is not None and until > self._accounts.now():
            minutes = -((self._accounts.now() - until) // 60_000)
            raise BasraError("error.people.suspended", minutes=minutes)


def _one(person: str, other: str, kind: Kind) -> ColumnElement[bool]:
    return (MARKS.c.guest_id == person) & (MARKS.c.other == other) & (MARKS.c.kind == kind)
