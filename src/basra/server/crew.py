"""Crews: who answers heavy questions; here in processes, whose death changes nothing."""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from threading import Thread
from typing import Final, Protocol, TypeVar

T = TypeVar("T")
# Each process starts afresh: a copy of one with threads may hang.
CONTEXT: Final = multiprocessing.get_context("spawn")
TRIES: Final = 3
"""How often a question is asked again after its process died."""


class Crew(Protocol):
    """Who answers questions: functions of a module, asked with pure data, alike wherever asked."""

    @property
    def room(self) -> int:
        """How many questions are worth asking at once."""

    async def ask(self, question: Callable[..., T], *facts: object) -> T | None:
        """Return the answer; ``None`` if processes die of the question."""

    def close(self) -> None:
        """Stop, whatever is being worked on."""


class Processes:
    """Processes of this machine, which start when something is asked."""

    def __init__(self, workers: int, prepare: Callable[[], object]) -> None:
        """``prepare`` is done in every new process before its first question."""
        self.room = workers
        self._prepare = prepare
        self._pool: ProcessPoolExecutor | None = None
        self._ends, self._lives = CONTEXT.Pipe(duplex=False)

    def wake(self) -> ProcessPoolExecutor:
        """Return the processes; the first one starts, so that it is ready when it is asked."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.room, CONTEXT, initializer=_begin, initargs=(self._ends, self._prepare)
            )
            self._pool.submit(os.getpid)
        return self._pool

    async def ask(self, question: Callable[..., T], *facts: object) -> T | None:
        """Return what a process answers; ``None`` if processes die of the question."""
        loop = asyncio.get_running_loop()
        for _ in range(TRIES):
            pool = self.wake()
            with suppress(BrokenProcessPool):
                return await loop.run_in_executor(pool, partial(question, *facts))
            if self._pool is pool:
                self._pool = None
                pool.shutdown(wait=False)
        return None

    def close(self) -> None:
        """Stop the processes, whatever they work on."""
        self._lives.close()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        self._ends.close()


def _begin(ends: Connection, prepare: Callable[[], object]) -> None:
    """Be a new process, which ends with the server."""
    Thread(target=end_with, args=(ends,), daemon=True).start()
    prepare()


def end_with(ends: Connection) -> None:
    """End this process with the one that holds the other end."""
    with suppress(EOFError, OSError):
        ends.recv()
    os._exit(0)
