"""Messages: what goes over the socket of a table or of the lobby, both ways.

The types of the page (``web/src/lib/messages.ts``) are generated from these and from the events
and commands of the table.
"""

from typing import Annotated

from msgspec import Meta, Raw, Struct

from basra.club.notices import Notice
from basra.club.whereabouts import Place
from basra.table.commands import AnyCommand
from basra.table.events import Occupant
from basra.table.picture import Offer, Picture, Row


class Hello(Struct, frozen=True, kw_only=True, tag_field="t", tag="hello"):
    """The first frame of every socket; without a token one may only look on."""

    token: str | None = None


class Ping(Struct, frozen=True, kw_only=True, tag_field="t", tag="ping"):
    """A sign of life, answered with a pong."""

    n: int = 0


class Look(Struct, frozen=True, kw_only=True, tag_field="t", tag="look"):
    """Whether the reader of the lobby wants the list of public tables; at first everybody does."""

    tables: bool


FromClient = Hello | Ping | Look | AnyCommand


class Fact(Struct, frozen=True, kw_only=True):
    """What was wrong: a key of the catalogues and what fills it."""

    key: str
    facts: dict[str, str | int] = {}


class Welcome(Struct, frozen=True, kw_only=True, tag_field="t", tag="welcome"):
    """The answer to hello, to sync, and after plays were taken back."""

    you: Occupant | None
    seat: int | None
    now: int
    """The server's time, to set deadlines against."""
    picture: Picture | None
    """``None`` where the missing events follow instead."""
    offers: list[Offer] = []
    present: list[bool]
    """By seat: connected."""
    watching: int
    """How many look on."""


class Events(Struct, frozen=True, kw_only=True, tag_field="t", tag="events"):
    """What happened; a hidden event is ``{"v": N}`` alone. ``offers`` if the reader is in turn."""

    events: Annotated[list[Raw], Meta(extra={"typescript": "Seen[]"})]
    now: int
    offers: list[Offer] = []


class Ack(Struct, frozen=True, kw_only=True, tag_field="t", tag="ack"):
    """A command was done; its events have been sent before."""

    id: str
    v: int


class Refused(Struct, frozen=True, kw_only=True, tag_field="t", tag="refused"):
    """A command changed nothing."""

    id: str | None
    error: Fact
    v: int


class Reason(Struct, frozen=True, kw_only=True):
    """Why a play is better or worse than another: a key ``reason.…`` and what fills it."""

    key: str
    facts: dict[str, str | float] = {}
    """Plays as in ``9dx4c5h``, cards as in ``4c5h``, numbers as they are."""


class Hinted(Struct, frozen=True, kw_only=True, tag_field="t", tag="hinted"):
    """What a strong player would do, best first: offers with expected points of margin."""

    id: str
    offers: list[Offer]
    points: list[float]
    reasons: list[Reason | None] = []
    """By offer: why the first is better than the next, and why the others are worse."""


class Presence(Struct, frozen=True, kw_only=True, tag_field="t", tag="presence"):
    """Who is connected; no event, it is not kept."""

    present: list[bool]
    watching: int


class Pong(Struct, frozen=True, kw_only=True, tag_field="t", tag="pong"):
    """The answer to a ping."""

    n: int
    now: int


class Leaving(Struct, frozen=True, kw_only=True, tag_field="t", tag="leaving"):
    """The server goes down for a moment: come back."""

    seconds: int


class Lobby(Struct, frozen=True, kw_only=True, tag_field="t", tag="lobby"):
    """The public tables, all of them, at most once a second while they change."""

    tables: list[Row]
    people: int


class Notices(Struct, frozen=True, kw_only=True, tag_field="t", tag="notices"):
    """All notices of the reader that are kept, the newest first; again whenever they change."""

    notices: list[Notice]


class Whereabouts(Struct, frozen=True, kw_only=True, tag_field="t", tag="whereabouts"):
    """Where those are whom the reader follows, by their ids; who is not among them is not here."""

    people: dict[str, Place]


FromServer = (
    Welcome
    | Events
    | Ack
    | Refused
    | Hinted
    | Presence
    | Pong
    | Leaving
    | Lobby
    | Notices
    | Whereabouts
)
