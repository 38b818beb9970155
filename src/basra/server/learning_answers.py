"""What goes over HTTP about drills and puzzles."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from basra.table.picture import Offer

CardText = Annotated[str, Meta(min_length=2, max_length=2)]


class DrillTold(Struct, frozen=True, kw_only=True):
    """A question about a position, with its answer and the rule."""

    kind: str
    """``takes``: what does the card take? ``basra``: is it a basra?"""
    floor: list[str]
    card: str
    captured: list[str]
    trails: bool
    """Whether the play before laid a card on a lone one, where that matters."""
    last: bool
    """Whether it is the last card of the deal."""
    answers: list[list[str]]
    """What the card may take; none if it takes nothing."""
    points: int
    """What the basra earns; 0 if it is none."""
    rule: list[str]
    """Sentences of the rules."""


class PuzzleChoice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody would play."""

    card: CardText
    take: Annotated[list[CardText], Meta(max_length=52)]


class PuzzleAnswer(Struct, frozen=True, kw_only=True):
    """The solution of a puzzle."""

    right: bool
    best: Offer
    margin: float
    """Points by which it is better than the next."""
    reason: str | None


class PuzzleTold(Struct, frozen=True, kw_only=True):
    """What would you play?"""

    id: str
    rules: str
    hand: list[str]
    floor: list[str]
    held: list[int]
    piles: list[int]
    stock: int
    offers: list[Offer]
    tried: int
    solved: int
    answer: PuzzleAnswer | None
    """For those who have tried."""


class PuzzleRow(Struct, frozen=True, kw_only=True):
    """A puzzle in the list."""

    id: str
    day: str
    tried: int
    solved: int
    own: bool | None
    """Whether one has solved it; null for one that was not tried."""


SENT: Final = (PuzzleChoice,)
TOLD: Final = (DrillTold, PuzzleTold, PuzzleRow)
