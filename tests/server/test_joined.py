"""Two processes with a real broker: what ends in one ends in both, and both count together."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from redis.asyncio import Redis

from basra.server.broker import Valkey as Broker
from basra.server.hub import Hub
from basra.server.quotas import Quota

from . import engines
from .conftest import serving
from .engines import Postgres, Valkey
from .sitting import (
    PATIENCE,
    Guest,
    House,
    call,
    client_of,
    closing_code,
    guest,
    open_table,
    sitting,
)
from .test_bot_api import bot_of, listening
from .test_people import claimed
from .test_sessions import NO_TOKEN, end_by_itself, is_known, signed_in

HOUR = 3_600_000


@pytest.fixture(scope="module")
def outside() -> Iterator[tuple[Postgres, Valkey]]:
    with engines.engines() as found:
        yield found


Two = tuple[House, House]


def two_in(folder: Path, outside: tuple[Postgres, Valkey], stack: ExitStack, **more: Any) -> Two:  # noqa: ANN401 - any setting
    """Run two servers with one database and one broker."""
    postgres, valkey = outside
    more |= {"database": engines.database_at(postgres.port, folder), "broker": valkey.address}
    here, there = (stack.enter_context(serving(folder, **more)) for _ in range(2))
    return here, there


@pytest.fixture(scope="module")
def two(
    tmp_path_factory: pytest.TempPathFactory, outside: tuple[Postgres, Valkey]
) -> Iterator[Two]:
    # Whoever looks is too late for these tests: what ends is to be told.
    with ExitStack() as stack:
        yield two_in(tmp_path_factory.mktemp("joined"), outside, stack, sessions=3600.0)


@pytest_asyncio.fixture
async def broker(outside: tuple[Postgres, Valkey]) -> AsyncIterator[Broker]:
    found = await connected(outside[1])
    yield found
    await found.close()


async def connected(valkey: Valkey) -> Broker:
    found = Broker(valkey.address)
    await found.listen(("nothing",), lambda _: None, lambda _: None)
    return found


# --- what ends ----------------------------------------------------------------------------------


async def test_a_session_that_ends_here_closes_its_sockets_there(two: Two) -> None:
    here, there = two
    owner, _ = await claimed(here, "Nadia")
    phone = await signed_in(here, owner)
    table = await open_table(here, owner, sit=0)
    async with sitting(there, table, phone) as far, sitting(there, table, owner) as near:
        assert await is_known(there, phone)
        await end_by_itself(here, phone)
        assert NO_TOKEN == await closing_code(far.socket)
        assert not await is_known(there, phone)
        assert "ack" == (await near.do("sync"))["t"]


async def test_a_bot_that_is_withdrawn_here_hears_no_more_there(two: Two) -> None:
    here, there = two
    owner = await guest(here)
    robin = await bot_of(here, owner)
    async with listening(there, robin) as bot:
        await call(here, "DELETE", f"/api/bots/tokens/{robin.id}", owner)
        async with asyncio.timeout(PATIENCE):
            assert not [line async for line in bot._lines if "stream" in line]  # noqa: SLF001
    assert not await is_known(there, robin)


async def test_a_session_whose_end_nobody_heard_of_is_found_by_looking(
    tmp_path: Path, outside: tuple[Postgres, Valkey], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Hub, "_hear", lambda *_: None)
    with ExitStack() as stack:
        here, there = two_in(tmp_path, outside, stack, sessions=0.1)
        owner, _ = await claimed(here, "Nadia")
        table = await open_table(there, owner, sit=0)
        async with sitting(there, table, owner) as far:
            await end_by_itself(here, owner)
            assert NO_TOKEN == await closing_code(far.socket)
            assert not await is_known(there, owner)


# --- what is counted ----------------------------------------------------------------------------


async def sign_in(house: House, name: str, password: str) -> int:
    async with client_of(house) as client:
        proof = {"name": name, "password": password}
        return (await client.post("/api/sessions", json=proof)).status_code


async def test_who_guesses_at_two_processes_has_no_more_tries(
    tmp_path: Path, outside: tuple[Postgres, Valkey]
) -> None:
    with ExitStack() as stack:
        here, there = two_in(tmp_path, outside, stack, attempts=5)
        await claimed(here, f"Rami {tmp_path.name}")
        found = [
            await sign_in(house, f"Rami {tmp_path.name}", "a guess")
            for house in (here, there, here, there, here, there)
        ]
    assert [422, 422, 422, 422, 429, 429] == found


async def test_tables_and_guests_are_counted_together(
    tmp_path: Path, outside: tuple[Postgres, Valkey]
) -> None:
    with ExitStack() as stack:
        two = two_in(tmp_path, outside, stack, tables=3, guests=2)
        people: list[Guest | None] = []
        for house in (*two, *two):
            async with client_of(house) as client:
                answer = await client.post("/api/guests", json={"name": "Hani"})
            people.append(Guest(**answer.json()) if answer.status_code == 201 else None)
        assert [True, True, False, False] == [one is not None for one in people]
        answers = [await _open(house, people[0]) for house in (*two, *two)]
    assert [201, 201, 201, 429] == [answer.status_code for answer in answers]


async def _open(house: House, host: Guest | None) -> httpx.Response:
    async with client_of(house, host) as client:
        return await client.post("/api/tables", json={"rules": "egyptian"})


async def test_two_brokers_count_as_one_and_take_all_keys_or_none(
    outside: tuple[Postgres, Valkey], broker: Broker
) -> None:
    other = await connected(outside[1])
    assert [True, True, False] == [await one.take(["a"], 2) for one in (broker, other, broker)]
    assert not await other.take(["b", "a"], 2)
    assert [True, True, False] == [await one.take(["b"], 2) for one in (broker, other, broker)]
    await other.close()


async def test_many_at_once_get_no_more_than_there_is(broker: Broker) -> None:
    found = await asyncio.gather(*(broker.take(["many"], 7) for _ in range(50)))
    assert 7 == sum(found)


async def test_a_bucket_fills_with_time_and_is_forgotten_when_it_is_full(
    outside: tuple[Postgres, Valkey], broker: Broker
) -> None:
    assert [True, True, False] == [await broker.take(["filling"], 2) for _ in range(3)]
    async with Redis(port=outside[1].port) as client:
        (key,) = [key async for key in client.scan_iter("*filling")]
        assert HOUR - 60_000 < await client.pttl(key) <= HOUR
        await client.set(key, float(await client.get(key) or 0) - HOUR / 2)
        assert [True, False] == [await broker.take(["filling"], 2) for _ in range(2)]
        await client.set(key, float(await client.get(key) or 0) - 5 * HOUR)
        assert [True, True, False] == [await broker.take(["filling"], 2) for _ in range(3)]


async def test_the_broker_knows_no_address(
    outside: tuple[Postgres, Valkey], broker: Broker
) -> None:
    await Quota("guests", 5, broker, time.monotonic).takes("192.0.2.77")
    async with Redis(port=outside[1].port) as client:
        assert not [key async for key in client.scan_iter("*192*")]


async def test_without_the_broker_each_counts_for_itself(
    outside: tuple[Postgres, Valkey], broker: Broker
) -> None:
    here, there = (Quota("away", 2, broker, time.monotonic) for _ in range(2))
    assert await here.takes("somebody")
    outside[1].stop()
    try:
        found = [await one.takes("somebody") for one in (here, here, there, there, there)]
    finally:
        outside[1].start()
    assert [True, False, True, True, False] == found
