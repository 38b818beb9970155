"""What a card may capture, and which plays are legal."""

from collections.abc import MutableSequence

from basra.cards import ALL, CARDS, JACK, KOMI
from basra.engine.primitives import (
    KOMI_BIT,
    count,
    is_sweeper,
    lowest,
    rank_mates,
    way,
)
from basra.engine.scores import card_points
from basra.rules import Rules
from basra.sums import FIRST, GUARD

ROOM = 1024
"""How many captures or plays are written at most; the counts returned are true beyond it."""
RESTS = ROOM
OPEN = -1
"""Stands for a capture that is not forced."""
COURT = 40
"""The first card that has no value in sums."""
_RESTS_ROOM = 128
_LEFT = RESTS + _RESTS_ROOM
_NEXT = _LEFT + 32
WORK = _NEXT + 32
"""The size of the buffer that captures are worked out in: room for captures, for the minimal
rests (no floor has more than 41) and for a search 19 deep (180 pips in tens)."""


def reaches(cards: int, value: int) -> bool:
    """Tell whether some numerals of ``cards`` add up to ``value``, 1 to 10."""
    sums = 1
    rest = cards
    while rest:
        sums |= sums << ((lowest(rest) >> 2) + 1) & 2047
        rest &= rest - 1
    return sums >> value & 1 == 1


def rank_counts(cards: int) -> int:
    """Return how many cards of each rank below ten a set holds, four bits a rank."""
    pairs = (cards & 0x555555555) + (cards >> 1 & 0x555555555)
    return (pairs & 0x333333333) + (pairs >> 2 & 0x333333333)


def total_of(counts: int) -> int:
    """Return the sum of numerals below ten from the counts of their ranks."""
    total = 0
    value = 1
    while counts:
        total += value * (counts & 15)
        value += 1
        counts >>= 4
    return total


def holds(counts: int, part: int) -> bool:
    """Tell whether counts of ranks are at least those of ``part``, rank by rank."""
    return ((counts | GUARD) - part) & GUARD == GUARD


def minimal_rests(counts: int, value: int, work: MutableSequence[int]) -> int:
    """Write what the captures by sum leave, and return how many such rests there are.

    ``counts`` are the numerals below ``value``. Groups that add up to ``value`` are taken off one
    after the other, in the order of the table of ways; a rest that no group fits is kept unless it
    contains another. Equal ranks being alike, the unions of disjoint groups that no other union
    strictly contains are those that leave a minimal rest. The branch of a rest whose too high
    ranks alone contain a kept rest is cut, so that forty numerals take milliseconds.
    """
    first = FIRST[value]
    end = FIRST[value + 1]
    if total_of(counts) < 2 * value:
        return _single_rests(counts, first, end, work)
    work[_LEFT] = counts
    work[_NEXT] = first
    depth = 0
    found = 0
    fresh = True
    while depth >= 0:
        rest = work[_LEFT + depth]
        index = work[_NEXT + depth]
        while index < end and not holds(rest, way(index)):
            index += 1
        cut = index < end and found > 0 and _is_covered(_above(rest, way(index)), found, work)
        if index < end and not cut:
            work[_NEXT + depth] = index + 1
            rest -= way(index)
            if rest == 0:
                work[RESTS] = 0
                return 1
            depth += 1
            work[_LEFT + depth] = rest
            work[_NEXT + depth] = index
            fresh = True
        else:
            if fresh and not cut and not _fits_any(rest, first, work[_NEXT + depth]):
                found = _keep(rest, found, work)
            fresh = False
            depth -= 1
    return found


def _single_rests(counts: int, first: int, end: int, work: MutableSequence[int]) -> int:
    """Write what each way leaves of numerals too low for two groups; no rest contains another."""
    found = RESTS
    for index in range(first, end):
        rest = (counts | GUARD) - way(index)
        if rest & GUARD == GUARD:
            work[found] = rest & ~GUARD
            found += 1
    return found - RESTS


def _above(rest: int, part: int) -> int:
    """Return the counts of the ranks above the greatest rank of ``part``."""
    ranks = _held(part)
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    ranks |= ranks >> 16
    ranks |= ranks >> 32
    return rest & ~(15 * ranks)


def _is_covered(rest: int, found: int, work: MutableSequence[int]) -> bool:
    """Tell whether ``rest`` contains one of the rests found."""
    for at in range(RESTS, RESTS + found):
        if holds(rest, work[at]):
            return True
    return False


def _fits_any(rest: int, first: int, end: int) -> bool:
    """Tell whether one of the ways ``first`` to ``end`` can be taken off ``rest``."""
    for index in range(first, end):
        if holds(rest, way(index)):
            return True
    return False


def _keep(rest: int, found: int, work: MutableSequence[int]) -> int:
    """Add ``rest`` to the minimal rests unless it contains one; drop those that contain it."""
    if _is_covered(rest, found, work) or found == _RESTS_ROOM:
        return found
    kept = RESTS
    for at in range(RESTS, RESTS + found):
        if not holds(work[at], rest):
            work[kept] = work[at]
            kept += 1
    work[kept] = rest
    return kept + 1 - RESTS


def forced(rules: Rules, floor: int, card: int) -> int:
    """Return what ``card`` captures if there is at most one way: 0 if it would trail.

    ``OPEN`` is returned where groups fit or the komi may be a seven: see ``open_captures``.
    """
    if floor == 0:
        return 0
    if card >> 2 == JACK or (rules.komi_alone and floor == KOMI_BIT):
        return floor
    if rules.komi and card == KOMI:
        return OPEN if rules.komi_as_seven and not rules.largest else floor
    below = floor & ((1 << (card & ~3)) - 1)
    if below & (below - 1) and card < COURT and reaches(below, (card >> 2) + 1):
        return OPEN
    return floor & rank_mates(card)


def captures(rules: Rules, floor: int, card: int, work: MutableSequence[int]) -> int:
    """Write what ``card`` may capture, and return in how many ways; 0 if it would trail.

    The sets stand in ``work`` from 0, at most ``ROOM`` of them; the number returned is the true
    one. Every set is a union of disjoint groups that is not strictly contained in another (a match
    is a group of one): the player may choose among them and may not stop short of one.
    """
    taken = forced(rules, floor, card)
    if taken == OPEN:
        return open_captures(rules, floor, card, work)
    work[0] = taken
    return 1 if taken else 0


def open_captures(rules: Rules, floor: int, card: int, work: MutableSequence[int]) -> int:
    """Write what a card may capture for which ``forced`` gave ``OPEN``; return in how many ways."""
    if rules.komi and card == KOMI:
        return _komi_captures(floor, work)
    return _group_captures(floor, card, rules.largest, work)


def _komi_captures(floor: int, work: MutableSequence[int]) -> int:
    """Write what a seven would take and the whole floor, for a komi that may be either."""
    matches = floor & rank_mates(KOMI)
    found = 0
    if reaches(floor & ((1 << (KOMI & ~3)) - 1), 7):
        found = _group_captures(floor, KOMI, False, work)
    elif matches:
        work[0] = matches
        found = 1
    if found == 0 or work[0] != floor:
        work[found] = floor  # there is room: a seven captures in at most 412 ways
        found += 1
    return found


def _group_captures(floor: int, card: int, largest: bool, work: MutableSequence[int]) -> int:
    """Write the captures of a numeral where groups of lower numerals add up to it."""
    matches = floor & rank_mates(card)
    below = floor & ((1 << (card & ~3)) - 1)
    counts = rank_counts(below)
    rests = minimal_rests(counts, (card >> 2) + 1, work)
    if largest:
        work[0] = _largest(below, matches, rests, work)
        return 1
    ways = 0
    for at in range(RESTS, RESTS + rests):
        rest = work[at]
        partial = _held(rest) & _held(counts - rest)
        if partial == 0 and ways < ROOM:
            work[ways] = matches | below & ~(15 * _held(rest))
            ways += 1
        else:
            ways += _spread(below, rest, matches, ways, work)
    return ways


def _held(counts: int) -> int:
    """Return one bit, the lowest of four, for each rank of which there is a card."""
    return (counts | counts >> 1 | counts >> 2) & 0x111111111


def _spread(below: int, rest: int, matches: int, start: int, work: MutableSequence[int]) -> int:
    """Write every set that leaves ``rest`` of the numerals ``below``; return their number.

    Ranks of which nothing stays are taken whole; of the others every choice of cards is written.
    """
    whole = matches
    ways = 1
    partial = 0
    ranks = below
    while ranks:
        shift = lowest(ranks) & ~3
        four = below >> shift & 15
        left = rest >> shift & 15
        if left == 0:
            whole |= four << shift
        elif left < count(four):
            partial |= 1 << shift
            ways *= _choices(count(four), left)
        ranks &= ~(15 << shift)
    if start >= ROOM:
        return ways
    work[start] = whole
    written = 1
    while partial:
        shift = lowest(partial)
        taken = count(below >> shift & 15) - (rest >> shift & 15)
        written = _choose(below >> shift & 15, taken, shift, start, written, work)
        partial &= partial - 1
    return ways


def _choices(cards: int, chosen: int) -> int:
    """Return the number of ways to choose 1 to 3 of at most four cards."""
    return 6 if cards == 4 and chosen == 2 else cards if chosen in (1, cards - 1) else 1


def _choose(
    four: int, taken: int, shift: int, start: int, written: int, work: MutableSequence[int]
) -> int:
    """Multiply the sets written from ``start`` by the ways to take some cards of a rank."""
    first = 0
    total = written
    for some in range(1, 16):
        if some & ~four or count(some) != taken:
            continue
        if first == 0:
            first = some
        else:
            for at in range(written):
                if start + total < ROOM:
                    work[start + total] = work[start + at] | some << shift
                    total += 1
    for at in range(written):
        work[start + at] |= first << shift
    return total


def _largest(below: int, matches: int, rests: int, work: MutableSequence[int]) -> int:
    """Return the capture of most cards; of equals the one worth most, then of lowest cards."""
    best = 0
    for at in range(RESTS, RESTS + rests):
        taken = matches
        ranks = below
        while ranks:
            shift = lowest(ranks) & ~3
            four = below >> shift & 15
            # Of cards of one rank below ten only the 2♣ is worth more, and it is the lowest.
            for _ in range(count(four) - (work[at] >> shift & 15)):
                taken |= (four & -four) << shift
                four &= four - 1
            ranks &= ~(15 << shift)
        if best == 0 or _is_larger(taken, best):
            best = taken
    return best


def _is_larger(one: int, other: int) -> bool:
    """Tell whether a capture comes before another when the largest is taken."""
    if count(one) != count(other):
        return count(one) > count(other)
    if card_points(one) != card_points(other):
        return card_points(one) > card_points(other)
    differing = one ^ other
    return one & differing & -differing != 0


def can_capture(rules: Rules, floor: int, card: int) -> bool:
    """Tell whether ``card`` captures anything."""
    if floor == 0:
        return False
    if is_sweeper(rules, card) or floor & rank_mates(card):
        return True
    if rules.komi_alone and floor == KOMI_BIT:
        return True
    value = (card >> 2) + 1
    return value <= 10 and reaches(floor & ((1 << (card & ~3)) - 1), value)


def capturing(rules: Rules, floor: int, hand: int) -> int:
    """Return the cards of ``hand`` that capture something."""
    able = 0
    rest = hand
    while rest:
        card = lowest(rest)
        if can_capture(rules, floor, card):
            able |= 1 << card
        rest &= rest - 1
    return able


def playable(rules: Rules, floor: int, hand: int) -> int:
    """Return the cards of ``hand`` that may be played: all, unless capturing is a duty."""
    if rules.must_capture:
        able = capturing(rules, floor, hand)
        return able or hand
    return hand


def legal_plays(
    rules: Rules, floor: int, hand: int, plays: MutableSequence[int], work: MutableSequence[int]
) -> int:
    """Write the legal plays of ``hand``, at most ``ROOM``, and return their true number.

    Every card that may be played comes with at least one play.
    """
    total = 0
    written = 0
    rest = playable(rules, floor, hand)
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        ways = captures(rules, floor, card, work)
        if ways == 0:
            work[0] = 0
            ways = 1
        total += ways
        for at in range(min(ways, ROOM - written - count(rest))):
            plays[written] = card << CARDS | work[at]
            written += 1
    return total


def is_legal(rules: Rules, floor: int, hand: int, play: int, work: MutableSequence[int]) -> bool:
    """Tell whether ``hand`` may make ``play``, however many captures there are."""
    card = play >> CARDS
    captured = play & ALL
    if playable(rules, floor, hand) >> card & 1 == 0 or captured & ~floor:
        return False
    if captured == 0:
        return not can_capture(rules, floor, card)
    if card >> 2 == JACK or (rules.komi_alone and floor == KOMI_BIT):
        return captured == floor
    if rules.komi and card == KOMI:
        as_seven = rules.komi_as_seven and not rules.largest
        return captured == floor or (
            as_seven and _is_ordinary_capture(rules, floor, card, captured, work)
        )
    return _is_ordinary_capture(rules, floor, card, captured, work)


def _is_ordinary_capture(
    rules: Rules, floor: int, card: int, captured: int, work: MutableSequence[int]
) -> bool:
    """Tell whether ``captured`` is one of the captures by match and by sum."""
    matches = floor & rank_mates(card)
    value = (card >> 2) + 1
    below = floor & ((1 << (card & ~3)) - 1)
    if value > 10 or not reaches(below, value):
        return captured == matches
    rests = minimal_rests(rank_counts(below), value, work)
    if rules.largest:
        return captured == _largest(below, matches, rests, work)
    if captured & rank_mates(card) != matches or captured & ~(below | matches):
        return False
    left = rank_counts(below & ~captured)
    for at in range(RESTS, RESTS + rests):
        if work[at] == left:
            return True
    return False
