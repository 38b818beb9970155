"""A real PostgreSQL and a real Valkey or Redis, for the tests that need them.

Where one is missing the tests are skipped and say so; with ``CI=true`` they fail instead.
"""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from basra.server.store import Store

SUITE = "BASRA_TEST_ENGINES"
"""Where it is set, it names a port of PostgreSQL and an address of a broker for all tests."""
BROKERS = ("valkey-server", "redis-server")
WAIT = 60.0
TEMPLATE = "made"
"""A database with all tables, to be copied."""
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there
ROOM = 4 << 30
"""Free bytes of the memory that can be used as a disk: a database of a test takes eight million."""


def program(*names: str) -> str:
    """Return the path of the first of some programs that is there, or skip the test."""
    places = [str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"))[::-1]]
    path = os.pathsep.join([*places, os.environ.get("PATH", "")])
    for name in names:
        if found := shutil.which(name, path=path):
            return found
    message = f"{' or '.join(names)} is not installed: `make test` installs it where it can"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    ends = time.monotonic() + WAIT
    while time.monotonic() < ends:
        with socket.socket() as one:
            if not one.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.05)
    pytest.fail(f"nothing listens at {port}")


class Postgres:
    """A server of PostgreSQL in a folder of its own."""

    def __init__(self, folder: Path, port: int, *, durable: bool = False) -> None:
        self.port = port
        self._data = folder / "data"
        self._durable = durable
        self._server: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """Make an empty server."""
        words = (program("initdb"), "-D", str(self._data), "-U", "basra", "-A", "trust", "-N")
        self._data.parent.chmod(0o755)
        self._data.mkdir()
        user = _user()
        if user:
            shutil.chown(self._data, user)
        subprocess.run(
            (*words, "--no-locale", "-E", "UTF8"), check=True, user=user, stdout=subprocess.DEVNULL
        )

    def start(self) -> None:
        sync = "on" if self._durable else "off"
        settings = {"fsync": sync, "listen_addresses": "127.0.0.1", "max_connections": "200"}
        settings["unix_socket_directories"] = ""
        words = [program("postgres"), "-D", str(self._data), "-p", str(self.port)]
        for name, value in settings.items():
            words += ["-c", f"{name}={value}"]
        self._server = subprocess.Popen(words, user=_user(), stderr=subprocess.DEVNULL)
        wait_for(self.port)
        ends = time.monotonic() + WAIT
        ask = _psql(self.port, "SELECT 1")
        while subprocess.run(ask, check=False, capture_output=True).returncode:
            assert time.monotonic() < ends
            time.sleep(0.05)

    def stop(self) -> None:
        if self._server is not None:
            self._server.send_signal(signal.SIGINT)
            self._server.wait(WAIT)
            self._server = None


class Valkey:
    """A broker that keeps nothing."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._server: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"valkey://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        words = (program(*BROKERS), "--port", str(self.port))
        self._server = subprocess.Popen(
            (*words, "--save", "", "--appendonly", "no", "--bind", "127.0.0.1"),
            stdout=subprocess.DEVNULL,
        )
        wait_for(self.port)

    def stop(self) -> None:
        if self._server is not None:
            self._server.kill()
            self._server.wait(WAIT)
            self._server = None


@contextmanager
def engines(*, durable: bool = False) -> Iterator[tuple[Postgres, Valkey]]:
    """Run both until the end of the block; ``durable``: on a disk before it is answered."""
    for names in (("postgres",), ("initdb",), ("psql",), BROKERS):
        program(*names)
    with tempfile.TemporaryDirectory(
        prefix="basra-engines-", dir=None if durable else _quickest()
    ) as folder:
        postgres = Postgres(Path(folder), free_port(), durable=durable)
        valkey = Valkey(free_port())
        postgres.make()
        try:
            postgres.start()
            valkey.start()
            query(postgres.port, "postgres", f"CREATE DATABASE {TEMPLATE}")
            asyncio.run(_migrate(f"{_place(postgres.port)}/{TEMPLATE}"))
            yield postgres, valkey
        finally:
            postgres.stop()
            valkey.stop()


def _quickest() -> Path | None:
    """Return where data is not written to a disk, if it may: to remove it takes a disk a minute."""
    has_memory = MEMORY.is_dir() and os.access(MEMORY, os.W_OK)
    return MEMORY if has_memory and shutil.disk_usage(MEMORY).free > ROOM else None


def database_at(port: int, folder: Path) -> str:
    """Return the address of the database that belongs to a folder."""
    return f"{_place(port)}/{_made(port, str(folder))}"


def _place(port: int) -> str:
    return f"postgresql+asyncpg://basra@127.0.0.1:{port}"


async def _migrate(database: str) -> None:
    await (await Store.open(database)).close()


@cache
def _made(port: int, folder: str) -> str:
    name = "t" + sha256(folder.encode()).hexdigest()[:16]
    if not query(port, "postgres", f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):  # noqa: S608
        query(port, "postgres", f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
    return name


def query(port: int, database: str, statement: str) -> list[str]:
    """Return the rows of an answer as text."""
    words = _psql(port, statement, database)
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def rows(port: int, folder: Path, statement: str) -> list[str]:
    """Return what the database of a folder answers."""
    return query(port, _made(port, str(folder)), statement)


def content(port: int, folder: Path) -> bytes:
    """Return all that the database of a folder holds."""
    where = ("-h", "127.0.0.1", "-p", str(port), "-U", "basra", _made(port, str(folder)))
    return subprocess.run((program("pg_dump"), *where), check=True, capture_output=True).stdout


def chosen() -> tuple[int, str] | None:
    """Return the port and the broker that all tests are to use, if there are any."""
    port, _, broker = os.environ.get(SUITE, "").partition(" ")
    return (int(port), broker) if port else None


def _psql(port: int, statement: str, database: str = "postgres") -> tuple[str, ...]:
    where = ("-h", "127.0.0.1", "-p", str(port), "-U", "basra", "-d", database)
    return (program("psql"), *where, "-XAtqc", statement)


def _user() -> str | None:
    """Return who runs PostgreSQL, which does not run for root."""
    return "postgres" if os.geteuid() == 0 else None
