"""Whereabouts: whether somebody is here or plays, and at which table, if everybody may know it."""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct


class Place(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where somebody is."""

    state: Literal["here", "playing"]
    table: str | None = None
    """The public table where somebody plays, or waits for players; a private one is never named."""


def place_at(table: str, phase: str, *, public: bool) -> Place:
    """Return where somebody is who sits at a table.

    >>> from basra.club.whereabouts import place_at
    >>> place_at("t1", "playing", public=False)
    Place(state='playing', table=None)
    """
    named = table if public and phase in {"gathering", "playing", "sheet"} else None
    return Place(state="playing" if phase in {"playing", "sheet"} else "here", table=named)


def together(parts: Iterable[Mapping[str, Place]]) -> dict[str, Place]:
    """Return where people are of whom several tables or processes tell: the most that is told."""
    found: dict[str, Place] = {}
    for part in parts:
        for person, place in part.items():
            before = found.get(person)
            if before is None or _told(place) > _told(before):
                found[person] = place
    return found


def _told(place: Place) -> tuple[bool, bool, str]:
    return place.state == "playing", place.table is not None, place.table or ""


def moved(before: Mapping[str, Place], after: Mapping[str, Place]) -> set[str]:
    """Return who is elsewhere than before."""
    return {one for one in {*before, *after} if before.get(one) != after.get(one)}
