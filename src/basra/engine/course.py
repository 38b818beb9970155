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


class Effect(NamedTuple):
    """What a play changes, whoever makes it."""

    floor: int
    """The floor after the play."""
    taken: int
    """What goes to the pile, the card played included; 0 for a trail."""
    points: int
    """What the play earns as a basra."""
    trails: int
    """1 if the play trailed a card on a lone card, else 0."""


def barred_turned(rules: Rules, pack: Sequence[int]) -> int:
    """Return how many barred cards turn up before four others lie on the first floor."""
    top = rules.packet * rules.seats
    bars = barred(rules)
    turned = 0
    laid = 0
    while laid < 4:
        if bars >> pack[top + turned] & 1 == 0:
            laid += 1
        turned += 1
    return turned - 4


def places_below(rules: Rules, turned: int, back: int) -> int:
    """Return in how many places of the stock the next of ``turned`` barred cards can be put back.

    ``back`` of them have been. None goes below a bottom card that the dealer has seen.
    """
    rest = rules.pack - rules.packet * rules.seats - 4 - turned
    return rest + back + (0 if rules.peek else 1)


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
    bars = barred(rules)
    for at in range(top):
        order[at] = pack[at]
    laid = 0
    turned = 0
    while laid < 4:
        card = pack[top + turned]
        turned += 1
        if bars >> card & 1 == 0:
            order[top + laid] = card
            laid += 1
    end = top + 4
    for at in range(top + turned, size):
        order[end] = pack[at]
        end += 1
    back = 0
    for at in range(top, top + turned):
        if bars >> pack[at] & 1:
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
    first = len(stock) - state.stock
    seat = state.dealer
    for place in range(rules.seats):
        seat = next_seat(rules, seat)
        dealt = hand_dealt(rules, stock, first + place, size)
        hands = put(hands, seat, pick(hands, seat) | dealt)
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


def hand_dealt(rules: Rules, stock: Sequence[int], first: int, size: int) -> int:
    """Return the hand of ``size`` cards whose first is at ``first`` when one is dealt at a time."""
    hand = 0
    for at in range(first, first + size * rules.seats, rules.seats):
        hand |= 1 << stock[at]
    return hand


def effect_of(
    rules: Rules, floor: int, card: int, captured: int, trails: int, is_last: bool
) -> Effect:
    """Return what a legal play changes on the table.

    ``trails`` is 1 if the play before trailed a card on a lone card; ``is_last`` tells whether
    this is the last card of the deal.
    """
    if captured == 0:
        lone = floor != 0 and floor & (floor - 1) == 0
        return Effect(floor | 1 << card, 0, 0, 1 if lone else 0)
    points = basra_points(rules, floor, card, captured, trails, is_last)
    return Effect(floor & ~captured, captured | 1 << card, points, 0)


def apply(rules: Rules, state: State, play: int) -> State:
    """Return the state after a legal play; no packet is dealt and no leavings are taken."""
    card = play >> CARDS
    captured = play & ALL
    seat = state.turn
    side = side_of(rules, seat)
    hands = put(state.hands, seat, pick(state.hands, seat) & ~(1 << card))
    is_last = no_hands(hands) and packet_size(rules, state.stock) == 0
    made = effect_of(rules, state.floor, card, captured, state.trails, is_last)
    return State(
        made.floor,
        hands,
        put(state.piles, side, pick(state.piles, side) | made.taken),
        put(state.bonus, side, pick(state.bonus, side) + made.points),
        next_seat(rules, seat),
        seat if captured else state.last,
        made.trails,
        state.dealer,
        state.stock,
    )


def taker_of(rules: Rules, last: int, dealer: int) -> int:
    """Return the side that takes the leavings: the last to capture, the dealer's if nobody did."""
    return side_of(rules, dealer if last == NOBODY else last)


def collect(rules: Rules, state: State, undealt: int) -> State:
    """Return the state with the leavings taken by the last side to capture, never for a basra.

    The dealer's side takes them if nobody captured. ``undealt`` are cards that could not be dealt
    equally; they go the same way.
    """
    taker = taker_of(rules, state.last, state.dealer)
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
