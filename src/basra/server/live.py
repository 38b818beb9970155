"""A table that is being played: one task, one inbox, everybody who reads it.

A command is decided, made durable, done and told, in this order, and the next one waits. So nobody
sees what a crash could undo, and no two commands meet.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from logging import getLogger
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from basra.bots import SEARCHING
from basra.cards import Play
from basra.club.whereabouts import Place, place_at
from basra.errors import BasraError
from basra.server import frames, metrics
from basra.server.hints import hinted
from basra.server.jobs import (
    Asked,
    Came,
    Due,
    Gone,
    Job,
    Reader,
    Thought,
    Weighed,
    Went,
)
from basra.server.messages import Leaving, Presence, Welcome
from basra.server.settings import Settings
from basra.server.store import LOST, Store
from basra.server.tasks import end
from basra.server.thinking import STAND_IN, Thinkers, Worth
from basra.table import BotTurn, Refusal, Table
from basra.table.commands import AnyCommand, Hint, Ready, Rematch, Sit, Sync
from basra.table.events import (
    Again,
    AnyEvent,
    Began,
    Dealt,
    Ended,
    Occupant,
    Packet,
    Played,
    Takenback,
)
from basra.table.picture import Offer, Row

T = TypeVar("T")
RING = 256
"""The last events, for those who come back."""
RESTART = 1012
"""How a socket is closed that is to come back."""
_log = getLogger("basra.server")


async def _welcome_all(_who: Occupant, _others: Sequence[Occupant]) -> None:
    """Let everybody play."""


class World(NamedTuple):
    """What a table needs from outside."""

    store: Store
    thinkers: Thinkers
    settings: Settings
    now: Callable[[], int]
    entropy: Callable[[], str]
    changed: Callable[[], None]
    """Called when the lobby may look different."""
    over: Callable[[str], None] = lambda _: None
    """Called with a table where a match is over; more than once for the same."""
    again: Callable[[str, Occupant, list[str]], None] = lambda *_: None
    """Called with a table, who wants to play again there, and who has left and still sits there."""
    expect_seat: Callable[[Occupant, Sequence[Occupant]], Awaitable[None]] = _welcome_all
    """Raises BasraError for somebody who may not play for a while, or not with some others."""


class LiveTable:
    """A table in memory, with its readers."""

    def __init__(self, name: str, table: Table, log: Sequence[AnyEvent], world: World) -> None:
        self.name = name
        self.table = table
        self.readers: dict[Reader, None] = {}
        self.is_broken = False
        self._is_over = False
        """Whether all have been sent away, and so is who comes."""
        self._world = world
        self._ring: deque[AnyEvent] = deque(log, RING)
        self._people: Counter[str] = Counter()
        self._shown: tuple[list[bool], int] = ([], 0)
        self._inbox: asyncio.Queue[Job] = asyncio.Queue()
        self._thoughts: set[asyncio.Task[Any]] = set()
        self._asked: int | None = None
        self._weighing: tuple[int, asyncio.Task[list[Worth]]] | None = None
        """The last hint, by the version since which the cards lie so."""
        self._timer: asyncio.TimerHandle | None = None
        self._wakes_at: int | None = None
        self._has_moved = False
        """Whether somebody may have come, gone, or changed the seat."""
        loop = asyncio.get_running_loop()
        self._quiet_since = self._played_at = loop.time()
        self._wake_searchers()
        if table.phase in {"over", "closed"}:  # the process that had it may not have come to this
            world.over(name)
        self._task = loop.create_task(self._run(), name=f"basra-table-{name}")
        self.post(Due())  # it closes in time though nobody may ever come

    def post(self, job: Job) -> None:
        """Put something into the inbox; who comes too late is sent away."""
        self._inbox.put_nowait(job)
        if self._is_over:
            self.send_away()

    def is_idle(self, seconds: float) -> bool:
        """Tell whether nobody has been here for so long, and nothing is to be done."""
        if self.readers or not self._inbox.empty() or self.table.wake_at is not None:
            return False
        return asyncio.get_running_loop().time() - self._quiet_since >= seconds

    @property
    def version(self) -> int:
        """How far the log is."""
        return self.table.version

    def row(self) -> Row:
        """Return what the lobby shows of it."""
        return self.table.row(self.name, self._watching())

    async def tell_row(self) -> Row:
        """Return what the lobby shows of it, as a table elsewhere does."""
        return self.row()

    async def tell_record(self) -> str:
        """Return the record of a match that is over. Raises Refusal."""
        return self.table.record()

    async def seat_of(self, person: str) -> int | None:
        """Return the seat of a person."""
        return self.table.seat_of(person)

    def places(self) -> dict[str, Place]:
        """Return where those are who sit here and are connected."""
        place = place_at(self.name, self.table.phase, public=self.table.policy.public)
        return {one.id: place for one in self._persons() if one.id in self._people}

    def _persons(self) -> list[Occupant]:
        return [one for one in self.table.occupants if one is not None and one.level is None]

    def say_goodbye(self, seconds: int) -> None:
        """Tell all readers that the server goes down."""
        text = frames.frame(Leaving(seconds=seconds))
        for reader in self.readers:
            reader.tell(text)

    def send_away(self) -> None:
        """Let all readers come back, here or elsewhere, and those who have not been heard yet."""
        self._is_over = True
        leaving, self.readers = self.readers, {}
        while not self._inbox.empty():
            job = self._inbox.get_nowait()
            if isinstance(job, Came | Asked):
                leaving[job.reader] = None
        for reader in leaving:
            reader.leave(RESTART)

    async def stop(self) -> None:
        """Do what is in the inbox no longer; ``send_away`` once another process may play it."""
        if self._timer is not None:
            self._timer.cancel()
        await end(self._task, *self._thoughts)

    # --- the task -------------------------------------------------------------------------------

    async def _run(self) -> None:
        while not self.is_broken:
            job = await self._inbox.get()
            began = perf_counter()
            try:
                await self._do(job)
                await self._settle()
                if isinstance(job, Asked):
                    metrics.ANSWERS.observe(perf_counter() - began)
            except Exception:  # noqa: BLE001 - a table that fails must not stay half done
                # The log is right in any case: whoever comes back gets the table from there.
                _log.exception("table %s is taken from memory", self.name)
                self.is_broken = True
                self.post(job)  # who asked may be no reader, and waits for an answer
                metrics.BROKEN.inc()
        self.send_away()

    async def _do(self, job: Job) -> None:
        match job:
            case Asked(reader, command):
                await self._answer(reader, command)
            case Thought(turn, play):
                await self._play_for_bot(turn, play)
            case Came(reader, since):
                await self._welcome(reader, since)
            case Went(reader):
                self._part(reader)
            case Gone(person):
                self._has_moved = True
                if not self._people[person]:
                    del self._people[person]
                    self.table.leave(person, self._world.now())
            case Weighed(reader, command, version, worths):
                self._tell_hint(reader, command, version, worths)
            case Due():
                pass

    async def _settle(self) -> None:
        """Do what is due, call on a computer player, and set the clock for the next time."""
        now, wake_at = self._world.now(), self.table.wake_at
        while wake_at is not None and wake_at <= now:
            events = self.table.tick(now, self._world.entropy)
            if not events:
                break
            await self._commit(events)
            wake_at = self.table.wake_at
        self._call_on_bot()
        self._set_clock(wake_at)
        if self._has_moved:
            self._has_moved = False
            self._wake_searchers()
            self._show_presence()

    async def _commit(self, events: Sequence[AnyEvent]) -> None:
        """Make events durable, then true, then known."""
        if not events:
            return
        await self._world.store.append(self.name, events)
        self._ask_again(events)
        self.table.apply(events)
        self._ring.extend(events)
        self._broadcast(events)
        if any(isinstance(event, Played | Packet | Dealt) for event in events):
            self._played_at = asyncio.get_running_loop().time()
        if not all(isinstance(event, Played | Packet) for event in events):
            self._has_moved = True
            self._world.changed()
        if any(isinstance(event, Ended) for event in events):
            self._world.over(self.name)

    def _ask_again(self, events: Sequence[AnyEvent]) -> None:
        """Let those who have left know of a rematch, by the seats as they are before it."""
        left = [one.id for one in self._persons() if not self._people.get(one.id)]
        for event in events:
            who = self.table.occupants[event.seat] if isinstance(event, Again) else None
            if who is not None and left:
                self._world.again(self.name, who, left)

    def _set_clock(self, wake_at: int | None) -> None:
        if wake_at == self._wakes_at and self._timer is not None:
            return
        self._wakes_at = wake_at
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if wake_at is not None:
            seconds = max(0.02, (wake_at - self._world.now()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(seconds, self._ring_alarm)

    def _ring_alarm(self) -> None:
        self._timer = None
        self.post(Due())

    # --- readers --------------------------------------------------------------------------------

    async def _welcome(self, reader: Reader, since: int | None) -> None:
        self.readers[reader] = None
        self._has_moved = True
        person = reader.person
        if person is not None:
            self._people[person.id] += 1
            if self._people[person.id] == 1:
                self.table.arrive(person.id, self._world.now())
        missing = self._missing(since)
        self._send_welcome(reader, with_picture=missing is None)
        if missing:
            self._send_events(reader, missing)

    def _part(self, reader: Reader) -> None:
        if reader not in self.readers:
            return
        del self.readers[reader]
        self._has_moved = True
        loop = asyncio.get_running_loop()
        self._quiet_since = loop.time()
        person = reader.person
        if person is not None:
            self._people[person.id] -= 1
            if not self._people[person.id]:
                loop.call_later(self._world.settings.grace, self.post, Gone(person.id))

    def _missing(self, since: int | None) -> list[AnyEvent] | None:
        """Return the events after a version, or nothing if the whole picture is better."""
        if since is None or since > self.table.version:
            return None
        if since < self.table.version and (not self._ring or self._ring[0].v > since + 1):
            return None
        missing = [event for event in self._ring if event.v > since]
        return None if any(map(_needs_picture, missing)) else missing

    def _send_welcome(self, reader: Reader, *, with_picture: bool) -> None:
        person, now = reader.person, self._world.now()
        key = None if person is None else person.id
        present, watching = self._presence()
        welcome = Welcome(
            you=person,
            seat=self._seat(reader),
            now=now,
            picture=self.table.picture(key, now) if with_picture else None,
            offers=self._offers(reader),
            present=present,
            watching=watching,
        )
        reader.tell(frames.frame(welcome))

    def _send_events(self, reader: Reader, events: Sequence[AnyEvent]) -> None:
        reader.tell(self._telling(events).to(self._seat(reader), self._offers(reader)))

    def _broadcast(self, events: Sequence[AnyEvent]) -> None:
        telling = self._telling(events)
        texts: dict[int | None, str] = {}
        for reader in self.readers:
            seat = self._seat(reader)
            if seat not in texts:
                texts[seat] = telling.to(seat, self._offers(reader))
            reader.tell(texts[seat])
        if any(isinstance(event, Takenback) for event in events):
            for reader in self.readers:
                self._send_welcome(reader, with_picture=True)

    def _telling(self, events: Sequence[AnyEvent]) -> frames.Telling:
        open_hands = self.table.policy.open_hands
        return frames.Telling(events, self._world.now(), open_hands=open_hands)

    def _seat(self, reader: Reader) -> int | None:
        return None if reader.person is None else self.table.seat_of(reader.person.id)

    def _offers(self, reader: Reader) -> list[Offer]:
        return [] if reader.person is None else self.table.offers(reader.person.id)

    # --- presence -------------------------------------------------------------------------------

    def _presence(self) -> tuple[list[bool], int]:
        """Return by seat who is connected, computer players always; and how many look on."""
        present = [
            occupant is not None and (occupant.level is not None or occupant.id in self._people)
            for occupant in self.table.occupants
        ]
        return present, self._watching()

    def _watching(self) -> int:
        seated = {one.id for one in self.table.occupants if one is not None}
        known = sum(1 for person in self._people if person not in seated)
        return known + sum(1 for reader in self.readers if reader.person is None)

    def _show_presence(self) -> None:
        presence = self._presence()
        if presence == self._shown:
            return
        self._shown = presence
        self._world.changed()
        text = frames.frame(Presence(present=presence[0], watching=presence[1]))
        for reader in self.readers:
            reader.tell(text)

    # --- commands -------------------------------------------------------------------------------

    async def _answer(self, reader: Reader, command: AnyCommand) -> None:
        """Do a command once and answer it, or say why not."""
        table, person = self.table, reader.person
        before = None if person is None else table.answered(person.id, command.id)
        if before is not None:
            reader.tell(self._repeated(command, before))
            return
        try:
            if person is not None:
                await self._expect_seat(person, command)
            events = table.decide(person, command, self._world.now(), self._world.entropy)
        except BasraError as refusal:
            metrics.REFUSED.inc()
            # What a stale command missed has been sent to this reader before.
            reader.tell(frames.refused(refusal, command.id, table.version))
            return
        await self._commit(events)
        if isinstance(command, Hint):
            self._look_for_hint(reader, command)
            return
        if isinstance(command, Sync):
            self._send_welcome(reader, with_picture=True)
        reader.tell(frames.ack(command.id, table.version))

    async def _expect_seat(self, person: Occupant, command: AnyCommand) -> None:
        """Raise BasraError where somebody may not sit down here, or begin a match.

        Tables by link are between friends: there it does not matter who blocks whom.
        """
        sits_down = isinstance(command, Sit) and self.table.seat_of(person.id) is None
        begins = isinstance(command, Rematch) or (isinstance(command, Ready) and command.ready)
        if not sits_down and not begins:
            return
        others = self._persons() if sits_down and self.table.policy.public else []
        try:
            await self._world.expect_seat(person, others)
        except LOST:
            raise BasraError("error.server.silent") from None

    def _repeated(self, command: AnyCommand, before: "int | Refusal") -> str:
        if isinstance(before, int):
            return frames.ack(command.id, before)
        return frames.refused(before, command.id, self.table.version)

    # --- computer players -----------------------------------------------------------------------

    def _call_on_bot(self) -> None:
        turn = self.table.bot_turn
        if turn is None:
            self._asked = None
        elif turn.version != self._asked:
            self._asked = turn.version
            self._think(self._choose(turn))

    def _wake_searchers(self) -> None:
        """Let the players that search get ready before their first turn."""
        if any(one is not None and one.level in SEARCHING for one in self.table.occupants):
            self._world.thinkers.wake()

    async def _choose(self, turn: BotTurn) -> None:
        loop, world = asyncio.get_running_loop(), self._world
        try:
            play = await world.thinkers.choose(turn.level, turn.view, world.entropy())
        except Exception:  # noqa: BLE001 - whatever is wrong with one player, the match goes on
            _log.exception("%s does not know what to play", turn.level)
            play = await world.thinkers.choose(STAND_IN, turn.view, world.entropy())
        rest = self._played_at + world.settings.pace - loop.time()
        if rest > 0:
            await asyncio.sleep(rest)
        self.post(Thought(turn, play))

    async def _play_for_bot(self, turn: BotTurn, play: Play) -> None:
        now, entropy = self._world.now(), self._world.entropy
        try:
            events = self.table.decide_bot(turn.seat, play, turn.version, now, entropy)
        except Refusal:
            # The table has gone on meanwhile; if it is the turn of a bot it is asked again.
            self._asked = None
            return
        await self._commit(events)

    def _look_for_hint(self, reader: Reader, command: Hint) -> None:
        seat = self._seat(reader)
        if seat is None:
            return
        version = self.table.state.cards_version
        if self._weighing is None or self._weighing[0] != version:
            view, seed = self.table.view(seat), self._world.entropy()
            self._weighing = version, self._think(self._world.thinkers.weigh(view, seed))
        self._think(self._tell_weighed(reader, command, *self._weighing))

    async def _tell_weighed(
        self, reader: Reader, command: Hint, version: int, weighing: asyncio.Task[list[Worth]]
    ) -> None:
        self.post(Weighed(reader, command, version, await weighing))

    def _tell_hint(
        self, reader: Reader, command: Hint, version: int, worths: Sequence[Worth]
    ) -> None:
        if version == self.table.state.cards_version:
            reader.tell(frames.frame(hinted(command.id, worths, self._offers(reader))))
        reader.tell(frames.ack(command.id, self.table.version))

    def _think(self, thought: Coroutine[None, None, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(thought)
        self._thoughts.add(task)
        task.add_done_callback(self._thoughts.discard)
        return task


def _needs_picture(event: AnyEvent) -> bool:
    """Tell whether what was before it cannot be followed: plays are gone, or seats are other."""
    return isinstance(event, Takenback) or (isinstance(event, Began) and event.shift > 0)
