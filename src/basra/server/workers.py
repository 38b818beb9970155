"""Several processes on one machine that share a port; one that dies is replaced.

SIGHUP replaces them one after the other, so that there is always somebody to come back to.
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
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Final, NamedTuple

from basra.server.metrics import SHARED
from basra.server.run import address_of, run
from basra.server.settings import Settings

_CONTEXT: Final = multiprocessing.get_context("spawn")
_READY: Final = 30.0
"""Seconds that a process may take until it listens."""
_LOOK: Final = 0.2
_PAUSE: Final = 1.0
"""Seconds before a process that died is replaced, lest a broken one is started without end."""


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
    for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(one, lambda number, _: told.append(number))
    workers = [_start(listener, settings) for _ in range(count)]
    if not all(_is_ready(worker) for worker in workers):
        _stop(workers)
        return 1
    listening(address_of(listener))
    while True:
        time.sleep(_LOOK)
        wanted = told.pop(0) if told else None
        if wanted in {signal.SIGTERM, signal.SIGINT}:
            _stop(workers)
            return 0
        for number, worker in enumerate(workers):
            if wanted == signal.SIGHUP:
                fresh = _start(listener, settings)
                if _is_ready(fresh):
                    _stop([worker])
                    workers[number] = fresh
            elif not worker.process.is_alive():
                _forget(worker)
                time.sleep(_PAUSE)
                workers[number] = _start(listener, settings)


def _start(listener: socket.socket, settings: Settings) -> _Worker:
    here, there = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_work, args=(listener, settings, there))
    process.start()
    there.close()
    return _Worker(process, here)


def _is_ready(worker: _Worker) -> bool:
    with suppress(EOFError, OSError):
        return worker.told.poll(_READY) and bool(worker.told.recv())
    return False


def _stop(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join(10)
        worker.told.close()
        _forget(worker)


def _forget(worker: _Worker) -> None:
    """Count what a dead process had in memory no longer."""
    for file in Path(os.environ[SHARED]).glob(f"gauge_live*_{worker.process.pid}.db"):
        file.unlink()


def _work(listener: socket.socket, settings: Settings, parent: Connection) -> None:
    """Be one of the processes."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    run(listener, settings, lambda _: parent.send(True))  # noqa: FBT003 - a sign of life


def _end_with(parent: Connection) -> None:
    """End when the parent is gone."""
    with suppress(EOFError, OSError):
        parent.recv()
    os.kill(os.getpid(), signal.SIGTERM)
