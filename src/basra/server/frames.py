"""Frames: messages as texts, each written once for all who get it alike."""

from collections.abc import Sequence
from typing import Final

from msgspec import Raw, json

from basra.errors import BasraError
from basra.server.messages import Ack, Events, Fact, FromServer, Refused
from basra.table import redact
from basra.table.events import AnyEvent, Phrased, Played, Said, Wenton
from basra.table.picture import Offer

_encode: Final = json.Encoder().encode
_OPEN: Final = (Played, Wenton, Phrased, Said)
"""The frequent events that hide nothing, so that all readers get the same text."""


def frame(message: FromServer) -> str:
    """Return the text of a message.

    >>> from basra.server.frames import frame
    >>> from basra.server.messages import Pong
    >>> frame(Pong(n=1, now=5))
    '{"t":"pong","n":1,"now":5}'
    """
    return _encode(message).decode()


def fact(error: BasraError) -> Fact:
    """Return what was wrong as it goes over the wire."""
    facts: dict[str, str | int] = {
        name: value if type(value) in {str, int} else str(value)  # type: ignore[misc]
        for name, value in error.facts.items()
    }
    return Fact(key=error.key, facts=facts)


def refused(error: BasraError, command: str | None, version: int) -> str:
    """Return the answer to a command that changed nothing."""
    return frame(Refused(id=command, error=fact(error), v=version))


def ack(command: str, version: int) -> str:
    """Return the answer to a command that was done."""
    return frame(Ack(id=command, v=version))


class Telling:
    """What happened, as each reader may see it."""

    def __init__(self, events: Sequence[AnyEvent], now: int, *, open_hands: bool) -> None:
        self._events = events
        self._now = now
        self._open_hands = open_hands
        self._shared: dict[int, Raw] = {}

    def to(self, seat: int | None, offers: list[Offer]) -> str:
        """Return the message for a seat, or for those who look on."""
        seen = [self._seen(event, seat) for event in self._events]
        return frame(Events(events=seen, now=self._now, offers=offers))

    def _seen(self, event: AnyEvent, seat: int | None) -> Raw:
        if not isinstance(event, _OPEN):
            return Raw(_encode(redact(event, seat, self._open_hands)))
        text = self._shared.get(event.v)
        if text is None:
            text = Raw(_encode(redact(event, None, self._open_hands)))
            self._shared[event.v] = text
        return text
