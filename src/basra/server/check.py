"""Checks whether a server would find all that it needs, without serving."""

from pathlib import Path
from typing import NamedTuple

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from basra.server.broker import Valkey
from basra.server.migrations import NEWEST
from basra.server.page import STATIC
from basra.server.settings import Settings
from basra.server.store import LOST

OK = "ok"


class Found(NamedTuple):
    """A part and how it is; ``ok``, or what is wrong."""

    part: str
    state: str


async def check(settings: Settings, static: Path = STATIC) -> list[Found]:
    """Return how the parts are that a server needs; nothing is changed."""
    found = [Found("database", await _database(settings.database))]
    if settings.broker is not None:
        found.append(Found("broker", await _broker(settings.broker)))
    found.append(Found("page", OK if (static / "index.html").is_file() else "not built"))
    return found


async def _database(address: str) -> str:
    try:
        engine = create_async_engine(address)
    except Exception as error:  # noqa: BLE001 - a driver that is missing, an address that is none
        return str(error)
    try:
        async with engine.connect() as connection:
            step = await connection.run_sync(_step)
    except LOST as error:
        return str(error)
    finally:
        await engine.dispose()
    if step is None or step < NEWEST:
        return f"ok (step {step or 'none'}; the start makes {NEWEST})"
    return OK if step == NEWEST else f"step {step} is newer than this program ({NEWEST})"


def _step(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())


async def _broker(address: str) -> str:
    try:
        broker = Valkey(address)
    except Exception as error:  # noqa: BLE001 - an address that is none, an extra that is missing
        return str(error)
    try:
        await broker.send("check", b"")
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        return str(error)
    finally:
        await broker.close()
    return OK
