"""What goes over HTTP about contests: the deal of the day, and duels."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from basra.server.answers import RulesText
from basra.table.events import SheetRow
from basra.table.picture import Offer


class Duelling(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The duel that a guest wants, or the lesson."""

    rules: RulesText
    deals: Annotated[int, Meta(ge=1, le=4)] = 2


class ContestPlay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A play in a contest."""

    card: Annotated[str, Meta(min_length=2, max_length=2)]
    take: Annotated[list[Annotated[str, Meta(min_length=2, max_length=2)]], Meta(max_length=52)]
    plays: Annotated[int, Meta(ge=0, le=1000)]
    """How many cards had been played when it was chosen."""


class PlayTold(Struct, frozen=True, kw_only=True):
    """A play that was made."""

    seat: int
    card: str
    take: list[str]
    basra: int
    clears: bool


class BoardTold(Struct, frozen=True, kw_only=True):
    """A deal as the person at seat 0 sees it."""

    hand: list[str]
    floor: list[str]
    held: list[int]
    piles: list[int]
    """Cards captured, by side."""
    scores: list[int]
    stock: int
    turn: int | None
    offers: list[Offer]
    recent: list[PlayTold]
    """The plays since the person's last one, with it."""


class AttemptTold(Struct, frozen=True, kw_only=True):
    """How far somebody has come."""

    deal: int
    """The number of the deal in play, from 1."""
    plays: int
    board: BoardTold
    scores: list[list[int]]
    """Points by side of each deal that is over."""
    rows: list[SheetRow]
    """The sheet of the last deal that is over."""
    margin: int
    over: bool


class ResultTold(Struct, frozen=True, kw_only=True):
    """A row of the table of results."""

    name: str
    own: bool
    margin: int
    scores: list[list[int]]
    place: int


class ContestTold(Struct, frozen=True, kw_only=True):
    """A contest as somebody sees it."""

    id: str
    kind: Literal["daily", "duel", "lesson"]
    rules: str
    variant: str
    level: str
    deals: int
    ends: int | None
    """When it is over for everybody, as server time; a duel is when both have played."""
    over: bool
    people: int
    finished: int
    attempt: AttemptTold | None
    results: list[ResultTold] | None
    """For those who have played, in a duel for both once both have; when it is over, for all."""


class NewContest(Struct, frozen=True, kw_only=True):
    """A duel or a lesson that has just been made."""

    id: str


SENT: Final = (Duelling, ContestPlay)
TOLD: Final = (ContestTold, NewContest)
