"""The command starts light, says what is missing, and does not take a port that is taken."""

import os
import socket
import subprocess
import sys
from pathlib import Path

from basra.server.run import address_of, bound


def run(program: str, *words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "BASRA_LANGUAGE": "en", "BASRA_HOME": str(folder or "")}
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=30,
        env=environment,
    )


def test_the_commands_load_nothing_that_serves() -> None:
    done = run("import basra.cli, sys; print(*sys.modules)")
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert set() == loaded & {"fastapi", "msgspec", "sqlalchemy", "starlette", "uvicorn"}
    assert "typer" in loaded


def test_it_says_which_extra_is_missing() -> None:
    program = "import sys; sys.modules['uvicorn'] = None\nfrom basra.cli import main; main()"
    done = run(program, "serve")
    assert 1 == done.returncode
    assert "basra[serve]" in done.stderr


def test_a_port_that_is_taken_is_told_in_a_line(tmp_path: Path) -> None:
    with bound("127.0.0.1", 0) as taken:
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run("from basra.cli import main; main()", "serve", "--port", port, folder=tmp_path)
    assert (1, 1) == (done.returncode, len(done.stderr.splitlines()))
    assert "in use" in done.stderr


def test_it_listens_in_four_seconds_of_its_own(tmp_path: Path) -> None:
    """Count the processor's time, the least of three; a busy core beside it doubles it."""
    program = (
        "import os, threading, time\n"
        "from basra.server import run\n"
        "from basra.server.settings import Settings, embedded\n"
        "from pathlib import Path\n"
        f"settings = Settings(embedded(Path({str(tmp_path)!r})))\n"
        "told = lambda address: (print(time.process_time(), flush=True), os._exit(0))\n"
        "run.run(run.bound('127.0.0.1', 0), settings, told)\n"
    )
    assert min(float(run(program).stdout) for _ in range(3)) < 4


def test_an_address_is_written_for_a_browser() -> None:
    with bound("0.0.0.0", 0) as everywhere:  # noqa: S104 - nobody is listened to
        port = everywhere.getsockname()[1]
        assert f"http://127.0.0.1:{port}/" == address_of(everywhere)
        assert everywhere.proto == socket.IPPROTO_TCP
