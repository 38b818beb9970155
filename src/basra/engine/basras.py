"""When a sweep is a basra, and what it earns."""

from basra.cards import JACK, JACKS, KOMI, NUMERALS
from basra.engine.captures import RESTS, WORK, minimal_rests, rank_counts
from basra.engine.primitives import KOMI_BIT, buffer, count, is_sweeper, rank_mates, sum_of
from basra.rules import Basra, Rules

SWEEP = Basra.SWEEP.value
CHAIN = Basra.CHAIN.value
HIGH = 0xF << 36 | 0xFF << 44
"""Tens, queens and kings."""


def basra_points(
    rules: Rules, floor: int, card: int, captured: int, trails: int, is_last: bool
) -> int:
    """Return the points of the basra that a play makes, 0 if it makes none.

    ``floor`` is the floor before the play, ``trails`` is 1 if the play before trailed a card on a
    lone card, and ``is_last`` tells whether this is the last card of the deal.
    """
    if captured == 0 or captured != floor or (is_last and not rules.last_card):
        return 0
    lone = floor & (floor - 1) == 0
    if card >> 2 == JACK:
        return rules.jack_basra if lone and floor & JACKS else 0
    if rules.komi_alone and floor == KOMI_BIT:
        return _points_of(rules, card)
    single = lone and floor & rank_mates(card) != 0
    if rules.basra != SWEEP and not single and not _is_chain(rules, floor, card, trails):
        return 0
    if rules.komi and card == KOMI:
        return _points_of(rules, card) if earns_komi(rules, floor) else 0
    points = _points_of(rules, card)
    return points * _groups(card, captured) if rules.per_group else points


def _is_chain(rules: Rules, floor: int, card: int, trails: int) -> bool:
    """Tell whether a sweep takes a lone card and the card just trailed on it by their sum."""
    by_sum = floor & rank_mates(card) == 0 and not is_sweeper(rules, card)
    return rules.basra == CHAIN and trails == 1 and count(floor) == 2 and by_sum


def _points_of(rules: Rules, card: int) -> int:
    """Return the points of one basra made with ``card``."""
    if rules.basra_points:
        return rules.basra_points
    rank = card >> 2
    if rank < JACK:
        return 2 * (rank + 1)
    return 2 * (rules.king_value if rank > JACK + 1 else rules.queen_value)


def _groups(card: int, captured: int) -> int:
    """Return how many groups a capture by match and by sum is made of."""
    value = (card >> 2) + 1
    return sum_of(captured) // value if value <= 10 else count(captured)


def earns_komi(rules: Rules, floor: int) -> bool:
    """Tell whether the komi with power earns a basra by taking ``floor``."""
    if floor & ~HIGH == 0 and rules.komi_high:
        return True
    if floor & ~NUMERALS:
        return False
    total = sum_of(floor)
    if total <= rules.komi_sum:
        return True
    if rules.komi_groups and _splits_evenly(floor, total, rules.komi_sum):
        return True
    as_seven = rules.komi_seven_basra or rules.komi_as_seven
    return as_seven and total % 7 == 0 and divides(floor, 7)


def _splits_evenly(cards: int, total: int, greatest: int) -> bool:
    """Tell whether numerals split into two or more groups of one sum of at most ``greatest``."""
    for value in range(1, greatest + 1):
        if total % value == 0 and total > value and divides(cards, value):
            return True
    return False


def divides(cards: int, value: int) -> bool:
    """Tell whether numerals whose total is a multiple of ``value`` split into groups of it."""
    if cards >> 4 * value:
        return False
    below = cards & ((1 << 4 * (value - 1)) - 1)
    if below == 0:
        return True
    work = buffer(WORK)
    minimal_rests(rank_counts(below), value, work)
    return work[RESTS] == 0
