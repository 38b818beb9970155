"""Checks whether a server would find all that it needs, without serving."""

from pathlib import Path
from typing import NamedTuple

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection

from basra.errors import BasraError
from basra.server.broker import BrokerError, Valkey
from basra.server.cluster import Link
from basra.server.database import engine_of, is_to_be_made, unusable
from basra.server.migrations import NEWEST
from basra.server.page import STATIC
from basra.server.settings import Settings

_PATIENCE = 30.0
"""Seconds that it may take to join a cluster."""


class Found(NamedTuple):
    """How a part is: the key of a sentence and its facts, and whether a server could start."""

    key: str
    facts: dict[str, str]
    is_right: bool = True


async def check(settings: Settings, static: Path = STATIC) -> list[Found]:
    """Return how the parts are that a server needs; nothing is changed."""
    found = [await _database(settings.database)]
    if settings.broker is not None:
        found.append(await _broker(settings.broker))
    if settings.ray is not None:
        found.append(await _cluster(settings.ray))
    is_built = (static / "index.html").is_file()
    found.append(Found("check.page.ok" if is_built else "check.page.missing", {}, is_built))
    return found


async def expect_parts(settings: Settings) -> None:
    """Raise BasraError where the database or the broker of a server cannot be used."""
    parts = [await _database(settings.database)]
    if settings.broker is not None:
        parts.append(await _broker(settings.broker))
    for part in parts:
        if not part.is_right:
            raise BasraError(part.key, **part.facts)


async def _database(address: str) -> Found:
    try:
        if is_to_be_made(address):
            return Found("check.database.old", {"found": "0", "newest": NEWEST})
        engine = engine_of(address)
        try:
            async with engine.connect() as connection:
                step = await connection.run_sync(_step)
        finally:
            await engine.dispose()
    except Exception as error:  # noqa: BLE001 - no driver, no address, no database: it is told
        told = error if isinstance(error, BasraError) else unusable(error)
        return Found(told.key, {"reason": str(told.facts["reason"])}, is_right=False)
    if step == NEWEST:
        return Found("check.database.ok", {})
    facts = {"found": step or "0", "newest": NEWEST}
    is_old = step is None or step < NEWEST
    return Found(f"check.database.{'old' if is_old else 'new'}", facts, is_old)


def _step(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())


async def _broker(address: str) -> Found:
    try:
        broker = Valkey(address)
        try:
            await broker.send("check", b"")
        finally:
            await broker.close()
    except Exception as error:  # noqa: BLE001 - no extra, no address, no broker: it is told
        reason = error.facts["reason"] if isinstance(error, BrokerError) else error
        return Found("error.server.broker", {"reason": str(reason)}, is_right=False)
    return Found("check.broker.ok", {})


async def _cluster(address: str) -> Found:
    """Return whether there is a cluster; a server starts without it, too."""
    link = Link(address)
    try:
        return Found("check.cluster.ok", {"processors": str(await link.joined(_PATIENCE))})
    except BasraError as error:
        return Found("check.cluster.away", {"reason": str(error.facts["reason"])})
    finally:
        await link.close()
