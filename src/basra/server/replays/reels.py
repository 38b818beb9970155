"""Reels: a match that is over as a picture and the events after it, with all cards open.

The events are those of the table itself. What was taken back is left out, and so is what people
said; such an event is its version alone, so that versions have no gaps.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Raw, json
from msgspec.structs import replace

from basra.bots import LADDER
from basra.errors import BasraError
from basra.match import Match, loads_bgn
from basra.notation import SEATS, read_record
from basra.table import Table, redact
from basra.table.asking import Stamp
from basra.table.course import play_events
from basra.table.dealing import dealt_event
from basra.table.events import (
    AnyEvent,
    Began,
    Dealt,
    Ended,
    Event,
    Occupant,
    Packet,
    Phrased,
    Played,
    Policy,
    Said,
    Seated,
    Takenback,
)
from basra.table.picture import Picture
from basra.table.sayings import LONGEST_NAME, bot_of, clean
from basra.table.state import State
from basra.variants import rules_text

_encode: Final = json.Encoder().encode
_HIDDEN: Final = (Phrased, Said, Takenback)


class Reel(NamedTuple):
    """A match as it can be shown again."""

    first: Picture
    """What is seen before the match."""
    events: list[Raw]
    record: str


def reel_of_log(log: Sequence[AnyEvent], match: int) -> Reel | None:
    """Return a match from the log of its table, ``None`` if there is none of that number.

    Raises BasraError while the match is played.
    """
    begins = next(
        (at for at, one in enumerate(log) if isinstance(one, Began) and one.match == match), None
    )
    if begins is None:
        return None
    ends = next((at for at, one in enumerate(log) if at > begins and isinstance(one, Ended)), None)
    if ends is None:
        raise BasraError("error.table.record")
    table = Table.fold(log[:begins])
    first = table.picture(None, log[begins].at)
    table.apply(log[begins : ends + 1])
    return Reel(first, list(_shown(log[begins : ends + 1])), table.record())


def reel_of_record(text: str) -> Reel:
    """Return the match of a record, played at a table of its own. Raises BadRecord.

    >>> import basra
    >>> from basra.server.replays.reels import reel_of_record
    >>> match = basra.Match("egyptian", seed=7)
    >>> len(reel_of_record(match.bgn()).events)
    2
    """
    match = loads_bgn(text)
    state = _seated(match, text)
    events: list[AnyEvent] = []
    first = Table.fold(_opening(state)).picture(None, 0)
    for event in _told(state, match):
        state.apply(event)
        events.append(event)
    return Reel(first, list(_shown(events)), text)


def _opening(state: State) -> list[AnyEvent]:
    seats = [
        Seated(v=at + 1, at=0, seat=at, who=who)
        for at, who in enumerate(state.occupants)
        if who is not None
    ]
    return [state.opened, *seats]


def _seated(match: Match, text: str) -> State:
    """Return a table at which the players of a record sit."""
    players = _players(match, text)
    opened = Table.open(rules_text(match.rules, match.variant), Policy(), players[0], 0)[0]
    state = State.begin(opened)  # type: ignore[arg-type]
    for seat, who in enumerate(players):
        state.apply(Seated(v=seat + 1, at=0, seat=seat, who=who))
    return state


def _players(match: Match, text: str) -> list[Occupant]:
    written = read_record(text).tags.get("Levels", (0, ""))[1].split("/")
    found = []
    for seat in range(match.rules.seats):
        level = written[seat] if seat < len(written) else ""
        name = clean(match.names[seat], LONGEST_NAME) if match.names else ""
        person = Occupant(id=f"seat-{SEATS[seat]}", name=name or SEATS[seat].upper())
        found.append(bot_of(level) if level in LADDER else person)
    return found


def _told(state: State, match: Match) -> Iterator[AnyEvent]:
    """Yield the events of a match; each is to be applied before the next is asked for."""
    yield Began(v=state.version + 1, at=0, match=1, seed=match.seed)
    for number, deal in enumerate(match.deals, 1):
        start = type(deal)(match.rules, deal.pack, deal.dealer, carried=deal.position.carried)
        dealt = dealt_event(start, state.packets, number, "", state.version + 1, 0, None)
        # Nothing was promised of this pack before it was played.
        yield replace(dealt, commit="")
        for played in deal.history:
            yield from play_events(
                state, played.seat, played.play, "person", Stamp(state.version, 0)
            )


def _shown(events: Sequence[AnyEvent]) -> Iterator[Raw]:
    """Yield events as everybody may see them once the match is over."""
    undone = _undone(events)
    for event in events:
        hidden = event.v in undone or isinstance(event, _HIDDEN)
        yield Raw(_encode({"v": event.v} if hidden else _open(event)))


def _open(event: Event) -> dict[str, object]:
    seen = redact(event, None, True)  # noqa: FBT003 - all hands
    if isinstance(event, Dealt) and event.bottom is not None:
        seen["bottom"] = event.bottom
    return seen


def _undone(events: Sequence[AnyEvent]) -> set[int]:
    """Return the versions of plays that were taken back, and of what came of them."""
    undone: set[int] = set()
    plays: list[int] = []
    since: list[int] = []
    for event in events:
        if isinstance(event, Dealt):
            plays, since = [], []
        elif isinstance(event, Played):
            plays.append(event.v)
            since.append(event.v)
        elif isinstance(event, Packet):
            since.append(event.v)
        elif isinstance(event, Takenback) and event.plays < len(plays):
            gone = plays[event.plays]
            undone.update(v for v in since if v >= gone)
            plays = plays[: event.plays]
            since = [v for v in since if v < gone]
    return undone
