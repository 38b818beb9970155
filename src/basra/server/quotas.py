"""Quotas: so many of something an hour, counted for all processes of a server together."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Final

from basra.server.broker import Broker, BrokerError
from basra.server.gate import Allowance

_PATIENCE: Final = 0.5
"""Seconds that the broker may take; then what this process has counted is all."""


class Quota:
    """So many an hour for each address, or other key.

    >>> import asyncio
    >>> from basra.server.broker import broker_at
    >>> from basra.server.quotas import Quota
    >>> guests = Quota("guests", 2, broker_at(None), lambda: 0.0)
    >>> [asyncio.run(guests.takes("10.0.0.7")) for _ in range(3)]
    [True, True, False]
    """

    def __init__(
        self, name: str, an_hour: float, broker: Broker, clock: Callable[[], float]
    ) -> None:
        self._name = f"{name}:{an_hour:g}"  # what had another limit is not counted with it
        self._an_hour = an_hour
        self._broker = broker
        self._here = Allowance(an_hour, clock)

    async def takes(self, *keys: str) -> bool:
        """Take one of each key, if every one has one left.

        Who is beyond the limit in this process alone is refused without a question; while the
        broker is away, that is all that is known.
        """
        if not all(self._here.takes(key) for key in keys):
            return False
        if self._broker.is_shared and self._broker.is_up:
            names = [f"{self._name}:{_disguised(key)}" for key in keys]
            with suppress(BrokerError, TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    return await self._broker.take(names, self._an_hour)
        return True


def _disguised(key: str) -> str:
    """Return a key as the broker may know it: no address lies about there."""
    return sha256(key.encode()).hexdigest()[:32]
