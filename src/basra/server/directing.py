"""The director: opens the tables of those who have agreed to play.

Ids of tables are drawn before, so that of several processes one opens each.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from sqlalchemy import select

from basra.errors import BasraError
from basra.server.answers import Opening
from basra.server.hub import Hub
from basra.server.notices.keeping import Notices
from basra.server.people.accounts import Accounts
from basra.server.schema import TABLES
from basra.table.events import Occupant

ABSENT: Final = 45
"""Seconds after which who does not come to such a table is played for."""
TRIES: Final = 8
"""How often a change is tried where others make theirs at the same time."""


class Director(NamedTuple):
    """What tournaments and duplicate matches need."""

    accounts: Accounts
    notices: Notices
    entropy: Callable[[], str]

    async def open(
        self, hub: Hub, opening: Opening, tables: Mapping[str, Sequence[str]], seed: str | None
    ) -> list[str]:
        """Open tables with their people by seat, where they are not there yet; return which."""
        query = select(TABLES.c.id).where(TABLES.c.id.in_(tables))
        async with self.accounts.engine.connect() as connection:
            there = set((await connection.execute(query)).scalars())
        missing = [table for table in tables if table not in there]
        if hub.is_leaving or not missing:
            return []
        guests = await self.accounts.guests(who for table in missing for who in tables[table])
        opened = []
        for table in missing:
            people = [Occupant(id=who, name=guests[who].name) for who in tables[table]]
            # Another process that was as quick has opened it.
            with suppress(BasraError):
                await hub.open(opening, people[0], people=people, name=table, seed=seed)
                opened.append(table)
        return opened
