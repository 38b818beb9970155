"""Who listens at the lobby, for tests: what is told of notices, whereabouts and tables."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from .sitting import PATIENCE, Guest, House, Message


class Hearing:
    """A reader of the lobby: all frames, and what was told last of each kind."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self.told: dict[str, Message] = {}

    async def hear(self, patience: float = PATIENCE) -> Message:
        text = await asyncio.wait_for(self.socket.recv(), patience)
        assert isinstance(text, str)
        self.frames.append(text)
        message: Message = json.loads(text)
        self.told[message["t"]] = message
        return message

    async def until(self, found: Callable[[], Any], patience: float = PATIENCE) -> None:
        """Hear until something is so."""
        async with asyncio.timeout(patience):
            while not found():
                await self.hear(patience)

    @property
    def notices(self) -> list[Message]:
        found: list[Message] = self.told.get("notices", {}).get("notices", [])
        return found

    @property
    def kinds(self) -> list[str]:
        return [one["kind"] for one in self.notices]

    @property
    def places(self) -> dict[str, Message]:
        found: dict[str, Message] = self.told.get("whereabouts", {}).get("people", {})
        return found

    async def notice(self, kind: str, patience: float = PATIENCE) -> Message:
        """Return the newest notice of a kind, once there is one."""
        await self.until(lambda: kind in self.kinds, patience)
        return next(one for one in self.notices if one["kind"] == kind)

    async def settle(self) -> None:
        """Hear all that was said until now: the answer to a ping comes after it."""
        await self.socket.send('{"t":"ping","n":99}')
        async with asyncio.timeout(PATIENCE):
            while (await self.hear())["t"] != "pong":
                pass


@asynccontextmanager
async def hearing(house: House, who: Guest | None = None) -> AsyncIterator[Hearing]:
    """Listen at the lobby; who is known has heard the own notices and whereabouts."""
    async with connect(f"{house.ws}/ws/lobby", compression=None) as socket:
        reader = Hearing(socket)
        await socket.send(json.dumps({"t": "hello", "token": who.token if who else None}))
        await reader.until(lambda: "lobby" in reader.told)
        if who is not None:
            await reader.until(lambda: {"notices", "whereabouts"} <= reader.told.keys())
        yield reader
