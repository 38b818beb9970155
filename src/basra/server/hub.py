"""The hub: the tables in memory; they come from the log when they are asked for, and go again."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from basra.server.answers import Opening
from basra.server.live import LiveTable, World
from basra.table import Table
from basra.table.commands import AnyCommand, Bot, Sit
from basra.table.events import AnyEvent, Occupant
from basra.table.picture import Row

_SWEEP = 15.0
"""Seconds between two looks for tables that nobody needs."""


class Hub:
    """All tables of a server."""

    def __init__(self, world: World, new_id: Callable[[], str]) -> None:
        self.is_leaving = False
        self._world = world
        self.loaded: Callable[[LiveTable], None] = lambda _: None
        """Called with a table that has come back from its log."""
        self._new_id = new_id
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._sweeper = asyncio.create_task(self._sweep(), name="basra-sweeper")

    async def open(self, opening: Opening, host: Occupant) -> str:
        """Open a table and return its id. Raises BasraError for what cannot be opened."""
        events = _opened(opening, host, self._world)
        name = self._new_id()
        await self._world.store.create(name, events)
        self._tables[name] = LiveTable(name, Table.fold(events), events, self._world)
        self._world.changed()
        return name

    async def find(self, name: str) -> LiveTable | None:
        """Return a table; ``None`` if there is none of that id."""
        live = self._tables.get(name)
        if live is not None and not live.is_broken:
            return live
        task = self._loading.get(name)
        if task is None:
            task = asyncio.create_task(self._load(name))
            self._loading[name] = task
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load(self, name: str) -> LiveTable | None:
        log = await self._world.store.log(name)
        if not log:
            return None
        table = Table.fold(log)
        table.credit(self._world.now() - log[-1].at)
        live = self._tables[name] = LiveTable(name, table, log, self._world)
        self.loaded(live)
        return live

    async def tables_of(self, person: str) -> list[LiveTable]:
        """Return the tables in memory where a person sits."""
        names = [
            name for name, one in self._tables.items() if one.table.seat_of(person) is not None
        ]
        found = [await self.find(name) for name in names]
        return [live for live in found if live is not None]

    def rows(self) -> list[Row]:
        """Return the public tables that are open."""
        return [
            live.row()
            for live in self._tables.values()
            if live.table.policy.public and not live.is_broken and live.table.phase != "closed"
        ]

    def people(self) -> int:
        """Return how many sockets of tables are open."""
        return sum(len(live.readers) for live in self._tables.values())

    def say_goodbye(self, seconds: int) -> None:
        """Take no commands any more, and tell everybody."""
        self.is_leaving = True
        for live in self._tables.values():
            live.say_goodbye(seconds)

    async def close(self) -> None:
        """Stop all tables."""
        self._sweeper.cancel()
        with suppress(asyncio.CancelledError):
            await self._sweeper
        await asyncio.gather(*(live.stop() for live in self._tables.values()))
        self._tables.clear()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            idle = self._world.settings.idle
            gone = [
                name for name, one in self._tables.items() if one.is_broken or one.is_idle(idle)
            ]
            for name in gone:
                await self._tables.pop(name).stop()
            if gone:
                self._world.changed()


def _opened(opening: Opening, host: Occupant, world: World) -> list[AnyEvent]:
    """Return the events of a new table: who sits down at once, and the computer players."""
    now = world.now()
    events: list[AnyEvent] = [*Table.open(opening.rules, opening.policy, host, now)]
    table = Table.fold(events)
    wishes: list[AnyCommand] = []
    if opening.sit is not None and table.seat_of(host.id) != opening.sit:
        wishes.append(Sit(id="opening-sit", seat=opening.sit))
    wishes.extend(
        Bot(id=f"opening-bot-{seat}", seat=int(seat), level=level)
        for seat, level in sorted(opening.bots.items())
    )
    for wish in wishes:
        more: Sequence[AnyEvent] = table.decide(host, wish, now, world.entropy)
        table.apply(more)
        events.extend(more)
    return events
