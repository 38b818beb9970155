"""What a play is worth at a glance: card points, basras, the race for the majority, the reply.

Plain functions on numbers in the dialect of the engine, floats allowed, so that they can be
compiled beside it. They hold no rule: what is captured and what it earns they ask the engine.
"""

from collections.abc import MutableSequence
from math import erf, sqrt

from basra.cards import CARDS, JACK, KOMI
from basra.engine import (
    ROOM,
    Effect,
    Four,
    captures,
    card_points,
    count,
    effect_of,
    is_sweeper,
    lowest,
    pick,
)
from basra.rules import Rules

SPREAD = 3.27
"""The standard deviation of the final difference of cards is ``SPREAD * cards_left ** GROWTH``:
a fit to 6.9, 8.5, 10.5, 11.4 and 12.2 cards with 1 to 5 packets of eight left."""
GROWTH = 0.36

HELD = 2.0
HELD_SWEEP = 3.0
"""A sweeper kept in the hand is worth ``HELD`` points and ``HELD_SWEEP`` cards; found by play."""


def majority_value(rules: Rules, stake: int, difference: float, cards_left: int) -> float:
    """Return what a lead of ``difference`` cards over the best other side is worth, in points.

    ``stake`` is what the majority earns. Between two sides the value is that of the margin.
    """
    if cards_left <= 0:
        lead = 1.0 if difference > 0 else -1.0 if difference < 0 else 0.0
    else:
        spread = SPREAD * cards_left**GROWTH
        lead = erf(difference / (spread * sqrt(2.0)))
    return stake * (lead if rules.sides == 2 else (lead + 1.0) / 2.0)


def lead_of(rules: Rules, piles: Four, side: int) -> int:
    """Return by how many cards a side leads the best other side."""
    most = 0
    for other in range(rules.sides):
        if other != side:
            most = max(most, count(pick(piles, other)))
    return count(pick(piles, side)) - most


def worth_of_card(rules: Rules, stake: int, lead: int, cards_left: int) -> float:
    """Return what one more card is worth in the race for the majority."""
    now = majority_value(rules, stake, lead - 1.0, cards_left)
    return (majority_value(rules, stake, lead + 1.0, cards_left) - now) / 2.0


def price_of_sweeper(rules: Rules, card: int, worth: float) -> float:
    """Return what it costs to let a jack or a komi with power go, 0 for other cards."""
    return HELD + HELD_SWEEP * worth if is_sweeper(rules, card) else 0.0


def gain(made: Effect, worth: float) -> float:
    """Return what a play brings at once: card points, basra, and cards at ``worth`` each."""
    return card_points(made.taken) + made.points + worth * count(made.taken)


def best_capture(
    rules: Rules,
    floor: int,
    card: int,
    trails: int,
    worth: float,
    work: MutableSequence[int],
) -> tuple[int, float]:
    """Return the capture by which ``card`` brings most at once, 0 if there is none, and how much.

    A sweeper is let go at its price, if that is less than what it brings.
    """
    best = 0
    most = -1.0
    for at in range(min(captures(rules, floor, card, work), ROOM)):
        value = gain(effect_of(rules, floor, card, work[at], trails, False), worth)
        if value > most:
            most = value
            best = work[at]
    if best == 0:
        return 0, 0.0
    return best, max(0.0, most - price_of_sweeper(rules, card, worth))


def best_gain(
    rules: Rules,
    floor: int,
    card: int,
    trails: int,
    worth: float,
    work: MutableSequence[int],
) -> float:
    """Return the best that ``card`` brings at once, a sweeper being let go at its price."""
    return best_capture(rules, floor, card, trails, worth, work)[1]


def expected_reply(
    rules: Rules,
    floor: int,
    trails: int,
    known: int,
    pool: int,
    held: int,
    worth: float,
    gains: MutableSequence[float],
    work: MutableSequence[int],
) -> float:
    """Return the expected best gain of a seat that holds ``known`` and ``held`` of ``pool``.

    Each hand being equally likely, the best card held is the best of the pool with probability
    held / cards, the second best if not the first, and so on. ``gains`` has room for 52.
    """
    sure = 0.0
    rest = known
    while rest:
        sure = max(sure, best_gain(rules, floor, lowest(rest), trails, worth, work))
        rest &= rest - 1
    number = _pool_gains(rules, floor, trails, pool, worth, gains, work)
    expected = 0.0
    missing = 1.0  # the probability that none of the better cards is held
    left = number
    while left > 0 and missing > 0.0:
        best = -1.0
        place = 0
        for at in range(left):
            if gains[at] > best:
                best = gains[at]
                place = at
        if best <= sure:
            break
        # Of the cards not yet ruled out, `held` are in the hand.
        chance = min(1.0, held / left)
        expected += missing * chance * best
        missing *= 1.0 - chance
        left -= 1
        gains[place] = gains[left]
    return expected + missing * sure


def _pool_gains(
    rules: Rules,
    floor: int,
    trails: int,
    pool: int,
    worth: float,
    gains: MutableSequence[float],
    work: MutableSequence[int],
) -> int:
    """Write the best gain of every card of ``pool``; cards alike are looked at once."""
    number = 0
    rest = pool
    while rest:
        card = lowest(rest)
        alike = rest & 15 << (card & ~3)
        if rules.komi and alike >> KOMI & 1:
            alike = 1 << KOMI if card == KOMI else alike & ~(1 << KOMI)
        own = 0 if card >> 2 == JACK else card_points(1 << card)
        value = best_gain(rules, floor, card, trails, worth, work)
        rest &= ~alike
        while alike:
            other = lowest(alike)
            alike &= alike - 1
            extra = 0 if card >> 2 == JACK else card_points(1 << other) - own
            gains[number] = value + extra if value > 0.0 else value
            number += 1
    return number


def judge(
    rules: Rules,
    floor: int,
    play: int,
    trails: int,
    is_last: bool,
    worth: float,
    known: int,
    pool: int,
    held: int,
    gains: MutableSequence[float],
    work: MutableSequence[int],
) -> float:
    """Return what a play is worth: its gain, less a sweeper's price, less the reply to expect.

    ``known``, ``pool`` and ``held`` describe the hand of the seat that plays next.
    """
    card = play >> CARDS
    captured = play & ((1 << CARDS) - 1)
    made = effect_of(rules, floor, card, captured, trails, is_last)
    value = gain(made, worth) - price_of_sweeper(rules, card, worth)
    if made.floor == 0 or known | pool == 0:
        return value
    share = 1.0 / (rules.sides - 1)
    reply = expected_reply(rules, made.floor, made.trails, known, pool, held, worth, gains, work)
    return value - share * reply
