"""The waiting room: seeks in the database, and the tables that come of them."""

import asyncio
from collections.abc import Callable, Sequence

from msgspec import json
from sqlalchemy import delete, insert, select, update

from basra.bots import LADDER
from basra.club.ratings import scale_of
from basra.club.seeking import Seek, party
from basra.errors import BasraError
from basra.server.answers import Guest, Opening
from basra.server.club_answers import SeekWish
from basra.server.club_tables import SEEKS
from basra.server.hub import Hub
from basra.server.notices.keeping import Notices
from basra.server.people.marks import Marks
from basra.server.ratings.book import Book
from basra.server.schema import TABLES
from basra.server.store import Store
from basra.table.events import Occupant, Policy
from basra.variants import find_rules, key_of, rules_text

GONE = 10_000
"""Milliseconds of silence after which a seek is over."""
KEPT = 600_000
"""Milliseconds for which a pairing can be asked for."""
_ABSENT = 30
_STAND_IN = "careful"


class WaitingRoom:
    """All that wait for a game."""

    def __init__(
        self,
        store: Store,
        book: Book,
        marks: Marks,
        notices: Notices,
        now: Callable[[], int],
        new_id: Callable[[], str],
    ) -> None:
        self._engine = store.engine
        self._book = book
        self._marks = marks
        self._notices = notices
        self._now = now
        self._new_id = new_id
        self._turn = asyncio.Lock()

    async def come(self, guest: Guest, wish: SeekWish, hub: Hub) -> str:
        """Let somebody wait, and return the id of the seek. Raises BasraError."""
        await self._marks.expect_welcome(guest.id)
        rules = find_rules(wish.rules)
        text = rules_text(rules, key_of(wish.rules))
        scale = scale_of(key_of(text), rules.seats, rules.sides)
        skill = await self._book.skill(guest.id, scale)
        now = self._now()
        seek = Seek(
            id=self._new_id(),
            person=guest.id,
            name=guest.name,
            rules=text,
            seats=rules.seats,
            sides=rules.sides,
            rated=wish.rated,
            clock=wish.clock,
            points=skill.points,
            provisional=skill.is_provisional,
            band=wish.band,
            created=now,
        )
        row = {"id": seek.id, "guest_id": guest.id, "created": now, "seen": now, "table_id": None}
        row["data"] = json.encode(seek).decode()
        async with self._engine.begin() as connection:
            before = (SEEKS.c.guest_id == guest.id) | (SEEKS.c.seen < now - KEPT)
            await connection.execute(delete(SEEKS).where(before))
            await connection.execute(insert(SEEKS), [row])
        await self._pair(hub)
        if any(one.id == seek.id for one in await self.waiting()):
            facts = {"name": guest.name, "variant": key_of(text)}
            self._notices.tell_followers(guest.id, "seeking", "/", **facts)
        return seek.id

    async def look(self, guest: Guest, seek: str, hub: Hub) -> tuple[Seek, str | None]:
        """Return a seek of somebody, and the table if it was paired. Raises BasraError."""
        seen = update(SEEKS).where(SEEKS.c.id == seek, SEEKS.c.guest_id == guest.id)
        async with self._engine.begin() as connection:
            await connection.execute(seen.values(seen=self._now()))
        found, table = await self._find(guest, seek)
        if table is None:
            await self._pair(hub)
            found, table = await self._find(guest, seek)
        return found, table

    async def leave(self, guest: Guest, seek: str) -> None:
        """Let somebody wait no longer."""
        mine = (SEEKS.c.id == seek) & (SEEKS.c.guest_id == guest.id) & SEEKS.c.table_id.is_(None)
        async with self._engine.begin() as connection:
            await connection.execute(delete(SEEKS).where(mine))

    async def take_bots(self, guest: Guest, seek: str, hub: Hub) -> str:
        """Return a table with bots instead of those who have not come. Raises BasraError."""
        async with self._turn:
            found, table = await self._find(guest, seek)
            if table is not None:
                return table
            scale = scale_of(key_of(found.rules), found.seats, found.sides)
            level = await self._level(scale, found.points)
            opened = await self._open([found], hub, level)
            if opened is None:
                raise BasraError("error.seek.gone")
            return opened

    async def waiting(self) -> list[Seek]:
        """Return who waits."""
        alive = SEEKS.c.table_id.is_(None) & (SEEKS.c.seen >= self._now() - GONE)
        query = select(SEEKS.c.data).where(alive).order_by(SEEKS.c.created)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).scalars().all()
        return [json.decode(row, type=Seek) for row in rows]

    async def _find(self, guest: Guest, seek: str) -> tuple[Seek, str | None]:
        # A table is told of once it is there: its seeks are claimed before.
        there = SEEKS.join(TABLES, SEEKS.c.table_id == TABLES.c.id, isouter=True)
        query = select(SEEKS.c.data, TABLES.c.id).select_from(there)
        mine = query.where(SEEKS.c.id == seek, SEEKS.c.guest_id == guest.id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(mine)).first()
        if row is None:
            raise BasraError("error.seek.gone")
        return json.decode(row.data, type=Seek), row.id

    async def _pair(self, hub: Hub) -> None:
        """Begin the games that can begin."""
        async with self._turn:
            waiting = await self.waiting()
            apart = await self._marks.apart([one.person for one in waiting])
            while group := party(
                waiting, self._now(), lambda one, other: frozenset({one, other}) in apart
            ):
                await self._open(group, hub, None)
                waiting = [one for one in waiting if one not in group]

    async def _open(self, group: Sequence[Seek], hub: Hub, level: str | None) -> str | None:
        """Open a table for a group; nothing comes of it if somebody has just been paired."""
        first = group[0]
        people = [Occupant(id=one.person, name=one.name) for one in group]
        bots = {str(seat): level for seat in range(len(group), first.seats) if level is not None}
        policy = Policy(rated=first.rated, clock=first.clock, absent=_ABSENT, stand_in=_STAND_IN)
        opening = Opening(rules=first.rules, policy=policy, bots=bots)
        table, ids = self._new_id(), [one.id for one in group]
        free = SEEKS.c.id.in_(ids) & SEEKS.c.table_id.is_(None)
        async with self._engine.connect() as connection:
            paired = await connection.execute(update(SEEKS).where(free).values(table_id=table))
            if paired.rowcount != len(ids):
                await connection.rollback()
                return None
            await connection.commit()
        try:
            return await hub.open(opening, people[0], people=people, name=table)
        except Exception:
            claimed = update(SEEKS).where(SEEKS.c.table_id == table)
            async with self._engine.begin() as connection:
                await connection.execute(claimed.values(table_id=None))
            raise

    async def _level(self, scale: str, points: int) -> str:
        """Return the level whose rating is nearest; a quick one where none is known."""
        known = {}
        for level in LADDER:
            skill = await self._book.skill(f"bot:{level}", scale)
            if not skill.is_provisional:
                known[level] = abs(skill.points - points)
        return min(known, key=known.__getitem__) if known else _STAND_IN
