"""The commands of the server: tables in the browser, and what keeps them."""

import os
from pathlib import Path
from typing import Annotated

import typer

from basra.console import data_folder, say, write
from basra.errors import BasraError

app = typer.Typer()

Host = Annotated[str, typer.Option(help=say("cli.serve.host"))]
Port = Annotated[int, typer.Option(min=0, max=65535, help=say("cli.serve.port"))]
Database = Annotated[str | None, typer.Option(help=say("cli.serve.database"))]
Pace = Annotated[float, typer.Option(min=0.0, max=60.0, help=say("cli.serve.pace"))]
Broker = Annotated[str | None, typer.Option(help=say("cli.serve.broker"))]
Ray = Annotated[str | None, typer.Option(help=say("cli.serve.ray"))]
Workers = Annotated[int, typer.Option(min=1, help=say("cli.serve.workers"))]
Thinkers = Annotated[int | None, typer.Option(min=1, help=say("cli.serve.thinkers"))]
Origin = Annotated[list[str] | None, typer.Option(help=say("cli.serve.origin"))]
Moderator = Annotated[list[str] | None, typer.Option(help=say("cli.serve.moderator"))]
Open = Annotated[bool, typer.Option("--open", help=say("cli.serve.open"))]
Check = Annotated[bool, typer.Option("--check", help=say("cli.serve.check"))]
Logs = Annotated[bool, typer.Option("--json-logs", help=say("cli.serve.logs"))]
Written = Annotated[Path, typer.Argument(help=say("cli.backup.file"))]
Kept = Annotated[Path, typer.Argument(help=say("cli.restore.file"))]


@app.command(help=say("cli.serve.help"))
def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    database: Database = None,
    broker: Broker = None,
    pace: Pace = 0.6,
    workers: Workers = 1,
    thinkers: Thinkers = None,
    ray: Ray = None,
    origin: Origin = None,
    moderator: Moderator = None,
    *,
    opens: Open = False,
    check: Check = False,
    json_logs: Logs = False,
) -> None:
    """Serve the page and its tables until a signal comes."""
    if check:
        _check(database, broker, ray)
        return
    serve_page(
        host,
        port,
        database=database,
        broker=broker,
        pace=pace,
        workers=workers,
        thinkers=thinkers,
        ray=ray,
        origins=origin or [],
        moderators=moderator or [],
        opens=opens,
        json_logs=json_logs,
    )


@app.command(help=say("cli.backup.help"))
def backup(file: Written, database: Database = None) -> None:
    """Copy the database of a server into a file."""
    try:
        import asyncio  # noqa: PLC0415 - heavy

        from basra.server.backup import back_up  # noqa: PLC0415 - heavy, and an extra
    except ImportError as error:
        raise BasraError("error.extra", package=error.name, extra="serve") from None
    rows = asyncio.run(back_up(_address(database), file))
    write(say("cli.backup.done", rows=rows, file=file))


@app.command(name="restore", help=say("cli.restore.help"))
def fill(file: Kept, database: Database = None) -> None:
    """Fill an empty database from a file."""
    try:
        import asyncio  # noqa: PLC0415 - heavy

        from basra.server.backup import restore  # noqa: PLC0415 - heavy, and an extra
    except ImportError as error:
        raise BasraError("error.extra", package=error.name, extra="serve") from None
    rows = asyncio.run(restore(file, _address(database)))
    write(say("cli.restore.done", rows=rows))


def _check(database: str | None, broker: str | None, ray: str | None) -> None:
    """Print how the parts are; exit with 1 if one is not right."""
    try:
        import asyncio  # noqa: PLC0415 - heavy

        from basra.server.check import check  # noqa: PLC0415 - heavy, and an extra
        from basra.server.settings import Settings  # noqa: PLC0415
    except ImportError as error:
        raise BasraError("error.extra", package=error.name, extra="serve") from None
    found = asyncio.run(check(Settings(_address(database), broker=broker, ray=ray)))
    for part in found:
        write(say(part.key, **part.facts))
    if not all(part.is_right for part in found):
        raise typer.Exit(1)


def _address(database: str | None) -> str:
    """Return the address of a database, the embedded one unless given."""
    from basra.server.settings import embedded  # noqa: PLC0415

    return database or embedded(data_folder())


def serve_page(
    host: str,
    port: int,
    *,
    database: str | None = None,
    broker: str | None = None,
    pace: float = 0.6,
    workers: int = 1,
    thinkers: int | None = None,
    ray: str | None = None,
    origins: list[str] | None = None,
    moderators: list[str] | None = None,
    opens: bool = False,
    json_logs: bool = False,
) -> None:
    """Serve, print the address in one line, and open the page if it is wished.

    Raises BasraError where the extra is not installed or processes cannot be joined, OSError where
    the port is taken.
    """
    if workers > 1 and (database is None or broker is None):
        raise BasraError("error.server.alone", workers=workers)
    try:
        import asyncio  # noqa: PLC0415 - heavy

        from basra.server.check import expect_parts  # noqa: PLC0415 - heavy, and an extra
        from basra.server.run import bound, run  # noqa: PLC0415 - heavy, and an extra
        from basra.server.settings import Settings, embedded  # noqa: PLC0415
        from basra.server.workers import run_many  # noqa: PLC0415
    except ImportError as error:
        raise BasraError("error.extra", package=error.name, extra="serve") from None

    def listening(address: str) -> None:
        write(say("cli.serve.listening", address=address))
        if opens:
            typer.launch(address)

    settings = Settings(
        database=database or embedded(data_folder()),
        json_logs=json_logs,
        pace=pace,
        broker=broker,
        ray=ray,
        thinkers=thinkers or max(1, ((os.cpu_count() or 1) - 1) // workers),
        origins=tuple(one.rstrip("/") for one in origins or []),
        moderators=tuple(moderators or []),
    )
    asyncio.run(expect_parts(settings))
    if workers == 1:
        run(bound(host, port), settings, listening)
    elif status := run_many(workers, bound(host, port), settings, listening):
        raise typer.Exit(status)
