"""Several processes on one machine that share a port; one that dies is replaced.

SIGHUP replaces them one after the other: a new process listens before an old one leaves, so that
there is always somebody to come back to.
"""

import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from logging import getLogger
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, Final, NamedTuple

from basra.server.logs import log_as_json
from basra.server.metrics import SHARED
from basra.server.run import address_of, run
from basra.server.settings import Settings

_CONTEXT: Final = multiprocessing.get_context("spawn")
_READY: Final = 60.0
"""Seconds that a process may take until it listens."""
_LOOK: Final = 0.2
_PAUSE: Final = 1.0
"""Seconds before a process that died is replaced, lest a broken one is started without end."""
_FAREWELL: Final = 10.0
"""Seconds that a process may take to leave."""
_log = getLogger("basra.server")


class _Worker(NamedTuple):
    process: SpawnProcess
    told: Connection
    """It says here that it listens; it ends when nobody holds the other end."""


def run_many(
    count: int,
    listener: socket.socket,
    settings: Settings,
    listening: Callable[[str], None] = lambda _: None,
) -> int:
    """Serve with ``count`` processes until a signal comes; return the status to exit with."""
    told: list[int] = []
    if settings.json_logs:
        log_as_json()
    with tempfile.TemporaryDirectory(prefix="basra-metrics-") as folder:
        os.environ[SHARED] = folder
        return _watch(count, listener, settings, listening, told)


def _watch(
    count: int,
    listener: socket.socket,
    settings: Settings,
    listening: Callable[[str], None],
    told: list[int],
) -> int:
    """Keep ``count`` processes going until ``told`` holds a signal to leave."""
    for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(one, lambda number, _: told.append(number))
    start = partial(_start, listener, settings)
    workers = [start() for _ in range(count)]
    if not all(_is_ready(worker, told) for worker in workers):
        _stop(workers)
        return 0 if _must_leave(told) else 1
    listening(address_of(listener))
    old: list[_Worker] = []
    while not _must_leave(told):
        time.sleep(_LOOK)
        if signal.SIGHUP in told:
            told.remove(signal.SIGHUP)
            old = list(workers)
        for number, worker in enumerate(workers):
            if not worker.process.is_alive():
                _forget(worker)
                time.sleep(_PAUSE)
                workers[number] = start()
        if old and not _replace(workers, old.pop(0), start, told):
            old = []
    _stop(workers)
    return 0


def _must_leave(told: list[int]) -> bool:
    return signal.SIGTERM in told or signal.SIGINT in told


def _replace(
    workers: list[_Worker], old: _Worker, start: Callable[[], _Worker], told: list[int]
) -> bool:
    """Let an old process leave once a new one listens; one that cannot changes nothing."""
    if old not in workers:  # it died, and has been replaced
        return True
    fresh = start()
    if not _is_ready(fresh, told):
        if not _must_leave(told):
            _log.error("a new process does not listen: the old ones stay")
        _stop([fresh])
        return False
    workers[workers.index(old)] = fresh
    _stop([old])
    return True


def _start(listener: socket.socket, settings: Settings) -> _Worker:
    here, there = _CONTEXT.Pipe()
    # By name, so that a newer program than this one reads them right.
    chosen = settings._asdict()
    process = _CONTEXT.Process(target=_work, args=(listener, chosen, there))
    process.start()
    there.close()
    return _Worker(process, here)


def _is_ready(worker: _Worker, told: list[int]) -> bool:
    """Wait until a process listens; it does not, if it ends or takes too long."""
    ends = time.monotonic() + _READY
    with suppress(EOFError, OSError):
        while time.monotonic() < ends and not _must_leave(told):
            if worker.told.poll(_LOOK):
                return bool(worker.told.recv())
    return False


def _stop(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join(_FAREWELL)
        worker.process.kill()
        worker.process.join()
        worker.told.close()
        _forget(worker)


def _forget(worker: _Worker) -> None:
    """Count what a dead process had in memory no longer."""
    for file in Path(os.environ[SHARED]).glob(f"gauge_live*_{worker.process.pid}.db"):
        file.unlink()


def _work(listener: socket.socket, chosen: dict[str, Any], parent: Connection) -> None:
    """Be one of the processes."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    run(listener, Settings(**chosen), lambda _: parent.send(True))  # noqa: FBT003 - a sign of life


def _end_with(parent: Connection) -> None:
    """End when the parent is gone."""
    with suppress(EOFError, OSError):
        parent.recv()
    os.kill(os.getpid(), signal.SIGTERM)
