"""What goes over HTTP about duplicate matches, both ways."""

from typing import Annotated

from msgspec import Meta, Struct

from basra.club.duplicate import Board
from basra.server.answers import RulesText


class NewDuplicate(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A duplicate match that a guest wants."""

    rules: RulesText


class Placing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The place that a guest wants."""

    table: Annotated[int, Meta(ge=0, le=1)]
    seat: Annotated[int, Meta(ge=0, le=3)]


class PlaceTold(Struct, frozen=True, kw_only=True):
    """A place: whose team it is, and who has it."""

    seat: int
    team: int
    name: str | None
    own: bool


class DuplicateTold(Struct, frozen=True, kw_only=True):
    """A duplicate match as somebody may see it."""

    id: str
    rules: str
    variant: str
    seats: int
    places: list[list[PlaceTold]]
    """By table, then by seat."""
    begun: bool
    over: bool
    table: str | None
    """Where the reader plays."""
    tables: list[str]
    """Both tables, once both are over."""
    boards: list[Board]
    """Deals that are over at both tables."""
    difference: int
    """Points by which the first team is ahead in them."""


SENT = (NewDuplicate, Placing)
TOLD = (DuplicateTold,)
