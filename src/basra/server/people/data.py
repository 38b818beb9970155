"""Data: all that the database holds of somebody, to take along or to delete."""

from typing import Any, Final

from msgspec import json
from sqlalchemy import Table, delete, or_, select, update

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
)
from basra.server.people.accounts import Accounts
from basra.server.schema import EVENTS, GUESTS

GONE: Final = "—"
"""What stands in the logs for the name of somebody whose data were deleted."""
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
}
"""By table, the columns that say whose a row is."""
_SECRET: Final = frozenset({"token_hash", "password"})
_DELETED: Final = (SEEKS, MARKS, PLAYERS, RATINGS, GIFTS)


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
        query = select(EVENTS.c.table_id).where(_mentions(person)).distinct()
        found["tables"] = sorted((await connection.execute(query)).scalars())
    return found


async def delete_person(accounts: Accounts, person: str) -> None:
    """Delete what is kept of somebody, and take the name out of the logs of tables.

    The plays stay: they are those of the other players, too. Reports stay until they are settled.
    """
    async with accounts.engine.begin() as connection:
        for table in _DELETED:
            mine = or_(*(table.c[name] == person for name in _OF[table]))
            await connection.execute(delete(table).where(mine))
        await connection.execute(delete(MARKS).where(MARKS.c.other == person))
        await accounts.delete_account(connection, person)
        nameless = update(GUESTS).where(GUESTS.c.id == person).values(name=GONE)
        await connection.execute(nameless)
        query = select(EVENTS).where(_mentions(person))
        for row in (await connection.execute(query)).all():
            event = json.decode(row.data)
            _scrub(event, person)
            one = (EVENTS.c.table_id == row.table_id) & (EVENTS.c.v == row.v)
            changed = update(EVENTS).where(one).values(data=json.encode(event).decode())
            await connection.execute(changed)
    accounts.store.forget(person)


def _mentions(person: str) -> Any:  # noqa: ANN401 - a condition
    return EVENTS.c.data.contains(f'"id":"{person}"')


def _scrub(event: dict[str, Any], person: str) -> None:
    """Take a name, and what its owner wrote, out of an event."""
    for name in ("who", "host"):
        who = event.get(name)
        if who is not None and who["id"] == person:
            who["name"] = GONE
            if "text" in event:
                event["text"] = GONE
