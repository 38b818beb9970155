"""Two processes with a real PostgreSQL and a real broker: whatever dies, every match completes."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from . import engines
from .engines import Postgres, Valkey
from .hearing import hearing
from .sitting import (
    Guest,
    House,
    Message,
    call,
    client_of,
    guest,
    in_turn,
    open_table,
    play_on,
    sitting,
)

RULES = "egyptian;target=21"
LOST = (OSError, WebSocketException, TimeoutError)


@pytest.fixture(scope="module")
def outside() -> Iterator[tuple[Postgres, Valkey]]:
    with engines.engines() as found:
        yield found


@contextmanager
def command(folder: Path, outside: tuple[Postgres, Valkey], *more: str) -> "Iterator[Process]":
    postgres, valkey = outside
    place = engines.database_at(postgres.port, folder)
    words = ("serve", "--port", "0", "--pace", "0", "--broker", valkey.address, *more)
    words = (*words, "--database", place)
    with subprocess.Popen(
        [sys.executable, "-c", "from basra.cli import main; main()", *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "BASRA_HOME": str(folder), "BASRA_LANGUAGE": "en"},
    ) as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        try:
            yield House(int(line.rstrip("/\n").rpartition(":")[2]), folder), running
        finally:
            running.terminate()
            try:
                running.wait(10)
            finally:
                running.kill()


Process = tuple[House, "subprocess.Popen[str]"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="module")
def two(folder: Path, outside: tuple[Postgres, Valkey]) -> Iterator[tuple[House, House]]:
    with command(folder, outside) as (one, _), command(folder, outside) as (other, _):
        yield one, other


class Steady:
    """A player who comes back, wherever the server is, until the match is over."""

    def __init__(self, houses: list[House], table: str, who: Guest, *, pause: float = 0.0) -> None:
        """``pause`` is how many seconds the player takes between some cards."""
        self.table = table
        self.pause = pause
        self.most = 0 if pause else 5
        self.who = who
        self.seen: dict[int, Message] = {}
        self.version: int | None = None
        self.over = False
        self.returns = -1
        self._houses = cycle(houses)
        self._sheet = False

    async def play(self, patience: float = 60.0) -> None:
        async with asyncio.timeout(patience):
            while not self.over:
                self.returns += 1
                try:
                    await self._sit(next(self._houses))
                except LOST:
                    await asyncio.sleep(0.2)

    async def _sit(self, house: House) -> None:
        async with sitting(house, self.table, self.who, self.version) as reader:
            reader.looks_at_sheet = self._sheet
            try:
                while not reader.over:
                    await play_on([reader], lambda: reader.over or len(reader.events) > self.most)
                    self._take(reader.events)
                    await asyncio.sleep(self.pause)
                    if reader.picture and reader.picture["result"]:
                        self.over = True
            finally:
                self._take(reader.events)
                self.version, self._sheet = reader.version, reader.looks_at_sheet
            self.over = reader.over

    def _take(self, events: list[Message]) -> None:
        for event in events:
            assert event["v"] not in self.seen, "told twice"
            self.seen[event["v"]] = event
        events.clear()


async def begun(houses: list[House], number: int = 0) -> list[Steady]:
    """Return two players of a match that has begun, one at each house first."""
    host, other = await guest(houses[0], "Hani"), await guest(houses[0], "Salma")
    table = await open_table(houses[number % 2], host, RULES, sit=0)
    async with (
        sitting(houses[0], table, host) as first,
        sitting(houses[-1], table, other) as second,
    ):
        assert "ack" == (await second.do("sit", seat=1))["t"]
        assert "ack" == (await first.do("ready"))["t"]
        assert "ack" == (await second.do("ready"))["t"]
    return [Steady(houses, table, host), Steady([*houses[::-1]], table, other)]


async def test_readers_at_two_processes_play_one_match(
    two: tuple[House, House], outside: tuple[Postgres, Valkey]
) -> None:
    here, there = two
    players = await begun([here, there])
    await asyncio.gather(*(player.play() for player in players))
    assert [0, 0] == [player.returns for player in players]
    table = players[0].table
    record = [await _text(house, f"/api/tables/{table}/record") for house in (here, there)]
    assert record[0] == record[1]
    assert "[Rules" in record[0]
    for house in (here, there):
        assert table == (await call(house, "GET", f"/api/tables/{table}"))["id"]
    log = _log(outside[0], here.folder, table)
    assert list(range(len(log))) == [event["v"] for event in log]
    _expect_no_leak(players, log)


async def _text(house: House, path: str) -> str:
    async with client_of(house) as client:
        return (await client.get(path)).text


def _log(postgres: Postgres, folder: Path, table: str) -> list[Message]:
    query = f"SELECT data FROM events WHERE table_id = '{table}' ORDER BY v"  # noqa: S608
    return [json.loads(row) for row in engines.rows(postgres.port, folder, query)]


def _expect_no_leak(players: list[Steady], log: list[Message]) -> None:
    """Compare what was told to each player with the log: its own hand is told, and no other."""
    secret = {event["v"]: event for event in log if event["k"] in {"dealt", "packet"}}
    for seat, player in enumerate(players):
        told = {v: player.seen[v] for v in secret if v in player.seen}
        assert told
        for v, event in told.items():
            own = [hand if at == seat else [] for at, hand in enumerate(secret[v]["hands"])]
            assert own == event["hands"]
            assert not event.get("pack")


@asynccontextmanager
async def matches(houses: list[House], number: int) -> AsyncIterator[list[Steady]]:
    """Play some matches to their ends while the block does harm."""
    players = [
        player
        for pair in await asyncio.gather(*(begun(houses, table) for table in range(number)))
        for player in pair
    ]
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        async with asyncio.timeout(30):
            while not all(player.seen for player in players):  # noqa: ASYNC110 - they play on
                await asyncio.sleep(0.02)
        yield players
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


def expect_whole(players: list[Steady], postgres: Postgres, folder: Path) -> None:
    """Compare what everybody was told with the logs: nothing lost, nothing doubled."""
    for player in players:
        log = _log(postgres, folder, player.table)
        assert list(range(len(log))) == [event["v"] for event in log]
        assert sum(event["k"] == "ended" for event in log) == 1
        plays = {event["v"]: event for event in log if event["k"] == "played"}
        told = {v: event for v, event in player.seen.items() if event.get("k") == "played"}
        assert set(told) <= set(plays)
        for v, event in told.items():
            assert (plays[v]["card"], plays[v]["seat"]) == (event["card"], event["seat"])


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
async def test_every_match_completes_when_a_process_ends(
    how: signal.Signals,
    two: tuple[House, House],
    outside: tuple[Postgres, Valkey],
    folder: Path,
) -> None:
    with command(folder, outside) as (here, running):
        async with matches([here, two[0]], 4) as players:
            running.send_signal(how)
            await asyncio.to_thread(running.wait, 20)
    assert any(player.returns for player in players)
    expect_whole(players, outside[0], folder)


@pytest.mark.parametrize("which", [0, 1], ids=["database", "broker"])
async def test_every_match_completes_when_a_part_outside_is_restarted(
    which: int, two: tuple[House, House], outside: tuple[Postgres, Valkey], folder: Path
) -> None:
    here, there = two
    part = outside[which]
    async with matches([here, there], 4) as players:
        await asyncio.to_thread(part.stop)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(part.start)
    assert any(player.returns for player in players)
    expect_whole(players, outside[0], folder)


async def test_the_lobby_shows_the_tables_of_all_processes(
    two: tuple[House, House],
) -> None:
    here, there = two
    host = await guest(here)
    tables = {await open_table(house, host, policy={"public": True}) for house in (here, there)}
    for house in (here, there):
        await _until(partial(_rows, house), lambda found: tables <= found)


async def _rows(house: House) -> set[str]:
    return {row["id"] for row in await call(house, "GET", "/api/tables")}


async def _until(ask: Callable[[], Any], found: Callable[[Any], bool]) -> None:
    async with asyncio.timeout(10):
        while not found(await ask()):  # noqa: ASYNC110 - another process says nothing
            await asyncio.sleep(0.1)


async def test_a_bot_hears_of_its_table_at_another_process(
    two: tuple[House, House],
) -> None:
    here, there = two
    host = await guest(here)
    bot = Guest(**await call(here, "POST", "/api/bots/tokens", host, json={"name": "Robin"}))
    table = await open_table(here, host, RULES, sit=0)
    path = f"/api/bot/tables/{table}/commands"
    async with (
        client_of(there, bot) as client,
        client.stream("GET", "/api/bot/stream") as stream,
        sitting(here, table, host) as first,
    ):
        lines = stream.aiter_lines()
        assert "stream" == json.loads(await anext(lines))["t"]
        wishes: list[Message] = [{"t": "sit", "seat": 1}, {"t": "ready"}]
        for number, wish in enumerate(wishes):
            await call(there, "POST", path, bot, json={**wish, "id": f"b{number}"})
        await first.do("ready")
        await in_turn(first) if first.offers else None
        heard = set()
        async with asyncio.timeout(10):
            while "welcome" not in heard or "events" not in heard:
                line = await anext(lines)
                heard.add(json.loads(line)["t"] if line else "")
        await call(there, "POST", path, bot, json={"t": "stand", "id": "b9"})


async def test_notices_and_whereabouts_come_from_another_process(
    two: tuple[House, House],
) -> None:
    here, there = two
    hani, salma = await guest(here, "Hani"), await guest(there, "Salma")
    await call(there, "PUT", f"/api/marks/follow/{hani.id}", salma)
    async with hearing(there, salma) as reader, hearing(here, hani):

        async def until_at(place: Message | None) -> None:
            await reader.until(lambda: reader.places.get(hani.id) == place)

        await until_at({"state": "here"})
        table = await open_table(here, hani, RULES, sit=0, policy={"public": True})
        assert f"/t/{table}" == (await reader.notice("opened"))["path"]
        # Who plays there comes to one process, and the table is played by the other.
        async with sitting(there, table, hani) as first:
            await until_at({"state": "here", "table": table})
            await first.do("bot", seat=1, level="random")
            await first.do("ready")
            await until_at({"state": "playing", "table": table})
            await call(here, "PATCH", "/api/me/preferences", hani, json={"hidden": True})
            await until_at(None)
            await reader.until(lambda: reader.notices == [])
            await call(here, "PATCH", "/api/me/preferences", hani, json={"hidden": False})
            await until_at({"state": "playing", "table": table})
            await call(here, "PUT", f"/api/marks/block/{salma.id}", hani)
            await until_at(None)
    private = await open_table(here, salma, RULES, bots={"1": "random"}, sit=0)
    await call(here, "PUT", f"/api/marks/follow/{salma.id}", hani)
    await call(here, "DELETE", f"/api/marks/block/{salma.id}", hani)
    async with sitting(here, private, salma), hearing(there, hani) as reader:
        await reader.until(lambda: reader.places.get(salma.id) is not None)
        assert not any(private in text for text in reader.frames)


async def test_whoever_was_at_a_process_that_dies_is_away(
    two: tuple[House, House], outside: tuple[Postgres, Valkey], folder: Path
) -> None:
    hani, salma = await guest(two[0], "Hani"), await guest(two[0], "Salma")
    await call(two[0], "PUT", f"/api/marks/follow/{hani.id}", salma)
    async with hearing(two[0], salma) as reader:
        with command(folder, outside) as (here, running), suppress(WebSocketException):
            async with hearing(here, hani):
                await reader.until(lambda: reader.places.get(hani.id) == {"state": "here"})
                running.kill()
                await reader.until(lambda: hani.id not in reader.places)


async def test_a_worker_that_dies_is_replaced(
    tmp_path: Path, outside: tuple[Postgres, Valkey]
) -> None:
    with command(tmp_path, outside, "--workers", "2") as (house, running):
        workers = _children(running.pid)
        async with matches([house, house], 2) as players:
            os.kill(workers[0], signal.SIGKILL)
            await asyncio.sleep(0.1)
        expect_whole(players, outside[0], tmp_path)
        await _until(
            lambda: asyncio.to_thread(_children, running.pid),
            lambda now: len(now) == 2 and set(now) != set(workers),
        )
        running.send_signal(signal.SIGTERM)
        assert 0 == await asyncio.to_thread(running.wait, 20)


def _children(parent: int) -> list[int]:
    """Return the processes of a server that serve."""
    found = subprocess.run(
        [engines.program("pgrep"), "-P", str(parent), "-f", "spawn_main"],
        check=False,
        capture_output=True,
        text=True,
    )
    return [int(one) for one in found.stdout.split()]
