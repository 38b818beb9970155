"""The broker: carries parcels between the processes of a server, and counts for all of them.

What is carried may be lost while the connection is: then ``lost`` is called, and whoever needs to
know what happened reads the log.
"""

import asyncio
from collections.abc import Callable, Sequence
from logging import getLogger
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import urlsplit

from basra.errors import BasraError
from basra.server.tasks import end

if TYPE_CHECKING:
    from redis.asyncio import Redis

Hear = Callable[[bytes], None]
Turned = Callable[[bool], None]
_QUIET: Final = 10.0
"""Seconds without any message, also of one's own, after which the connection is thought dead."""
_PAUSE: Final = 0.25
"""Seconds between two tries to connect."""
_HOUR: Final = 3_600_000
_TAKE: Final = f"""
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local dues = {{}}
for number, key in ipairs(KEYS) do
    local due = math.max(tonumber(redis.call('GET', key) or 0), now) + ARGV[1]
    if due > now + {_HOUR + 1} then return 0 end
    dues[number] = due
end
for number, key in ipairs(KEYS) do
    local due = dues[number]
    redis.call('SET', key, string.format('%.3f', due), 'PX', math.ceil(due - now))
end
return 1
"""
"""Kept of a key is when its bucket will be full again, in milliseconds, and only until then."""
_log = getLogger("basra.server")


class BrokerError(BasraError):
    """The broker cannot be reached."""


class Broker(Protocol):
    """What carries parcels."""

    @property
    def is_up(self) -> bool:
        """Whether what is sent now arrives."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes can be reached."""

    async def send(self, topic: str, parcel: bytes) -> None:
        """Carry a parcel to all who listen. Raises BrokerError."""

    async def take(self, keys: Sequence[str], an_hour: float) -> bool:
        """Take one of what each key may have in an hour, or none of any. Raises BrokerError."""

    async def listen(self, topics: Sequence[str], hear: Hear, turned: Turned) -> None:
        """Call ``hear`` with what is sent to the topics until ``close``. Raises BrokerError.

        ``turned`` is told when the connection is there, and when it is lost.
        """

    async def close(self) -> None:
        """Carry no more."""


class Within:
    """A broker within the process: for a server that is alone, and for tests."""

    def __init__(self, *, is_shared: bool = False) -> None:
        self.is_up = True
        self.is_shared = is_shared
        self._ears: list[tuple[Sequence[str], Hear]] = []

    async def send(self, topic: str, parcel: bytes) -> None:
        """Carry a parcel to all who listen."""
        for topics, hear in list(self._ears):
            if topic in topics:
                hear(parcel)

    async def take(
        self,
        keys: Sequence[str],  # noqa: ARG002 - a broker's
        an_hour: float,  # noqa: ARG002
    ) -> bool:
        """Raise BrokerError: who is alone counts for itself."""
        raise BrokerError("error.server.broker", reason="alone")

    async def listen(self, topics: Sequence[str], hear: Hear, turned: Turned) -> None:
        """Call ``hear`` with what is sent to the topics."""
        self._ears.append((topics, hear))
        turned(True)  # noqa: FBT003 - all that it is told

    async def close(self) -> None:
        """Do nothing: others may listen."""


class Valkey:
    """A broker in Valkey or Redis: publish and subscribe."""

    is_shared = True

    def __init__(self, address: str) -> None:
        self.is_up = False
        parts = urlsplit(address)
        self._address = parts._replace(scheme=parts.scheme.replace("valkey", "redis")).geturl()
        self._prefix = f"basra:{parts.path.strip('/') or '0'}:"
        self._client = self._connected()
        self._take = self._client.register_script(_TAKE)
        self._task: asyncio.Task[None] | None = None

    def _connected(self) -> "Redis":
        from redis.asyncio import Redis  # noqa: PLC0415 - an extra
        from redis.asyncio.retry import Retry  # noqa: PLC0415
        from redis.backoff import NoBackoff  # noqa: PLC0415

        # A connection that comes back by itself would hide that something was missed.
        client: Redis = Redis.from_url(
            self._address,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=2.0,
            socket_timeout=_QUIET,
        )
        return client

    async def send(self, topic: str, parcel: bytes) -> None:
        """Carry a parcel to all who listen. Raises BrokerError."""
        from redis.exceptions import RedisError  # noqa: PLC0415

        try:
            await self._client.publish(self._prefix + topic, parcel)
        except (RedisError, OSError) as error:
            raise BrokerError("error.server.broker", reason=str(error)) from None

    async def take(self, keys: Sequence[str], an_hour: float) -> bool:
        """Take one of what each key may have in an hour, or none of any. Raises BrokerError."""
        from redis.exceptions import RedisError  # noqa: PLC0415

        names = [f"{self._prefix}quota:{key}" for key in keys]
        try:
            return bool(await self._take(keys=names, args=[_HOUR / an_hour]))
        except (RedisError, OSError) as error:
            raise BrokerError("error.server.broker", reason=str(error)) from None

    async def listen(self, topics: Sequence[str], hear: Hear, turned: Turned) -> None:
        """Call ``hear`` with what is sent to the topics until ``close``. Raises BrokerError."""
        first = asyncio.Event()

        def turn(is_up: bool) -> None:  # noqa: FBT001 - what it is told
            self.is_up = is_up
            turned(is_up)
            if is_up:
                first.set()

        self._task = asyncio.create_task(self._listen(topics, hear, turn), name="basra-broker")
        try:
            async with asyncio.timeout(_QUIET):
                await first.wait()
        except TimeoutError:
            raise BrokerError("error.server.broker", reason="no answer") from None

    async def close(self) -> None:
        """Carry no more."""
        try:
            if self._task is not None:
                await end(self._task)
        finally:
            await self._client.aclose()

    async def _listen(self, topics: Sequence[str], hear: Hear, turn: Turned) -> None:
        """Listen, and connect again where the connection is lost."""
        from redis.exceptions import RedisError  # noqa: PLC0415

        while True:
            try:
                await self._hear(topics, hear, turn)
            except Exception as error:  # noqa: BLE001 - who hears no more must not seem to
                unknown = None if isinstance(error, RedisError | OSError) else error
                if self.is_up or unknown:
                    _log.warning("the broker is lost: %r", error, exc_info=unknown)
            if self.is_up:
                turn(False)  # noqa: FBT003 - all that it is told
            await asyncio.sleep(_PAUSE)

    async def _hear(self, topics: Sequence[str], hear: Hear, turn: Turned) -> None:
        """Listen until the connection is lost."""
        async with self._client.pubsub() as line:
            await line.subscribe(*(self._prefix + topic for topic in topics))
            waiting = len(topics)
            while True:
                async with asyncio.timeout(_QUIET):
                    message: dict[str, Any] | None = await line.get_message(timeout=None)
                if message is None:
                    continue
                if message["type"] == "message":
                    hear(message["data"])
                elif message["type"] == "subscribe":
                    waiting -= 1
                    if not waiting:
                        turn(True)  # noqa: FBT003 - all that it is told


def broker_at(address: str | None) -> Broker:
    """Return the broker at an address; without one, a broker within the process.

    >>> from basra.server.broker import broker_at
    >>> broker_at(None).is_shared
    False
    """
    return Valkey(address) if address else Within()
