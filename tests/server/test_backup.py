"""A backup holds one moment of the whole house, and a restore is equal to it."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, insert, select, text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from basra.server.backup import PASSING, BackupError, back_up, restore
from basra.server.migrations import HERE, NEWEST, migrate

from .conftest import database_in, serving
from .sitting import guest, open_table, pair, play_on

STEPS = sorted(path.name.partition("_")[0] for path in HERE.glob("versions/[0-9]*.py"))
OLD = {
    "guests": [
        {"id": "u1", "token_hash": "a" * 64, "name": "Hani", "created": 1},
        {"id": "u2", "token_hash": "b" * 64, "name": "سلمى", "created": 2},
    ],
    "tables": [{"id": "t1", "created": 3, "closed": None}],
    "events": [{"table_id": "t1", "v": v, "at": v, "data": f'{{"v":{v}}}'} for v in range(3)],
}


async def contents(database: str) -> dict[str, list[tuple[Any, ...]]]:
    engine = create_async_engine(database)
    async with engine.connect() as connection:
        found = await connection.run_sync(_contents)
    await engine.dispose()
    return found


def _contents(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    tables = MetaData()
    tables.reflect(connection)
    return {
        table.name: sorted(map(tuple, connection.execute(select(table)).all()), key=repr)
        for table in tables.sorted_tables
        if table.name not in PASSING
    }


def place(folder: Path, name: str) -> str:
    folder = folder / name
    folder.mkdir(exist_ok=True)
    return database_in(folder)


async def test_a_restore_equals_the_original_while_it_is_played(tmp_path: Path) -> None:
    house_folder = tmp_path / "house"
    with serving(house_folder) as house:
        async with pair(house, "egyptian;target=21") as (_, first, second):
            await play_on([first, second], lambda: first.version > 12)
            await open_table(house, await guest(house, "ضيف"))
            before = await contents(database_in(house_folder))
            rows = await back_up(database_in(house_folder), tmp_path / "kept.gz")
            await play_on([first, second], lambda: first.version > 16)
        assert before != await contents(database_in(house_folder))
    copy = place(tmp_path, "copy")
    assert rows == await restore(tmp_path / "kept.gz", copy)
    assert before == await contents(copy)
    assert rows == sum(map(len, before.values()))
    assert 0o600 == (tmp_path / "kept.gz").stat().st_mode & 0o777


async def test_nothing_is_written_over(tmp_path: Path) -> None:
    database = place(tmp_path, "one")
    await made(database, NEWEST)
    await back_up(database, tmp_path / "kept.gz")
    with pytest.raises(BackupError, match="kept"):
        await back_up(database, tmp_path / "kept.gz")
    before = await contents(database)
    with pytest.raises(BackupError, match="already"):
        await restore(tmp_path / "kept.gz", database)
    assert before == await contents(database)


@pytest.mark.parametrize("end", [0, 1, 4])
async def test_a_file_that_ends_early_leaves_nothing(tmp_path: Path, end: int) -> None:
    database = place(tmp_path, "one")
    await made(database, NEWEST)
    await back_up(database, tmp_path / "kept.gz")
    lines = gzip.decompress((tmp_path / "kept.gz").read_bytes()).splitlines(keepends=True)
    (tmp_path / "part.gz").write_bytes(gzip.compress(b"".join(lines[:end])))
    copy = place(tmp_path, "copy")
    with pytest.raises(BackupError, match="no whole backup"):
        await restore(tmp_path / "part.gz", copy)
    assert not any((await contents(copy)).values())


async def made(database: str, step: str) -> None:
    engine = create_async_engine(database)
    async with engine.begin() as connection:
        await connection.run_sync(_make, step)
    await engine.dispose()


def _make(connection: Connection, step: str) -> None:
    migrate(connection, step)
    tables = MetaData()
    tables.reflect(connection)
    for name, rows in OLD.items():
        connection.execute(insert(tables.tables[name]), rows)


@pytest.mark.parametrize("step", STEPS)
async def test_what_was_kept_at_every_earlier_step_is_there_at_the_newest(
    tmp_path: Path, step: str
) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path / 'old.db'}"
    await made(database, step)
    before = await contents(database)
    await back_up(database, tmp_path / "kept.gz")
    engine = create_async_engine(database)
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
        found = await connection.execute(text("SELECT version_num FROM alembic_version"))
        assert NEWEST == found.scalar()
    await engine.dispose()
    after = await contents(database)
    for name, rows in before.items():
        assert [row[: len(old)] for row, old in zip(after[name], rows, strict=True)] == rows
    copy = f"sqlite+aiosqlite:///{tmp_path / 'copy.db'}"
    await restore(tmp_path / "kept.gz", copy)
    assert after == await contents(copy)
