"""What piles and totals are worth: card points, the majority, the end of a match."""

from basra.cards import JACKS
from basra.engine.primitives import NOBODY, Four, count, pick, put
from basra.rules import Rules, Tie, TieBreak

TIE_ALL = Tie.ALL.value
TIE_CARRY = Tie.CARRY.value
BREAK_DRAW = TieBreak.DRAW.value
BREAK_EXTEND = TieBreak.EXTEND.value

ACES = 0xF
TWO_OF_CLUBS = 1 << 4
TEN_OF_DIAMONDS = 1 << 37
DRAWN = -2
"""Stands for the winner of a match that ended level."""


def card_points(pile: int) -> int:
    """Return the points in a pile: each ace and jack 1, the 2♣ 2, the 10♦ 3."""
    points = count(pile & (ACES | JACKS))
    if pile & TWO_OF_CLUBS:
        points += 2
    if pile & TEN_OF_DIAMONDS:
        points += 3
    return points


def majority(rules: Rules, counts: Four, carried: int) -> tuple[Four, int]:
    """Return what each side gets for most cards, and what is carried to the next deal.

    ``counts`` are the cards of each side; ``carried`` was held over from the deals before.
    """
    most = max(counts)
    leaders = 0
    for side in range(rules.sides):
        if pick(counts, side) == most:
            leaders += 1
    stake = rules.majority + carried
    if leaders > 1 and rules.tie != TIE_ALL:
        return (0, 0, 0, 0), stake if rules.tie == TIE_CARRY else 0
    awards = (0, 0, 0, 0)
    for side in range(rules.sides):
        if pick(counts, side) == most:
            awards = put(awards, side, stake)
    return awards, 0


def score(rules: Rules, piles: Four, bonus: Four, carried: int) -> tuple[Four, int]:
    """Return what each side scores in a deal whose leavings are in the piles, and the carry."""
    counts = (count(piles[0]), count(piles[1]), count(piles[2]), count(piles[3]))
    awards, carry = majority(rules, counts, carried)
    scores = (0, 0, 0, 0)
    for side in range(rules.sides):
        points = card_points(pick(piles, side)) + pick(bonus, side) + pick(awards, side)
        scores = put(scores, side, points)
    return scores, carry


def winner(rules: Rules, totals: Four, target: int) -> int:
    """Return the side that has won with these totals, ``NOBODY`` while the match goes on.

    ``DRAWN`` is returned where a tie of leaders at or past the target is a draw. ``target`` is
    that of the rules, or what ties have raised it to (``next_target``).
    """
    best = max(totals)
    if best < target:
        return NOBODY
    leader = NOBODY
    leaders = 0
    for side in range(rules.sides):
        if pick(totals, side) == best:
            leader = side
            leaders += 1
    if leaders == 1:
        return leader
    return DRAWN if rules.tie_break == BREAK_DRAW else NOBODY


def next_target(rules: Rules, totals: Four, target: int) -> int:
    """Return the target after a deal that won nobody the match: ties may raise it."""
    if rules.tie_break == BREAK_EXTEND:
        while target <= max(totals):
            target += rules.extension
    return target
