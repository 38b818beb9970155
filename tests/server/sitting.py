"""What a page does, for tests: become a guest, open a table, sit at its socket, play."""

# ruff: noqa: ANN401 - what is sent is any JSON, also what no command is

import asyncio
import json
import sqlite3
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from . import engines

Message = dict[str, Any]
PATIENCE = 10.0
CALL = 60.0
"""A call may take long: a password is hashed with all the cores that there are."""
_NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Reading those of the system for every client takes longer than a test."""
_IDS = count()
"""A command of a person has an id that no other has, whichever tab it comes from."""


class House(NamedTuple):
    """Where a server listens, and where it keeps its database."""

    port: int
    folder: Path

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}"


class Guest(NamedTuple):
    id: str
    name: str
    token: str


def client_of(house: House, guest: Guest | None = None) -> httpx.AsyncClient:
    """Return a client for calls, who is a guest or nobody."""
    headers = {"Authorization": f"Bearer {guest.token}"} if guest else {}
    return httpx.AsyncClient(
        base_url=house.http, headers=headers, verify=_NO_CERTIFICATES, timeout=CALL
    )


async def call(
    house: House, method: str, path: str, guest: Guest | None = None, **given: Any
) -> Any:
    """Return the answer of a call that must succeed."""
    async with client_of(house, guest) as client:
        answer = await client.request(method, path, **given)
    assert answer.status_code < 300, answer.text
    return answer.json()


async def guest(house: House, name: str = "Umm Hani") -> Guest:
    return Guest(**await call(house, "POST", "/api/guests", json={"name": name}))


async def open_table(house: House, host: Guest, rules: str = "egyptian", **more: Any) -> str:
    body = {"rules": rules, **more}
    table: str = (await call(house, "POST", "/api/tables", host, json=body))["id"]
    return table


class Sitting:
    """A reader of a table: it keeps every frame, and what a page would know from them."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.who: Guest | None = None
        self.frames: list[str] = []
        self.messages: list[Message] = []
        self.events: list[Message] = []
        self.picture: Message | None = None
        self.version = -1
        self.seat: int | None = None
        self.offers: list[Message] = []
        self.over = False
        self.looks_at_sheet = False

    async def hear(self, patience: float = PATIENCE) -> Message:
        """Return the next message, after taking it in."""
        text = await asyncio.wait_for(self.socket.recv(), patience)
        assert isinstance(text, str)
        self.frames.append(text)
        message: Message = json.loads(text)
        self.messages.append(message)
        if message["t"] == "welcome":
            self.seat, self.offers = message["seat"], message["offers"]
            if message["picture"] is not None:
                self.picture = message["picture"]
                self.version = message["picture"]["v"]
        elif message["t"] == "events":
            self.offers = message["offers"]
            for event in message["events"]:
                self._take(event)
        return message

    def _take(self, event: Message) -> None:
        assert self.version + 1 == event["v"], "a gap"
        self.version = event["v"]
        self.events.append(event)
        if event.get("k") == "seated" and self.who and event["who"]["id"] == self.who.id:
            self.seat = event["seat"]
        if event.get("k") == "began" and self.seat is not None and self.picture is not None:
            self.seat = (self.seat + event.get("shift", 0)) % self.picture["seats"]
        if event.get("k") == "scored":
            self.looks_at_sheet = True
        if event.get("k") == "ended":
            self.over, self.looks_at_sheet = True, False

    async def until(self, found: Callable[[Message], bool], patience: float = PATIENCE) -> Message:
        """Return the first message of a kind."""
        async with asyncio.timeout(patience):
            while True:
                message = await self.hear(patience)
                if found(message):
                    return message

    async def event(self, kind: str, patience: float = PATIENCE) -> Message:
        """Return the next event of a kind."""
        message = await self.until(lambda one: _has(one, kind), patience)
        found: Message = next(one for one in message["events"] if one.get("k") == kind)
        return found

    async def say(self, kind: str, **more: Any) -> str:
        """Send a command and return its id."""
        command = {"t": kind, "id": f"c{next(_IDS)}", **more}
        await self.socket.send(json.dumps(command))
        return str(command["id"])

    async def do(self, kind: str, **more: Any) -> Message:
        """Send a command and return its answer."""
        command = await self.say(kind, **more)
        return await self.answer(command)

    async def answer(self, command: str | None) -> Message:
        return await self.until(lambda one: one["t"] in {"ack", "refused"} and one["id"] == command)

    async def play(self, at: int = 0) -> Message:
        """Play one of the offers."""
        offer = self.offers[at % len(self.offers)]
        return await self.do("play", card=offer["card"], take=offer["take"], v=self.version)


def _has(message: Message, kind: str) -> bool:
    return message["t"] == "events" and any(one.get("k") == kind for one in message["events"])


@asynccontextmanager
async def sitting(
    house: House, table: str, who: Guest | None = None, since: int | None = None, **more: Any
) -> AsyncIterator[Sitting]:
    """Sit down at the socket of a table."""
    query = "" if since is None else f"?v={since}"
    async with connect(f"{house.ws}/ws/tables/{table}{query}", compression=None, **more) as socket:
        reader = Sitting(socket)
        reader.who = who
        if since is not None:
            reader.version = since
        hello = {"t": "hello"} if who is None else {"t": "hello", "token": who.token}
        await socket.send(json.dumps(hello))
        await reader.until(lambda one: one["t"] == "welcome")
        yield reader


async def play_on(players: list[Sitting], stop: Callable[[], bool], at: int = 0) -> None:
    """Let readers play, go on after every sheet, and stop when told."""
    tasks = [asyncio.create_task(_play_on(player, stop, at)) for player in players]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


async def _play_on(player: Sitting, stop: Callable[[], bool], at: int) -> None:
    while not stop():
        if player.offers:
            answer = await player.play(at)
            if answer.get("error", {}).get("key") == "error.server.rate":
                await asyncio.sleep(0.2)  # a person would not be so quick
        elif player.looks_at_sheet:
            player.looks_at_sheet = False
            await player.do("goon")
        else:
            with suppress(TimeoutError):
                await player.hear(0.5)


@asynccontextmanager
async def pair(
    house: House, rules: str = "egyptian", **more: Any
) -> AsyncIterator[tuple[str, Sitting, Sitting]]:
    """Let two persons begin a match."""
    hani, salma = await guest(house, "Hani"), await guest(house, "Salma")
    table = await open_table(house, hani, rules, sit=0, **more)
    async with sitting(house, table, hani) as first, sitting(house, table, salma) as second:
        await second.do("sit", seat=1)
        await first.do("ready")
        await second.do("ready")
        await first.until(lambda _: first.version == second.version)
        yield table, first, second


async def in_turn(*players: Sitting) -> Sitting:
    """Return the player whose turn it is, once all have heard of it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            newest = max(player.version for player in players)
            for player in players:
                while player.version < newest:
                    await player.hear()
            found = [player for player in players if player.offers]
            if found:
                return found[0]
            await asyncio.wait([asyncio.create_task(player.hear()) for player in players[:1]])


def log_of(house: House, table: str) -> list[Message]:
    """Return the log of a table as the database holds it."""
    if found := engines.chosen():
        query = f"SELECT data FROM events WHERE table_id = '{table}' ORDER BY v"  # noqa: S608
        return [json.loads(row) for row in engines.rows(found[0], house.folder, query)]
    with closing(sqlite3.connect(house.folder / "server.db")) as database:
        rows = database.execute(
            "SELECT data FROM events WHERE table_id = ? ORDER BY v", (table,)
        ).fetchall()
    return [json.loads(row[0]) for row in rows]


def held_by(house: House) -> bytes:
    """Return all that the database holds."""
    if found := engines.chosen():
        return engines.content(found[0], house.folder)
    return b"".join(path.read_bytes() for path in house.folder.glob("server.db*"))


async def closing_code(socket: ClientConnection) -> int | None:
    """Return how the server closed a socket."""
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                await socket.recv()
    except ConnectionClosed:
        return socket.close_code
