"""The sockets: who comes in, what a frame means, and that a slow reader holds nobody up."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from time import monotonic
from typing import Final, NamedTuple

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from basra.errors import BasraError
from basra.server import frames
from basra.server.far import AnyTable
from basra.server.gate import Bucket, Doors, is_welcome
from basra.server.hall import Hall
from basra.server.hub import Hub
from basra.server.jobs import Asked, Came, Went
from basra.server.live import LiveTable
from basra.server.lobby import Lobby
from basra.server.messages import FromClient, Hello, Look, Ping, Pong
from basra.server.sessions import Sessions
from basra.server.settings import Settings
from basra.server.store import LOST, Store, hash_of
from basra.server.tasks import end
from basra.table.commands import Phrase, Say
from basra.table.events import Occupant

NO_REASON, RULE, AGAIN, NO_TOKEN, NO_TABLE = 1000, 1008, 1013, 4401, 4404
"""How a socket is closed: as asked, for breaking a rule, for being slow, for a token that opens
nothing or has ended, for no such table."""
PATIENCE: Final = 400
"""Messages beyond the rate before a socket is closed."""
_read: Final = msgspec.json.Decoder(FromClient)


class _Id(msgspec.Struct):
    """The id of a command, whatever else it says."""

    id: str | None = None


class House(NamedTuple):
    """What the sockets need."""

    hub: Hub
    lobby: Lobby
    store: Store
    settings: Settings
    doors: Doors
    now: Callable[[], int]
    may_look: Callable[[str, str | None], Awaitable[bool]]
    """Tells whether a person may come to a table: not where a duplicate match is sealed."""
    sessions: Sessions
    hall: Hall


class Line:
    """An open socket: what waits to be sent, in order, and no more than a slow reader may owe."""

    def __init__(self, socket: WebSocket, person: Occupant | None, backlog: int) -> None:
        self.person = person
        self.is_left = False
        self._socket = socket
        self._waiting: asyncio.Queue[str | int] = asyncio.Queue(backlog)
        self._task = asyncio.create_task(self._send())

    def tell(self, text: str) -> None:
        """Send a message, without waiting for it; one who is too slow is left behind."""
        if self.is_left:
            return
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.leave(AGAIN)

    def leave(self, code: int) -> None:
        """Close the socket after what could still be sent."""
        self.is_left = True
        if self._waiting.full():
            while not self._waiting.empty():
                self._waiting.get_nowait()
        self._waiting.put_nowait(code)

    async def done(self) -> None:
        """Wait until the socket is closed."""
        await asyncio.wait([self._task])

    async def end(self) -> None:
        """Send no more."""
        await end(self._task)

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                message = await self._waiting.get()
                if isinstance(message, int):
                    await self._socket.close(message)
                    return
                await self._socket.send_text(message)


async def serve_table(socket: WebSocket, house: House) -> None:
    """Speak with a reader of a table until it goes."""
    async with _entrance(socket, house) as line:
        if line is None:
            return
        try:
            live, code = await _table_for(line.person, socket.path_params["id"], house), NO_TABLE
        except (BasraError, *LOST):  # the database is not there; it may be soon
            live, code = None, AGAIN
        if live is None:
            line.leave(code)
            await _drain(socket)
            return
        live.post(Came(line, _since(socket)))
        try:
            await _listen(socket, line, house, live)
        finally:
            live.post(Went(line))


async def _table_for(person: Occupant | None, name: str, house: House) -> AnyTable | None:
    """Return a table that a person may look at. Raises BasraError, and what a database does."""
    live = await house.hub.find(name)
    who = None if person is None else person.id
    if isinstance(live, LiveTable) and who is not None and live.table.seat_of(who) is not None:
        return live  # who sits there needs no question to the database
    return live if live is not None and await house.may_look(name, who) else None


async def serve_lobby(socket: WebSocket, house: House) -> None:
    """Tell a reader of the lobby what is played, and what concerns it, until it goes."""
    async with _entrance(socket, house) as line:
        if line is None:
            return
        house.lobby.enter(line)
        house.hall.listen(line)
        try:
            await _listen(socket, line, house, None)
        finally:
            house.hall.ignore(line)
            house.lobby.leave(line)


@asynccontextmanager
async def _entrance(socket: WebSocket, house: House) -> AsyncIterator[Line | None]:
    """Let a socket in: its origin, how many its address has, and who it is."""
    headers, settings = socket.headers, house.settings
    address = socket.client.host if socket.client else ""
    async with AsyncExitStack() as leaving:
        if not is_welcome(headers.get("origin"), headers.get("host"), settings.origins):
            await socket.close(RULE)
            yield None
            return
        if house.hub.is_leaving or not house.doors.enter(address):
            await socket.close(AGAIN)
            yield None
            return
        leaving.callback(house.doors.leave, address)
        await socket.accept()
        greeted = await _greet(socket, house)
        if isinstance(greeted, int):
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.close(greeted)
            yield None
            return
        person, key = greeted
        line = Line(socket, person, settings.backlog)
        leaving.push_async_callback(line.end)
        house.hall.enter(line)
        leaving.callback(house.hall.leave, line)
        if key is not None:
            close = partial(line.leave, NO_TOKEN)
            if not house.sessions.enter(key, line, close):
                close()
            leaving.callback(house.sessions.leave, line)
        yield line


async def _greet(socket: WebSocket, house: House) -> tuple[Occupant | None, str | None] | int:
    """Return who a new socket is, and by which token; or the code to close it with."""
    hello = await _first(socket, house.settings.hello)
    if hello is None:
        return RULE
    if hello.token is None:
        return None, None
    try:
        guest = await house.store.guest(hello.token)
    except LOST:
        return AGAIN
    if guest is None:
        return NO_TOKEN
    if guest.bot:  # its token is for its own calls
        return RULE
    return Occupant(id=guest.id, name=guest.name), hash_of(hello.token)


async def _first(socket: WebSocket, seconds: float) -> Hello | None:
    """Return the first message of a socket, if that is a hello and comes in time."""
    try:
        text = await asyncio.wait_for(socket.receive_text(), seconds)
        hello = _read.decode(text)
    except (TimeoutError, WebSocketDisconnect, KeyError, msgspec.MsgspecError, RecursionError):
        return None
    return hello if isinstance(hello, Hello) else None


async def _drain(socket: WebSocket) -> None:
    """Wait until the other side has closed."""
    with suppress(WebSocketDisconnect, TimeoutError, RuntimeError, KeyError):
        async with asyncio.timeout(2.0):
            while True:
                await socket.receive_text()


async def _listen(socket: WebSocket, line: Line, house: House, live: AnyTable | None) -> None:
    """Hear what a reader says until it goes, or is silent or noisy for too long."""
    settings = house.settings
    bucket = Bucket(settings.rate, settings.burst, monotonic())
    talk = Bucket(settings.talk, settings.talk_burst, monotonic())
    noise = 0
    while True:
        try:
            async with asyncio.timeout(settings.silence):
                text = await socket.receive_text()
        except TimeoutError:
            line.leave(RULE)
            return await _drain(socket)
        except (WebSocketDisconnect, RuntimeError):
            return None
        except KeyError:  # a binary frame
            text = ""
        if line.is_left:  # what comes before it is closed is not heard: the token may have ended
            return await _drain(socket)
        if bucket.takes(monotonic()):
            noise = 0
            _hear(text, line, house, live, talk)
            continue
        noise += 1
        line.tell(_refused("error.server.rate", text, live))
        if noise > PATIENCE:
            line.leave(RULE)
            return await _drain(socket)


def _hear(text: str, line: Line, house: House, live: AnyTable | None, talk: Bucket) -> None:
    """Answer a message, or hand it to the table."""
    if len(text) > house.settings.frame:
        line.tell(_refused("error.server.long", "", live, most=house.settings.frame))
        return
    try:
        message = _read.decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        line.tell(_refused("error.server.message", text, live, reason=str(error)))
        return
    if isinstance(message, Ping):
        line.tell(frames.frame(Pong(n=message.n, now=house.now())))
    elif isinstance(message, Look) and live is None:
        if message.tables:
            house.lobby.enter(line)
        else:
            house.lobby.leave(line)
    elif isinstance(message, Hello | Look) or live is None:
        line.tell(_refused("error.server.unexpected", text, live))
    elif isinstance(message, Phrase | Say) and not talk.takes(monotonic()):
        line.tell(_refused("error.server.rate", text, live))
    elif house.hub.is_leaving:
        line.tell(_refused("error.server.leaving", text, live))
    else:
        live.post(Asked(line, message))


def _refused(key: str, text: str, live: AnyTable | None, **facts: object) -> str:
    version = -1 if live is None else live.version
    return frames.refused(BasraError(key, **facts), _id_of(text), version)


def _id_of(text: str) -> str | None:
    """Return the id of a command that cannot be read as a whole."""
    with suppress(msgspec.MsgspecError, RecursionError):
        found = msgspec.json.decode(text, type=_Id).id
        return found if found is None or len(found) <= 64 else None
    return None


def _since(socket: WebSocket) -> int | None:
    """Return the last version that a reader has."""
    text = socket.query_params.get("v", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None
