"""Processes are replaced one after the other while people play: nothing is lost, nobody refused."""

import asyncio
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from basra.server import workers
from basra.server.metrics import SHARED

from . import engines
from .engines import Postgres, Valkey
from .sitting import House, call, client_of, guest, in_turn, open_table, pair, sitting
from .test_cluster import Steady, _children, command, expect_whole
from .test_crash import process

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGHUP")
PATIENCE = 240.0


@pytest.fixture(scope="module")
def outside() -> Iterator[tuple[Postgres, Valkey]]:
    with engines.engines() as found:
        yield found


async def begun(house: House) -> list[Steady]:
    """Return two players of a long match that has begun."""
    host, other = await guest(house, "Hani"), await guest(house, "Salma")
    table = await open_table(house, host, "egyptian;target=71", sit=0)
    async with sitting(house, table, host) as first, sitting(house, table, other) as second:
        await second.do("sit", seat=1)
        await first.do("ready")
        await second.do("ready")
    return [Steady([house], table, one, pause=0.3) for one in (host, other)]


class Knocker:
    """Comes to the port again and again, and counts how often it was let in."""

    def __init__(self, house: House) -> None:
        self.answered = 0
        self.cut: list[str] = []
        """What happened to those who were let in and got no answer."""
        self._house = house

    async def knock(self) -> None:
        while True:
            async with client_of(self._house) as client:
                try:
                    found = await client.get("/health")
                except httpx.RemoteProtocolError as error:
                    self.cut.append(str(error))
                else:
                    assert 200 == found.status_code
                    self.answered += 1
            await asyncio.sleep(0.02)


async def replaced(parent: int, before: list[int]) -> list[int]:
    """Return the processes that serve once none of those before is left."""
    async with asyncio.timeout(PATIENCE):
        while True:
            now = await asyncio.to_thread(_children, parent)
            if len(now) == len(before) and not set(now) & set(before):
                return now
            await asyncio.sleep(0.2)


async def test_all_processes_are_replaced_while_a_match_is_played(
    tmp_path: Path, outside: tuple[Postgres, Valkey]
) -> None:
    with command(tmp_path, outside, "--workers", "2") as (house, running):
        players, knocker = await begun(house), Knocker(house)
        playing = [asyncio.create_task(player.play(PATIENCE)) for player in players]
        knocking = asyncio.create_task(knocker.knock())
        async with asyncio.timeout(PATIENCE):
            while not all(len(player.seen) > 10 for player in players):  # noqa: ASYNC110 - they play on
                await asyncio.sleep(0.02)
        before = _children(running.pid)
        running.send_signal(signal.SIGHUP)
        after = await replaced(running.pid, before)
        assert not any(task.done() for task in playing), "it went on all the time"
        for player in players:
            player.pause, player.most = 0.0, 5
        await asyncio.gather(*playing)
        knocking.cancel()
        assert 2 == len(after)
        assert len(knocker.cut) <= 2, "a process that leaves answers who has just come"
        assert knocker.answered > 20
        assert all(player.returns for player in players)
        expect_whole(players, outside[0], tmp_path)
        running.send_signal(signal.SIGTERM)
        assert 0 == await asyncio.to_thread(running.wait, 20)


async def test_it_leaves_when_it_is_told_to_in_the_midst_of_that(
    tmp_path: Path, outside: tuple[Postgres, Valkey]
) -> None:
    with command(tmp_path, outside, "--workers", "2") as (house, running):
        running.send_signal(signal.SIGHUP)
        assert (await call(house, "GET", "/api/variants"))[0]
        running.send_signal(signal.SIGTERM)
        assert 0 == await asyncio.to_thread(running.wait, 60)
        assert [] == _children(running.pid)


async def test_a_server_of_one_process_leaves_politely(tmp_path: Path) -> None:
    with process(tmp_path) as (house, running):
        async with pair(house) as (_, first, second):
            await in_turn(first, second)
            running.send_signal(signal.SIGHUP)
            assert 5 == (await first.until(_is_leaving))["seconds"]
            assert 0 == await asyncio.to_thread(running.wait, 20)


def _is_leaving(message: dict[str, Any]) -> bool:
    return bool(message["t"] == "leaving")


class Sham:
    """A process of which nothing is known but whether it was told to leave."""

    def __init__(self) -> None:
        self.process = self.told = self
        self.pid = 0
        self.has_left = False

    def terminate(self) -> None:
        self.has_left = True

    def join(self, _: float | None = None) -> None: ...

    def kill(self) -> None: ...

    def close(self) -> None: ...


@pytest.fixture
def shams(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    monkeypatch.setenv(SHARED, str(tmp_path))
    return [Sham() for _ in range(3)]


@pytest.mark.parametrize("listens", [True, False])
def test_an_old_process_leaves_only_if_a_new_one_listens(
    shams: list[Any], monkeypatch: pytest.MonkeyPatch, *, listens: bool
) -> None:
    monkeypatch.setattr(workers, "_is_ready", lambda *_: listens)
    first, second, fresh = shams
    going = [first, second]
    assert listens == workers._replace(going, second, lambda: fresh, [])
    assert ([first, fresh] if listens else [first, second]) == going
    assert (False, listens, not listens) == (first.has_left, second.has_left, fresh.has_left)


def test_one_that_has_been_replaced_is_not_replaced_again(shams: list[Any]) -> None:
    first, second, gone = shams
    going = [first, second]
    assert workers._replace(going, gone, lambda: pytest.fail("started"), [])
    assert [first, second] == going
