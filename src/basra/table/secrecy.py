"""Secrecy: the one place where what is secret is taken out of events.

It denies what it does not know: fields are listed by kind, those that everybody may see and those
that only a seat may. An event of another kind is its version alone, and a field that is not listed
is not sent.
"""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import fields

from basra.table.events import (
    Absent,
    Again,
    Began,
    Closed,
    Dealt,
    Declined,
    Ended,
    Event,
    Hosted,
    Offered,
    Opened,
    Packet,
    Phrased,
    Played,
    Readied,
    Returned,
    Said,
    Scored,
    Seated,
    Stood,
    Takenback,
    Wenton,
)

OPEN: Final[Mapping[type[Event], str]] = {
    Opened: "rules seats sides policy host",
    Seated: "seat who",
    Stood: "seat",
    Hosted: "host",
    Readied: "seat ready",
    Began: "match shift",
    Dealt: "deal dealer carried commit floor buried packet packets held stock turn deadline",
    Played: "seat card captured basra swept by leavings taker scores turn deadline",
    Packet: "packet packets held stock turn deadline",
    Scored: "deal dealer rows scores carry tie standing pack salt",
    Wenton: "seat",
    Absent: "seat level why",
    Returned: "seat deadline",
    Takenback: "seat plays turn deadline",
    Offered: "seat",
    Declined: "seat",
    Ended: "reason winner standing seed",
    Again: "seat",
    Phrased: "who phrase",
    Said: "who text",
    Closed: "",
}
"""By kind, the fields that everybody may see."""

_LISTED: Final = {
    kind: tuple(
        (field.name, field.default)  # without one it is NODEFAULT, which no value equals
        for field in fields(kind)
        if field.name in {"v", "at", *names.split()}
    )
    for kind, names in OPEN.items()
}


def redact(event: Event, reader_seat: int | None, open_hands: bool) -> dict[str, object]:  # noqa: FBT001 - as agreed
    """Return what a reader may see of an event; at the least its version.

    A reader without a seat sees hands where ``open_hands`` was agreed, a reader with one its own.

    >>> from basra.table import redact
    >>> from basra.table.events import Began, Stood
    >>> redact(Began(v=4, at=1, match=1, seed="secret"), 0, False)
    {'k': 'began', 'v': 4, 'at': 1, 'match': 1}
    """
    kind = type(event)
    listed = _LISTED.get(kind)
    if listed is None:
        return {"v": event.v}
    seen: dict[str, object] = {"k": kind.__struct_config__.tag}
    for name, usual in listed:
        value = getattr(event, name)
        if value != usual:
            seen[name] = value
    if isinstance(event, Dealt | Packet):
        seen["hands"] = _hands(event.hands, reader_seat, open_hands=open_hands)
    if isinstance(event, Dealt) and event.bottom is not None and reader_seat == event.dealer:
        seen["bottom"] = event.bottom
    return seen


def _hands(hands: list[list[str]], seat: int | None, *, open_hands: bool) -> list[list[str]]:
    if seat is None and open_hands:
        return hands
    return [hand if at == seat else [] for at, hand in enumerate(hands)]
