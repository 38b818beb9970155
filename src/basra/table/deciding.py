"""Deciding: what a command would do, or why it does nothing; nothing is changed here."""

from functools import singledispatch
from typing import Final

from basra import cards, engine
from basra.bots import LADDER
from basra.errors import BadNotation
from basra.table.asking import Asked
from basra.table.commands import (
    Bot,
    Command,
    Decline,
    Goon,
    Hint,
    Phrase,
    Play,
    Ready,
    Rematch,
    Resign,
    Say,
    Sit,
    Stand,
    Sync,
    Undo,
)
from basra.table.course import begin_match, broken_off, next_deal, play_events, returned
from basra.table.events import (
    Absent,
    Again,
    AnyEvent,
    Declined,
    Offered,
    Phrased,
    Readied,
    Said,
    Seated,
    Stood,
    Takenback,
    Wenton,
)
from basra.table.picture import Phase
from basra.table.refusal import Refusal, refusal_of
from basra.table.sayings import LONGEST_TEXT, PHRASES, bot_of, clean
from basra.table.state import State, is_bot

_WRONG: Final[dict[Phase, str]] = {
    "gathering": "error.table.gathering",
    "playing": "error.table.playing",
    "sheet": "error.table.sheet",
    "over": "error.table.over",
    "closed": "error.table.closed",
}


def expect_phase(state: State, *phases: Phase) -> None:
    """Raise Refusal if the table is not where something can be done."""
    if state.phase not in phases:
        raise Refusal(_WRONG[state.phase])


@singledispatch
def decide(command: Command, asked: Asked) -> list[AnyEvent]:  # noqa: ARG001 - others need it
    """Return what a command would do. Raises Refusal."""
    raise Refusal("error.table.command", found=type(command).__name__)


@decide.register
def _sync(_command: Sync, _asked: Asked) -> list[AnyEvent]:
    return []


# --- seats --------------------------------------------------------------------------------------


def _expect_seat(asked: Asked, seat: int) -> None:
    if not 0 <= seat < asked.state.rules.seats:
        raise Refusal("error.table.seat", seat=seat, seats=asked.state.rules.seats)


@decide.register
def _sit(command: Sit, asked: Asked) -> list[AnyEvent]:
    state, stamp, seat = asked.state, asked.stamp, command.seat
    _expect_seat(asked, seat)
    if asked.seat == seat:
        if seat not in state.absent:
            raise Refusal("error.table.seated")
        if state.absent[seat].why == "late" and seat == state.turn:
            raise Refusal("error.table.late")
        return [returned(state, asked.presence, seat, stamp)]
    expect_phase(state, "gathering", "over")
    if state.occupants[seat] is not None:
        raise Refusal("error.table.taken")
    events: list[AnyEvent] = []
    if asked.seat is not None:
        events.append(Stood(v=stamp.next(), at=stamp.at, seat=asked.seat))
    events.append(Seated(v=stamp.next(), at=stamp.at, seat=seat, who=asked.who))
    return events


@decide.register
def _stand(_command: Stand, asked: Asked) -> list[AnyEvent]:
    state, stamp, seat = asked.state, asked.stamp, asked.own_seat()
    if state.phase in ("gathering", "over"):
        return [Stood(v=stamp.next(), at=stamp.at, seat=seat)]
    if seat in state.absent and state.absent[seat].why == "left":
        raise Refusal("error.table.left")
    level = state.policy.stand_in
    return [Absent(v=stamp.next(), at=stamp.at, seat=seat, level=level, why="left")]


@decide.register
def _bot(command: Bot, asked: Asked) -> list[AnyEvent]:
    state, stamp, seat = asked.state, asked.stamp, command.seat
    _expect_seat(asked, seat)
    if asked.who.id != state.host.id:
        raise Refusal("error.table.host", name=state.host.name)
    expect_phase(state, "gathering", "over")
    occupant = state.occupants[seat]
    if occupant is not None and not is_bot(occupant):
        raise Refusal("error.table.taken")
    if command.level is None:
        return [] if occupant is None else [Stood(v=stamp.next(), at=stamp.at, seat=seat)]
    if command.level not in LADDER:
        raise Refusal("error.bot", name=command.level, expected=", ".join(LADDER))
    seated = Seated(v=stamp.next(), at=stamp.at, seat=seat, who=bot_of(command.level))
    willing = bool(state.ready) and set(state.persons()) - set(state.absent) <= state.ready
    if willing and _is_filled(asked, seat):
        return [seated, *begin_match(state, stamp, asked.entropy)]
    return [seated]


def _is_filled(asked: Asked, also: int) -> bool:
    return all(
        occupant is not None or seat == also for seat, occupant in enumerate(asked.state.occupants)
    )


@decide.register
def _ready(command: Ready, asked: Asked) -> list[AnyEvent]:
    state, stamp, seat = asked.state, asked.stamp, asked.own_seat()
    expect_phase(state, "gathering")
    if command.ready == (seat in state.ready):
        return []
    readied = Readied(v=stamp.next(), at=stamp.at, seat=seat, ready=command.ready)
    if command.ready and _is_filled(asked, seat) and set(state.persons()) <= state.ready | {seat}:
        return [readied, *begin_match(state, stamp, asked.entropy)]
    return [readied]


# --- cards --------------------------------------------------------------------------------------


@decide.register
def _play(command: Play, asked: Asked) -> list[AnyEvent]:
    state, seat = asked.state, asked.own_seat()
    expect_phase(state, "playing")
    if not state.cards_version <= command.v <= state.version:
        raise Refusal("error.table.stale", found=command.v, expected=state.cards_version)
    if seat != state.turn:
        raise Refusal("error.table.turn")
    try:
        play = cards.Play(command.card, command.take)
    except BadNotation as error:
        raise refusal_of(error) from None
    return play_events(state, seat, play, "person", asked.stamp)


@decide.register
def _goon(_command: Goon, asked: Asked) -> list[AnyEvent]:
    state, stamp, seat = asked.state, asked.stamp, asked.own_seat()
    expect_phase(state, "sheet")
    if seat in state.ready:
        return []
    seen: list[AnyEvent] = [Wenton(v=stamp.next(), at=stamp.at, seat=seat)]
    if asked.others() <= state.ready:
        seen += next_deal(state, stamp, asked.entropy)
    return seen


def expect_alone(asked: Asked) -> int:
    """Return the seat of a person who plays against bots alone. Raises Refusal."""
    seat = asked.own_seat()
    expect_phase(asked.state, "playing")
    if not asked.is_alone():
        raise Refusal("error.table.alone")
    if asked.state.policy.rated:
        raise Refusal("error.table.rated")
    return seat


@decide.register
def _hint(_command: Hint, asked: Asked) -> list[AnyEvent]:
    seat = expect_alone(asked)
    if seat != asked.state.turn or seat in asked.state.absent:
        raise Refusal("error.table.turn")
    return []


def plays_before(state: State, seat: int) -> int:
    """Return how many plays are left when a seat takes its last one back.

    Raises Refusal if it has none, or if cards have been dealt since: they have been seen.
    """
    deal = state.deals[-1]
    for number in range(len(deal.plays) - 1, -1, -1):
        if deal.plays[number].seat == seat:
            if deal.positions[number].state.stock != deal.position.state.stock:
                raise Refusal("error.table.undo_packet")
            return number
    raise Refusal("error.table.undo")


@decide.register
def _undo(_command: Undo, asked: Asked) -> list[AnyEvent]:
    state, stamp, seat = asked.state, asked.stamp, expect_alone(asked)
    plays = plays_before(state, seat)
    deadline = state.deadline_for(seat, stamp.at)
    return [
        Takenback(v=stamp.next(), at=stamp.at, seat=seat, plays=plays, turn=seat, deadline=deadline)
    ]


# --- giving up, another match -------------------------------------------------------------------


@decide.register
def _resign(_command: Resign, asked: Asked) -> list[AnyEvent]:
    state, stamp, seat = asked.state, asked.stamp, asked.own_seat()
    expect_phase(state, "playing", "sheet")
    rules = state.rules
    if rules.sides > 2:
        return [_resign_alone(asked, seat)]
    side = engine.side_of(rules, seat)
    partners = _partners(state, seat)
    consent = all(
        state.level_at(partner) is not None or state.resigning == partner for partner in partners
    )
    if consent:
        return [broken_off(state, "resigned", 1 - side, stamp)]
    if state.resigning == seat:
        raise Refusal("error.table.offered")
    return [Offered(v=stamp.next(), at=stamp.at, seat=seat)]


def _partners(state: State, seat: int) -> list[int]:
    side = engine.side_of(state.rules, seat)
    return [
        other
        for other in range(state.rules.seats)
        if other != seat and engine.side_of(state.rules, other) == side
    ]


def _resign_alone(asked: Asked, seat: int) -> AnyEvent:
    """Leave a match of more than two sides, which goes on with a bot; or end it without persons."""
    state, stamp = asked.state, asked.stamp
    if asked.is_alone():
        return broken_off(state, "resigned", None, stamp)
    return Seated(v=stamp.next(), at=stamp.at, seat=seat, who=bot_of(state.policy.stand_in))


@decide.register
def _decline(_command: Decline, asked: Asked) -> list[AnyEvent]:
    state, stamp, seat = asked.state, asked.stamp, asked.own_seat()
    if state.resigning is None or state.resigning not in (seat, *_partners(state, seat)):
        raise Refusal("error.table.not_offered")
    return [Declined(v=stamp.next(), at=stamp.at, seat=seat)]


@decide.register
def _rematch(_command: Rematch, asked: Asked) -> list[AnyEvent]:
    state, stamp, seat = asked.state, asked.stamp, asked.own_seat()
    expect_phase(state, "over")
    if seat in state.ready:
        return []
    again: list[AnyEvent] = [Again(v=stamp.next(), at=stamp.at, seat=seat)]
    waited_for = set(state.persons()) - set(state.absent) - {seat}
    if waited_for <= state.ready and _is_filled(asked, seat):
        again += begin_match(state, stamp, asked.entropy)
    return again


# --- words --------------------------------------------------------------------------------------


@decide.register
def _phrase(command: Phrase, asked: Asked) -> list[AnyEvent]:
    if command.phrase not in PHRASES:
        raise Refusal("error.table.phrase", text=command.phrase)
    stamp = asked.stamp
    return [Phrased(v=stamp.next(), at=stamp.at, who=asked.who, phrase=command.phrase)]


@decide.register
def _say(command: Say, asked: Asked) -> list[AnyEvent]:
    if not asked.state.policy.chat:
        raise Refusal("error.table.chat")
    text = clean(command.text, LONGEST_TEXT)
    if not text:
        raise Refusal("error.table.empty")
    return [Said(v=asked.stamp.next(), at=asked.stamp.at, who=asked.who, text=text)]
