"""Random playouts: whole deals in which every seat plays at random."""

from collections.abc import MutableSequence, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from basra.engine import (
    OPEN,
    WORK,
    Four,
    State,
    arrange,
    barred_turned,
    begin,
    buffer,
    collect,
    count,
    deal_packet,
    effect_of,
    forced,
    lowest,
    next_seat,
    open_captures,
    packet_size,
    places_below,
    playable,
    score,
    side_of,
)
from basra.kernel import jit
from basra.kernel.chance import high_below, low_below, nth, seeded, shuffle, stepped
from basra.rules import Bury, Rules

STOCK = Bury.STOCK.value
SEATS = 4
_HANDS, _PILES, _BONUS = 0, SEATS, 2 * SEATS
CHECK = 0xFFFFFFFF
TABLE = 3 * SEATS
"""The size of the buffer that holds hands by seat, and piles and bonus by side."""


class Playouts(NamedTuple):
    """What random deals came to."""

    plays: int
    """The cards played."""
    totals: Four
    """The sums of the scores, by side."""
    check: int
    """A number that depends on each score of each deal, to compare two ways of playing."""


def playouts(
    rules: Rules,
    deals: int,
    seed: int,
    *,
    first: int = 0,
    workers: int = 1,
    interpreted: bool = False,
) -> Playouts:
    """Play ``deals`` random deals and add up their scores.

    The deals are those numbered from ``first`` on of a seed, the same for any number of workers
    (threads: compiled code holds no lock) and whether compiled or ``interpreted``. Each seat plays
    a card uniformly from its hand, then one of that card's captures uniformly.
    """
    play = play_deals if interpreted else jit.entry(play_deals)
    plain = jit.plain_rules(rules)

    def play_share(share: int) -> tuple[int, list[int]]:
        start = deals * share // workers
        end = deals * (share + 1) // workers
        totals = jit.room(SEATS + 1, interpreted=interpreted)
        plays = play(plain, first + start, end - start, seed, totals)
        return plays, [int(total) for total in totals]

    if workers == 1:
        shares = [play_share(0)]
    else:
        with ThreadPoolExecutor(workers) as pool:
            shares = list(pool.map(play_share, range(workers)))
    sums = [sum(totals[at] for _, totals in shares) for at in range(SEATS + 1)]
    a, b, c, d, check = sums
    return Playouts(sum(plays for plays, _ in shares), (a, b, c, d), check & CHECK)


def shuffle_pack(
    rules: Rules, chance: int, pack: MutableSequence[int], places: MutableSequence[int]
) -> int:
    """Shuffle a pack and draw places for barred cards; return the state of the generator."""
    for card in range(rules.pack):
        pack[card] = card
    chance = shuffle(pack, rules.pack, chance)
    if rules.bury == STOCK:
        turned = barred_turned(rules, pack)
        for back in range(turned):
            chance = stepped(chance)
            places[back] = high_below(chance, places_below(rules, turned, back))
    return chance


def undealt_of(rules: Rules, state: State, order: Sequence[int]) -> int:
    """Return the cards of a pack that are in the stock."""
    undealt = 0
    for at in range(rules.pack - state.stock, rules.pack):
        undealt |= 1 << order[at]
    return undealt


def play_packet(
    rules: Rules,
    state: State,
    size: int,
    chance: int,
    table: MutableSequence[int],
    work: MutableSequence[int],
) -> tuple[State, int]:
    """Play the hands out at random: a card, then one of its captures, each equally likely.

    Every seat holds ``size`` cards. Returns the state and that of the generator.
    """
    floor, last, trails = state.floor, state.last, state.trails
    _lay_out(state, table)
    is_end = packet_size(rules, state.stock) == 0
    seat = state.turn
    for left in range(size, 0, -1):
        for place in range(rules.seats):
            chance = stepped(chance)
            hand = table[seat]
            bit = nth(hand, high_below(chance, left))
            if rules.must_capture:
                bit = _dutiful(rules, floor, hand, chance)
            table[seat] = hand ^ bit
            card = lowest(bit)
            captured = forced(rules, floor, card)
            if captured == OPEN:
                ways = open_captures(rules, floor, card, work)
                captured = work[low_below(chance, ways)]
            is_last = is_end and left == 1 and place == rules.seats - 1
            made = effect_of(rules, floor, card, captured, trails, is_last)
            floor, trails = made.floor, made.trails
            side = side_of(rules, seat)
            table[_PILES + side] |= made.taken
            table[_BONUS + side] += made.points
            if captured:
                last = seat
            seat = next_seat(rules, seat)
    return _taken_up(state, floor, last, trails, table), chance


def _dutiful(rules: Rules, floor: int, hand: int, chance: int) -> int:
    """Return a random card of those that may be played where capturing is a duty."""
    able = playable(rules, floor, hand)
    return nth(able, high_below(chance, count(able)))


def _lay_out(state: State, table: MutableSequence[int]) -> None:
    """Write hands, piles and bonus."""
    for place in range(SEATS):
        table[_HANDS + place] = state.hands[place]
        table[_PILES + place] = state.piles[place]
        table[_BONUS + place] = state.bonus[place]


def _taken_up(
    state: State, floor: int, last: int, trails: int, table: MutableSequence[int]
) -> State:
    """Return the state with what the table holds once all hands are played out."""
    piles = (table[_PILES], table[_PILES + 1], table[_PILES + 2], table[_PILES + 3])
    bonus = (table[_BONUS], table[_BONUS + 1], table[_BONUS + 2], table[_BONUS + 3])
    return State(
        floor, (0, 0, 0, 0), piles, bonus, state.turn, last, trails, state.dealer, state.stock
    )


def play_deals(
    rules: Rules, first: int, deals: int, seed: int, totals: MutableSequence[int]
) -> int:
    """Play random deals from number ``first`` on, add up the scores, and return the plays.

    The dealer is the last seat. ``totals`` are four sums by side, then the check.
    """
    table = buffer(TABLE)
    work = buffer(WORK)
    pack = buffer(rules.pack)
    order = buffer(rules.pack)
    places = buffer(rules.pack)
    plays = 0
    for number in range(first, first + deals):
        chance = shuffle_pack(rules, seeded(seed, number), pack, places)
        arrange(rules, pack, places, order)
        state = begin(rules, order, rules.seats - 1)
        size = rules.packet
        while size:
            state, chance = play_packet(rules, state, size, chance, table, work)
            plays += size * rules.seats
            size = packet_size(rules, state.stock)
            if size:
                state = deal_packet(rules, state, order)
        state = collect(rules, state, undealt_of(rules, state, order))
        scores, _ = score(rules, state.piles, state.bonus, 0)
        line = 0
        for side in range(SEATS):
            totals[side] += scores[side]
            line = (line << 12) + scores[side]
        totals[SEATS] = totals[SEATS] + seeded(line, number) & CHECK
    return plays
