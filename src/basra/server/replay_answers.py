"""Answers about replays and reviews: what goes over HTTP, both ways."""

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from basra.server.messages import Reason
from basra.table.picture import Picture

Strength = Literal["quick", "usual", "deep"]
State = Literal["going", "done", "cancelled", "failed"]


class ReplayTold(Struct, frozen=True, kw_only=True):
    """A match to be looked at again: a picture before it, and its events with all cards open."""

    id: str
    """``TABLE/MATCH``, or the hash of an uploaded record."""
    first: Picture
    events: Annotated[list[Raw], Meta(extra={"typescript": "Seen[]"})]


class NewReplay(Struct, frozen=True, kw_only=True):
    """Where an uploaded record is found from now on: the same file always at the same place."""

    id: str


class ReviewAsked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A review that is wanted: of a match of a table, or of an uploaded record."""

    table: Annotated[str, Meta(min_length=1, max_length=16)] | None = None
    match: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    replay: Annotated[str, Meta(min_length=1, max_length=32)] | None = None
    strength: Strength = "usual"


class ChoiceTold(Struct, frozen=True, kw_only=True):
    """A legal play and what it is worth, by what the seat could know."""

    play: str
    points: float
    error: float
    behind: float
    behind_error: float


class WeighedTold(Struct, frozen=True, kw_only=True):
    """A play that was made, beside all that could have been, best first."""

    at: int
    seat: int
    play: str
    choices: list[ChoiceTold]
    cost: float
    reason: Reason | None


class PointTold(Struct, frozen=True, kw_only=True):
    """The expected margin of a side after some plays, and what it comes from so far."""

    plays: int
    expected: float
    dealt: float
    known: float
    decided: float


class SideTold(Struct, frozen=True, kw_only=True):
    """How a side fared in a deal; ``None`` is what is not known."""

    margin: float | None
    dealt: float | None
    known: float
    decided: float
    adjusted: float | None
    curve: list[PointTold]


class DealTold(Struct, frozen=True, kw_only=True):
    """The review of a deal; see docs/review.md."""

    dealer: int
    plays: list[WeighedTold]
    sides: list[SideTold]
    par: float | None
    dearest: list[int]
    costs: list[float]
    accuracy: list[float | None]
    scores: list[int]


class ReviewTold(Struct, frozen=True, kw_only=True):
    """How far a review is, and the deals that are reviewed, from the one that was asked for on."""

    id: str
    state: State
    done: int
    total: int
    since: int
    deals: Annotated[list[Raw], Meta(extra={"typescript": "DealTold[]"})]


SENT = (ReviewAsked,)
TOLD = (ReplayTold, NewReplay, DealTold, ReviewTold)
