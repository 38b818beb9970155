"""Measures the server under load: many tables, every seat a socket; prints JSON.

``python bench/serving.py --tables 500 --seconds 20`` starts a server in a process of its own and
plays at all tables as fast as it answers; with ``--rate`` so many plays a second in all, to see how
long an answer takes. ``--bots`` adds tables of a person and a computer player.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

import msgspec

from basra.server.answers import Guest
from basra.server.settings import Settings, embedded
from basra.server.store import Store
from basra.table import Table
from basra.table.events import Occupant, Policy

RULES = "egyptian;seats=4;target=1000"
DUEL = "egyptian;target=1000"
PARTS = 50
"""Sockets that are opened at the same time."""


class Offer(msgspec.Struct):
    """What the load needs of an offer."""

    card: str
    take: list[str]


class Seen(msgspec.Struct):
    """What the load needs of an event."""

    v: int
    k: str = ""
    by: str = "person"


class Message(msgspec.Struct):
    """What the load needs of a message."""

    t: str
    id: str | None = None
    events: list[Seen] = []
    offers: list[Offer] = []


read_message = msgspec.json.Decoder(Message).decode


class Load:
    """What all players share: the pace, and what was measured."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.playing = False
        self.slot = 0.0
        self.plays = 0
        self.frames = 0
        self.answers: list[float] = []
        self.bots: list[float] = []
        self.refused = 0

    def when(self) -> float:
        """Return the seconds until the next play may be sent."""
        if not self.rate:
            return 0.0
        now = time.perf_counter()
        self.slot = max(now, self.slot + 1 / self.rate)
        return self.slot - now

    def start(self) -> None:
        """Forget what came before."""
        self.plays = self.frames = self.refused = 0
        self.answers.clear()
        self.bots.clear()


class Player(asyncio.Protocol):
    """A socket that plays: a page without a screen."""

    def __init__(self, load: Load, path: str, token: str, wishes: list[str]) -> None:
        self.load = load
        self.path = path
        self.token = token
        self.wishes = wishes
        self.ready = asyncio.get_running_loop().create_future()
        self.buffer = b""
        self.open = False
        self.number = 0
        self.version = 0
        self.sent = 0.0
        self.answered = 0.0
        self.offers: list[Offer] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        self.transport = cast("asyncio.WriteTransport", transport)
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take what comes apart into frames."""
        self.buffer += data
        if not self.open:
            head, end, self.buffer = self.buffer.partition(b"\r\n\r\n")
            if not end:
                self.buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(head)
            self.open = True
            self.send({"t": "hello", "token": self.token})
        at = 0
        buffer = self.buffer
        while len(buffer) >= at + 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10]), at + 10
            if len(buffer) < start + size:
                break
            if buffer[at] == 0x81:
                self.hear(buffer[start : start + size])
            elif buffer[at] == 0x89:
                self.write(0x8A, buffer[start : start + size])
            at = start + size
        self.buffer = buffer[at:]

    def send(self, message: dict[str, object]) -> None:
        """Send a message."""
        self.write(0x81, msgspec.json.encode(message))

    def write(self, kind: int, text: bytes) -> None:
        """Send a frame, masked by zeros."""
        size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2)
        self.transport.write(bytes([kind]) + size + b"\0\0\0\0" + text)

    def hear(self, text: bytes) -> None:
        """Do what a page would do."""
        self.load.frames += 1
        message = read_message(text)
        if message.t == "welcome":
            self.wish()
        elif message.t == "events":
            self.see(message)
        elif message.t == "ack" and message.id and message.id.startswith("p"):
            self.answered = time.perf_counter()
            self.load.plays += 1
            self.load.answers.append(self.answered - self.sent)
        elif message.t == "ack":
            self.wish()
        elif message.t == "refused":
            self.load.refused += 1

    def wish(self) -> None:
        """Send the next of what comes before the match."""
        if self.wishes:
            self.transport_command(json.loads(self.wishes.pop(0)))
        elif not self.ready.done():
            self.ready.set_result(None)

    def transport_command(self, command: dict[str, object]) -> None:
        """Send a command with an id of its own."""
        self.number += 1
        self.send({**command, "id": f"w{self.number}"})

    def see(self, message: Message) -> None:
        """Note how far the table is, and play when it is time."""
        self.version = message.events[-1].v
        for event in message.events:
            if event.by == "bot" and self.answered:
                self.load.bots.append(time.perf_counter() - self.answered)
                self.answered = 0.0
            elif event.k == "scored":
                self.transport_command({"t": "goon"})
        self.offers = message.offers
        if self.offers and self.load.playing:
            self.take_turn()

    def take_turn(self) -> None:
        """Play, now or when the pace allows."""
        seconds = self.load.when()
        if seconds > 0:
            asyncio.get_running_loop().call_later(seconds, self.play)
        else:
            self.play()

    def play(self) -> None:
        """Play any of the offers."""
        if not self.offers or not self.load.playing:
            return
        offer = random.choice(self.offers)
        self.offers = []
        self.number += 1
        self.sent = time.perf_counter()
        play = {"t": "play", "id": f"p{self.number}", "card": offer.card, "take": offer.take}
        self.send({**play, "v": self.version})


def settings(folder: Path) -> Settings:
    """Return settings without limits, for a load that comes from one address."""
    many = 1_000_000
    return Settings(embedded(folder), pace=0.0, rate=1e6, burst=many, sockets=many)


@contextmanager
def server(folder: Path) -> Iterator[tuple[int, int]]:
    """Run a server in a process of its own; yield its port and its process id."""
    words = [sys.executable, __file__, "--serve", str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603 - itself
        try:
            yield int(cast("IO[str]", running.stdout).readline()), running.pid
        finally:
            running.terminate()


def serve(folder: Path) -> None:
    """Be that server."""
    from basra.server.run import bound, run  # noqa: PLC0415 - only here

    listener = bound("127.0.0.1", 0)
    port = listener.getsockname()[1]
    run(listener, settings(folder), lambda _: print(port, flush=True))


async def prepare(folder: Path, tables: int, bots: int) -> list[tuple[str, str, list[str]]]:
    """Write guests and tables; return the path, token and first commands of every socket."""
    store = await Store.open(embedded(folder))
    players = []
    for number in range(tables + bots):
        rules, seats = (RULES, 4) if number < tables else (DUEL, 1)
        guests = [Guest(id=f"g{number}s{seat}", name=f"Guest {seat}") for seat in range(seats)]
        host = Occupant(id=guests[0].id, name=guests[0].name)
        waiting = [store.add_guest(guest, guest.id, 0) for guest in guests]
        opened = Table.open(rules, Policy(), host, time.time_ns() // 1_000_000)
        await asyncio.gather(store.create(f"t{number}", opened), *waiting)
        for seat, guest in enumerate(guests):
            wishes = [f'{{"t":"sit","seat":{seat}}}']
            if number >= tables:
                wishes.append('{"t":"bot","seat":1,"level":"careful"}')
            players.append((f"/ws/tables/t{number}", guest.id, [*wishes, '{"t":"ready"}']))
    await store.close()
    return players


async def measure(arguments: argparse.Namespace, folder: Path) -> dict[str, object]:
    """Play and return the figures."""
    sockets = await prepare(folder, arguments.tables, arguments.bots)
    with server(folder) as (port, process):
        before = kilobytes(process)
        load = Load(arguments.rate)
        players = await connect(load, port, sockets)
        resident = kilobytes(process)
        busy = seconds_of(process)
        gc.disable()  # a pause here would be taken for one of the server
        load.playing = True
        for player in players:
            if player.offers:
                player.take_turn()
        await asyncio.sleep(min(2.0, arguments.seconds / 4))
        load.start()
        busy, began = seconds_of(process), time.perf_counter()
        await asyncio.sleep(arguments.seconds)
        took, busy = time.perf_counter() - began, seconds_of(process) - busy
        load.playing = False
        figures = {
            "tables": arguments.tables + arguments.bots,
            "sockets": len(players),
            "plays_per_second": round(load.plays / took),
            "messages_per_second": round(load.frames / took),
            "answer_ms": milliseconds(load.answers),
            "bot_ms": milliseconds(load.bots),
            "refused": load.refused,
            "kilobytes_per_socket": round((resident - before) / len(players), 1),
            "resident_megabytes": round(kilobytes(process) / 1024),
            "processor_share": round(busy / took, 2),
        }
        for player in players:
            player.transport.abort()
    return figures


async def connect(load: Load, port: int, sockets: list[tuple[str, str, list[str]]]) -> list[Player]:
    """Open all sockets, sit down, and wait until every match has begun."""
    loop = asyncio.get_running_loop()
    players: list[Player] = []
    for start in range(0, len(sockets), PARTS):
        made = [
            loop.create_connection(
                lambda one=one: Player(load, *one),  # type: ignore[misc]
                "127.0.0.1",
                port,
            )
            for one in sockets[start : start + PARTS]
        ]
        part = [player for _, player in await asyncio.gather(*made)]
        await asyncio.wait_for(asyncio.gather(*(player.ready for player in part)), 30)
        players += part
    await asyncio.sleep(0.5)
    return players


def milliseconds(seconds: list[float]) -> dict[str, float] | None:
    """Return how long it took: the middle, and what one in a hundred exceeds."""
    if not seconds:
        return None
    ordered = sorted(seconds)
    places = {"p50": 0.5, "p99": 0.99, "most": 1.0}
    return {
        name: round(1000 * ordered[min(len(ordered) - 1, int(place * len(ordered)))], 1)
        for name, place in places.items()
    }


def kilobytes(process: int) -> int:
    """Return the memory that a process holds (Linux)."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0])


def seconds_of(process: int) -> float:
    """Return the processor time that a process has used (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure, or be the server that is measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500, help="tables of four persons")
    parser.add_argument("--bots", type=int, default=0, help="tables of a person and a bot")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--rate", type=float, default=0.0, help="plays a second; 0: all that go")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.serve)
        return
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(measure(arguments, Path(folder)))))


if __name__ == "__main__":
    main()
