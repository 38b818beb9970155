"""A server with the built page, and one browser for all tests that look at it.

Without chromium or the built page these tests are skipped, and fail where ``CI=true``.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from basra.server.app import create
from basra.server.page import STATIC
from basra.server.settings import Settings, embedded
from browsing import CHROMIUM, LACKING, lacking, opened
from housing import Chance, running

from .readers import Room


def pytest_report_header() -> str | None:
    reason = missing()
    return f"TESTS IN A BROWSER ARE SKIPPED: {reason}" if reason else None


def missing() -> str | None:
    """Return what the tests in a browser lack."""
    if CHROMIUM is None:
        return LACKING
    if not (STATIC / "index.html").exists():
        return "the page has not been built: make page"
    return None


# Of the package, not of the session: see ``opened``.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    reason = missing()
    if reason:
        lacking(reason)
    with opened() as found:
        yield found


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
