"""A table has one process at a time; what a second one writes, the log refuses."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from basra.server.leases import Leases
from basra.server.store import Store, StoreError
from basra.table import Table
from basra.table.events import AnyEvent, Occupant, Phrased, Policy

from .conftest import database_in

HANI = Occupant(id="u1", name="Hani")


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    found = await Store.open(database_in(tmp_path))
    await found.create("t1", Table.open("egyptian", Policy(), HANI, 5))
    yield found
    await found.close()


async def process(store: Store, name: str, clock: Clock, patience: float = 3.0) -> Leases:
    found = Leases(store.engine, name, patience, clock)
    await found.begin()
    return found


def phrase(v: int) -> AnyEvent:
    return Phrased(v=v, at=v, who=HANI, phrase="phrase.hello", cause=("u1", str(v)))


async def test_the_first_who_asks_has_the_table(store: Store) -> None:
    clock = Clock()
    one, other = await process(store, "one", clock), await process(store, "other", clock)
    assert "one" == await one.claim("t1")
    assert "one" == await other.claim("t1")
    assert None is await other.claim("t2")


async def test_a_table_that_is_released_is_free(store: Store) -> None:
    clock = Clock()
    one, other = await process(store, "one", clock), await process(store, "other", clock)
    await one.claim("t1")
    await other.release("t1")
    assert "one" == await other.claim("t1")
    await one.release("t1")
    assert "other" == await other.claim("t1")


async def test_the_tables_of_one_who_ends_are_free_at_once(store: Store) -> None:
    clock = Clock()
    one, other = await process(store, "one", clock), await process(store, "other", clock)
    await one.claim("t1")
    await one.end()
    assert "other" == await other.claim("t1")


async def test_the_tables_of_one_who_shows_no_life_are_free_after_a_while(store: Store) -> None:
    clock = Clock()
    one, other = await process(store, "one", clock), await process(store, "other", clock)
    await one.claim("t1")
    for second in (1.0, 2.0, 2.9):
        clock.time = second
        assert await other.beat()
        assert "one" == await other.claim("t1")
    clock.time = 3.1
    assert await other.beat()
    assert "other" == await other.claim("t1")
    assert {"one"} == await other.bury()
    assert {"other"} == other.living()
    assert not await one.beat()
    assert "other" == await one.claim("t1")


async def test_one_who_shows_life_keeps_its_tables(store: Store) -> None:
    clock = Clock()
    one, other = await process(store, "one", clock), await process(store, "other", clock)
    await one.claim("t1")
    for second in range(10):
        clock.time = float(second)
        assert await one.beat()
        assert await other.beat()
    assert "one" == await other.claim("t1")
    assert set() == await other.bury()


async def test_one_who_could_not_look_takes_nobody_for_dead(store: Store) -> None:
    clock = Clock()
    one, other = await process(store, "one", clock), await process(store, "other", clock)
    await one.claim("t1")
    clock.time = 60.0  # the database was away, so that nobody could show life
    assert await other.beat()
    assert set() == await other.bury()
    assert "one" == await other.claim("t1")


async def test_a_process_that_is_alone_takes_all_at_once(store: Store) -> None:
    clock = Clock()
    one = await process(store, "one", clock)
    await one.claim("t1")
    other = await process(store, "other", clock, patience=0.0)
    assert "other" == await other.claim("t1")


async def test_of_two_who_believe_they_own_a_table_one_writes(store: Store, tmp_path: Path) -> None:
    second = await Store.open(database_in(tmp_path))
    await store.append("t1", [phrase(1), phrase(2)])
    with pytest.raises(StoreError):
        await second.append("t1", [phrase(2), phrase(3)])
    assert [0, 1, 2] == [event.v for event in await second.log("t1")]
    await second.close()
