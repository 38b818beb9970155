"""The store keeps what it was given in order, in groups, and one failure harms nobody else."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, inspect, select, text
from sqlalchemy.exc import IntegrityError

from basra.server.answers import Guest
from basra.server.duplicate_tables import DUPLICATES
from basra.server.migrations import NEWEST
from basra.server.schema import GUESTS, METADATA, TABLES
from basra.server.store import Store, StoreError
from basra.table import Table
from basra.table.events import AnyEvent, Closed, Occupant, Phrased, Policy

from .conftest import database_in

HANI = Occupant(id="u1", name="Hani")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    found = await Store.open(database_in(tmp_path))
    yield found
    await found.close()


def opened() -> list[AnyEvent]:
    return Table.open("egyptian", Policy(), HANI, 5)


def phrase(v: int) -> AnyEvent:
    return Phrased(v=v, at=v, who=HANI, phrase="phrase.hello", cause=("u1", str(v)))


async def test_a_log_is_read_as_it_was_written(store: Store) -> None:
    await store.create("t1", opened())
    await store.append("t1", [phrase(1), phrase(2)])
    assert [*opened(), phrase(1), phrase(2)] == await store.log("t1")
    assert [] == await store.log("t2")


async def test_what_waits_is_written_together_and_in_order(store: Store) -> None:
    await asyncio.gather(*(store.create(f"t{number}", opened()) for number in range(50)))
    await asyncio.gather(
        *(store.append(f"t{number}", [phrase(v)]) for v in (1, 2, 3) for number in range(50))
    )
    for number in range(50):
        assert [0, 1, 2, 3] == [event.v for event in await store.log(f"t{number}")]


async def test_of_two_who_read_the_same_version_of_a_row_one_replaces_it(store: Store) -> None:
    rows = [{"id": name, "version": 3, "data": "old"} for name in ("d1", "d2")]
    async with store.engine.begin() as connection:
        await connection.execute(insert(DUPLICATES), rows)
    both = [store.replace(DUPLICATES, "d1", 3, {"data": one}) for one in ("first", "second")]
    done = await asyncio.gather(*both)
    assert [False, True] == sorted(done)
    assert not await store.replace(DUPLICATES, "nowhere", 3, {"data": "third"})
    async with store.engine.connect() as connection:
        query = select(DUPLICATES.c.version, DUPLICATES.c.data).order_by(DUPLICATES.c.id)
        found = (await connection.execute(query)).all()
    assert [(4, "first" if done[0] else "second"), (3, "old")] == [tuple(row) for row in found]


async def test_one_that_fails_harms_no_other(store: Store) -> None:
    await store.create("t1", opened())
    results = await asyncio.gather(
        store.append("t1", [phrase(1)]),
        store.append("t1", [phrase(0)]),
        store.append("nowhere", [phrase(1)]),
        store.append("t1", [phrase(2)]),
        return_exceptions=True,
    )
    assert [True, False, False, True] == [result is None for result in results]
    assert isinstance(results[1], StoreError)
    assert {"reason": "IntegrityError"} == results[1].facts
    assert [0, 1, 2] == [event.v for event in await store.log("t1")]


async def test_a_fault_does_not_tell_what_was_to_be_written(store: Store) -> None:
    row = {"id": "u1", "token_hash": "a secret", "name": "Umm Hani", "created": 1}
    async with store.engine.connect() as connection:
        await connection.execute(insert(GUESTS), [row])
        with pytest.raises(IntegrityError) as caught:
            await connection.execute(insert(GUESTS), [row])
    assert not [one for one in ("a secret", "Umm Hani") if one in str(caught.value)]


async def test_the_end_of_a_table_is_noted(store: Store) -> None:
    await store.create("t1", opened())
    await store.append("t1", [Closed(v=1, at=9)])
    async with store.engine.connect() as connection:
        assert [9] == (await connection.execute(select(TABLES.c.closed))).scalars().all()


async def test_a_guest_is_known_by_the_token_after_a_restart(tmp_path: Path) -> None:
    for name in ("Hani", "Salma"):
        store = await Store.open(database_in(tmp_path))
        if name == "Hani":
            await store.add_guest(Guest(id="u1", name=name), "token", 1)
        else:
            await store.rename("token", name)
        assert Guest(id="u1", name=name) == await store.guest("token")
        assert None is await store.guest("other")
        await store.close()


async def test_the_migrations_make_the_tables_of_the_schema(store: Store) -> None:
    async with store.engine.connect() as connection:
        found = await connection.run_sync(_columns)
        version = (
            await connection.execute(text("SELECT version_num FROM alembic_version"))
        ).scalar()
    for table in METADATA.tables.values():
        for column in table.columns:
            kind = column.type.compile(store.engine.dialect)
            assert (kind, column.nullable) == found[table.name].pop(column.name)
        assert {} == found[table.name]
    assert NEWEST == version


_SAME = {"DOUBLE PRECISION": "FLOAT"}


def _columns(connection: Connection) -> dict[str, dict[str, tuple[str, bool]]]:
    found, dialect = inspect(connection), connection.dialect
    return {
        table: {
            column["name"]: (
                _SAME.get(kind := column["type"].compile(dialect), kind),
                column["nullable"],
            )
            for column in found.get_columns(table)
        }
        for table in found.get_table_names()
    }
