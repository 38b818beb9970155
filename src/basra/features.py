"""What a seat sees as numbers, and plays as numbers of actions: the one layout of the environments.

The functions are in the dialect of the engine, so that ``encode`` runs them as they are and
``kernel.batch`` compiled. What the numbers mean is told, name by name, in ``encode``.
"""

from collections.abc import MutableSequence
from typing import NamedTuple

from basra.cards import CARDS
from basra.engine import (
    NOBODY,
    OPEN,
    Four,
    count,
    forced,
    lowest,
    open_captures,
    packet_size,
    pick,
    playable,
    side_of,
)
from basra.rules import Rules

SEATS = 4
HISTORY = 3
"""The plays that are shown, the last first: those of all others where four play."""
HAND, FLOOR, PILES, KNOWN, LYING, UNSEEN, LACKS, BURIED, PACK, PAST = (
    0,
    1,
    2,
    6,
    9,
    10,
    11,
    14,
    15,
    16,
)
"""Where the planes of cards stand: of each side, of each other seat, of each past play two."""
PLANES = PAST + 2 * HISTORY
HELD, SIZES, BONUS, TURN, DEALER, LAST, TRAILS, STOCK, NEXT, MADE, CARRIED, TOTALS, TARGET = (
    0,
    4,
    8,
    16,
    20,
    24,
    29,
    30,
    31,
    32,
    33,
    35,
    43,
)
"""Where the numbers stand, after the planes; points take two: hundreds, and what is over."""
MOVING = TARGET + 2
"""How many numbers change in a match; the options of the rules follow."""
OPTIONS = 27
NUMBERS = MOVING + OPTIONS
SIZE = PLANES * CARDS + NUMBERS
"""The numbers of an observation."""
MOST = 127
"""The greatest number that is shown."""

PLAYS = (1, 3, 4, 7, 11, 10, 17, 22, 28, 38, 1, 1, 1)
"""By rank, the most plays of one card on any floor that a deal can reach.

Who trails a card had no match on the floor, so only the four cards of the first floor can share
their ranks: ``tests/test_encode.py`` counts the captures on all such floors. The komi that may be
a seven takes the whole floor in one way more.
"""
STARTS = (0, 4, 16, 32, 60, 104, 144, 212, 300, 412, 564, 568, 572)
"""By rank, the first action: those of its clubs, diamonds, hearts and spades follow."""
ACTIONS = 576
"""The actions: for each card as many as it may have plays."""
OFFERS = 6 * 38
"""No hand has more plays than that."""


class Seen(NamedTuple):
    """What a seat knows of a deal, as ``view.look`` says; of no seat or side: zeros."""

    seat: int
    floor: int
    known: Four
    """Cards in hands that it knows."""
    held: Four
    """How many cards are in each hand."""
    piles: Four
    bonus: Four
    turn: int
    last: int
    trails: int
    dealer: int
    stock: int
    open_stock: int
    """Cards in the stock that it knows of."""
    buried: int
    lacks: Four
    carried: int
    made: int
    """How many plays were made."""
    first: int
    """The last play, -1 for none; then the two before it."""
    second: int
    third: int
    totals: Four
    """Points by side in the match before the deal."""
    target: int


def describe(
    rules: Rules, seen: Seen, planes: MutableSequence[int], numbers: MutableSequence[int], at: int
) -> None:
    """Write what a seat knows: the planes as sets of cards; from ``at`` on the numbers that move.

    What is of no seat or side is left as it is: zeros.
    """
    seat, known, piles, last = seen.seat, seen.known, seen.piles, seen.last
    pack = (1 << rules.pack) - 1
    lying = seen.floor | seen.open_stock | piles[0] | piles[1] | piles[2] | piles[3]
    planes[HAND] = pick(known, seat)
    planes[FLOOR] = seen.floor
    planes[LYING] = seen.open_stock
    planes[UNSEEN] = pack & ~(lying | known[0] | known[1] | known[2] | known[3])
    planes[BURIED] = seen.buried
    planes[PACK] = pack
    _describe_play(seen.first, PAST, planes)
    _describe_play(seen.second, PAST + 2, planes)
    _describe_play(seen.third, PAST + 4, planes)
    for place in range(SEATS):
        numbers[at + TURN + place] = 0
        numbers[at + DEALER + place] = 0
        numbers[at + LAST + place] = 0
    for place in range(rules.seats):
        other = _turned(seat + place, rules.seats)
        if place:
            planes[KNOWN + place - 1] = pick(known, other)
            planes[LACKS + place - 1] = pick(seen.lacks, other)
        numbers[at + HELD + place] = pick(seen.held, other)
    own = side_of(rules, seat)
    for place in range(rules.sides):
        side = _turned(own + place, rules.sides)
        planes[PILES + place] = pick(piles, side)
        numbers[at + SIZES + place] = count(pick(piles, side))
        _describe_points(pick(seen.bonus, side), at + BONUS + 2 * place, numbers)
        _describe_points(pick(seen.totals, side), at + TOTALS + 2 * place, numbers)
    numbers[at + TURN + _turned(seen.turn - seat + rules.seats, rules.seats)] = 1
    numbers[at + DEALER + _turned(seen.dealer - seat + rules.seats, rules.seats)] = 1
    numbers[at + LAST + SEATS] = 1 if last == NOBODY else 0
    if last != NOBODY:
        numbers[at + LAST + _turned(last - seat + rules.seats, rules.seats)] = 1
    numbers[at + TRAILS] = seen.trails
    numbers[at + STOCK] = seen.stock
    numbers[at + NEXT] = packet_size(rules, seen.stock)
    numbers[at + MADE] = seen.made
    _describe_points(seen.carried, at + CARRIED, numbers)
    _describe_points(seen.target, at + TARGET, numbers)


def _turned(place: int, size: int) -> int:
    """Return a place of ``size`` round a table, of a number below twice as many."""
    return place - size if place >= size else place


def _describe_play(play: int, plane: int, planes: MutableSequence[int]) -> None:
    """Write a past play: the card, and what it captured."""
    planes[plane] = 1 << (play >> CARDS) if play >= 0 else 0
    planes[plane + 1] = play & ((1 << CARDS) - 1) if play >= 0 else 0


def _describe_points(points: int, at: int, numbers: MutableSequence[int]) -> None:
    """Write points as hundreds and what is over."""
    hundreds = 0
    if points >= 100:
        hundreds = points // 100
    numbers[at] = min(hundreds, MOST)
    numbers[at + 1] = points - 100 * hundreds


def list_actions(
    rules: Rules,
    floor: int,
    hand: int,
    actions: MutableSequence[int],
    plays: MutableSequence[int],
    at: int,
    work: MutableSequence[int],
) -> int:
    """Write the legal actions from place ``at`` on with their plays; return how many there are.

    The plays of a card are numbered in ascending order of what they capture, as a number. Returns
    -1 where a card has more plays than actions, which no deal reaches.
    """
    found = at
    rest = playable(rules, floor, hand)
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        rank = card >> 2
        first = STARTS[rank] + (card & 3) * PLAYS[rank]
        taken = forced(rules, floor, card)
        if taken != OPEN:
            actions[found] = first
            plays[found] = card << CARDS | taken
            found += 1
        else:
            ways = open_captures(rules, floor, card, work)
            if ways > PLAYS[rank]:
                return -1
            _sort(ways, work)
            for place in range(ways):
                actions[found] = first + place
                plays[found] = card << CARDS | work[place]
                found += 1
    return found - at


def _sort(size: int, numbers: MutableSequence[int]) -> None:
    """Bring the first numbers into ascending order."""
    for end in range(1, size):
        number = numbers[end]
        at = end
        while at > 0 and numbers[at - 1] > number:
            numbers[at] = numbers[at - 1]
            at -= 1
        numbers[at] = number
