"""Plays for minutes on two processes with PostgreSQL and Valkey while parts of it die; prints JSON.

``python bench/soak.py --players 200 --minutes 3`` starts both engines and two servers, lets pairs
of players sit at different servers and think for a while before every play, kills one server with
-9 after a third of the time (it is started again), and restarts the broker after two thirds. In the
end every log is read: versions have no gaps, and all that a player was told is in the log, once.
What the server that lives through all of it took of the machine is told for sizing.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from server import engines

RULES = "egyptian;target=101"
LOST = (OSError, WebSocketException, TimeoutError)
FAULT = 8.0
"""Seconds after a fault that are no measure of the usual."""


class Soak:
    """What all players share."""

    def __init__(self, ports: list[int], think: float, ends: float) -> None:
        self.ports = ports
        self.think = think
        self.ends = ends
        self.faults: list[float] = []
        self.answers: list[tuple[float, float]] = []
        self.returns = 0
        self.doubled = 0

    def is_over(self) -> bool:
        """Tell whether the time is up."""
        return time.monotonic() >= self.ends

    def usual(self) -> list[float]:
        """Return how long answers took, outside the faults."""
        return sorted(
            took
            for at, took in self.answers
            if not any(fault - 1.0 <= at <= fault + FAULT for fault in self.faults)
        )


class Player:
    """Somebody who plays, comes back, and notes what it was told."""

    ids = count()

    def __init__(self, soak: Soak, table: str, token: str, at: int) -> None:
        self.soak = soak
        self.table = table
        self.token = token
        self.at = at
        self.version = -1
        self.told: dict[int, dict[str, Any]] = {}
        self.offers: list[dict[str, Any]] = []
        self.sent: dict[str, float] = {}
        self.is_waiting = False
        self.is_over = False
        """Whether a match has ended and no other has begun."""

    async def play(self, first: list[dict[str, Any]]) -> None:
        """Play until the time is up, whatever happens."""
        while not self.soak.is_over():
            try:
                await self._sit(first)
            except LOST:
                self.soak.returns += 1
                self.at += 1
                await asyncio.sleep(random.uniform(0.05, 0.5))

    async def _sit(self, first: list[dict[str, Any]]) -> None:
        port = self.soak.ports[self.at % 2]
        query = f"?v={self.version}" if self.version >= 0 else ""
        address = f"ws://127.0.0.1:{port}/ws/tables/{self.table}{query}"
        async with connect(address, compression=None, ping_interval=None) as socket:
            await socket.send(json.dumps({"t": "hello", "token": self.token}))
            for wish in first:
                await self._say(socket, wish)
            self.is_waiting = False
            while not self.soak.is_over():
                try:
                    text = await asyncio.wait_for(socket.recv(), 8.0)
                except TimeoutError:
                    await socket.send('{"t":"ping","n":1}')
                    await self._say(socket, {"t": "rematch" if self.is_over else "sync"})
                    continue
                for wish in self.hear(json.loads(text)):
                    await self._say(socket, wish)
                if self.offers and not self.is_waiting:
                    self.is_waiting = True
                    asyncio.get_running_loop().call_later(
                        random.expovariate(1 / self.soak.think), self._take_turn, socket
                    )

    def _take_turn(self, socket: Any) -> None:  # noqa: ANN401
        self.is_waiting = False
        if self.offers and not self.soak.is_over():
            offer = random.choice(self.offers)
            self.offers = []
            play = {"t": "play", "card": offer["card"], "take": offer["take"], "v": self.version}
            task = asyncio.ensure_future(self._say(socket, play))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _say(self, socket: Any, wish: dict[str, Any]) -> None:  # noqa: ANN401
        name = f"s{next(self.ids)}"
        if wish["t"] == "play":
            self.sent[name] = time.monotonic()
        await socket.send(json.dumps({**wish, "id": name}))

    def hear(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """Take a message in and return what is to be said to go on."""
        kind = message["t"]
        wishes: list[dict[str, Any]] = []
        if kind == "welcome":
            self.offers = message["offers"]
            if message["picture"] is not None:
                self.version = message["picture"]["v"]
        elif kind == "events":
            self.offers = message["offers"]
            for event in message["events"]:
                v = event["v"]
                if v in self.told or v != self.version + 1:
                    self.soak.doubled += 1
                self.version = v
                self.told[v] = event
                if event.get("k") == "scored":
                    wishes.append({"t": "goon"})
                elif event.get("k") == "ended":
                    self.is_over = True
                    wishes.append({"t": "rematch"})
                elif event.get("k") == "began":
                    self.is_over = False
        elif kind == "ack" and message["id"] in self.sent:
            now = time.monotonic()
            self.soak.answers.append((now, now - self.sent.pop(message["id"])))
        return wishes


def start(place: str, broker: str, port: int, log: Path) -> "subprocess.Popen[bytes]":
    """Start a server without limits and wait until it listens."""
    program = (
        "import sys\n"
        "from basra.server import run\n"
        "from basra.server.settings import Settings\n"
        "place, broker, port = sys.argv[1:]\n"
        "many = 10**6\n"
        "settings = Settings(place, broker=broker, pace=0.1, rate=1e6, burst=many, sockets=many,\n"
        "    tables=many, guests=many, calls=1e6, calls_burst=many)\n"
        "run.run(run.bound('127.0.0.1', int(port)), settings)\n"
    )
    words = [sys.executable, "-c", program, place, broker, str(port)]
    with log.open("ab") as out:
        running = subprocess.Popen(words, stderr=out)  # noqa: S603 - itself
    engines.wait_for(port)
    return running


async def open_tables(soak: Soak, number: int) -> list[tuple[Player, list[dict[str, Any]]]]:
    """Open tables for pairs of players who sit at different servers."""
    players: list[tuple[Player, list[dict[str, Any]]]] = []
    async with (
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{soak.ports[0]}", timeout=30) as here,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{soak.ports[1]}", timeout=30) as there,
    ):
        for pair in range(number // 2):
            client = (here, there)[pair % 2]
            guests = [
                (await client.post("/api/guests", json={"name": f"Guest {seat}"})).json()
                for seat in (0, 1)
            ]
            headers = {"Authorization": f"Bearer {guests[0]['token']}"}
            body = {"rules": RULES, "sit": 0}
            opened = (await client.post("/api/tables", json=body, headers=headers)).json()
            for seat, one in enumerate(guests):
                player = Player(soak, opened["id"], one["token"], seat)
                wishes: list[dict[str, Any]] = [{"t": "sit", "seat": seat}] if seat else []
                players.append((player, [*wishes, {"t": "ready"}, {"t": "goon"}]))
    return players


async def harm(
    seconds: float, soak: Soak, kill: Callable[[], None], restart: Callable[[], None]
) -> None:
    """Kill a server after a third of the time, and restart the broker after two."""
    for act in (kill, restart):
        await asyncio.sleep(seconds / 3)
        soak.faults.append(time.monotonic())
        await asyncio.to_thread(act)


def judge(players: list[Player], postgres: engines.Postgres, folder: Path) -> dict[str, int]:
    """Compare what everybody was told with the logs."""
    gaps = false = behind = events = plays = ended = 0
    logs: dict[str, list[dict[str, Any]]] = {}
    for row in engines.rows(
        postgres.port, folder, "SELECT table_id || ' ' || data FROM events ORDER BY table_id, v"
    ):
        table, _, data = row.partition(" ")
        logs.setdefault(table, []).append(json.loads(data))
    for log in logs.values():
        events += len(log)
        gaps += [event["v"] for event in log] != list(range(len(log)))
        plays += sum(event["k"] == "played" for event in log)
        ended += sum(event["k"] == "ended" for event in log)
    for player in players:
        kept = logs[player.table]
        for v, event in player.told.items():
            is_kept = v < len(kept) and event.get("k", kept[v]["k"]) == kept[v]["k"]
            false += not is_kept or event.get("card") != (
                kept[v].get("card") if "k" in event else None
            )
        behind += player.version != kept[-1]["v"]
    return {
        "tables": len(logs),
        "events": events,
        "plays": plays,
        "matches_ended": ended,
        "logs_with_gaps": gaps,
        "told_but_not_kept": false,
        "players_behind_at_the_end": behind,
    }


class Taken(NamedTuple):
    """What a server takes of the machine."""

    mb: float
    cpu_seconds: float


async def taken(port: int) -> Taken:
    """Ask a server what it takes."""
    async with httpx.AsyncClient() as client:
        text = (await client.get(f"http://127.0.0.1:{port}/metrics")).text
    found = dict(line.split() for line in text.splitlines() if line.startswith("process_"))
    mb = float(found["process_resident_memory_bytes"]) / 1e6
    return Taken(mb, float(found["process_cpu_seconds_total"]))


async def run(
    arguments: argparse.Namespace, postgres: engines.Postgres, valkey: engines.Valkey
) -> dict[str, Any]:
    """Soak and return the figures."""
    seconds = arguments.minutes * 60
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place = engines.database_at(postgres.port, folder)
        ports = [engines.free_port(), engines.free_port()]
        log = Path(arguments.log or folder / "servers.log")
        servers = [start(place, valkey.address, port, log) for port in ports]
        soak = Soak(ports, arguments.think, float("inf"))
        empty = await taken(ports[1])
        opened = await open_tables(soak, arguments.players)
        began = time.monotonic()
        soak.ends = began + seconds

        def kill() -> None:
            servers[0].send_signal(signal.SIGKILL)
            servers[0].wait()
            time.sleep(5)
            servers[0] = start(place, valkey.address, ports[0], log)

        def restart() -> None:
            valkey.stop()
            time.sleep(1)
            valkey.start()

        try:
            tasks = [asyncio.create_task(player.play(first)) for player, first in opened]
            await asyncio.gather(harm(seconds, soak, kill, restart), *tasks)
            full = await taken(ports[1])
            lasted = time.monotonic() - began
            players = [player for player, _ in opened]
            await converge(players, ports)
            judged = judge(players, postgres, folder)
            size = "SELECT pg_total_relation_size('events')"
            kept = int(engines.rows(postgres.port, folder, size)[0])
        finally:
            for server in servers:
                server.terminate()
                server.wait(20)
        usual, every = soak.usual(), sorted(took for _, took in soak.answers)
        return {
            "players": len(opened),
            "minutes": arguments.minutes,
            **judged,
            "told_twice_or_with_a_gap": soak.doubled,
            "returns": soak.returns,
            "answers": len(every),
            "answer_ms": {"p50": at(usual, 0.5), "p99": at(usual, 0.99)},
            "answer_ms_with_faults": {"p99": at(every, 0.99), "most": at(every, 1.0)},
            "plays_per_second": round(judged["plays"] / lasted, 1),
            "bytes_per_event": round(kept / judged["events"]),
            "server": {
                "mb_empty": round(empty.mb),
                "mb_at_the_end": round(full.mb),
                "cores": round((full.cpu_seconds - empty.cpu_seconds) / lasted, 2),
            },
            "load": round(os.getloadavg()[0], 1),
        }


async def converge(players: list[Player], ports: list[int]) -> None:
    """Let everybody come back once more and hear what it missed, at the other server."""

    async def once(player: Player) -> None:
        address = f"ws://127.0.0.1:{ports[(player.at + 1) % 2]}/ws/tables/{player.table}"
        for _ in range(10):
            is_welcome = False
            try:
                async with connect(f"{address}?v={player.version}", compression=None) as socket:
                    await socket.send(json.dumps({"t": "hello", "token": player.token}))
                    while True:
                        message = json.loads(await asyncio.wait_for(socket.recv(), 4.0))
                        is_welcome = is_welcome or message["t"] == "welcome"
                        player.hear(message)
            except TimeoutError:
                if is_welcome:
                    return
            except LOST:
                await asyncio.sleep(0.5)

    await asyncio.gather(*(once(player) for player in players))


def at(ordered: list[float], share: float) -> float | None:
    """Return the milliseconds that a share of the answers does not exceed."""
    return (
        round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)
        if ordered
        else None
    )


def main() -> None:
    """Soak and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--think", type=float, default=4.0, help="mean seconds before a play")
    parser.add_argument("--log", help="where the servers log")
    arguments = parser.parse_args()
    with engines.engines(durable=True) as (postgres, valkey):
        print(json.dumps(asyncio.run(run(arguments, postgres, valkey)), indent=1))


if __name__ == "__main__":
    main()
