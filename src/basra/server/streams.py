"""Streams: what happens where a bot sits, as lines of JSON, and the commands that it sends back."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from time import monotonic
from typing import Any, Final

import msgspec
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from basra.errors import BasraError
from basra.server.answers import StreamBegan
from basra.server.far import AnyTable
from basra.server.gate import Bucket
from basra.server.hub import Hub
from basra.server.jobs import Asked, Came, Went
from basra.server.messages import Ack, Fact, FromServer, Refused
from basra.server.settings import Settings
from basra.table.commands import AnyCommand, Phrase, Say, Sit
from basra.table.events import Occupant

MOST: Final = 32
"""Tables where a bot may sit at a time."""
_PAUSE: Final = 9.0
"""Seconds of silence after which an empty line shows that the stream lives."""
_PATIENCE: Final = 30.0
"""Seconds that the answer to a command may take."""
_BACKLOG: Final = 4
"""A stream may owe so many times what a socket may: it has many tables."""
_read: Final = msgspec.json.Decoder(FromServer)


class Stream:
    """All that a bot is told, in order; one that reads too slowly is left behind."""

    def __init__(self, person: Occupant, settings: Settings) -> None:
        self.person = person
        self.strands: dict[str, Strand] = {}
        self._all = Bucket(settings.rate, settings.burst, monotonic())
        self._talk = Bucket(settings.talk, settings.talk_burst, monotonic())
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue(_BACKLOG * settings.backlog)
        self._is_over = False

    def may_ask(self, command: AnyCommand) -> bool:
        """Tell whether this is not too much in a short time."""
        now = monotonic()
        return self._all.takes(now) and (
            not isinstance(command, Phrase | Say) or self._talk.takes(now)
        )

    def tell(self, line: str) -> None:
        """Send a line, without waiting for it."""
        if self._is_over:
            return
        try:
            self._waiting.put_nowait(line)
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        """Send what could still be sent, and no more."""
        self._is_over = True
        if self._waiting.full():
            while not self._waiting.empty():
                self._waiting.get_nowait()
        self._waiting.put_nowait(None)

    async def lines(self) -> AsyncIterator[str]:
        """Yield what is told, and an empty line where nothing is for a while."""
        while True:
            try:
                async with asyncio.timeout(_PAUSE):
                    line = await self._waiting.get()
            except TimeoutError:
                line = ""
            if line is None:
                return
            yield f"{line}\n"


class Strand:
    """The part of a stream that tells of one table."""

    def __init__(self, stream: Stream, live: AnyTable) -> None:
        self.live = live
        self._stream = stream

    @property
    def person(self) -> Occupant:
        """Who reads it."""
        return self._stream.person

    def tell(self, text: str) -> None:
        """Send a message of the table."""
        self._stream.tell(f'{{"table":"{self.live.name}",{text[1:]}')

    def leave(self, code: int) -> None:  # noqa: ARG002 - a stream has no codes
        """End the stream: the bot comes back and is told how the table stands."""
        self._stream.end()


class _Asking(Strand):
    """Waits for the answer to one command; what else that brings goes into the stream."""

    def __init__(self, stream: Stream, live: AnyTable, command: str) -> None:
        super().__init__(stream, live)
        self.answer: asyncio.Future[Ack | Fact] = asyncio.get_running_loop().create_future()
        self._command = command

    def tell(self, text: str) -> None:
        """Take the answer, or pass on what is none."""
        message = _read.decode(text)
        if not isinstance(message, Ack | Refused) or message.id != self._command:
            super().tell(text)
        elif not self.answer.done():
            self.answer.set_result(message if isinstance(message, Ack) else message.error)

    def leave(self, code: int) -> None:
        """Wait no longer: whether it was done is in the log."""
        super().leave(code)
        if not self.answer.done():
            self.answer.set_exception(BasraError("error.server.silent"))


class Streams:
    """The open streams, one for a bot."""

    def __init__(self, hub: Hub, settings: Settings, now: Callable[[], int]) -> None:
        self._hub = hub
        self._settings = settings
        self._now = now
        self._open: dict[str, Stream] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        hub.loaded = self._look
        hub.sits, hub.sought = self._look_far, self.end

    async def open(self, person: Occupant) -> Stream:
        """Begin the stream of a bot; one that it had before ends. Raises BasraError."""
        before = self._open.get(person.id)
        if before is not None:
            self.close(before)
            before.end()
        stream = self._open[person.id] = Stream(person, self._settings)
        stream.tell(msgspec.json.encode(StreamBegan(you=person, now=self._now())).decode())
        try:
            for live in await self._hub.tables_of(person.id):
                await self._follow(stream, live)
        except BaseException:
            self.close(stream)
            raise
        return stream

    def close(self, stream: Stream) -> None:
        """Tell the tables that nobody reads a stream any more."""
        for strand in stream.strands.values():
            strand.live.post(Went(strand))
        stream.strands.clear()
        if self._open.get(stream.person.id) is stream:
            del self._open[stream.person.id]

    def say_goodbye(self) -> None:
        """End all streams."""
        for stream in self._open.values():
            stream.end()

    async def ask(self, person: Occupant, live: AnyTable, command: AnyCommand) -> Ack | Fact:
        """Return the answer of a table to the command of a bot, or what was wrong with it."""
        stream = self._open.get(person.id)
        if stream is None:
            return Fact(key="error.server.stream")
        if not stream.may_ask(command):
            return Fact(key="error.server.rate")
        if isinstance(command, Sit) and len(stream.strands) >= MOST:
            return Fact(key="error.server.seats", facts={"most": MOST})
        asking = _Asking(stream, live, command.id)
        live.post(Asked(asking, command))
        try:
            async with asyncio.timeout(_PATIENCE):
                answer = await asking.answer
        except TimeoutError:
            raise BasraError("error.server.silent") from None
        finally:
            live.post(Went(asking))
        await self._follow(stream, live)
        return answer

    def _look(self, live: AnyTable) -> None:
        """Let the bots that sit at a table hear that it has come back."""
        for stream in list(self._open.values()):
            self._begin(self._follow(stream, live))

    def _look_far(self, table: str, bots: Sequence[str]) -> None:
        """Let bots hear of a table elsewhere where they sit."""
        for bot in bots:
            if (stream := self._open.get(bot)) is not None:
                self._begin(self._follow_far(stream, table))

    async def _follow_far(self, stream: Stream, table: str) -> None:
        live = await self._hub.find(table)
        if live is not None:
            await self._follow(stream, live)

    async def _follow(self, stream: Stream, live: AnyTable) -> None:
        """Tell a bot of a table from now on if it sits there, and no longer if it does not."""
        sits = await live.seat_of(stream.person.id) is not None
        if self._open.get(stream.person.id) is not stream:
            return  # it was closed meanwhile, and nobody would close what is added
        if sits and live.name not in stream.strands:
            strand = stream.strands[live.name] = Strand(stream, live)
            live.post(Came(strand, None))
        elif not sits and live.name in stream.strands:
            live.post(Went(stream.strands.pop(live.name)))

    def end(self, bot: str) -> None:
        """End the stream of a bot that listens elsewhere now, or no longer may."""
        if (stream := self._open.get(bot)) is not None:
            self.close(stream)
            stream.end()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Lines(StreamingResponse):
    """Sends a stream until one of the two sides ends it."""

    def __init__(self, stream: Stream, done: Callable[[], None]) -> None:
        # A proxy that gathers before it passes on would hold the lines back.
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(stream.lines(), 200, headers, "application/x-ndjson")
        self._done = done

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines, and say when nobody reads them any more."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._done()
