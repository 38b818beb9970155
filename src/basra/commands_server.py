"""The command that serves: tables in the browser."""

import os
from pathlib import Path
from typing import Annotated

import typer

from basra.errors import BasraError
from basra.texts import Catalogue, catalogue, preferred

_WORDS: Catalogue = catalogue(preferred(os.environ))
_say = _WORDS.say

app = typer.Typer()

Host = Annotated[str, typer.Option(help=_say("cli.serve.host"))]
Port = Annotated[int, typer.Option(min=0, max=65535, help=_say("cli.serve.port"))]
Database = Annotated[str | None, typer.Option(help=_say("cli.serve.database"))]
Pace = Annotated[float, typer.Option(min=0.0, max=60.0, help=_say("cli.serve.pace"))]
Broker = Annotated[str | None, typer.Option(help=_say("cli.serve.broker"))]
Workers = Annotated[int, typer.Option(min=1, help=_say("cli.serve.workers"))]
Thinkers = Annotated[int | None, typer.Option(min=1, help=_say("cli.serve.thinkers"))]
Origin = Annotated[list[str] | None, typer.Option(help=_say("cli.serve.origin"))]
Open = Annotated[bool, typer.Option("--open", help=_say("cli.serve.open"))]


@app.command(help=_say("cli.serve.help"))
def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    database: Database = None,
    broker: Broker = None,
    pace: Pace = 0.6,
    workers: Workers = 1,
    thinkers: Thinkers = None,
    origin: Origin = None,
    *,
    opens: Open = False,
) -> None:
    """Serve the page and its tables until a signal comes."""
    serve_page(
        host,
        port,
        database=database,
        broker=broker,
        pace=pace,
        workers=workers,
        thinkers=thinkers,
        origins=origin or [],
        opens=opens,
    )


def serve_page(
    host: str,
    port: int,
    *,
    database: str | None = None,
    broker: str | None = None,
    pace: float = 0.6,
    workers: int = 1,
    thinkers: int | None = None,
    origins: list[str] | None = None,
    opens: bool = False,
) -> None:
    """Serve, print the address in one line, and open the page if it is wished.

    Raises BasraError where the extra is not installed or processes cannot be joined, OSError where
    the port is taken.
    """
    if workers > 1 and (database is None or broker is None):
        raise BasraError("error.server.alone", workers=workers)
    try:
        from basra.server.run import bound, run  # noqa: PLC0415 - heavy, and an extra
        from basra.server.settings import Settings, embedded  # noqa: PLC0415
        from basra.server.workers import run_many  # noqa: PLC0415
    except ImportError as error:
        raise BasraError("error.extra", package=error.name, extra="serve") from None

    def listening(address: str) -> None:
        print(_say("cli.serve.listening", address=address), flush=True)  # noqa: T201
        if opens:
            typer.launch(address)

    settings = Settings(
        database=database or embedded(_folder()),
        pace=pace,
        broker=broker,
        thinkers=thinkers or max(1, ((os.cpu_count() or 1) - 1) // workers),
        origins=tuple(one.rstrip("/") for one in origins or []),
    )
    if workers == 1:
        run(bound(host, port), settings, listening)
    elif status := run_many(workers, bound(host, port), settings, listening):
        raise typer.Exit(status)


def _folder() -> Path:
    """Return the folder of the embedded database, which may not be there yet."""
    from platformdirs import user_data_path  # noqa: PLC0415

    named = os.environ.get("BASRA_HOME")
    return Path(named) if named else user_data_path("basra", appauthor=False)
