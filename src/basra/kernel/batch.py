"""Many deals side by side: each step makes one play in every one, and shows what comes next.

A deal is a row of numbers in one table. Its observation and its legal actions (``features``) are
written for the seat in turn, and only where they differ from what was shown before.
"""

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from basra.cards import ALL, CARDS
from basra.engine import (
    NOBODY,
    WORK,
    Four,
    State,
    arrange,
    barred_turned,
    begin,
    buffer,
    capturing,
    collect,
    count,
    effect_of,
    hand_dealt,
    next_seat,
    packet_size,
    places_below,
    score,
    side_of,
)
from basra.features import ACTIONS, OFFERS, PLANES, SIZE, Seen, describe, list_actions
from basra.kernel.chance import high_below, seeded, shuffle, stepped
from basra.rules import Bury, Rules

BOTTOM_BURY = Bury.BOTTOM.value
SEATS = 4
FLOOR, HANDS, PILES, BONUS, TURN, LAST, TRAILS, DEALER, STOCK = 0, 1, 5, 9, 13, 14, 15, 16, 17
"""Where a state stands in a row of the table."""
UNDEALT, BURIED, BOTTOM, LACKS, CARRIED, TOTALS, TARGET = 18, 19, 20, 21, 25, 26, 30
MADE, PAST, FOUND, NUMBER = 31, 32, 35, 36
ROW = 37
WORDS = SIZE // 8
PAIRS = PLANES // 2
PAIR_WORDS = 2 * CARDS // 8
_SPREAD = 0x0002040810204081
_ONES = 0x0101010101010101


class Display(NamedTuple):
    """What is shown of all rows."""

    actions: MutableSequence[int]
    """By row, the legal actions of the seat in turn: ``OFFERS`` places."""
    plays: MutableSequence[int]
    """What they do, in the same places."""
    mask: MutableSequence[int]
    """By row, 1 for each legal action."""
    shown: MutableSequence[int]
    """By row, the planes of cards as sets: what stands in the observation now."""
    words: MutableSequence[int]
    """The observations, eight numbers in a word."""
    cells: MutableSequence[int]
    """The observations, number by number."""
    bytes_of: MutableSequence[int]
    """See ``list_bytes``."""


def begin_deals(
    rules: Rules, seed: int, table: MutableSequence[int], orders: MutableSequence[int]
) -> None:
    """Begin a deal in every row; row *n* starts with deal *n* of the seed."""
    pack = buffer(rules.pack)
    places = buffer(rules.pack)
    order = buffer(rules.pack)
    for row in range(len(table) // ROW):
        table[row * ROW + NUMBER] = row
        _deal(rules, seed, row, table, orders, pack, places, order)


def _deal(
    rules: Rules,
    seed: int,
    row: int,
    table: MutableSequence[int],
    orders: MutableSequence[int],
    pack: MutableSequence[int],
    places: MutableSequence[int],
    order: MutableSequence[int],
) -> None:
    """Begin the deal whose number stands in a row; the seats deal by turns."""
    at = row * ROW
    number = table[at + NUMBER]
    for card in range(rules.pack):
        pack[card] = card
    chance = shuffle(pack, rules.pack, seeded(seed, number))
    turned = barred_turned(rules, pack)
    if rules.bury != BOTTOM_BURY:
        for back in range(turned):
            chance = stepped(chance)
            places[back] = high_below(chance, places_below(rules, turned, back))
    arrange(rules, pack, places, order)
    state = begin(rules, order, number % rules.seats)
    top = rules.packet * rules.seats
    first = 0
    for place in range(top, top + 4 + turned):
        first |= 1 << pack[place]
    table[at + BURIED] = first & ~state.floor
    table[at + BOTTOM] = pack[rules.pack - 1] if rules.peek else NOBODY
    table[at + CARRIED] = 0
    table[at + TARGET] = rules.target
    for place in range(SEATS):
        table[at + TOTALS + place] = 0
    undealt = 0
    for place in range(rules.pack):
        orders[row * CARDS + place] = order[place]
        if place >= rules.pack - state.stock:
            undealt |= 1 << order[place]
    table[at + UNDEALT] = undealt
    write_state(state, table, at)


def write_state(state: State, table: MutableSequence[int], at: int) -> None:
    """Write a state into a row in which no play was made yet."""
    table[at + FLOOR] = state.floor
    for place in range(SEATS):
        table[at + HANDS + place] = state.hands[place]
        table[at + PILES + place] = state.piles[place]
        table[at + BONUS + place] = state.bonus[place]
        table[at + LACKS + place] = 0
    table[at + TURN] = state.turn
    table[at + LAST] = state.last
    table[at + TRAILS] = state.trails
    table[at + DEALER] = state.dealer
    table[at + STOCK] = state.stock
    table[at + MADE] = 0
    for place in range(3):
        table[at + PAST + place] = -1


def four_at(table: Sequence[int], at: int) -> Four:
    """Return four numbers of a row."""
    return table[at], table[at + 1], table[at + 2], table[at + 3]


def state_at(table: Sequence[int], at: int) -> State:
    """Return the state that a row holds."""
    return State(
        table[at + FLOOR],
        four_at(table, at + HANDS),
        four_at(table, at + PILES),
        four_at(table, at + BONUS),
        table[at + TURN],
        table[at + LAST],
        table[at + TRAILS],
        table[at + DEALER],
        table[at + STOCK],
    )


def step_deals(
    rules: Rules,
    seed: int,
    resets: bool,
    chosen: Sequence[int],
    table: MutableSequence[int],
    orders: MutableSequence[int],
    display: Display,
    scores: MutableSequence[int],
    done: MutableSequence[int],
) -> int:
    """Make the chosen action in every row and show what comes next; return -1.

    Nothing is done and the first row is returned where the action is not legal. ``scores`` gets
    the points of ended deals by side, with the carry in a fifth place; in their rows the next
    deals begin if it ``resets``.
    """
    rows = len(table) // ROW
    actions, plays = display.actions, display.plays
    for row in range(rows):
        action = chosen[row]
        if action < 0 or action >= ACTIONS or display.mask[row * ACTIONS + action] != 1:
            return row
    work = buffer(WORK)
    room = buffer(PLANES)
    pack = buffer(rules.pack)
    places = buffer(rules.pack)
    order = buffer(rules.pack)
    for row in range(rows):
        offer = row * OFFERS
        while actions[offer] != chosen[row]:
            offer += 1
        over = _play(rules, row, plays[offer], table, orders)
        done[row] = 1 if over else 0
        if over:
            _end(rules, row, table, scores)
            if resets:
                table[row * ROW + NUMBER] += rows
                _deal(rules, seed, row, table, orders, pack, places, order)
        _show(rules, row, table, display, room, work)
    return -1


def show_deals(rules: Rules, table: MutableSequence[int], display: Display) -> None:
    """Show every row to the seat in turn."""
    work = buffer(WORK)
    room = buffer(PLANES)
    for row in range(len(table) // ROW):
        _show(rules, row, table, display, room, work)


def _play(
    rules: Rules,
    row: int,
    play: int,
    table: MutableSequence[int],
    orders: Sequence[int],
) -> bool:
    """Make a play, deal the next packet if there is one, and tell whether the deal has ended."""
    at = row * ROW
    card = play >> CARDS
    captured = play & ALL
    seat = table[at + TURN]
    floor = table[at + FLOOR]
    if rules.must_capture and captured == 0:
        table[at + LACKS + seat] |= capturing(rules, floor, ALL & ~floor)
    table[at + HANDS + seat] &= ~(1 << card)
    hands = four_at(table, at + HANDS)
    is_out = hands[0] | hands[1] | hands[2] | hands[3] == 0
    size = packet_size(rules, table[at + STOCK]) if is_out else 0
    is_last = is_out and size == 0
    made = effect_of(rules, floor, card, captured, table[at + TRAILS], is_last)
    side = side_of(rules, seat)
    table[at + FLOOR] = made.floor
    table[at + TRAILS] = made.trails
    table[at + PILES + side] |= made.taken
    table[at + BONUS + side] += made.points
    if captured:
        table[at + LAST] = seat
    table[at + TURN] = next_seat(rules, seat)
    table[at + BURIED] &= ~(1 << card)
    if table[at + BOTTOM] == card:
        table[at + BOTTOM] = NOBODY
    table[at + MADE] += 1
    table[at + PAST + 2] = table[at + PAST + 1]
    table[at + PAST + 1] = table[at + PAST]
    table[at + PAST] = play
    if size:
        _deal_packet(rules, row, table, orders)
    return is_last


def _deal_packet(
    rules: Rules, row: int, table: MutableSequence[int], orders: Sequence[int]
) -> None:
    """Deal the next packet of a row."""
    at = row * ROW
    stock = table[at + STOCK]
    size = packet_size(rules, stock)
    first = row * CARDS + rules.pack - stock
    seat = table[at + DEALER]
    for place in range(rules.seats):
        seat = next_seat(rules, seat)
        hand = hand_dealt(rules, orders, first + place, size)
        table[at + HANDS + seat] = hand
        table[at + UNDEALT] &= ~hand
        table[at + LACKS + seat] = 0
    table[at + STOCK] = stock - size * rules.seats


def _end(rules: Rules, row: int, table: MutableSequence[int], scores: MutableSequence[int]) -> None:
    """Take the leavings of a row and score it."""
    at = row * ROW
    state = collect(rules, state_at(table, at), table[at + UNDEALT])
    points, carry = score(rules, state.piles, state.bonus, table[at + CARRIED])
    for side in range(SEATS):
        table[at + PILES + side] = state.piles[side]
        table[at + LACKS + side] = 0
        scores[row * (SEATS + 1) + side] = points[side]
    scores[row * (SEATS + 1) + SEATS] = carry
    table[at + FLOOR] = 0
    table[at + TRAILS] = 0
    table[at + STOCK] = 0
    table[at + UNDEALT] = 0
    table[at + BURIED] = 0
    table[at + BOTTOM] = NOBODY


def _show(
    rules: Rules,
    row: int,
    table: MutableSequence[int],
    display: Display,
    room: MutableSequence[int],
    work: MutableSequence[int],
) -> None:
    """Write the observation of the seat in turn and its legal actions."""
    actions, plays, mask, shown = display.actions, display.plays, display.mask, display.shown
    at = row * ROW
    seat = table[at + TURN]
    for offer in range(row * OFFERS, row * OFFERS + table[at + FOUND]):
        mask[row * ACTIONS + actions[offer]] = 0
    hand = table[at + HANDS + seat]
    found = 0
    if hand:
        found = list_actions(rules, table[at + FLOOR], hand, actions, plays, row * OFFERS, work)
    table[at + FOUND] = found
    for offer in range(row * OFFERS, row * OFFERS + found):
        mask[row * ACTIONS + actions[offer]] = 1
    _look(rules, seat, table, at, room, display.cells, row * SIZE + PLANES * CARDS)
    for pair in range(PAIRS):
        left = room[2 * pair]
        right = room[2 * pair + 1]
        before = row * PLANES + 2 * pair
        if left != shown[before] or right != shown[before + 1]:
            shown[before] = left
            shown[before + 1] = right
            _spread(left, right, row * WORDS + pair * PAIR_WORDS, display.words, display.bytes_of)


def _look(
    rules: Rules,
    seat: int,
    table: Sequence[int],
    at: int,
    room: MutableSequence[int],
    cells: MutableSequence[int],
    start: int,
) -> None:
    """Describe a row as ``seat`` knows it, see ``view.look``."""
    public = table[at + BURIED] if rules.bury == BOTTOM_BURY else 0
    if table[at + BOTTOM] != NOBODY and seat == table[at + DEALER]:
        public |= 1 << table[at + BOTTOM]
    hands = four_at(table, at + HANDS)
    known = (
        hands[0] if seat == 0 else hands[0] & public,
        hands[1] if seat == 1 else hands[1] & public,
        hands[2] if seat == 2 else hands[2] & public,
        hands[3] if seat == 3 else hands[3] & public,
    )
    seen = Seen(
        seat,
        table[at + FLOOR],
        known,
        (count(hands[0]), count(hands[1]), count(hands[2]), count(hands[3])),
        four_at(table, at + PILES),
        four_at(table, at + BONUS),
        table[at + TURN],
        table[at + LAST],
        table[at + TRAILS],
        table[at + DEALER],
        table[at + STOCK],
        table[at + UNDEALT] & public,
        table[at + BURIED],
        four_at(table, at + LACKS),
        table[at + CARRIED],
        table[at + MADE],
        table[at + PAST],
        table[at + PAST + 1],
        table[at + PAST + 2],
        four_at(table, at + TOTALS),
        table[at + TARGET],
    )
    describe(rules, seen, room, cells, start)


def _spread(
    left: int, right: int, at: int, words: MutableSequence[int], bytes_of: Sequence[int]
) -> None:
    """Write two planes as a byte a card, eight cards in a word."""
    for word in range(6):
        words[at + word] = bytes_of[left >> 8 * word & 255]
    words[at + 6] = bytes_of[left >> 48 | (right & 15) << 4]
    for word in range(6):
        words[at + 7 + word] = bytes_of[right >> 4 + 8 * word & 255]


def list_bytes(bytes_of: MutableSequence[int]) -> None:
    """Write eight bytes of 0 or 1 for all eight bits that there are."""
    for bits in range(256):
        bytes_of[bits] = (bits & 127) * _SPREAD & _ONES | bits >> 7 << 56


def choose_actions(
    chance: int, table: Sequence[int], actions: Sequence[int], chosen: MutableSequence[int]
) -> int:
    """Write a random legal action for every row, each as likely; return the state of chance."""
    for row in range(len(table) // ROW):
        chance = stepped(chance)
        found = table[row * ROW + FOUND]
        chosen[row] = actions[row * OFFERS + high_below(chance, found)] if found else 0
    return chance
