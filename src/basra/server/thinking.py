"""Thinking: computer players choose here; those that search do it in processes of their own.

The others take a fraction of a millisecond, which is less than a process would need to hear the
question, so they are asked on the spot. Where the searching ones are not awake yet, a quick one
stands in. A process that dies is replaced and the question asked again.
"""

import asyncio
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from threading import Thread
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar, cast

from basra.bots import SEARCHING, Limit, find_bot, is_ready
from basra.cards import Play
from basra.review import Reason, reason_of
from basra.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from basra.bots.bot import Weigher
    from basra.review.reasons import Judged

T = TypeVar("T")
STAND_IN: Final = "careful"
HINTER: Final = "sharp"
THOUGHT: Final = Limit(seconds=1.0)
HINT: Final = Limit(seconds=0.3)
# Each process starts afresh: a copy of one with threads may hang.
CONTEXT: Final = multiprocessing.get_context("spawn")
TRIES: Final = 3
"""How often a question is asked again after its process died."""


class Worth(NamedTuple):
    """A play, the points of margin to be expected from it, and why it is better or worse."""

    play: Play
    points: float
    reason: Reason | None = None


class Thinkers:
    """The processes, which start when a player that needs them sits down or is asked."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._ends, self._lives = CONTEXT.Pipe(duplex=False)

    async def choose(self, level: str, view: View, seed: str) -> Play:
        """Return the play of a level."""
        if level not in SEARCHING:
            return find_bot(level, seed).choose(view, THOUGHT)
        found = await self._ask(level, view, seed, weighs=False)
        return found[0].play

    async def weigh(self, view: View, seed: str) -> list[Worth]:
        """Return the legal plays, best first."""
        return await self._ask(HINTER, view, seed, weighs=True)

    def wake(self) -> ProcessPoolExecutor:
        """Return the processes; the first one starts, so that it is ready when it is asked."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers, CONTEXT, initializer=_wake, initargs=(self._ends,)
            )
            self._pool.submit(is_ready, HINTER)
        return self._pool

    async def _ask(self, level: str, view: View, seed: str, *, weighs: bool) -> list[Worth]:
        found = await self.ask(think, level, view, seed, weighs)
        return think(STAND_IN, view, seed, weighs) if found is None else found

    async def ask(self, question: "Callable[..., T]", *facts: object) -> "T | None":
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
        """Stop the processes, whatever they think about."""
        self._lives.close()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        self._ends.close()


def _wake(ends: Connection) -> None:
    """Prepare the searching players in the background of a new process, and end with the server."""
    Thread(target=end_with, args=(ends,), daemon=True).start()
    is_ready(HINTER)


def end_with(ends: Connection) -> None:
    """End this process with the one that holds the other end."""
    with suppress(EOFError, OSError):
        ends.recv()
    os._exit(0)


def think(level: str, view: View, seed: str, weighs: bool) -> list[Worth]:  # noqa: FBT001
    """Return the play of a level, or all plays, best first, if they are to be weighed.

    >>> import basra
    >>> from basra.server.thinking import think
    >>> deal = basra.Deal("egyptian", seed=1, dealer=1)
    >>> think("careful", deal.view(deal.turn), "1", False)[0].play in deal.legal_plays
    True
    """
    bot = find_bot(level if is_ready(level) else STAND_IN, seed)
    if not weighs:
        return [Worth(bot.choose(view, THOUGHT), 0.0)]
    found = cast("Weigher", bot).weigh(view, HINT)
    return [Worth(one.play, one.points, _reason(view, one, found)) for one in found]


def _reason(view: View, one: "Judged", others: "Sequence[Judged]") -> Reason | None:
    """Return why a play is better or worse, unless it is neither."""
    reason = reason_of(view, one.play, others)
    return reason if reason is None or reason.facts.get("points") != 0 else None
