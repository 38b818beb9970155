"""Leases: which process plays a table, as the database says; a lease ends with its process.

Every process counts its beats in a row of its own. The others see the count grow; one whose count
has stood still for some seconds of *their* clock is dead, and whoever needs one of its tables takes
it. So no two clocks are compared. Should a process that was taken for dead go on, it finds its row
gone and gives up its tables; what it writes until then meets the key of the log, the table and the
version, which takes an event once.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from basra.errors import BasraError
from basra.server.schema import LEASES, PROCESSES, TABLES

TRIES: Final = 5
"""How often a lease is asked for while others take it."""


class Seen(NamedTuple):
    """How far the count of a process was, and when that was seen first."""

    beats: int
    at: float


class Leases:
    """What one process holds, and what it knows of the others."""

    def __init__(
        self, engine: AsyncEngine, me: str, patience: float, clock: Callable[[], float]
    ) -> None:
        self.me = me
        self._engine = engine
        self._patience = patience
        self._clock = clock
        self._seen: dict[str, Seen] = {}
        self._looked_at = clock()

    async def begin(self) -> None:
        """Be there."""
        async with self._engine.begin() as connection:
            await connection.execute(insert(PROCESSES).values(id=self.me, beats=0))
            await self._look(connection)

    async def end(self) -> None:
        """Be gone: what was held may be taken at once."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(LEASES).where(LEASES.c.process == self.me))
            await connection.execute(delete(PROCESSES).where(PROCESSES.c.id == self.me))

    async def beat(self) -> bool:
        """Show life and look at the others; tell whether nobody took this process for dead.

        If somebody did, it holds nothing any more.
        """
        mine = PROCESSES.c.id == self.me
        async with self._engine.begin() as connection:
            grown = update(PROCESSES).where(mine).values(beats=PROCESSES.c.beats + 1)
            is_known = (await connection.execute(grown)).rowcount == 1
            await self._look(connection)
        if not is_known:
            await self.end()
            await self.begin()
        return is_known

    def living(self) -> set[str]:
        """Return the processes that are not dead, as far as is known."""
        return {process for process in self._seen if self._is_alive(process)}

    async def claim(self, table: str) -> str | None:
        """Return who plays a table: this process if nobody did; ``None`` if there is no table.

        Raises BasraError if others are quicker again and again.
        """
        if not table.isprintable():  # no id, and not every database takes it for a text
            return None
        query = (
            select(TABLES.c.id, LEASES.c.process)
            .outerjoin(LEASES, LEASES.c.table_id == TABLES.c.id)
            .where(TABLES.c.id == table)
        )
        for _ in range(TRIES):
            async with self._engine.connect() as connection:
                row = (await connection.execute(query)).first()
                if row is not None and row[1] not in self._seen:
                    await self._look(connection)
            if row is None:
                return None
            holder: str | None = row[1]
            if holder == self.me or (holder is not None and self._is_alive(holder)):
                return holder
            if await self._take(table, holder):
                return self.me
        raise BasraError("error.server.silent")

    async def release(self, table: str) -> None:
        """Hold a table no longer."""
        held = (LEASES.c.table_id == table) & (LEASES.c.process == self.me)
        async with self._engine.begin() as connection:
            await connection.execute(delete(LEASES).where(held))

    async def _take(self, table: str, holder: str | None) -> bool:
        """Take a lease that nobody holds, or one of the dead, unless another was quicker."""
        try:
            async with self._engine.begin() as connection:
                if holder is None:
                    await connection.execute(insert(LEASES).values(table_id=table, process=self.me))
                    return True
                same = (LEASES.c.table_id == table) & (LEASES.c.process == holder)
                taken = await connection.execute(update(LEASES).where(same).values(process=self.me))
                return taken.rowcount == 1
        except IntegrityError:
            return False

    async def _look(self, connection: AsyncConnection) -> None:
        """See how far the others are, and remove the rows of the dead."""
        now = self._clock()
        rows = (await connection.execute(select(PROCESSES.c.id, PROCESSES.c.beats))).all()
        was_blind = now - self._looked_at > self._patience
        seen: dict[str, Seen] = {}
        for process, beats in rows:
            before = self._seen.get(process)
            is_same = before is not None and before.beats == beats
            # One who has not looked for long cannot say that the others stood still.
            seen[process] = before if before and is_same and not was_blind else Seen(beats, now)
        self._seen, self._looked_at = seen, now

    def _is_alive(self, process: str) -> bool:
        if process == self.me:
            return True
        seen = self._seen.get(process)
        return seen is not None and self._clock() - seen.at < self._patience

    async def bury(self) -> set[str]:
        """Remove the rows of the dead and return who they were."""
        dead = {one: seen for one, seen in self._seen.items() if not self._is_alive(one)}
        if dead:
            async with self._engine.begin() as connection:
                for process, seen in dead.items():
                    same = (PROCESSES.c.id == process) & (PROCESSES.c.beats == seen.beats)
                    await connection.execute(delete(PROCESSES).where(same))
            for process in dead:
                self._seen.pop(process, None)
        return set(dead)
