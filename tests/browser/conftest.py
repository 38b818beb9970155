"""A server with the built page, and one browser for all tests that look at it.

Without chromium or the built page these tests are skipped, and fail where ``CI=true``.
"""

import os
from collections.abc import Iterator
from shutil import which

import pytest
from playwright.sync_api import Browser, sync_playwright

from basra.server.app import create
from basra.server.page import STATIC
from basra.server.settings import Settings, embedded
from housing import Chance, running

from .readers import Room

CHROMIUM = os.environ.get("BASRA_CHROMIUM") or which("chromium") or which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_report_header() -> str | None:
    reason = missing()
    return f"TESTS IN A BROWSER ARE SKIPPED: {reason}" if reason else None


def missing() -> str | None:
    """Return what the tests in a browser lack."""
    if CHROMIUM is None:
        return "there is no chromium: apt-get install chromium, or name it in BASRA_CHROMIUM"
    if not (STATIC / "index.html").exists():
        return "the page has not been built: make page"
    return None


# Of the package, not of the session: while Playwright is there, no other loop can run in the
# process, and tests of the server may come next.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    reason = missing()
    if reason and os.environ.get("CI") == "true":
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def luck() -> Chance:
    return Chance("browser")


@pytest.fixture
def chance(luck: Chance) -> Iterator[Chance]:
    """Chance that is free again after the test."""
    yield luck
    luck.fixed = None


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, luck: Chance) -> Iterator[str]:
    """Serve until all tests are over; bots answer at once, and the limits are out of the way."""
    folder = tmp_path_factory.mktemp("house")
    settings = Settings(
        embedded(folder),
        pace=0.02,
        grace=2.5,
        guests=10_000,
        tables=10_000,
        sockets=1_000,
        attempts=10_000,
        calls=1e6,
        calls_burst=1_000_000,
        tournaments=0.2,
    )
    with running(create(settings, entropy=luck)) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def room(browser: Browser, address: str) -> Iterator[Room]:
    found = Room(browser, address)
    yield found
    found.close()
    assert [] == found.complaints
