"""The lobby: the public tables, told to all who look, at most so often."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from basra.server import frames
from basra.server.messages import Lobby as LobbyMessage
from basra.server.tasks import end
from basra.table.picture import Row


class Onlooker(Protocol):
    """Somebody who looks at the lobby."""

    def tell(self, text: str) -> None:
        """Send a message, without waiting for it."""


class Lobby:
    """Who looks at the list of public tables."""

    def __init__(
        self, rows: Callable[[], list[Row]], people: Callable[[], int], pause: float
    ) -> None:
        self._rows = rows
        self._people = people
        self._pause = pause
        self._lookers: dict[Onlooker, None] = {}
        self._change = asyncio.Event()
        self._task = asyncio.create_task(self._tell(), name="basra-lobby")

    def enter(self, looker: Onlooker) -> None:
        """Show the list, now and when it changes."""
        self._lookers[looker] = None
        looker.tell(self._text())

    def leave(self, looker: Onlooker) -> None:
        """Show it no longer, if it was shown."""
        self._lookers.pop(looker, None)

    def change(self) -> None:
        """Note that the list may look different."""
        self._change.set()

    async def close(self) -> None:
        """Tell nobody any more."""
        await end(self._task)

    def _text(self) -> str:
        people = self._people() + len(self._lookers)
        return frames.frame(LobbyMessage(tables=self._rows(), people=people))

    async def _tell(self) -> None:
        told = ""
        while True:
            await self._change.wait()
            self._change.clear()
            if self._lookers:
                text = self._text()
                if text != told:
                    told = text
                    for looker in self._lookers:
                        looker.tell(text)
            await asyncio.sleep(self._pause)
