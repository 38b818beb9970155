"""Contests in the database: a play is added only to the plays that it was chosen at."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from basra.server.contest_tables import ATTEMPTS, CONTESTS, SECRETS
from basra.server.schema import GUESTS


class ContestRow(NamedTuple):
    """A contest as it is kept; its seed is not."""

    id: str
    kind: str
    rules: str
    level: str
    deals: int
    ends: int | None
    created: int


class AttemptRow(NamedTuple):
    """An attempt as it is kept."""

    guest: str
    name: str
    plays: tuple[str, ...]
    margin: int | None


class Archive:
    """All contests of a server."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def secret(self, fresh: str) -> str:
        """Return the secret that seeds are made with; ``fresh`` becomes it if there is none."""
        query = select(SECRETS.c.value).where(SECRETS.c.name == "contests")
        async with self._engine.connect() as connection:
            found: str | None = (await connection.execute(query)).scalar()
        if found is not None:
            return found
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(SECRETS).values(name="contests", value=fresh))
        except IntegrityError:  # another process was quicker
            return await self.secret(fresh)
        return fresh

    async def find(self, name: str) -> ContestRow | None:
        """Return a contest."""
        query = select(*CONTESTS.c).where(CONTESTS.c.id == name)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else ContestRow(*row)

    async def add(self, row: ContestRow) -> None:
        """Keep a contest, unless there is one of its id."""
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(CONTESTS).values(row._asdict()))
        except IntegrityError:
            return

    async def attempts(self, contest: str) -> list[AttemptRow]:
        """Return all attempts at a contest, the first one first."""
        query = (
            select(ATTEMPTS.c.guest_id, GUESTS.c.name, ATTEMPTS.c.plays, ATTEMPTS.c.margin)
            .join(GUESTS, GUESTS.c.id == ATTEMPTS.c.guest_id)
            .where(ATTEMPTS.c.contest_id == contest)
            .order_by(ATTEMPTS.c.begun, ATTEMPTS.c.guest_id)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [AttemptRow(row[0], row[1], tuple(row[2].split()), row[3]) for row in rows]

    async def begin(self, contest: str, guest: str, most: int | None, now: int) -> bool:
        """Begin an attempt; tell whether there was room, as there is for one who has begun."""
        # Who begins at the same moment in another process waits, and is counted.
        locked = select(CONTESTS.c.id).where(CONTESTS.c.id == contest).with_for_update()
        counted = select(func.count()).where(ATTEMPTS.c.contest_id == contest)
        row = {"contest_id": contest, "guest_id": guest, "plays": "", "begun": now}
        try:
            async with self._engine.connect() as connection:
                await connection.execute(locked)
                await connection.execute(insert(ATTEMPTS).values(row))
                people: int = (await connection.execute(counted)).scalar_one()
                has_room = most is None or people <= most
                if has_room:
                    await connection.commit()
        except IntegrityError:
            return True
        return has_room

    async def advance(
        self,
        contest: str,
        guest: str,
        before: Sequence[str],
        after: Sequence[str],
        ended: tuple[int, int] | None,
    ) -> bool:
        """Write plays down, unless others have been written since; at the end margin and time."""
        values: dict[str, object] = {"plays": " ".join(after)}
        if ended is not None:
            values |= {"margin": ended[0], "ended": ended[1]}
        step = (
            update(ATTEMPTS)
            .where(
                ATTEMPTS.c.contest_id == contest,
                ATTEMPTS.c.guest_id == guest,
                ATTEMPTS.c.plays == " ".join(before),
            )
            .values(values)
        )
        async with self._engine.begin() as connection:
            return (await connection.execute(step)).rowcount == 1
