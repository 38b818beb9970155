"""The store: guests and the logs of tables in a database, written by one task in groups.

All that waits to be written is written in one transaction, so that many tables share the cost of
making it durable. ``append`` returns when its events are durable, and not before.
"""

import asyncio
import secrets
from collections.abc import Callable, Collection, Sequence
from hashlib import sha256
from time import monotonic
from typing import Any, NamedTuple

from msgspec import json
from sqlalchemy import ColumnElement, Insert, Table, event, insert, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from basra.errors import BasraError
from basra.server import metrics
from basra.server.answers import BotTold, Guest
from basra.server.club_tables import SESSIONS
from basra.server.database import engine_of
from basra.server.migrations import migrate
from basra.server.schema import EVENTS, GUESTS, LEASES, TABLES
from basra.server.tasks import end
from basra.table.events import AnyEvent, Closed, Event

MOST = 2_000
"""Appends in one transaction."""
REMEMBERED = 20_000
"""Guests that are known without asking the database."""
_SLOW = 2.0
"""Seconds that the database may take to say that it is there."""
FRESH = 10.0
"""Seconds for which that is so: what another process changed is seen after them."""
MANY = 500
"""Tokens that are asked for at once."""
ENDED = "ended"
"""What stands for the hash of a token that is none begins so."""

_GUEST, _TABLE, _APPEND = insert(GUESTS), insert(TABLES), insert(EVENTS)
_LEASE = insert(LEASES)
_IN_ORDER = (_GUEST, _TABLE, _LEASE, _APPEND)
"""A table is there before its events."""
_encode = json.Encoder().encode
_read_event: "json.Decoder[AnyEvent]" = json.Decoder(AnyEvent)


LOST = (SQLAlchemyError, OSError, TimeoutError)
"""What a database raises that cannot be reached, or not do what it is told."""


class StoreError(BasraError):
    """The database did not take what was to be written; nothing of it happened."""


def store_error(error: BaseException) -> StoreError:
    """Return what is told of a fault: its kind alone, since its text may hold what was written."""
    return StoreError("error.server.store", reason=type(error).__name__)


class _Entry(NamedTuple):
    statements: list[tuple[Insert, list[dict[str, Any]]]]
    done: "asyncio.Future[None]"


class Store:
    """A database that is open."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._queue: asyncio.Queue[_Entry] = asyncio.Queue()
        self.ended: Callable[[Collection[str]], None] = lambda _: None
        """Called with the hashes of tokens that were ended here."""
        self._guests: dict[str, tuple[Guest, float]] = {}
        self._dead: dict[str, None] = {}
        """Hashes of tokens that have ended lately; none of them ever opens anything again."""
        self._writer = asyncio.create_task(self._write(), name="basra-writer")

    @classmethod
    async def open(cls, database: str) -> "Store":
        """Open a database and bring its tables up to date. Raises BasraError as ``engine_of``."""
        engine = engine_of(database)
        if engine.dialect.name == "sqlite":
            event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        async with engine.begin() as connection:
            await connection.run_sync(migrate)
        return cls(engine)

    async def close(self) -> None:
        """Write what waits, and close."""
        await self._queue.join()
        await end(self._writer)
        await self.engine.dispose()

    async def is_there(self) -> bool:
        """Tell whether the database answers."""
        try:
            async with asyncio.timeout(_SLOW), self.engine.connect() as connection:
                await connection.execute(select(1))
        except LOST:
            return False
        return True

    async def flush(self) -> None:
        """Wait until all is written that waits now."""
        await self._queue.join()

    # --- logs -----------------------------------------------------------------------------------

    async def create(
        self, table: str, events: Sequence[AnyEvent], process: str | None = None
    ) -> None:
        """Begin the log of a table, which a process plays. Raises StoreError."""
        row = {"id": table, "created": events[0].at, "closed": None}
        held = [] if process is None else [{"table_id": table, "process": process}]
        await self._enter([(_TABLE, [row]), (_LEASE, held), (_APPEND, _rows(table, events))])

    async def append(self, table: str, events: Sequence[AnyEvent]) -> None:
        """Write events at the end of a log. Raises StoreError; then none of them is written."""
        await self._enter([(_APPEND, _rows(table, events))])
        if isinstance(events[-1], Closed):
            closed = update(TABLES).where(TABLES.c.id == table).values(closed=events[-1].at)
            async with self.engine.begin() as connection:
                await connection.execute(closed)

    async def log(self, table: str) -> list[AnyEvent]:
        """Return all events of a table; none if there is no such table."""
        query = select(EVENTS.c.data).where(EVENTS.c.table_id == table).order_by(EVENTS.c.v)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [_read_event.decode(row[0]) for row in rows]

    # --- guests ---------------------------------------------------------------------------------

    async def add_guest(self, guest: Guest, token: str, now: int, owner: str | None = None) -> None:
        """Keep a guest, or the bot of an owner; of the token its hash only. Raises StoreError."""
        row = {"id": guest.id, "token_hash": hash_of(token), "name": guest.name, "created": now}
        row["owner"] = owner
        await self._enter([(_GUEST, [row])])
        self._remember(hash_of(token), guest)

    async def guest(self, token: str) -> Guest | None:
        """Return the guest that a token belongs to, by the first session or a later one."""
        key = hash_of(token)
        if self.is_dead(key):
            return None
        known = self._guests.get(key)
        if known is not None and known[1] > monotonic():
            return known[0]
        found = select(GUESTS.c.id, GUESTS.c.name, GUESTS.c.owner)
        later = found.join(SESSIONS, SESSIONS.c.guest_id == GUESTS.c.id)
        async with self.engine.connect() as connection:
            row = (await connection.execute(found.where(GUESTS.c.token_hash == key))).first()
            if row is None:
                row = (await connection.execute(later.where(SESSIONS.c.token_hash == key))).first()
        if row is None or self.is_dead(key):  # it may have ended while the database was asked
            self._guests.pop(key, None)
            return None
        self._remember(key, Guest(id=row[0], name=row[1], bot=row[2] is not None))
        return self._guests[key][0]

    async def rename(self, token: str, name: str) -> Guest | None:
        """Call a guest by another name."""
        guest = await self.guest(token)
        if guest is None:
            return None
        renamed = update(GUESTS).where(GUESTS.c.id == guest.id).values(name=name)
        async with self.engine.begin() as connection:
            await connection.execute(renamed)
        self.forget(guest.id)
        return Guest(id=guest.id, name=name)

    def forget(self, person: str) -> None:
        """Ask the database about a guest the next time: a name or a session has changed."""
        for key in [key for key, (guest, _) in self._guests.items() if guest.id == person]:
            del self._guests[key]

    async def bots_of(self, owner: str) -> list[BotTold]:
        """Return the bots of a person whose tokens are good, the newest first."""
        good = (GUESTS.c.owner == owner) & ~GUESTS.c.token_hash.startswith(ENDED)
        query = select(GUESTS.c.id, GUESTS.c.name, GUESTS.c.created).where(good)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query.order_by(GUESTS.c.created.desc()))).all()
        return [BotTold(id=row.id, name=row.name, created=row.created) for row in rows]

    async def withdraw(self, owner: str, bot: str) -> bool:
        """End the token of a bot; tell whether there was one."""
        mine = (GUESTS.c.id == bot) & (GUESTS.c.owner == owner)
        async with self.engine.begin() as connection:
            keys = await end_first(connection, mine)
        self.end(keys)
        return bool(keys)

    # --- rows with a version --------------------------------------------------------------------

    async def replace(self, rows: Table, name: str, version: int, values: dict[str, Any]) -> bool:
        """Write a row anew if its version is the one that was read; tell whether it was."""
        same = (rows.c.id == name) & (rows.c.version == version)
        replaced = update(rows).where(same).values(**values, version=version + 1)
        async with self.engine.begin() as connection:
            return bool((await connection.execute(replaced)).rowcount)

    # --- tokens that have ended -----------------------------------------------------------------

    def end(self, keys: Collection[str]) -> None:
        """Let what is open with tokens be closed, here and in the other processes."""
        if keys:
            self.bury(keys)
            self.ended(keys)

    def bury(self, keys: Collection[str]) -> None:
        """Remember that tokens open nothing any more."""
        for key in keys:
            self._guests.pop(key, None)
            self._dead[key] = None
        while len(self._dead) > REMEMBERED:
            del self._dead[next(iter(self._dead))]

    def is_dead(self, key: str) -> bool:
        """Tell whether a token has ended lately."""
        return key in self._dead

    async def living(self, keys: Collection[str]) -> set[str]:
        """Return the tokens that open something, of some by their hashes."""
        found: set[str] = set()
        asked = sorted(keys)
        async with self.engine.connect() as connection:
            for begin in range(0, len(asked), MANY):
                some = asked[begin : begin + MANY]
                for column in (GUESTS.c.token_hash, SESSIONS.c.token_hash):
                    query = select(column).where(column.in_(some))
                    found.update((await connection.execute(query)).scalars())
        return found

    def _remember(self, key: str, guest: Guest) -> None:
        self._guests.pop(key, None)
        if len(self._guests) >= REMEMBERED:
            del self._guests[next(iter(self._guests))]
        self._guests[key] = (guest, monotonic() + FRESH)

    # --- the writer -----------------------------------------------------------------------------

    async def _enter(self, statements: list[tuple[Insert, list[dict[str, Any]]]]) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Entry(statements, done))
        await done

    async def _write(self) -> None:
        """Write what waits, again and again."""
        while True:
            entries = [await self._queue.get()]
            while len(entries) < MOST and not self._queue.empty():
                entries.append(self._queue.get_nowait())
            try:
                await self._write_group(entries)
            finally:
                for _ in entries:
                    self._queue.task_done()

    async def _write_group(self, entries: Sequence[_Entry]) -> None:
        """Write entries in one transaction; if it fails, each alone, so that one harms no other."""
        error = await self._try_to_write(entries)
        for entry in entries:
            if error is not None and len(entries) > 1:
                await self._write_group([entry])
            elif entry.done.done():
                continue
            elif error is None:
                entry.done.set_result(None)
            else:
                entry.done.set_exception(store_error(error))

    async def _try_to_write(self, entries: Sequence[_Entry]) -> Exception | None:
        groups: dict[Insert, list[dict[str, Any]]] = {one: [] for one in _IN_ORDER}
        for entry in entries:
            for statement, rows in entry.statements:
                groups[statement].extend(rows)
        began = monotonic()
        try:
            async with self.engine.begin() as connection:
                for statement, rows in groups.items():
                    if rows:
                        await connection.execute(statement, rows)
        except LOST as error:
            return error
        metrics.WRITES.observe(monotonic() - began)
        metrics.EVENTS.inc(len(groups[_APPEND]))
        return None


def _rows(table: str, events: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {"table_id": table, "v": one.v, "at": one.at, "data": _encode(one).decode()}
        for one in events
    ]


def hash_of(token: str) -> str:
    """Return what is kept of a token."""
    return sha256(token.encode()).hexdigest()


async def end_first(connection: AsyncConnection, whose: ColumnElement[bool]) -> list[str]:
    """End the tokens that guests or bots began with, and return their hashes."""
    good = whose & ~GUESTS.c.token_hash.startswith(ENDED)
    query = select(GUESTS.c.id, GUESTS.c.token_hash).where(good)
    keys = []
    for person, key in (await connection.execute(query)).all():
        same = (GUESTS.c.id == person) & (GUESTS.c.token_hash == key)
        none = ENDED + secrets.token_hex(20)
        if (await connection.execute(update(GUESTS).where(same).values(token_hash=none))).rowcount:
            keys.append(key)
    return keys


def _prepare_sqlite(connection: Any, _record: object) -> None:  # noqa: ANN401 - any driver's
    """Let readers go on while the writer writes; a commit survives the death of the process.

    What is deleted, such as the name of a person, is written over and not only left free.
    """
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "busy_timeout=5000",
        "foreign_keys=ON",
        "secure_delete=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
