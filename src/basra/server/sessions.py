"""Sessions: what is open with which token, so that it is closed when the token ends anywhere.

A process that ends a token tells the others at once. Should that letter be lost, each of them asks
the database now and then which of the tokens that are open with it are still good.
"""

import asyncio
from collections.abc import Callable, Collection, Hashable
from contextlib import suppress

from basra.server.hub import Hub
from basra.server.letters import Ended
from basra.server.post import ALL
from basra.server.store import LOST, Store
from basra.server.tasks import end


class Sessions:
    """The sockets and streams of a process, by the hashes of their tokens."""

    def __init__(self, store: Store, hub: Hub, pause: float) -> None:
        """``pause`` is how many seconds pass between two questions to the database."""
        self._store = store
        self._post = hub.post
        self._pause = pause
        self._open: dict[Hashable, tuple[str, Callable[[], None]]] = {}
        store.ended, hub.ended = self._tell, self._hear
        self._task: asyncio.Task[None] | None = None
        if self._post.is_shared:
            self._task = asyncio.create_task(self._look(), name="basra-sessions")

    def enter(self, key: str, what: Hashable, close: Callable[[], None]) -> bool:
        """Note what is open with a token and how it is closed, unless the token has just ended."""
        if self._store.is_dead(key):
            return False
        self._open[what] = key, close
        return True

    def leave(self, what: Hashable) -> None:
        """Note that something is open no longer."""
        self._open.pop(what, None)

    async def close(self) -> None:
        """Look no longer."""
        if self._task is not None:
            await end(self._task)

    def _tell(self, keys: Collection[str]) -> None:
        """Close what is open with tokens that ended here, and tell the others."""
        self._shut(keys)
        if self._post.is_shared:
            self._post.send(ALL, Ended(tokens=list(keys)))

    def _hear(self, keys: Collection[str]) -> None:
        """Close what is open with tokens that ended elsewhere."""
        self._store.bury(keys)
        self._shut(keys)

    def _shut(self, keys: Collection[str]) -> None:
        for key, close in list(self._open.values()):
            if key in keys:
                close()

    async def _look(self) -> None:
        """Find tokens that have ended though nobody said so, again and again."""
        while True:
            await asyncio.sleep(self._pause)
            keys = {key for key, _ in self._open.values()}
            with suppress(*LOST):
                if gone := keys - await self._store.living(keys):
                    self._hear(gone)
