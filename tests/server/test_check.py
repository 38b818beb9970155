"""What a server needs is checked without serving, and nothing is changed by that."""

import asyncio
import json
import logging
from pathlib import Path

import pytest
from typer.testing import CliRunner

from basra.cli import app
from basra.errors import BasraError
from basra.server.check import Found, check
from basra.server.logs import JsonLines
from basra.server.migrations import NEWEST
from basra.server.settings import Settings, embedded
from basra.server.store import Store


async def test_all_is_well(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("", encoding="utf-8")
    store = await Store.open(embedded(tmp_path))
    await store.close()
    found = await check(Settings(embedded(tmp_path)), tmp_path)
    assert [Found("check.database.ok", {}), Found("check.page.ok", {})] == found


async def test_an_empty_database_is_told_what_will_be_made(tmp_path: Path) -> None:
    found = await check(Settings(embedded(tmp_path)), tmp_path)
    old = Found("check.database.old", {"found": "0", "newest": NEWEST})
    assert [old, Found("check.page.missing", {}, is_right=False)] == found


def test_looking_makes_no_database(tmp_path: Path) -> None:
    asyncio.run(check(Settings(embedded(tmp_path)), tmp_path))
    assert [] == list(tmp_path.iterdir())


async def test_a_database_that_has_no_folder_is_told(tmp_path: Path) -> None:
    place = tmp_path / "nowhere" / "server.db"
    found, *_ = await check(Settings(f"sqlite+aiosqlite:///{place}"), tmp_path)
    reason = {"reason": f"no folder {place.parent}"}
    assert Found("error.database", reason, is_right=False) == found


async def test_what_cannot_be_reached_is_told(tmp_path: Path) -> None:
    settings = Settings(
        "postgresql+asyncpg://basra@127.0.0.1:9/none", broker="valkey://127.0.0.1:9/0"
    )
    database, broker, _ = await check(settings, tmp_path)
    assert ("error.database", False) == (database.key, database.is_right)
    assert ("error.server.broker", False) == (broker.key, broker.is_right)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("foo", "Could not parse"),
        ("postgresql+nope://x/y", "Can't load plugin"),
        ("postgresql+asyncpg://basra@127.0.0.1:9/none", "Connect call failed"),
        ("sqlite+aiosqlite:////no/such/folder/basra.db", "no folder /no/such/folder"),
    ],
)
@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("backup", "kept.gz")])
def test_a_database_that_cannot_be_used_is_told_in_a_line(
    command: tuple[str, ...], address: str, reason: str
) -> None:
    done = CliRunner().invoke(app, [*command, "--database", address])
    assert isinstance(done.exception, BasraError)
    told = str(done.exception)
    assert ("the database cannot be used", 0) == (told[:27], told.count("\n"))
    assert reason in told


def test_a_line_of_the_log_is_json_also_of_a_failure() -> None:
    try:
        raise ValueError("wrong")  # noqa: TRY301 - to have a trace
    except ValueError as error:
        trace = (type(error), error, error.__traceback__)
    record = logging.LogRecord("basra", logging.ERROR, "", 0, "table %s", ("t1",), trace)
    line = json.loads(JsonLines().format(record))
    assert ("error", "basra", "table t1") == (line["level"], line["logger"], line["event"])
    assert "ValueError: wrong" in line["trace"]
