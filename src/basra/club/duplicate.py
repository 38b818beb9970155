"""Duplicate matches: two teams play the same packs at two tables, with their sides swapped.

A team has side 0 at the first table and side 1 at the second, so what the cards bring at one table
they take at the other, and the difference is skill. Nobody sees the same cards twice.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from basra.errors import BasraError
from basra.rules import Rules

TABLES = 2


class Board(Struct, frozen=True, kw_only=True):
    """A deal that is over at both tables."""

    deal: int
    """Its number, from 1."""
    scores: list[list[int]]
    """By table, then by team."""
    difference: int
    """Points by which the first team is ahead over both tables."""


class Duplicate(Struct, frozen=True, kw_only=True):
    """All of a duplicate match."""

    id: str
    host: str
    rules: str
    places: list[list[str | None]]
    """By table, then by seat: the id of who has taken it."""
    created: int
    tables: list[str] = []
    """The ids of the tables, once all places are taken."""
    seed: str | None = None
    """Of the packs; secret while anything is played."""

    def table_of(self, person: str) -> int | None:
        """Return where somebody plays, 0 or 1."""
        return next((at for at, places in enumerate(self.places) if person in places), None)


def team_of(table: int, side: int) -> int:
    """Return the team that has a side: they are swapped at the second table.

    >>> from basra.club.duplicate import team_of
    >>> [[team_of(table, side) for side in range(2)] for table in range(2)]
    [[0, 1], [1, 0]]
    """
    return side if table == 0 else 1 - side


def made(name: str, host: str, rules: Rules, text: str, now: int) -> Duplicate:
    """Return a duplicate match that nobody plays yet. Raises BasraError unless it has two sides."""
    if rules.sides != 2:
        raise BasraError("error.duplicate.sides", sides=rules.sides)
    places: list[list[str | None]] = [[None] * rules.seats for _ in range(TABLES)]
    return Duplicate(id=name, host=host, rules=text, places=places, created=now)


def take(duplicate: Duplicate, person: str, table: int, seat: int) -> Duplicate:
    """Let somebody take a place, or another one. Raises BasraError."""
    if duplicate.tables:
        raise BasraError("error.duplicate.begun")
    if not (0 <= table < TABLES and 0 <= seat < len(duplicate.places[0])):
        raise BasraError("error.duplicate.place", most=len(duplicate.places[0]))
    there = duplicate.places[table][seat]
    if there not in {None, person}:
        raise BasraError("error.duplicate.taken")
    places = _without(duplicate, person)
    places[table][seat] = person
    return replace(duplicate, places=places)


def leave(duplicate: Duplicate, person: str) -> Duplicate:
    """Let somebody give a place up before the match. Raises BasraError."""
    if duplicate.tables:
        raise BasraError("error.duplicate.begun")
    return replace(duplicate, places=_without(duplicate, person))


def _without(duplicate: Duplicate, person: str) -> list[list[str | None]]:
    return [[None if one == person else one for one in places] for places in duplicate.places]


def begin_if_full(
    duplicate: Duplicate, new_id: Callable[[], str], entropy: Callable[[], str]
) -> Duplicate:
    """Draw the packs and the tables once all places are taken."""
    if duplicate.tables or any(None in places for places in duplicate.places):
        return duplicate
    return replace(duplicate, tables=[new_id() for _ in range(TABLES)], seed=entropy())


def boards(scores: Sequence[Sequence[Sequence[int]]]) -> list[Board]:
    """Return the deals that are over at both tables, from the points by table, deal and side.

    >>> from basra.club.duplicate import boards
    >>> boards([[[10, 4], [3, 3]], [[8, 5]]])
    [Board(deal=1, scores=[[10, 4], [5, 8]], difference=3)]
    """
    found = []
    for deal, (one, other) in enumerate(zip(*scores, strict=False), 1):
        by_team = [
            [points[team_of(table, side)] for side in range(2)]
            for table, points in enumerate((one, other))
        ]
        difference = sum(first - second for first, second in by_team)
        found.append(Board(deal=deal, scores=by_team, difference=difference))
    return found
