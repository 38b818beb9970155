"""The gate: who may come in, how many of them, and how much each may say."""

from collections import Counter
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit


def is_welcome(origin: str | None, host: str | None, origins: Sequence[str]) -> bool:
    """Tell whether a page of ``origin`` may open a socket at ``host``.

    A browser always names the origin; a program that is no browser may leave it out.

    >>> from basra.server.gate import is_welcome
    >>> is_welcome("https://basra.example", "basra.example", ())
    True
    >>> is_welcome("https://evil.example", "basra.example", ())
    False
    """
    if origin is None:
        return True
    if origin.rstrip("/") in origins:
        return True
    try:
        return bool(host) and urlsplit(origin).netloc.lower() == str(host).lower()
    except ValueError:  # no address at all
        return False


class Bucket:
    """Lets ``rate`` things a second through, and ``burst`` at once after a pause.

    >>> from basra.server.gate import Bucket
    >>> bucket = Bucket(rate=1.0, burst=2, now=0.0)
    >>> [bucket.takes(at) for at in (0.0, 0.0, 0.0, 1.0, 1.0)]
    [True, True, False, True, False]
    """

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._left = float(burst)
        self._at = now

    def takes(self, now: float) -> bool:
        """Take one, if there is one left."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True

    def is_full(self, now: float) -> bool:
        """Tell whether nothing has been taken for so long that it may be forgotten."""
        return self._left + (now - self._at) * self._rate >= self._burst


class Allowance:
    """A bucket for every address, or other key: so many an hour, and so many at once."""

    MOST = 10_000
    """Addresses that are remembered before those that have been quiet are forgotten."""

    def __init__(
        self, an_hour: float, clock: Callable[[], float], burst: int | None = None
    ) -> None:
        self._an_hour = an_hour
        self._burst = an_hour if burst is None else burst
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def takes(self, address: str) -> bool:
        """Take one of an address, if it has one left."""
        now = self._clock()
        if len(self._buckets) >= self.MOST:
            kept = {who: one for who, one in self._buckets.items() if not one.is_full(now)}
            self._buckets = kept
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._an_hour / 3600, self._burst, now)
        return bucket.takes(now)


class Doors:
    """Counts the open sockets of every address.

    >>> from basra.server.gate import Doors
    >>> doors = Doors(most=1)
    >>> doors.enter("a"), doors.enter("a"), doors.leave("a"), doors.enter("a")
    (True, False, None, True)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more, unless there are too many."""
        if self._open[address] >= self._most:
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one less."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
