"""Tournaments in the database: each change is made on what was read, or made again.

Two processes may do the same at once; the version lets one of them win.
"""

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from logging import getLogger

from msgspec import json
from sqlalchemy import insert, select

from basra.club.tournament import Meeting, Tournament, expire, go_on, people_at, settle
from basra.errors import BasraError
from basra.server.answers import Guest, Opening
from basra.server.club_tables import TOURNAMENTS
from basra.server.directing import ABSENT, TRIES, Director
from basra.server.hub import Hub
from basra.server.ratings.book import Book
from basra.server.schema import TABLES
from basra.server.tasks import end
from basra.table.events import Policy

_MOST = 100
"""Tournaments in the list."""
_log = getLogger("basra.server")


class Tournaments:
    """All tournaments."""

    def __init__(self, director: Director, book: Book) -> None:
        self._director = director
        self._accounts = director.accounts
        self._engine = director.accounts.engine
        self._book = book
        self._hub: Hub | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self, hub: Hub, pause: float) -> None:
        """Look after what runs from now on."""
        self._hub = hub
        self._task = asyncio.create_task(self._run(pause), name="basra-tournaments")

    async def close(self) -> None:
        """Look after nothing any more."""
        if self._task is not None:
            await end(self._task)

    # --- reading and writing --------------------------------------------------------------------

    async def add(self, tournament: Tournament) -> None:
        """Keep a new tournament."""
        row = {
            "id": tournament.id,
            "version": 0,
            "created": tournament.created,
            "state": tournament.state,
            "data": json.encode(tournament).decode(),
        }
        async with self._engine.begin() as connection:
            await connection.execute(insert(TOURNAMENTS), [row])

    async def newest(self) -> list[Tournament]:
        """Return the tournaments that were made last."""
        query = select(TOURNAMENTS.c.data).order_by(TOURNAMENTS.c.created.desc()).limit(_MOST)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).scalars().all()
        return [json.decode(row, type=Tournament) for row in rows]

    async def find(self, name: str) -> Tournament:
        """Return a tournament. Raises BasraError."""
        return (await self._read(name))[0]

    async def people(self, tournament: Tournament) -> dict[str, Guest]:
        """Return those who have entered a tournament, as they are called now."""
        members = (who for one in tournament.entrants for who in one.members)
        return await self._accounts.guests(members)

    async def _read(self, name: str) -> tuple[Tournament, int]:
        query = select(TOURNAMENTS).where(TOURNAMENTS.c.id == name)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            raise BasraError("error.tournament.gone")
        return json.decode(row.data, type=Tournament), row.version

    async def change(self, name: str, made: Callable[[Tournament], Tournament]) -> Tournament:
        """Change a tournament, and open the tables of a new round. Raises BasraError."""
        now, new_id = self._accounts.now, self._accounts.new_id
        for _ in range(TRIES):
            before, version = await self._read(name)
            after = go_on(made(before), now(), new_id, self._director.entropy)
            if after == before:
                return before
            values = {"data": json.encode(after).decode(), "state": after.state}
            if await self._accounts.store.replace(TOURNAMENTS, name, version, values):
                if len(after.played) > len(before.played):
                    await self._open_tables(after)
                return after
        raise BasraError("error.tournament.busy")

    # --- rounds ---------------------------------------------------------------------------------

    async def _run(self, pause: float) -> None:
        while True:
            await asyncio.sleep(pause)
            try:
                await self.look()
            except Exception:  # noqa: BLE001 - the next look does what this one could not
                _log.exception("tournaments wait")

    async def look(self) -> None:
        """Enter results, open tables that are missing, and let rounds end whose time is over."""
        query = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.state == "running")
        async with self._engine.connect() as connection:
            names = (await connection.execute(query)).scalars().all()
        for name in names:
            await self._look_at(await self.find(name))

    async def entered(self, table: str) -> None:
        """Enter the result of a table at once, if it is one of a tournament."""
        if (found := await self._meeting(table)) is not None:
            await self._look_at(found[0])

    async def sealed(self, table: str) -> Collection[str] | None:
        """Return who plays at a table of a round with the same deals for all, until it is over."""
        found = await self._meeting(table)
        return people_at(*found) if found and found[0].played[-1].is_sealed else None

    async def _meeting(self, table: str) -> tuple[Tournament, Meeting] | None:
        """Return the tournament in the last round of which a table is, and the meeting there."""
        is_told = TOURNAMENTS.c.data.contains(f'"{table}"', autoescape=True)
        query = select(TOURNAMENTS.c.data).where(TOURNAMENTS.c.state == "running", is_told)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).scalars().all()
        for tournament in (json.decode(row, type=Tournament) for row in rows):
            for meeting in _last(tournament):
                if meeting.table == table:
                    return tournament, meeting
        return None

    async def _look_at(self, tournament: Tournament) -> None:
        waiting = [one for one in _last(tournament) if one.points is None and one.table]
        for meeting in waiting:
            table = meeting.table or ""
            results = await self._book.results(table)
            if results or await self._is_closed(table):
                result = results[0] if results else None
                await self.change(tournament.id, partial(settle, table=table, result=result))
        now = await self.change(tournament.id, lambda one: expire(one, self._accounts.now()))
        await self._open_tables(now)

    async def _is_closed(self, table: str) -> bool:
        """Tell whether a table was closed, so that nothing will come of it."""
        query = select(TABLES.c.closed).where(TABLES.c.id == table)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar() is not None

    async def _open_tables(self, tournament: Tournament) -> None:
        """Open the tables of the last round that are not there yet."""
        if self._hub is None or not tournament.played:
            return
        last = tournament.played[-1]
        people = {
            one.table: people_at(tournament, one)
            for one in last.meetings
            if one.points is None and one.table
        }
        policy = Policy(
            public=not tournament.duplicate,
            rated=tournament.rated,
            clock=tournament.clock,
            absent=ABSENT,
        )
        opening = Opening(rules=tournament.rules, policy=policy)
        for table in await self._director.open(self._hub, opening, people, last.seed):
            self._director.notices.tell(
                people[table],
                "round",
                table,
                f"/t/{table}",
                name=tournament.name,
                round=len(tournament.played),
            )


def _last(tournament: Tournament) -> list[Meeting]:
    return tournament.played[-1].meetings if tournament.played else []
