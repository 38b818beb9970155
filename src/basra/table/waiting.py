"""Waiting: what a table does by itself when its time has come."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from basra.table.asking import Stamp, is_attended, present_seats
from basra.table.course import begin_match, broken_off, next_deal, returned
from basra.table.dealing import Entropy
from basra.table.events import (
    Absent,
    AnyEvent,
    Closed,
    Hosted,
    Occupant,
    Stood,
    Why,
)
from basra.table.presence import Presence
from basra.table.state import State

SHEET = 60_000
"""Milliseconds after which the next deal begins though somebody still looks at the sheet."""
HOST = 15_000
"""Milliseconds that a host may be away, as while a page is loaded again."""


class Due(NamedTuple):
    """Something that will happen, and when."""

    when: int
    events: Callable[[Stamp, Entropy], list[AnyEvent]]


def dues(state: State, presence: Presence, known: dict[str, Occupant]) -> Iterator[Due]:
    """Yield what the table waits for.

    Where nobody is connected, only for its closing; a match goes on only while a person of it is
    connected, so that bots do not play among themselves for ever.
    """
    if state.phase == "closed":
        return
    if not presence.here:
        yield Due(presence.empty_since + presence.patience, lambda stamp, _: _closed(state, stamp))
        return
    yield from _host_due(state, presence, known)
    if state.phase == "gathering":
        yield from _gathering_dues(state, presence)
    elif state.phase == "over":
        yield from _over_dues(state, presence)
    elif is_attended(state, presence):
        for seat, person in state.persons().items():
            yield from _seat_dues(state, presence, seat, person)
        if state.phase == "sheet":
            seen = present_seats(state, presence) <= state.ready
            when = state.at if seen else _sheet_end(state, presence)
            yield Due(when, lambda stamp, entropy: next_deal(state, stamp, entropy))


def _gathering_dues(state: State, presence: Presence) -> Iterator[Due]:
    """Yield the seats of those who have gone before the match."""
    for seat, person in state.persons().items():
        if person not in presence.here:
            when = presence.gone_since(person) + 1000 * state.policy.absent
            yield Due(when, _standing(seat))


def _sheet_end(state: State, presence: Presence) -> int:
    return (state.sheet.at if state.sheet else state.at) + SHEET + presence.credit


def _closed(state: State, stamp: Stamp) -> list[AnyEvent]:
    events: list[AnyEvent] = []
    if state.phase in ("playing", "sheet"):
        events.append(broken_off(state, "abandoned", None, stamp))
    events.append(Closed(v=stamp.next(), at=stamp.at))
    return events


def _host_due(state: State, presence: Presence, known: dict[str, Occupant]) -> Iterator[Due]:
    if state.host.id in presence.here:
        return
    seated = [occupant for occupant in state.occupants if occupant is not None]
    heirs = [one for one in (*seated, *known.values()) if one.id in presence.here]
    if heirs:
        when = presence.gone_since(state.host.id) + HOST
        yield Due(when, lambda stamp, _: [Hosted(v=stamp.next(), at=stamp.at, host=heirs[0])])


def _standing(seat: int) -> Callable[[Stamp, Entropy], list[AnyEvent]]:
    return lambda stamp, _: [Stood(v=stamp.next(), at=stamp.at, seat=seat)]


def _over_dues(state: State, presence: Presence) -> Iterator[Due]:
    """Yield who is back, and a rematch that waited for persons who have gone."""
    for seat in state.persons():
        if returns(state, presence, seat):
            yield Due(state.at, _returning(state, presence, seat))
    if not state.ready & present_seats(state, presence) or None in state.occupants:
        return
    waited_for = [
        person
        for seat, person in state.persons().items()
        if seat not in state.ready and seat not in state.absent
    ]
    if not presence.here & set(waited_for):
        since = max(map(presence.gone_since, waited_for), default=state.at)
        when = since + (1000 * state.policy.absent if waited_for else 0)
        yield Due(when, lambda stamp, entropy: begin_match(state, stamp, entropy))


def returns(state: State, presence: Presence, seat: int) -> bool:
    """Tell whether the person of a seat is back and gets it; not in the turn that it missed."""
    if seat not in state.absent:
        return False
    why = state.absent[seat].why
    if why == "left" or (why == "late" and seat == state.turn):
        return False
    return state.persons().get(seat) in presence.here


def _seat_dues(state: State, presence: Presence, seat: int, person: str) -> Iterator[Due]:
    if seat in state.absent:
        if returns(state, presence, seat):
            yield Due(state.at, _returning(state, presence, seat))
        return
    if person not in presence.here:
        when = presence.gone_since(person) + 1000 * state.policy.absent
        yield Due(when, _leaving(state, seat, "gone"))
    if seat == state.turn and state.deadline is not None:
        yield Due(state.deadline + presence.credit, _leaving(state, seat, "late"))


def _leaving(state: State, seat: int, why: Why) -> Callable[[Stamp, Entropy], list[AnyEvent]]:
    level = state.policy.stand_in
    return lambda stamp, _: [Absent(v=stamp.next(), at=stamp.at, seat=seat, level=level, why=why)]


def _returning(
    state: State, presence: Presence, seat: int
) -> Callable[[Stamp, Entropy], list[AnyEvent]]:
    return lambda stamp, _: [returned(state, presence, seat, stamp)]
