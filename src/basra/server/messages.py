"""Messages: what goes over the socket of a table or of the lobby, both ways.

The types of the page (``web/src/lib/messages.ts``) are generated from these and from the events
and commands of the table.
"""

from typing import Literal

from msgspec import Struct

from basra.table.commands import AnyCommand
from basra.table.events import AnyEvent, Occupant, Policy, Scored, Standing


class Hello(Struct, frozen=True, kw_only=True, tag_field="t", tag="hello"):
    """The first frame of every socket; without a token one may only look on."""

    token: str | None = None


class Ping(Struct, frozen=True, kw_only=True, tag_field="t", tag="ping"):
    """A sign of life, answered with a pong."""

    n: int = 0


FromClient = Hello | Ping | AnyCommand


class Fact(Struct, frozen=True, kw_only=True):
    """What was wrong: a key of the catalogues and what fills it."""

    key: str
    facts: dict[str, str | int] = {}


class Offer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A legal play of the reader, and what would come of it."""

    card: str
    take: list[str]
    basra: int = 0
    clears: bool = False


class PileSeen(Struct, frozen=True, kw_only=True):
    """The pile of a side, from outside."""

    count: int
    basras: list[str]
    """The cards that made a basra, which stick out of the pile, in order."""
    points: list[int]
    """The points of each."""


class DealSeen(Struct, frozen=True, kw_only=True):
    """The deal in play as the reader may see it. Lists by seat, piles and scores by side."""

    deal: int
    dealer: int
    carried: int
    commit: str
    packet: int
    packets: int
    floor: list[str]
    """In order of arrival."""
    buried: list[str]
    hand: list[str]
    """The reader's own cards; empty for a spectator."""
    held: list[int]
    hands: list[list[str]] | None = None
    """All hands, for spectators at a table of open hands only."""
    stock: int
    bottom: str | None = None
    piles: list[PileSeen]
    scores: list[int]
    turn: int | None
    deadline: int | None = None
    plays: int
    """How many cards have been played."""
    recent: list[AnyEvent]
    """The last plays (``Played``), oldest first, at most eight."""


class Picture(Struct, frozen=True, kw_only=True):
    """All of a table that a reader may see."""

    v: int
    rules: str
    variant: str
    seats: int
    sides: int
    direction: Literal[0, 1]
    """0: play goes to the right (counter-clockwise), 1: to the left."""
    policy: Policy
    host: Occupant
    phase: Literal["gathering", "playing", "sheet", "over", "closed"]
    occupants: list[Occupant | None]
    """By seat."""
    ready: list[bool]
    """By seat: ready for the match, or done with the sheet, or willing to play again."""
    absent: list[bool]
    """By seat: a bot plays for the person."""
    match: int
    standing: Standing
    deal: DealSeen | None
    sheet: Scored | None
    """The sheet of the last deal, while it is to be looked at."""
    resigning: int | None = None
    """The seat that would give up."""
    result: Literal["", "won", "drawn", "resigned", "abandoned"] = ""
    winner: int | None = None
    can_undo: bool = False
    can_hint: bool = False


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

    events: list[dict[str, object]]
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


class Hinted(Struct, frozen=True, kw_only=True, tag_field="t", tag="hinted"):
    """What a strong player would do, best first: offers with expected points of margin."""

    id: str
    offers: list[Offer]
    points: list[float]


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


class Row(Struct, frozen=True, kw_only=True):
    """A public table in the lobby."""

    id: str
    rules: str
    variant: str
    seats: int
    sides: int
    occupants: list[Occupant | None]
    phase: str
    clock: int | None
    watching: int


class Lobby(Struct, frozen=True, kw_only=True, tag_field="t", tag="lobby"):
    """The public tables, all of them, at most once a second while they change."""

    tables: list[Row]
    people: int


FromServer = Welcome | Events | Ack | Refused | Hinted | Presence | Pong | Leaving | Lobby
