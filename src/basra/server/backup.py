"""Backups: all rows of a database in a file, taken at one moment while the server goes on.

The file is gzipped lines of JSON: first what it is, then a row a line, last how many there were. It
names the step of the schema that it was taken at; a restore makes that step, fills it, and goes on
to the newest. So it also moves a house from SQLite to PostgreSQL.
"""

import gzip
import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedWriter
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, MetaData, func, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from basra.errors import BasraError
from basra.server.database import engine_of, is_to_be_made, unusable
from basra.server.migrations import migrate

FORM: Final = 1
"""How the file is written."""
_STEP: Final = "alembic_version"
PASSING: Final = {_STEP, "processes", "leases"}
"""What belongs to the running processes, not to the house."""
T = TypeVar("T")
_MANY: Final = 1_000
_encode: Final = msgspec.json.Encoder().encode


class BackupError(BasraError):
    """A file that is no whole backup, or a place that is not empty."""


class Head(msgspec.Struct):
    """The first line."""

    basra_backup: int
    step: str


class Row(msgspec.Struct):
    """A line between."""

    table: str
    row: dict[str, Any]


class End(msgspec.Struct):
    """The last line."""

    rows: int


async def back_up(database: str, file: Path) -> int:
    """Write all rows into a new file and return how many. Raises BasraError."""
    if file.exists():  # noqa: ASYNC240 - a command waits for nothing else
        raise BackupError("error.backup.there", place=file)
    if is_to_be_made(database):
        raise BackupError("error.database", reason="no such file")
    engine = engine_of(database)
    if engine.dialect.name != "sqlite":  # there a transaction that reads sees one moment anyway
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    unfinished = file.with_name(f"{file.name}.part")
    try:
        async with engine.begin() as connection:
            if not await connection.run_sync(lambda found: inspect(found).has_table(_STEP)):
                raise BackupError("error.database", reason="no tables")
            with _private(unfinished) as raw, gzip.GzipFile(fileobj=raw, mode="wb") as out:
                rows = await connection.run_sync(_write, out)
        unfinished.rename(file)
    except (SQLAlchemyError, OSError) as error:
        raise unusable(error) from None
    finally:
        unfinished.unlink(missing_ok=True)
        await engine.dispose()
    return rows


async def restore(file: Path, database: str) -> int:
    """Fill an empty database and return how many rows came back. Raises BasraError."""
    engine = engine_of(database)
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(_fill, file)
    except (SQLAlchemyError, OSError) as error:
        raise unusable(error) from None
    finally:
        await engine.dispose()


@contextmanager
def _private(file: Path) -> Iterator[BufferedWriter]:
    """Open a file for its owner only: it holds what sign-in is checked with."""
    number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(number, "wb") as raw:
        yield raw
        raw.flush()
        os.fsync(number)


def _write(connection: Connection, out: gzip.GzipFile) -> int:
    if connection.dialect.name == "sqlite":  # reading alone begins no transaction there
        connection.exec_driver_sql("BEGIN")
    step = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    out.write(_encode(Head(FORM, step)) + b"\n")
    count = 0
    for table in _tables(connection):
        found = connection.execute(select(table).execution_options(yield_per=_MANY))
        for row in found.mappings():
            out.write(
                _encode(Row(str(table.name), {str(name): value for name, value in row.items()}))
                + b"\n"
            )
            count += 1
    out.write(_encode(End(count)) + b"\n")
    return count


def _fill(connection: Connection, file: Path) -> int:
    """Do all in one transaction: a file that ends too early leaves nothing behind."""
    lines = _lines(file)
    head = _read(next(lines, b""), Head, file)
    if head.basra_backup != FORM:
        raise BackupError("error.backup.file", file=file.name, reason=head.basra_backup)
    migrate(connection, head.step)
    tables = {table.name: table for table in _tables(connection)}
    for table in tables.values():
        if connection.execute(select(func.count()).select_from(table)).scalar():
            raise BackupError("error.backup.there", place=table.name)
    count = 0
    waiting: list[dict[str, Any]] = []
    name = ""
    for line in lines:
        if line.startswith(b'{"rows"'):
            _insert(connection, tables, name, waiting)
            if _read(line, End, file).rows != count:
                raise BackupError("error.backup.file", file=file.name, reason=count)
            migrate(connection)
            return count
        row = _read(line, Row, file)
        if row.table != name or len(waiting) >= _MANY:
            _insert(connection, tables, name, waiting)
            waiting, name = [], row.table
        waiting.append(row.row)
        count += 1
    raise BackupError("error.backup.file", file=file.name, reason=count)


def _insert(
    connection: Connection, tables: dict[str, Any], name: str, rows: list[dict[str, Any]]
) -> None:
    if rows:
        connection.execute(insert(tables[name]), rows)


def _tables(connection: Connection) -> list[Any]:
    """Return the tables that are kept, those that others point to first."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name not in PASSING]


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with gzip.open(file) as content:
            yield from content
    except (OSError, EOFError) as error:
        raise BackupError("error.backup.file", file=file.name, reason=error) from None


def _read(line: bytes, kind: type[T], file: Path) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        raise BackupError("error.backup.file", file=file.name, reason=error) from None
