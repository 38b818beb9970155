"""The picture of a table: what a reader who comes anew is shown, and what it may play.

A picture holds what the reader may know and nothing else; ``seeing`` makes it.
"""

from typing import Literal

from msgspec import Struct

from basra.table.events import AnyEvent, Occupant, Policy, Scored, Standing

Phase = Literal["gathering", "playing", "sheet", "over", "closed"]
Result = Literal["", "won", "drawn", "resigned", "abandoned"]


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
    """0: play goes clockwise, to the left; 1: anticlockwise, to the right."""
    policy: Policy
    host: Occupant
    phase: Phase
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
    result: Result = ""
    winner: int | None = None
    can_undo: bool = False
    can_hint: bool = False


class Row(Struct, frozen=True, kw_only=True):
    """A public table in the lobby."""

    id: str
    rules: str
    variant: str
    seats: int
    sides: int
    occupants: list[Occupant | None]
    phase: Phase
    clock: int | None
    rated: bool
    watching: int
