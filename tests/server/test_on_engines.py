"""The tests of the server once more, with PostgreSQL and a broker instead of what is built in."""

import os
import subprocess
import sys
from pathlib import Path

from .engines import SUITE, engines

HERE = Path(__file__).parent
FILES = (
    "test_at_once",
    "test_backup",
    "test_bot_api",
    "test_calls",
    "test_conduct",
    "test_crash",
    "test_leaks",
    "test_leases",
    "test_notices",
    "test_people",
    "test_playing",
    "test_ratings",
    "test_rematch",
    "test_returning",
    "test_seats",
    "test_seeks",
    "test_sessions",
    "test_store",
    "test_tournaments",
    "test_whereabouts",
)


def test_the_server_does_all_the_same_with_postgresql_and_a_broker() -> None:
    with engines() as (postgres, valkey):
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
            # What is sent by chance is sent to the usual database; old steps are made in a file.
            + ["-k", "not as_the_schema_says and not at_every_earlier_step"]
            + [str(HERE / f"{name}.py") for name in FILES if (HERE / f"{name}.py").is_file()],
            check=False,
            capture_output=True,
            text=True,
            env={**os.environ, SUITE: f"{postgres.port} {valkey.address}"},
            cwd=HERE.parent.parent,
        )
    assert 0 == done.returncode, done.stdout
