"""The course of a match at a table: beginning, dealing, playing, ending, as events."""

from copy import copy
from typing import Literal

from msgspec.structs import replace

from basra import engine
from basra.cards import Play
from basra.errors import BasraError
from basra.game import Deal
from basra.match import Match
from basra.position import Position
from basra.table.asking import Stamp
from basra.table.dealing import (
    NAMES,
    Entropy,
    dealt_event,
    named,
    packet_event,
    scored_event,
    standing_after,
)
from basra.table.events import AnyEvent, Began, Dealt, Ended, Played, Returned
from basra.table.presence import Presence
from basra.table.refusal import Refusal, refusal_of
from basra.table.state import State


def begin_match(state: State, stamp: Stamp, entropy: Entropy) -> list[AnyEvent]:
    """Begin a match and its first deal.

    In a rematch everybody moves on by one seat, so that partners stay together and change sides,
    and the deal passes from whoever dealt first to the next person in turn.
    """
    seed = entropy()
    shift = 1 if state.number else 0
    moved = state.moved_on(shift)
    dealer = engine.next_seat(state.rules, moved.first_dealer) if state.number else None
    first = Match(state.rules, seed, dealer=dealer).deal
    began = Began(v=stamp.next(), at=stamp.at, match=state.number + 1, seed=seed, shift=shift)
    return [began, _dealt(moved, first, 1, stamp, entropy)]


def next_deal(state: State, stamp: Stamp, entropy: Entropy) -> list[AnyEvent]:
    """Deal again, after a sheet."""
    match = copy(_match_of(state))
    match.deals = list(match.deals)
    deal = match.deal
    return [_dealt(state, deal, len(match.deals), stamp, entropy)]


def _dealt(state: State, deal: Deal, number: int, stamp: Stamp, entropy: Entropy) -> Dealt:
    deadline = state.deadline_for(deal.state.turn, stamp.at)
    return dealt_event(deal, state.packets, number, entropy(), stamp.next(), stamp.at, deadline)


def _match_of(state: State) -> Match:
    if state.match is None:
        raise Refusal("error.table.gathering")
    return state.match


def play_events(
    state: State, seat: int, play: Play, by: Literal["person", "bot"], stamp: Stamp
) -> list[AnyEvent]:
    """Play a card of the seat in turn, and what follows of itself. Raises Refusal."""
    deal = state.deals[-1]
    before = deal.position
    try:
        made, after = deal.foresee(play, seat)
    except BasraError as error:
        raise refusal_of(error) from None
    is_over = after.is_over
    is_dealt = not is_over and after.state.stock < before.state.stock
    turn = after.state.turn
    deadline = None if is_over else state.deadline_for(turn, stamp.at)
    waits = not is_over and not is_dealt
    played = Played(
        v=stamp.next(),
        at=stamp.at,
        seat=seat,
        card=NAMES[made.play.card],
        captured=named(int(made.play.captured)),
        basra=made.basra,
        swept=made.swept,
        by=by,
        leavings=named(int(made.leavings)),
        taker=made.taker,
        scores=list(Deal.at(after).scores),
        turn=turn if waits else None,
        deadline=deadline if waits else None,
    )
    if waits:
        return [played]
    if is_dealt:
        packet = packet_event(after, state.packets, stamp.next(), stamp.at, deadline)
        return [played, packet]
    return [played, *_scored(state, after, played, stamp)]


def _scored(state: State, final: Position, last: Played, stamp: Stamp) -> list[AnyEvent]:
    match = _match_of(state)
    standing = standing_after(match, final)
    scored = scored_event(state.deals[-1], final, last, standing, stamp.next(), stamp.at)
    if not standing.over:
        return [scored]
    reason: Literal["won", "drawn"] = "drawn" if standing.winner is None else "won"
    ended = Ended(
        v=stamp.next(),
        at=stamp.at,
        reason=reason,
        winner=standing.winner,
        standing=standing,
        seed=match.seed,
    )
    return [scored, ended]


def returned(state: State, presence: Presence, seat: int, stamp: Stamp) -> Returned:
    """Return the event of a person who plays again; a turn that had begun gets no more time."""
    clock = state.policy.clock
    deadline = None
    if clock is not None and seat == state.turn:
        begun = state.deadline
        deadline = stamp.at + 1000 * clock if begun is None else begun + presence.credit
    return Returned(v=stamp.next(), at=stamp.at, seat=seat, deadline=deadline)


def broken_off(
    state: State, reason: Literal["resigned", "abandoned"], winner: int | None, stamp: Stamp
) -> Ended:
    """End a match before its time."""
    standing = replace(state.standing, winner=winner, over=True)
    return Ended(
        v=stamp.next(),
        at=stamp.at,
        reason=reason,
        winner=winner,
        standing=standing,
        seed=_match_of(state).seed,
    )
