"""Duplicate matches in the database, their tables, and what is sealed while they are played."""

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from msgspec import json
from sqlalchemy import Row, or_, select, update
from sqlalchemy import insert as insert_into

from basra.club.duplicate import Board, Duplicate, begin_if_full, boards
from basra.club.notices import Kind
from basra.errors import BasraError
from basra.server.answers import Opening
from basra.server.calls import CallError
from basra.server.duplicate_tables import DUPLICATES
from basra.server.hub import Hub
from basra.server.notices.keeping import Notices
from basra.server.schema import EVENTS, GUESTS, TABLES
from basra.server.store import Store
from basra.table.events import AnyEvent, Ended, Occupant, Policy, Scored

_TRIES = 8
_ABSENT = 45
_read = json.Decoder(Duplicate).decode
_read_event: "json.Decoder[AnyEvent]" = json.Decoder(AnyEvent)


class Standing(NamedTuple):
    """How a duplicate match stands."""

    duplicate: Duplicate
    boards: list[Board]
    is_over: bool
    names: dict[str, str]
    """What those who have a place are called now."""


class Duplicates:
    """All duplicate matches."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        notices: Notices,
        now: Callable[[], int],
        new_id: Callable[[], str],
        entropy: Callable[[], str],
    ) -> None:
        self._store = store
        self._engine = store.engine
        self._hub = hub
        self._notices = notices
        self._now = now
        self._new_id = new_id
        self._entropy = entropy

    async def add(self, duplicate: Duplicate) -> None:
        """Keep a new duplicate match."""
        row = {"id": duplicate.id, "version": 0, "data": json.encode(duplicate).decode()}
        async with self._engine.begin() as connection:
            await connection.execute(insert_into(DUPLICATES).values(row))

    async def change(self, name: str, made: Callable[[Duplicate], Duplicate]) -> None:
        """Change a duplicate match, which begins when it is full. Raises BasraError."""
        for _ in range(_TRIES):
            row = await self._row(name)
            before = _read(row.data)
            after = begin_if_full(made(before), self._new_id, self._entropy)
            first, second = after.tables or (None, None)
            values = {"data": json.encode(after).decode(), "first": first, "second": second}
            if await self._store.replace(DUPLICATES, name, row.version, values):
                if after.tables and not before.tables:
                    self._tell(after, "duplicate_begun")
                return
        raise CallError(503, "error.duplicate.busy")

    async def look(self, name: str) -> Standing:
        """Tell how one stands, and open its tables if they are not there. Raises CallError."""
        row = await self._row(name)
        duplicate = _read(row.data)
        names = await self._names(duplicate)
        if not duplicate.tables:
            return Standing(duplicate, [], is_over=False, names=names)
        await self._open_tables(duplicate, names)
        scores, over = [], True
        for table in duplicate.tables:
            points, has_ended = await self._course(table)
            scores.append(points)
            over = over and has_ended
        if over and row.ended is None:
            one = (DUPLICATES.c.id == name) & DUPLICATES.c.ended.is_(None)
            ended = update(DUPLICATES).where(one).values(ended=self._now())
            async with self._engine.begin() as connection:
                is_first = bool((await connection.execute(ended)).rowcount)
            if is_first:  # others may have seen it at the same time
                self._tell(duplicate, "duplicate_over")
        return Standing(duplicate, boards(scores), over, names)

    def _tell(self, duplicate: Duplicate, kind: Kind) -> None:
        people = [one for places in duplicate.places for one in places if one is not None]
        self._notices.tell(people, kind, duplicate.id, f"/duplicate/{duplicate.id}")

    # --- what is sealed -------------------------------------------------------------------------

    async def over(self, table: str) -> None:
        """See whether a duplicate match is over where a table of it may be."""
        await self._sealed(table)

    async def may_look(self, table: str, person: str | None) -> bool:
        """Tell whether somebody may look at a table: where all is sealed, who plays there alone."""
        duplicate = await self._sealed(table)
        if duplicate is None:
            return True
        played = None if person is None else duplicate.table_of(person)
        return played is not None and duplicate.tables[played] == table

    async def expect_open(self, table: str) -> None:
        """Raise CallError for a table whose cards are sealed."""
        if await self._sealed(table) is not None:
            raise CallError(422, "error.duplicate.sealed")

    async def _sealed(self, table: str) -> Duplicate | None:
        """Return the duplicate match that is still played and has this table, if there is one."""
        has_table = or_(DUPLICATES.c.first == table, DUPLICATES.c.second == table)
        query = select(DUPLICATES.c.id).where(has_table, DUPLICATES.c.ended.is_(None))
        async with self._engine.connect() as connection:
            found: str | None = (await connection.execute(query)).scalar()
        if found is None:
            return None
        standing = await self.look(found)
        return None if standing.is_over else standing.duplicate

    # --- parts ----------------------------------------------------------------------------------

    async def _row(self, name: str) -> "Row[tuple[str, int, str, str, int, str]]":
        async with self._engine.connect() as connection:
            query = select(DUPLICATES).where(DUPLICATES.c.id == name)
            row = (await connection.execute(query)).first()
        if row is None:
            raise CallError(404, "error.duplicate.none")
        return row

    async def _course(self, table: str) -> tuple[list[list[int]], bool]:
        """Return the points of the deals of the first match of a table, and whether it is over."""
        kinds = or_(EVENTS.c.data.contains('"k":"scored"'), EVENTS.c.data.contains('"k":"ended"'))
        query = select(EVENTS.c.data).where(EVENTS.c.table_id == table, kinds).order_by(EVENTS.c.v)
        closed = select(TABLES.c.closed).where(TABLES.c.id == table)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).scalars().all()
            is_closed = (await connection.execute(closed)).scalar() is not None
        points: list[list[int]] = []
        for event in map(_read_event.decode, rows):
            if isinstance(event, Scored):
                points.append(event.scores)
            elif isinstance(event, Ended):
                return points, True
        return points, is_closed

    async def _names(self, duplicate: Duplicate) -> dict[str, str]:
        people = [one for places in duplicate.places for one in places if one is not None]
        query = select(GUESTS.c.id, GUESTS.c.name).where(GUESTS.c.id.in_(people))
        async with self._engine.connect() as connection:
            return {row[0]: row[1] for row in (await connection.execute(query)).all()}

    async def _open_tables(self, duplicate: Duplicate, names: dict[str, str]) -> None:
        query = select(TABLES.c.id).where(TABLES.c.id.in_(duplicate.tables))
        async with self._engine.connect() as connection:
            there = set((await connection.execute(query)).scalars())
        for name, places in zip(duplicate.tables, duplicate.places, strict=True):
            if name not in there and not self._hub.is_leaving:
                people = [Occupant(id=one, name=names[one]) for one in places if one is not None]
                opening = Opening(rules=duplicate.rules, policy=Policy(absent=_ABSENT))
                # Another process that was as quick has opened it.
                with suppress(BasraError):
                    await self._hub.open(
                        opening, people[0], people=people, name=name, seed=duplicate.seed
                    )
