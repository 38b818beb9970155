"""The hub: the tables that this process plays; they come from the log and go again when idle."""

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from logging import getLogger
from typing import Final

from basra.club.whereabouts import Place, together
from basra.server import metrics
from basra.server.answers import Opening
from basra.server.broker import broker_at
from basra.server.far import Abroad, AnyTable, FarTable
from basra.server.leases import Leases
from basra.server.letters import Anew, AnyLetter, Census, Ended, Seeks, Sits, Stirred
from basra.server.live import LiveTable, World
from basra.server.post import ALL, Post
from basra.server.store import LOST, store_error
from basra.server.tasks import end
from basra.server.thinking import Thinkers
from basra.table import Table
from basra.table.commands import AnyCommand, Bot, Ready, Sit
from basra.table.events import AnyEvent, Occupant
from basra.table.picture import Row

_SWEEP: Final = 15.0
"""Seconds between two looks for tables that nobody needs."""
_SLOW: Final = 5.0
"""Seconds that the database may take for a sign of life."""
_log = getLogger("basra.server")


class Hub:
    """All tables of a process, and the way to those of the others."""

    def __init__(self, world: World, new_id: Callable[[], str]) -> None:
        self.is_leaving = False
        self.loaded: Callable[[LiveTable], None] = lambda _: None
        """Called with a table that has come back from its log."""
        self.sits: Callable[[str, Sequence[str]], None] = lambda _table, _bots: None
        """Called with a table elsewhere and bots that sit there."""
        self.sought: Callable[[str], None] = lambda _: None
        """Called with a bot that listens elsewhere now."""
        self.ended: Callable[[Collection[str]], None] = lambda _: None
        """Called with the hashes of tokens that were ended elsewhere."""
        self.here: Callable[[], Collection[str]] = tuple
        """Returns who is at a socket of this process."""
        self.stirred: Callable[[Collection[str] | None], None] = lambda _: None
        """Called with persons of whom something has changed; ``None``: of whomever."""
        self._world = world
        self._new_id = new_id
        settings = world.settings
        self.broker = broker_at(settings.broker)
        patience = settings.patience if self.broker.is_shared else 0.0
        self._leases = Leases(world.store.engine, new_id(), patience, time.monotonic)
        self.abroad = Abroad(self._here, self.find)
        self.post = self.abroad.post = Post(self._leases.me, self.broker, self._hear, self._sever)
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[AnyTable | None]] = {}
        self._going: dict[str, asyncio.Task[None]] = {}
        self._others: dict[str, Census] = {}
        self._told: Census | None = None
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def thinkers(self) -> Thinkers:
        """The processes in which computer players think."""
        return self._world.thinkers

    async def begin(self) -> None:
        """Be known to the other processes. Raises BrokerError and StoreError."""
        try:
            await self._leases.begin()
        except LOST as error:
            raise store_error(error) from None
        await self.post.open(self._turn)
        self._tasks = [asyncio.create_task(self._sweep(), name="basra-sweeper")]
        if self.post.is_shared:
            self._tasks.append(asyncio.create_task(self._beat(), name="basra-beat"))

    async def close(self) -> None:
        """Stop all tables, let others take them, and send the readers there."""
        try:
            await end(*self._tasks)
        finally:
            await asyncio.gather(*(live.stop() for live in self._tables.values()))
            if self._going:
                await asyncio.wait(self._going.values())
            await self._world.store.flush()
            with suppress(*LOST):
                await self._leases.end()
            for live in self._tables.values():
                live.send_away()
            self._tables.clear()
            await self.post.close()

    # --- tables ---------------------------------------------------------------------------------

    async def open(
        self,
        opening: Opening,
        host: Occupant,
        *,
        people: Sequence[Occupant] = (),
        name: str | None = None,
        seed: str | None = None,
    ) -> str:
        """Open a table and return its id. Raises BasraError for what cannot be opened.

        ``people`` sit down from the first seat on and are ready, so that a match may begin at once;
        ``seed`` is that of this match.
        """
        events = _opened(opening, host, self._world, people, seed)
        name = name or self._new_id()
        await self._world.store.create(name, events, self._leases.me)
        self._tables[name] = LiveTable(name, Table.fold(events), events, self._world)
        self._world.changed()
        return name

    async def find(self, name: str) -> AnyTable | None:
        """Return a table; ``None`` if there is none of that id. Raises StoreError."""
        live = self._here(name)
        if live is not None:
            return live
        task = self._loading.get(name)
        if task is None:
            task = asyncio.create_task(self._load(name))
            self._loading[name] = task
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        try:
            return await asyncio.shield(task)
        except LOST as error:
            raise store_error(error) from None

    def _here(self, name: str) -> LiveTable | None:
        live = self._tables.get(name)
        return None if live is None or live.is_broken else live

    async def _load(self, name: str) -> AnyTable | None:
        if (going := self._going.get(name)) is not None:
            await going
        holder = await self._leases.claim(name)
        if holder is None:
            return None
        if holder != self._leases.me:
            return FarTable(name, holder, self.abroad)
        log = await self._world.store.log(name)
        if (live := self._here(name)) is not None:
            return live  # it was being opened
        table = Table.fold(log)
        table.credit(self._world.now() - log[-1].at)
        live = self._tables[name] = LiveTable(name, table, log, self._world)
        self.loaded(live)
        bots = [one.id for one in table.occupants if one is not None and one.bot]
        if bots and self.post.is_shared:
            self.post.send(ALL, Sits(table=name, bots=bots))
        return live

    def sitting(self, person: str) -> list[str]:
        """Return the tables in memory where a person sits."""
        return [name for name, one in self._tables.items() if one.table.seat_of(person) is not None]

    async def tables_of(self, person: str) -> list[LiveTable]:
        """Return the tables of this process where a person sits; those elsewhere are told later."""
        found = [await self.find(name) for name in self.sitting(person)]
        if self.post.is_shared:
            self.post.send(ALL, Seeks(bot=person))
        return [live for live in found if isinstance(live, LiveTable)]

    def rows(self) -> list[Row]:
        """Return the public tables that are open."""
        return [*self._rows(), *(row for other in self._others.values() for row in other.rows)]

    def people(self) -> int:
        """Return how many sockets of tables are open."""
        return self._people() + sum(other.people for other in self._others.values())

    def places(self) -> dict[str, Place]:
        """Return where people are, whichever process they came to."""
        return together([self._places(), *(other.places for other in self._others.values())])

    def stir(self, people: Collection[str]) -> None:
        """Let all processes look again at what these persons, and who follows them, are told."""
        self.stirred(people)
        if people and self.post.is_shared:
            self.post.send(ALL, Stirred(people=sorted(people)))

    def count(self) -> None:
        """Tell the metrics what is here."""
        metrics.TABLES.set(len(self._tables))
        metrics.READERS.set(self._people())
        metrics.AWAY.set(len(self.abroad))
        metrics.BROKER.set(self.post.is_up)

    def _rows(self) -> list[Row]:
        return [
            live.row()
            for live in self._tables.values()
            if live.table.policy.public and not live.is_broken and live.table.phase != "closed"
        ]

    def _people(self) -> int:
        return sum(len(live.readers) for live in self._tables.values())

    def _places(self) -> dict[str, Place]:
        played = [live.places() for live in self._tables.values() if not live.is_broken]
        return together([dict.fromkeys(self.here(), Place(state="here")), *played])

    def say_goodbye(self, seconds: int) -> None:
        """Take no commands any more, and tell everybody."""
        self.is_leaving = True
        for live in self._tables.values():
            live.say_goodbye(seconds)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            idle = self._world.settings.idle
            gone = [
                name for name, one in self._tables.items() if one.is_broken or one.is_idle(idle)
            ]
            for name in gone:
                task = asyncio.create_task(self._put_away(name, self._tables.pop(name)))
                self._going[name] = task
                task.add_done_callback(partial(self._forget_going, name))
            if gone:
                self._world.changed()

    async def _put_away(self, name: str, live: LiveTable) -> None:
        await live.stop()
        with suppress(*LOST):
            await self._leases.release(name)
        live.send_away()  # who came in the last moment, and was not heard any more

    def _forget_going(self, name: str, _: "asyncio.Task[None]") -> None:
        del self._going[name]

    # --- the other processes --------------------------------------------------------------------

    async def _beat(self) -> None:
        """Show life again and again, see who is dead, and tell the others of the tables here."""
        while True:
            await asyncio.sleep(self._world.settings.beat)
            await self.post.ping()
            try:
                async with asyncio.timeout(_SLOW):
                    is_known = await self._leases.beat()
                    dead = await self._leases.bury()
            except LOST as error:
                _log.warning("no sign of life: %r", error)
                continue
            if not is_known:
                await self._give_up()
            self._mourn(dead)
            self.count()
            self._tell_census()

    async def _give_up(self) -> None:
        """Forget all tables: others may play them by now."""
        _log.warning("taken for dead: all tables are given up")
        tables, self._tables = self._tables, {}
        try:
            await asyncio.gather(*(live.stop() for live in tables.values()))
        finally:
            for live in tables.values():
                live.send_away()

    def _mourn(self, dead: set[str]) -> None:
        living = self._leases.living()
        for process in dead | (self.abroad.peers() - living):
            self.abroad.sever(process)
            self.post.forget(process)
        for process in set(self._others) - living:
            del self._others[process]
            self._world.changed()

    def _tell_census(self) -> None:
        census = Census(rows=self._rows(), people=self._people(), places=self._places())
        if census != self._told:
            self._told = census
            self.post.send(ALL, census)

    def _turn(self, is_up: bool) -> None:  # noqa: FBT001 - what the broker says
        """Begin anew with all when the broker is there again."""
        if is_up:
            self.post.renew()
            self.post.send(ALL, Anew())
            self._told = None
            self.stirred(None)
        else:
            self.abroad.sever()

    def _sever(self, process: str | None) -> None:
        self.abroad.sever(process)

    def _hear(self, sender: str, letter: AnyLetter) -> None:
        match letter:
            case Census():
                self._others[sender] = letter
                self._world.changed()
            case Anew():
                self.abroad.sever(sender)
                self.post.renew(sender)
                self._told = None
                self.stirred(None)
            case Stirred(people=people):
                self.stirred(people)
            case Seeks(bot=bot):
                self.sought(bot)
                for table in self.sitting(bot):
                    self.post.send(sender, Sits(table=table, bots=[bot]))
            case Sits(table=table, bots=bots):
                self.sits(table, bots)
            case Ended(tokens=tokens):
                self.ended(tokens)
            case _:
                self.abroad.hear(sender, letter)


def _opened(
    opening: Opening, host: Occupant, world: World, people: Sequence[Occupant], seed: str | None
) -> list[AnyEvent]:
    """Return the events of a new table: who sits down at once, and the computer players."""
    now = world.now()
    events: list[AnyEvent] = [*Table.open(opening.rules, opening.policy, host, now)]
    table = Table.fold(events)
    wishes: list[tuple[Occupant, AnyCommand]] = []
    if opening.sit is not None and table.seat_of(host.id) != opening.sit:
        wishes.append((host, Sit(id="opening-sit", seat=opening.sit)))
    wishes.extend(
        (host, Bot(id=f"opening-bot-{seat}", seat=int(seat), level=level))
        for seat, level in sorted(opening.bots.items())
    )
    wishes.extend((one, Sit(id="opening-sit", seat=seat)) for seat, one in enumerate(people))
    wishes.extend((one, Ready(id="opening-ready")) for one in people)
    # The first chance that a match takes is its seed; what follows is to be known to nobody.
    chances = chain([] if seed is None else [seed], iter(world.entropy, None))
    for person, wish in wishes:
        more: Sequence[AnyEvent] = table.decide(person, wish, now, lambda: next(chances))
        table.apply(more)
        events.extend(more)
    return events
