"""A server that runs in a thread, for the tests that talk to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from basra.server.app import create
from basra.server.page import STATIC
from basra.server.settings import Settings, embedded
from housing import Chance, running

from . import engines
from .sitting import House

QUICK = {
    "pace": 0.0,
    "grace": 0.2,
    "rate": 1e6,
    "calls": 1e6,
    "calls_burst": 1_000_000,
    "burst": 1_000_000,
    "lobby": 0.05,
    "talk": 1e6,
    "talk_burst": 10_000,
    "tournaments": 0.2,
}


@contextmanager
def serving(
    folder: Path,
    static: Path = STATIC,
    **more: Any,  # noqa: ANN401 - any setting
) -> Iterator[House]:
    """Run a server until the end of the block."""
    settings = settings_in(folder, **more)
    app = create(settings, static=static, entropy=Chance("house"))
    with running(app, ws_max_size=settings.frame) as port:
        yield House(port, folder)


def settings_in(folder: Path, **more: Any) -> Settings:  # noqa: ANN401 - any setting
    """Return settings for tests: quick, and with limits out of the way."""
    many = {"sockets": 10_000, "tables": 10_000, "guests": 10_000, "attempts": 10_000}
    found = engines.chosen()
    broker = {"broker": found[1]} if found else {}
    chosen: dict[str, Any] = {**QUICK, **many, **broker, **more}
    return Settings(database_in(folder))._replace(**chosen)


def database_in(folder: Path) -> str:
    """Return the address of the database of a folder: a file, or one of a real server."""
    found = engines.chosen()
    return engines.database_at(found[0], folder) if found else embedded(folder)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(tmp_path_factory.mktemp("house")) as found:
        yield found
