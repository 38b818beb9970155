"""The course of a deal: how it is dealt, what a play changes, who takes the leavings."""

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from basra.cards import ALL, CARDS
from basra.engine.basras import basra_points
from basra.engine.primitives import NOBODY, Four, barred, next_seat, pick, put, side_of
from basra.rules import Bury, Rules

STOCK = Bury.STOCK.value


class State(NamedTuple):
    """A deal in play, complete but for the order of the undealt cards.

    Tuples have a place for each of four seats or sides; places that are not used hold 0. Sets of
    cards are 52-bit numbers.
    """

    floor: int
    """The cards face up in the middle."""
    hands: Four
    """The cards in each hand, by seat."""
    piles: Four
    """What each side has captured, by side."""
    bonus: Four
    """What each side's basras have earned, by side."""
    turn: int
    """The seat to play."""
    last: int
    """The seat that captured last in this deal, or ``NOBODY``."""
    trails: int
    """1 if the play before trailed a card on a lone card, else 0."""
    dealer: int
    """The seat that deals; the next one is eldest and plays first."""
    stock: int
    """How many cards are not dealt yet."""


def arrange(
    rules: Rules, pack: Sequence[int], places: Sequence[int], order: MutableSequence[int]
) -> int:
    """Write the order in which a shuffled pack comes out, and return how many cards were barred.

    First the packet of the hands, then four cards of the floor, then the stock. Barred cards that
    turn up for the floor are put back in the order turned: under the pack, or at ``places``, each
    the number of stock cards above it.
    """
    size = len(pack)
    top = rules.packet * rules.seats
    for at in range(top):
        order[at] = pack[at]
    laid = 0
    turned = 0
    while laid < 4:
        card = pack[top + turned]
        turned += 1
        if barred(rules) >> card & 1 == 0:
            order[top + laid] = card
            laid += 1
    end = top + 4
    for at in range(top + turned, size):
        order[end] = pack[at]
        end += 1
    back = 0
    for at in range(top, top + turned):
        if barred(rules) >> pack[at] & 1:
            place = end
            if rules.bury == STOCK:
                place = top + 4 + places[back]
                for later in range(end, place, -1):
                    order[later] = order[later - 1]
            order[place] = pack[at]
            end += 1
            back += 1
    return back


def begin(rules: Rules, order: Sequence[int], dealer: int) -> State:
    """Return the state in which a deal begins: the first packet dealt, four cards on the floor."""
    none = (0, 0, 0, 0)
    empty = State(0, none, none, none, next_seat(rules, dealer), NOBODY, 0, dealer, len(order))
    dealt = deal_packet(rules, empty, order)
    top = rules.packet * rules.seats
    floor = 0
    for at in range(top, top + 4):
        floor |= 1 << order[at]
    return State(floor, dealt.hands, none, none, dealt.turn, NOBODY, 0, dealer, dealt.stock - 4)


def packet_size(rules: Rules, stock: int) -> int:
    """Return how many cards each seat gets next: the last packet may be shorter, equal for all."""
    return min(rules.packet, stock // rules.seats)


def needs_packet(rules: Rules, state: State) -> bool:
    """Tell whether all hands are played out and another packet can be dealt."""
    return no_hands(state.hands) and packet_size(rules, state.stock) > 0


def is_over(rules: Rules, state: State) -> bool:
    """Tell whether the last card of the deal has been played."""
    return no_hands(state.hands) and packet_size(rules, state.stock) == 0


def no_hands(hands: Four) -> bool:
    """Tell whether nobody holds a card."""
    return hands[0] | hands[1] | hands[2] | hands[3] == 0


def deal_packet(rules: Rules, state: State, stock: Sequence[int]) -> State:
    """Return the state with a packet dealt, one card at a time from eldest to dealer.

    ``stock`` ends with the cards that are not dealt yet, in order.
    """
    size = packet_size(rules, state.stock)
    hands = state.hands
    at = len(stock) - state.stock
    for _ in range(size):
        seat = state.dealer
        for _ in range(rules.seats):
            seat = next_seat(rules, seat)
            hands = put(hands, seat, pick(hands, seat) | 1 << stock[at])
            at += 1
    return State(
        state.floor,
        hands,
        state.piles,
        state.bonus,
        state.turn,
        state.last,
        state.trails,
        state.dealer,
        state.stock - size * rules.seats,
    )


def apply(rules: Rules, state: State, play: int) -> State:
    """Return the state after a legal play; no packet is dealt and no leavings are taken."""
    card = play >> CARDS
    captured = play & ALL
    seat = state.turn
    hands = put(state.hands, seat, pick(state.hands, seat) & ~(1 << card))
    if captured == 0:
        lone = state.floor != 0 and state.floor & (state.floor - 1) == 0
        return State(
            state.floor | 1 << card,
            hands,
            state.piles,
            state.bonus,
            next_seat(rules, seat),
            state.last,
            1 if lone else 0,
            state.dealer,
            state.stock,
        )
    side = side_of(rules, seat)
    is_last = no_hands(hands) and packet_size(rules, state.stock) == 0
    points = basra_points(rules, state.floor, card, captured, state.trails, is_last)
    return State(
        state.floor & ~captured,
        hands,
        put(state.piles, side, pick(state.piles, side) | captured | 1 << card),
        put(state.bonus, side, pick(state.bonus, side) + points),
        next_seat(rules, seat),
        seat,
        0,
        state.dealer,
        state.stock,
    )


def collect(rules: Rules, state: State, undealt: int) -> State:
    """Return the state with the leavings taken by the last side to capture, never for a basra.

    The dealer's side takes them if nobody captured. ``undealt`` are cards that could not be dealt
    equally; they go the same way.
    """
    taker = side_of(rules, state.dealer if state.last == NOBODY else state.last)
    pile = pick(state.piles, taker) | state.floor | undealt
    return State(
        0,
        state.hands,
        put(state.piles, taker, pile),
        state.bonus,
        state.turn,
        state.last,
        0,
        state.dealer,
        0,
    )
