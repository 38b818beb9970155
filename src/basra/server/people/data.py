"""Data: all that the database holds of somebody, to take along or to delete."""

from typing import Any, Final

from msgspec import json
from sqlalchemy import ColumnElement, Table, delete, exists, false, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from basra.server.club_tables import (
    ACCOUNTS,
    GIFTS,
    MARKS,
    PASSKEYS,
    PLAYERS,
    RATINGS,
    REPORTS,
    SEEKS,
    SESSIONS,
    SUSPENSIONS,
    TOURNAMENTS,
)
from basra.server.contest_tables import ATTEMPTS
from basra.server.duplicate_tables import DUPLICATES
from basra.server.learning_tables import PUZZLE_TRIES
from basra.server.notice_tables import NOTICES, PREFERENCES
from basra.server.people.accounts import Accounts
from basra.server.schema import EVENTS, GONE, GUESTS, TABLES

_OF: Final[dict[Table, tuple[str, ...]]] = {
    GUESTS: ("id", "owner"),
    ACCOUNTS: ("guest_id",),
    SESSIONS: ("guest_id",),
    PASSKEYS: ("guest_id",),
    PLAYERS: ("guest_id",),
    RATINGS: ("who",),
    GIFTS: ("giver", "taker"),
    SEEKS: ("guest_id",),
    MARKS: ("guest_id",),
    REPORTS: ("reporter",),
    SUSPENSIONS: ("guest_id",),
    ATTEMPTS: ("guest_id",),
    PUZZLE_TRIES: ("guest_id",),
    NOTICES: ("guest_id",),
    PREFERENCES: ("guest_id",),
}
"""By table, the columns that say whose a row is."""
_NAMING: Final = (TOURNAMENTS, DUPLICATES)
"""Those whose rows name people by their ids, in a text."""
_SECRET: Final = frozenset({"token_hash", "password"})
_DELETED: Final = (SEEKS, MARKS, PLAYERS, RATINGS, GIFTS, PUZZLE_TRIES, NOTICES, PREFERENCES)


async def export(accounts: Accounts, person: str) -> dict[str, Any]:
    """Return all that is kept of somebody, by table; hashes of secrets are left out."""
    found: dict[str, Any] = {}
    async with accounts.engine.connect() as connection:
        for table, columns in _OF.items():
            query = select(table).where(or_(*(table.c[name] == person for name in columns)))
            rows = (await connection.execute(query)).mappings()
            found[table.name] = [
                {name: value for name, value in row.items() if name not in _SECRET} for row in rows
            ]
        for table in _NAMING:
            query = select(table.c.id).where(_names(table, person)).order_by(table.c.id)
            found[table.name] = list((await connection.execute(query)).scalars())
        query = select(EVENTS.c.table_id).where(_mentions(person)).distinct()
        found["tables"] = sorted((await connection.execute(query)).scalars())
    return found


async def is_blank(accounts: Accounts, person: str) -> bool:
    """Tell whether nothing would be lost with a guest: no seat, no match, nothing of its own."""
    mine = [
        exists().where(or_(*(table.c[name] == person for name in columns if name != "id")))
        for table, columns in _OF.items()
    ]
    written = [exists().where(_names(table, person)) for table in _NAMING]
    begun = select(GUESTS.c.created).where(GUESTS.c.id == person).scalar_subquery()
    # It sat at no table that was closed before there was this guest: few logs are looked at.
    since = select(TABLES.c.id).where(or_(TABLES.c.closed.is_(None), TABLES.c.closed >= begun))
    told = exists().where(EVENTS.c.table_id.in_(since), _mentions(person))
    async with accounts.engine.connect() as connection:
        for kept in (*mine, *written, told):
            if (await connection.execute(select(kept))).scalar():
                return False
    return True


async def delete_person(accounts: Accounts, person: str) -> None:
    """Delete what is kept of somebody and their bots, and take the names out of logs of tables.

    The plays stay: they are those of the other players, too. Reports stay until they are settled.
    """
    async with accounts.engine.begin() as connection:
        for table in _DELETED:
            mine = or_(*(table.c[name] == person for name in _OF[table]))
            await connection.execute(delete(table).where(mine))
        await connection.execute(delete(MARKS).where(MARKS.c.other == person))
        await connection.execute(delete(NOTICES).where(NOTICES.c.named == person))
        ended = await accounts.delete_account(connection, person)
        mine = GUESTS.c.owner == person
        bots = set((await connection.execute(select(GUESTS.c.id).where(mine))).scalars())
        nameless = update(GUESTS).where(mine | (GUESTS.c.id == person)).values(name=GONE)
        await connection.execute(nameless)
        await _leave_logs(connection, person, bots)
    accounts.store.forget(person)
    accounts.store.end(ended)


async def _leave_logs(connection: AsyncConnection, person: str, bots: set[str]) -> None:
    """Take the names of somebody and their bots out of the logs of tables."""
    # However many bots there are, the logs are gone through once.
    named = or_(_mentions(person), EVENTS.c.data.contains('"bot":true') if bots else false())
    for row in (await connection.execute(select(EVENTS).where(named))).all():
        event = json.decode(row.data)
        if _scrub(event, {person, *bots}):
            one = (EVENTS.c.table_id == row.table_id) & (EVENTS.c.v == row.v)
            changed = update(EVENTS).where(one).values(data=json.encode(event).decode())
            await connection.execute(changed)


def _names(table: Table, person: str) -> ColumnElement[bool]:
    return table.c.data.contains(f'"{person}"')


def _mentions(person: str) -> Any:  # noqa: ANN401 - a condition
    return EVENTS.c.data.contains(f'"id":"{person}"')


def _scrub(event: dict[str, Any], people: set[str]) -> bool:
    """Take a name, and what its owner wrote, out of an event; tell whether it was there."""
    found = [who for name in ("who", "host") if (who := event.get(name)) and who["id"] in people]
    for who in found:
        who["name"] = GONE
        if "text" in event:
            event["text"] = GONE
    return bool(found)
