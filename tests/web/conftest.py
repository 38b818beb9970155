"""A real browser and a real server, for tests of the page; without them such tests are skipped."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from browsing import CHROMIUM, LACKING, lacking, opened

STATIC = Path(__file__).parents[2] / "src" / "basra" / "server" / "static"


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not (STATIC / "index.html").is_file():
        lacking("NO TEST IN A BROWSER: the page is not built (make page)")
    file = tmp_path_factory.mktemp("server") / "tables.db"
    command = [
        *(sys.executable, "-c", "from basra.cli import main; main()"),
        *("serve", "--port", "0", "--pace", "0", "--database", f"sqlite+aiosqlite:///{file}"),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().split()[-1].rstrip("/")
        server.terminate()
        server.wait(10)


# Of the package, not of the session: see ``opened``.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        lacking(f"NO TEST IN A BROWSER: {LACKING}")
    with opened() as found:
        yield found


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """Give a page of 390 × 844 that fails the test on any error of its own.

    It keeps nothing for the time without a network, which would take longer than most tests.
    """
    with _phone(chromium, "block") as page:
        yield page


@pytest.fixture
def lasting_phone(chromium: Browser) -> Iterator[Page]:
    """Give the same page where it keeps itself for the time without a network."""
    with _phone(chromium, "allow") as page:
        yield page


@contextmanager
def _phone(chromium: Browser, workers: Literal["allow", "block"]) -> Iterator[Page]:
    size = ViewportSize(width=390, height=844)
    context = chromium.new_context(viewport=size, locale="en-GB", service_workers=workers)
    page = context.new_page()
    page.set_default_timeout(10_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert [] == errors
