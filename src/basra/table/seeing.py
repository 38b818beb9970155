"""Seeing: the picture that a reader gets, its legal plays, and the row of the lobby.

Of the cards a reader is shown what its view holds, and the plays that all have seen.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from basra import engine
from basra.cards import CARDS
from basra.engine import NOBODY, ROOM, WORK
from basra.game import Deal
from basra.table.dealing import NAMES, DealInPlay, hands_of, named, packet_number
from basra.table.events import Played
from basra.table.picture import DealSeen, Offer, Picture, PileSeen, Row
from basra.table.state import State
from basra.variants import key_of
from basra.view import View, look, plays_last

RECENT = 8


def picture(
    state: State, seat: int | None, credit: int, *, can_undo: bool, can_hint: bool
) -> Picture:
    """Return all of a table that the reader at ``seat`` may see."""
    rules = state.rules
    return Picture(
        v=state.version,
        rules=state.opened.rules,
        variant=key_of(state.opened.rules),
        seats=rules.seats,
        sides=rules.sides,
        direction=1 if rules.direction else 0,
        policy=state.policy,
        host=state.host,
        phase=state.phase,
        occupants=list(state.occupants),
        ready=[at in state.ready for at in range(rules.seats)],
        absent=[at in state.absent for at in range(rules.seats)],
        match=state.number,
        standing=state.standing,
        deal=None if state.deal is None else _deal_seen(state, state.deal, seat, credit),
        sheet=None if state.sheet is None else replace(state.sheet, cause=None),
        resigning=state.resigning,
        result=state.result,
        winner=state.winner,
        can_undo=can_undo,
        can_hint=can_hint,
    )


def _deal_seen(state: State, deal: DealInPlay, seat: int | None, credit: int) -> DealSeen:
    view = look(deal.position, seat)
    rules, dealt = view.rules, deal.dealt
    shows_all = seat is None and state.policy.open_hands
    return DealSeen(
        deal=dealt.deal,
        dealer=dealt.dealer,
        carried=dealt.carried,
        commit=dealt.commit,
        packet=packet_number(state.packets, rules, len(view.stock)),
        packets=len(state.packets),
        floor=_floor(dealt.floor, deal.plays),
        buried=[NAMES[card] for card in view.buried],
        hand=named(view.hand),
        held=list(view.held[: rules.seats]),
        hands=hands_of(deal.position) if shows_all else None,
        stock=len(view.stock),
        bottom=None if view.bottom == NOBODY else NAMES[view.bottom],
        piles=_piles(deal, view.piles[: rules.sides]),
        scores=list(Deal.at(deal.position).scores),
        turn=state.turn,
        deadline=_deadline(state, credit),
        plays=len(deal.plays),
        recent=[replace(played, cause=None) for played in deal.plays[-RECENT:]],
    )


def _deadline(state: State, credit: int) -> int | None:
    """Return until when the person in turn has to play."""
    if state.deadline is None or state.turn is None or state.level_at(state.turn) is not None:
        return None
    return state.deadline + credit


def _floor(first: Iterable[str], plays: Sequence[Played]) -> list[str]:
    """Return the floor in order of arrival."""
    floor = dict.fromkeys(first)
    for played in plays:
        if not played.captured:
            floor[played.card] = None
        for card in (*played.captured, *played.leavings):
            floor.pop(card, None)
    return list(floor)


def _piles(deal: DealInPlay, piles: Sequence[int]) -> list[PileSeen]:
    rules = deal.position.rules
    seen = [PileSeen(count=pile.bit_count(), basras=[], points=[]) for pile in piles]
    for played in deal.plays:
        if played.basra:
            pile = seen[engine.side_of(rules, played.seat)]
            pile.basras.append(played.card)
            pile.points.append(played.basra)
    return seen


def offers(state: State, seat: int | None) -> list[Offer]:
    """Return the legal plays of a reader in turn, by card; none for others."""
    if seat is None or seat != state.turn or seat in state.absent:
        return []
    return offered(look(state.deals[-1].position, seat))


def offered(view: View) -> list[Offer]:
    """Return the legal plays of the seat that looks, whose turn it is, by card."""
    rules, floor = view.rules, view.floor
    plays = engine.buffer(ROOM)
    found = engine.legal_plays(rules, floor, view.hand, plays, engine.buffer(WORK))
    last = plays_last(view)
    offers: list[Offer] = []
    for play in sorted(plays[: min(found, ROOM)]):
        card, taken = play >> CARDS, play & (1 << CARDS) - 1
        points = engine.basra_points(rules, floor, card, taken, view.trails, last) if taken else 0
        clears = 0 < floor == taken
        offers.append(Offer(card=NAMES[card], take=named(taken), basra=points, clears=clears))
    return offers


def row(state: State, name: str, watching: int) -> Row:
    """Return what the lobby shows of a table."""
    return Row(
        id=name,
        rules=state.opened.rules,
        variant=key_of(state.opened.rules),
        seats=state.rules.seats,
        sides=state.rules.sides,
        occupants=list(state.occupants),
        phase=state.phase,
        clock=state.policy.clock,
        rated=state.policy.rated,
        watching=watching,
    )
