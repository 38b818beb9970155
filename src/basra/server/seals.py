"""Seals: the tables whose packs are played elsewhere, too, and who may look at them meanwhile."""

from collections.abc import Awaitable, Callable, Collection

from basra.server.calls import CallError

Sealed = Callable[[str], Awaitable[Collection[str] | None]]
"""Returns who plays at a table that is sealed; ``None`` for one that is not."""


class Seals:
    """All that may seal a table."""

    def __init__(self, *sealed: Sealed) -> None:
        self._sealed = sealed

    async def may_look(self, table: str, person: str | None) -> bool:
        """Tell whether somebody may look at a table: at one that is sealed, who plays there."""
        players = await self._players(table)
        return players is None or person in players

    async def expect_open(self, table: str) -> None:
        """Raise CallError for a table whose cards are sealed."""
        if await self._players(table) is not None:
            raise CallError(422, "error.duplicate.sealed")

    async def _players(self, table: str) -> Collection[str] | None:
        for sealed in self._sealed:
            if (players := await sealed(table)) is not None:
                return players
        return None
