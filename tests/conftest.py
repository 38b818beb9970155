"""What every test runs under: the same examples every time, and the longest files first."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("basra", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("basra")

HERE = Path(__file__).parent
LONGEST = (
    # Neither of these needs compiled code at its beginning: till then it is there.
    "server/test_on_engines.py",
    "test_manual.py",
    "server/test_cluster.py",
    "server/test_rolling.py",
    # Side by side, so that one browser serves for several.
    "browser/test_notices.py",
    "browser/test_contests.py",
    "browser/test_together.py",
    "browser/test_rematch.py",
    "browser/test_club.py",
    "browser/test_learning.py",
    "browser/test_pad.py",
    "web/test_shell.py",
    "server/test_crew.py",
    "test_cli.py",
    "test_workers.py",
    "test_tui.py",
    "test_training.py",
    "test_review_deal.py",
)
"""Files that take longest: begun first, so that no worker is left alone with one at the end."""
_compiling = pytest.StashKey["subprocess.Popen[bytes]"]()


def pytest_xdist_auto_num_workers() -> int:
    """Return how many files are tested at once: at times they wait; more of them wait longer."""
    cores = os.cpu_count() or 1
    return cores + cores // 2


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile once what many processes are about to want, or each of them would."""
    if session.config.getoption("numprocesses", None):
        words = [sys.executable, "-c", "from basra.cli import main; main()", "warm"]
        session.config.stash[_compiling] = subprocess.Popen(words, stdout=subprocess.DEVNULL)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if compiling := session.config.stash.get(_compiling, None):
        compiling.terminate()
        compiling.wait()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    ranks = {HERE / name: rank for rank, name in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(item.path, len(ranks)))
