"""The positions of a search: one row of numbers a ply, and what a play makes of the next row.

All rows stand in one buffer, so that a search passes no state and builds no tuples. Cards that no
rule tells apart are alike: of equal cards in a hand, and of captures alike, one is tried.
"""

from collections.abc import MutableSequence, Sequence

from basra.cards import ALL, CARDS
from basra.engine import (
    ROOM,
    State,
    card_points,
    count,
    effect_of,
    hand_dealt,
    is_sweeper,
    legal_plays,
    next_seat,
    packet_size,
    rank_mates,
    side_of,
    taker_of,
)
from basra.engine.primitives import KOMI_BIT
from basra.engine.scores import TEN_OF_DIAMONDS, TWO_OF_CLUBS
from basra.kernel.chance import stepped
from basra.kernel.workspace import Workspace
from basra.rules import Rules

FLOOR, TURN, LAST, TRAILS, LEFT, HELD, DEALER = range(7)
"""As in ``State``; ``LEFT`` is its stock, ``HELD`` counts the cards in all hands."""
BEST, NEXT, PLAYS, PLAY, ALPHA, BETA, KEY, LOW, HIGH = range(7, 16)
"""The best value and play so far, the next play to try and their number, the window now and the
window on arrival, and the key in the table of positions."""
HANDS, SCORES, COUNTS, VALUES = range(16, 32, 4)
"""Hands by seat; points and cards won since the start and values by side."""
ROW = 32
DEPTH = 53
"""A row for each card of the pack and one for the end."""
SEATS = 4
REMEMBERED = 4
"""Positions with fewer cards to play are searched again sooner than looked up."""
GRAIN = 1000
"""The values of a search are thousandths of a point."""
ORDERS = ROOM
DRAFTS = 2 * ROOM
"""A buffer of this size holds plays and how early they should be tried."""
_ONES = 0x1111111111111
_PAIRS = 0x5555555555555
_QUADS = 0x3333333333333


def set_root(state: State, rows: MutableSequence[int]) -> None:
    """Write the row of the position to be searched."""
    rows[FLOOR] = state.floor
    rows[TURN] = state.turn
    rows[LAST] = state.last
    rows[TRAILS] = state.trails
    rows[LEFT] = state.stock
    rows[DEALER] = state.dealer
    rows[PLAY] = -1
    rows[HELD] = 0
    for seat in range(SEATS):
        rows[HANDS + seat] = state.hands[seat]
        rows[HELD] += count(state.hands[seat])
        rows[SCORES + seat] = card_points(state.piles[seat]) + state.bonus[seat]
        rows[COUNTS + seat] = count(state.piles[seat])


def deal_row(rules: Rules, rows: MutableSequence[int], row: int, stock: Sequence[int]) -> None:
    """Deal the next packet in a row where all hands are empty."""
    size = packet_size(rules, rows[row + LEFT])
    first = len(stock) - rows[row + LEFT]
    seat = rows[row + DEALER]
    for place in range(rules.seats):
        seat = next_seat(rules, seat)
        rows[row + HANDS + seat] = hand_dealt(rules, stock, first + place, size)
    rows[row + HELD] = size * rules.seats
    rows[row + LEFT] -= size * rules.seats


def take_leavings(rules: Rules, rows: MutableSequence[int], row: int, stock: Sequence[int]) -> None:
    """Give the leavings, and cards that cannot be dealt, to the side that takes them."""
    leavings = rows[row + FLOOR]
    for at in range(len(stock) - rows[row + LEFT], len(stock)):
        leavings |= 1 << stock[at]
    side = taker_of(rules, rows[row + LAST], rows[row + DEALER])
    rows[row + SCORES + side] += card_points(leavings)
    rows[row + COUNTS + side] += count(leavings)


def make(rules: Rules, rows: MutableSequence[int], row: int, play: int) -> None:
    """Write the next row: the position after a legal play."""
    below = row + ROW
    card = play >> CARDS
    captured = play & ALL
    seat = rows[row + TURN]
    is_last = rows[row + HELD] == 1 and packet_size(rules, rows[row + LEFT]) == 0
    made = effect_of(rules, rows[row + FLOOR], card, captured, rows[row + TRAILS], is_last)
    for place in range(SEATS):
        rows[below + HANDS + place] = rows[row + HANDS + place]
        rows[below + SCORES + place] = rows[row + SCORES + place]
        rows[below + COUNTS + place] = rows[row + COUNTS + place]
    side = side_of(rules, seat)
    rows[below + HANDS + seat] ^= 1 << card
    rows[below + SCORES + side] += card_points(made.taken) + made.points
    rows[below + COUNTS + side] += count(made.taken)
    rows[below + FLOOR] = made.floor
    rows[below + TURN] = next_seat(rules, seat)
    rows[below + LAST] = seat if captured else rows[row + LAST]
    rows[below + TRAILS] = made.trails
    rows[below + LEFT] = rows[row + LEFT]
    rows[below + HELD] = rows[row + HELD] - 1
    rows[below + DEALER] = rows[row + DEALER]
    rows[below + ALPHA] = rows[row + ALPHA]
    rows[below + BETA] = rows[row + BETA]


def special_cards(rules: Rules) -> int:
    """Return the cards that differ from their rank mates: at most one of a rank."""
    special = TWO_OF_CLUBS | TEN_OF_DIAMONDS
    return special | KOMI_BIT if rules.komi or rules.komi_alone else special


def profile(cards: int, special: int) -> int:
    """Return the same number for sets that are alike: counts of ranks, four bits a rank.

    The fourth bit of a rank tells whether its special card is there.
    """
    plain = cards & ~special
    pairs = (plain & _PAIRS) + (plain >> 1 & _PAIRS)
    counts = (pairs & _QUADS) + (pairs >> 2 & _QUADS)
    marked = cards & special
    return counts | (marked & TWO_OF_CLUBS) << 3 | (marked & ~TWO_OF_CLUBS) << 2


def is_slight(rows: Sequence[int], row: int) -> bool:
    """Tell whether so little is left to play that a row is not worth a place in a table."""
    return rows[row + HELD] < REMEMBERED and rows[row + LEFT] == 0


def key_of(rules: Rules, rows: Sequence[int], row: int, special: int, salt: int) -> int:
    """Return a number for all that the rest of the deal depends on, in 63 bits of a hash.

    What has been won so far is not in it, but for the numbers of cards: the majority.
    """
    key = salt
    for seat in range(rules.seats):
        key = stepped(stepped(key) ^ profile(rows[row + HANDS + seat], special))
    key = stepped(stepped(key) ^ profile(rows[row + FLOOR], special))
    taker = taker_of(rules, rows[row + LAST], rows[row + DEALER])
    rest = rows[row + TURN] | taker << 2 | rows[row + TRAILS] << 4 | rows[row + LEFT] << 5
    for side in range(SEATS - 1):
        rest |= rows[row + COUNTS + side] << 11 + 6 * side
    return stepped(stepped(stepped(key) ^ rest)) | 1


def place_of(key: int, memo: Sequence[int], slot: int) -> int:
    """Return where a key stands in a table of places, a power of two, of ``slot`` numbers each."""
    return slot * (key >> 12 & (len(memo) // slot - 1))


def one_of_each(hand: int, special: int) -> int:
    """Return the special cards of a hand and the lowest of each rank among the others."""
    plain = hand & ~special
    clubs = plain & _ONES
    diamonds = plain >> 1 & _ONES & ~clubs
    hearts = plain >> 2 & _ONES & ~clubs & ~diamonds
    spades = plain >> 3 & _ONES & ~clubs & ~diamonds & ~hearts
    return hand & special | clubs | diamonds << 1 | hearts << 2 | spades << 3


def list_plays(rules: Rules, row: int, special: int, space: Workspace) -> None:
    """Write the plays to be tried in a row, the most promising first, without those alike.

    The plays of the row at ``row`` stand from place ``row // ROW * ROOM`` on.
    """
    rows, plays, drafts = space.rows, space.plays, space.drafts
    floor, trails = rows[row + FLOOR], rows[row + TRAILS]
    hand = one_of_each(rows[row + HANDS + rows[row + TURN]], special)
    found = min(legal_plays(rules, floor, hand, drafts, space.work), ROOM)
    first = (row // ROW) * ROOM
    tried = 0
    for at in range(found):
        play = drafts[at]
        if at and play >> CARDS == drafts[at - 1] >> CARDS and _is_alike(drafts, at, special):
            continue
        order = _promise(rules, floor, play, trails)
        place = first + tried
        while place > first and drafts[ORDERS + place - first - 1] < order:
            plays[place] = plays[place - 1]
            drafts[ORDERS + place - first] = drafts[ORDERS + place - first - 1]
            place -= 1
        plays[place] = play
        drafts[ORDERS + place - first] = order
        tried += 1
    rows[row + PLAYS] = tried
    rows[row + NEXT] = 0


def _is_alike(drafts: MutableSequence[int], at: int, special: int) -> bool:
    """Tell whether an earlier play of the same card captures a set that is alike."""
    mine = profile(drafts[at] & ALL, special)
    before = at - 1
    while before >= 0 and drafts[before] >> CARDS == drafts[at] >> CARDS:
        if profile(drafts[before] & ALL, special) == mine:
            return True
        before -= 1
    return False


def _promise(rules: Rules, floor: int, play: int, trails: int) -> int:
    """Return how early a play is tried: basras, points, cards; sweepers and what they take late."""
    card = play >> CARDS
    made = effect_of(rules, floor, card, play & ALL, trails, False)
    promise = 16 * (made.points + card_points(made.taken)) + 4 * count(made.taken)
    if is_sweeper(rules, card):
        return promise - 40
    return promise if made.taken else -count(floor & rank_mates(card)) - card_points(1 << card)
