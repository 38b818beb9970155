"""Cluster: heavy questions go to a Ray cluster as long as it is there, else to processes here."""

import asyncio
import importlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import count
from logging import getLogger
from multiprocessing.reduction import ForkingPickler
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from basra import __version__, kernel
from basra.arena.cluster import Answer, Question, hand_on
from basra.errors import BasraError
from basra.server.crew import CONTEXT, Crew
from basra.server.tasks import end

T = TypeVar("T")
ROOM: Final = 32
"""Questions that are worth asking at once; a cluster lets those wait that it has no room for."""
PATIENCE: Final = 120.0
"""Seconds that joining may take; meanwhile all is done here."""
PAUSE: Final = 30.0
"""Seconds until a cluster that cannot be reached is tried again."""
_FAREWELL: Final = 0.5
"""Seconds that the process has to leave the cluster politely."""
_log = getLogger("basra.server")


class ClusterLostError(Exception):
    """The cluster is not there, or no longer."""


def equipment() -> str:
    """Return what an answer may depend on, after looking for where the questions are."""
    importlib.import_module("basra.server.app")
    return f"basra {__version__} {'with' if kernel.available() else 'without'} numba"


class Link:
    """A cluster that was joined, by way of a process that is part of it."""

    def __init__(self, address: str) -> None:
        self.gone = asyncio.Event()
        """The process has ended."""
        self._loop = asyncio.get_running_loop()
        self._numbers = count(1)
        self._joined: asyncio.Future[int | str] = self._loop.create_future()
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._letters: SimpleQueue[memoryview | None] = SimpleQueue()
        self._pipe, theirs = CONTEXT.Pipe()
        words = (address, equipment, equipment(), theirs)
        self._process = CONTEXT.Process(target=hand_on, args=words, daemon=True)
        self._process.start()
        theirs.close()
        for work in (self._listen, self._write):
            Thread(target=work, daemon=True).start()

    @property
    def pid(self) -> int:
        """The process that is part of the cluster."""
        return self._process.pid or 0

    async def joined(self, patience: float) -> int:
        """Return how many processors the cluster has. Raises BasraError if it is not there."""
        try:
            found = await asyncio.wait_for(self._joined, patience)
        except TimeoutError:
            found = f"{patience:.0f} s"
        if isinstance(found, str):
            raise BasraError("error.server.cluster", reason=found)
        return found

    async def ask(self, question: Callable[..., T], *facts: object) -> T | None:
        """Return the answer of a worker; ``None`` if workers die of the question.

        Raises what the question raises, and ClusterLostError.
        """
        if self.gone.is_set():
            raise ClusterLostError
        number = next(self._numbers)
        answer = self._waiting[number] = self._loop.create_future()
        self._send(Question(number, question, facts))
        try:
            told = await answer
        except asyncio.CancelledError:
            self._send(Question(number, None))
            raise
        finally:
            del self._waiting[number]
        if told.kind == "lost":
            raise ClusterLostError
        if told.kind == "failed" and isinstance(told.value, Exception):
            raise told.value
        found: Any = told.value
        return found if told.kind == "done" else None

    async def close(self) -> None:
        """Leave the cluster: politely, if that does not take long."""
        self._send(None)
        with suppress(TimeoutError):
            await asyncio.wait_for(self.gone.wait(), _FAREWELL)
        self._process.kill()
        await self.gone.wait()
        self._process.join()
        self._pipe.close()

    # --- two threads, which wait for the pipe ---------------------------------------------------

    def _send(self, question: Question | None) -> None:
        self._letters.put(ForkingPickler.dumps(question))
        if question is None:
            self._letters.put(None)

    def _write(self) -> None:
        with suppress(OSError):
            while (letter := self._letters.get()) is not None:
                self._pipe.send_bytes(letter)

    def _listen(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                self._call(self._take, self._pipe.recv())
        self._call(self._end)

    def _call(self, what: Callable[..., None], *facts: object) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(what, *facts)

    def _take(self, told: Answer | int | str) -> None:
        if not isinstance(told, Answer):
            if not self._joined.done():
                self._joined.set_result(told)
        elif (answer := self._waiting.get(told.number)) is not None and not answer.done():
            answer.set_result(told)

    def _end(self) -> None:
        self.gone.set()
        if not self._joined.done():
            self._joined.set_result(f"exit {self._process.exitcode}")
        for number, answer in self._waiting.items():
            if not answer.done():
                answer.set_result(Answer(number, "lost"))


class Cluster:
    """A cluster that is joined in the background, and again when it was lost."""

    def __init__(self, address: str) -> None:
        self.link: Link | None = None
        """Set while the cluster is there."""
        self._address = address
        self._task = asyncio.create_task(self._keep(), name="basra-cluster")

    async def ask(self, question: Callable[..., T], *facts: object) -> T | None:
        """Return what a worker answers, as a link does. Raises ClusterLostError, too."""
        if self.link is None:
            raise ClusterLostError
        return await self.link.ask(question, *facts)

    async def close(self) -> None:
        """Leave the cluster for good."""
        await end(self._task)

    async def _keep(self) -> None:
        told = ""
        while True:
            link = Link(self._address)
            try:
                processors = await link.joined(PATIENCE)
                _log.info("jobs go to a cluster with %d processors", processors)
                self.link = link
                await link.gone.wait()
                told = "the cluster is lost"
                _log.warning("%s: jobs are done here", told)
            except BasraError as error:
                if told != str(error):
                    told = str(error)
                    _log.warning("%s: jobs are done here", told)
            finally:
                self.link = None
                await link.close()
            await asyncio.sleep(PAUSE)


class Elsewhere:
    """A crew that asks a cluster first, and another crew while that is not there."""

    room = ROOM

    def __init__(self, cluster: Cluster, here: Crew) -> None:
        self._cluster = cluster
        self._here = here

    async def ask(self, question: Callable[..., T], *facts: object) -> T | None:
        """Return the answer, wherever it is found; ``None`` if processes die of the question."""
        try:
            return await self._cluster.ask(question, *facts)
        except ClusterLostError:
            return await self._here.ask(question, *facts)

    def close(self) -> None:
        """Stop those who are here."""
        self._here.close()


@asynccontextmanager
async def cluster_at(address: str | None) -> "AsyncIterator[Callable[[Crew], Crew]]":
    """Give what makes a crew ask the cluster first; without an address it stays as it is."""
    if address is None:
        yield lambda here: here
        return
    cluster = Cluster(address)
    try:
        yield partial(Elsewhere, cluster)
    finally:
        await cluster.close()
