"""Duplicate matches in the database, their tables, and what is sealed while they are played."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from msgspec import json
from sqlalchemy import Row, insert, or_, select, update

from basra.club.duplicate import Board, Duplicate, begin_if_full, boards
from basra.club.notices import Kind
from basra.server.answers import Guest, Opening
from basra.server.calls import CallError
from basra.server.directing import ABSENT, TRIES, Director
from basra.server.duplicate_tables import DUPLICATES
from basra.server.hub import Hub
from basra.server.schema import EVENTS, TABLES
from basra.table.events import AnyEvent, Ended, Policy, Scored

_read = json.Decoder(Duplicate).decode
_read_event: "json.Decoder[AnyEvent]" = json.Decoder(AnyEvent)


class Standing(NamedTuple):
    """How a duplicate match stands."""

    duplicate: Duplicate
    boards: list[Board]
    is_over: bool
    people: dict[str, Guest]
    """Those who have a place, as they are called now."""


class Duplicates:
    """All duplicate matches."""

    def __init__(self, director: Director, hub: Hub) -> None:
        self._director = director
        self._accounts = director.accounts
        self._engine = director.accounts.engine
        self._hub = hub

    async def add(self, duplicate: Duplicate) -> None:
        """Keep a new duplicate match."""
        row = {"id": duplicate.id, "version": 0, "data": json.encode(duplicate).decode()}
        async with self._engine.begin() as connection:
            await connection.execute(insert(DUPLICATES).values(row))

    async def change(self, name: str, made: Callable[[Duplicate], Duplicate]) -> None:
        """Change a duplicate match, which begins when it is full. Raises BasraError."""
        new_id, entropy = self._accounts.new_id, self._director.entropy
        for _ in range(TRIES):
            row = await self._row(name)
            before = _read(row.data)
            after = begin_if_full(made(before), new_id, entropy)
            first, second = after.tables or (None, None)
            values = {"data": json.encode(after).decode(), "first": first, "second": second}
            if await self._accounts.store.replace(DUPLICATES, name, row.version, values):
                if after.tables and not before.tables:
                    self._tell(after, "duplicate_begun")
                return
        raise CallError(503, "error.duplicate.busy")

    async def look(self, name: str) -> Standing:
        """Tell how one stands, and open its tables if they are not there. Raises CallError."""
        row = await self._row(name)
        duplicate = _read(row.data)
        people = await self._accounts.guests(_people(*duplicate.places))
        if not duplicate.tables:
            return Standing(duplicate, [], is_over=False, people=people)
        await self._open_tables(duplicate)
        scores, over = [], True
        for table in duplicate.tables:
            points, has_ended = await self._course(table)
            scores.append(points)
            over = over and has_ended
        if over and row.ended is None:
            one = (DUPLICATES.c.id == name) & DUPLICATES.c.ended.is_(None)
            ended = update(DUPLICATES).where(one).values(ended=self._accounts.now())
            async with self._engine.begin() as connection:
                is_first = bool((await connection.execute(ended)).rowcount)
            if is_first:  # others may have seen it at the same time
                self._tell(duplicate, "duplicate_over")
        return Standing(duplicate, boards(scores), over, people)

    def _tell(self, duplicate: Duplicate, kind: Kind) -> None:
        path = f"/duplicate/{duplicate.id}"
        self._director.notices.tell(_people(*duplicate.places), kind, duplicate.id, path)

    # --- what is sealed -------------------------------------------------------------------------

    async def over(self, table: str) -> None:
        """See whether a duplicate match is over where a table of it may be."""
        await self.sealed(table)

    async def sealed(self, table: str) -> Collection[str] | None:
        """Return who plays at a table of a duplicate match, until both tables are over."""
        has_table = or_(DUPLICATES.c.first == table, DUPLICATES.c.second == table)
        query = select(DUPLICATES.c.id).where(has_table, DUPLICATES.c.ended.is_(None))
        async with self._engine.connect() as connection:
            found: str | None = (await connection.execute(query)).scalar()
        if found is None:
            return None
        standing = await self.look(found)
        if standing.is_over:
            return None
        duplicate = standing.duplicate
        return _people(duplicate.places[duplicate.tables.index(table)])

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

    async def _open_tables(self, duplicate: Duplicate) -> None:
        opening = Opening(rules=duplicate.rules, policy=Policy(absent=ABSENT))
        tables = dict(zip(duplicate.tables, map(_people, duplicate.places), strict=True))
        await self._director.open(self._hub, opening, tables, duplicate.seed)


def _people(*tables: Sequence[str | None]) -> list[str]:
    """Return those who have a place at tables, in order."""
    return [one for places in tables for one in places if one is not None]
