"""Finds the browser that tests drive, opens it, and says what is lacking."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, sync_playwright

# The first has no windows, which take a third of the time of the others.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("BASRA_CHROMIUM") or next(filter(None, map(which, _NAMES)), None)
LACKING = "there is no chromium: apt-get install chromium, or name it in BASRA_CHROMIUM"
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def lacking(what: str) -> NoReturn:
    """Skip a test loudly, or fail it where everything ought to be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


@contextmanager
def opened() -> Iterator[Browser]:
    """Open the browser until the end.

    While Playwright is there, no other loop can run in the process, and tests of the server may
    come next: no fixture of a whole session may hold it.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=_ARGUMENTS)
        yield browser
        browser.close()
