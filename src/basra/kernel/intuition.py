"""What a seat makes of its plays at a glance, from its own hand and what lies open.

The network that was learnt for the table is asked (``basra train``), or a careful player.
The network sees no cards, only what each card could take: points, by the rules of the table. So the
same few numbers serve all games. It makes of a play how likely its teacher was to make it, as a
logarithm; a careful player makes points of it. Another seat leans to the higher number, but does
not always find it.
"""

from collections.abc import MutableSequence, Sequence
from math import exp
from typing import NamedTuple

from basra.cards import ALL, CARDS, KOMI
from basra.engine import (
    NOBODY,
    ROOM,
    Effect,
    Four,
    State,
    card_points,
    count,
    effect_of,
    is_sweeper,
    legal_plays,
    lowest,
    next_seat,
    packet_size,
    pick,
    side_of,
)
from basra.engine.primitives import KOMI_BIT
from basra.engine.scores import TEN_OF_DIAMONDS, TWO_OF_CLUBS
from basra.kernel.chance import high_below
from basra.kernel.workspace import Workspace
from basra.rules import Rules
from basra.valuation import (
    best_capture,
    best_gain,
    gain,
    judge,
    lead_of,
    worth_of_card,
)

RANKS = 13
KINDS = 16
"""The kinds of cards: the ranks, then the three cards that differ from their rank mates."""
AFTER, OUT, LYING, GAINS, FEARED, OWN = range(0, 6 * KINDS, KINDS)
"""By kind: cards kept, cards not seen, cards on the floor, what one could take there, the same
times the chance that the next seat holds one, and what an own card could take."""
TABLE = 6 * KINDS
PLAYED = TABLE + 12
ANSWERED = PLAYED + 15
"""By kind, between two seats: what the seat could take after the other has played one, and how much
more the other gains by it, times the chance that it holds one. Among more seats others answer."""
INPUTS = ANSWERED + 2 * KINDS
FIRST = 128
SECOND = 64
NETWORK = INPUTS * FIRST + FIRST + FIRST * SECOND + SECOND + SECOND + 1
"""The numbers of a network: the weights of each layer, by input, then what is added."""
_SEEN = CARDS
_PLAYED = _SEEN + PLAYED
_ANSWERED = _SEEN + ANSWERED
_HIDDEN = _SEEN + INPUTS
_KEPT = _HIDDEN + FIRST + SECOND
SCRATCH = _KEPT + max(INPUTS, FIRST) + 4
"""The room of floats: for the gains of ``judge``, then for the inputs and layers of the network and
for those of a layer that are not 0."""
_TENTH = 0.1
_PARTS = 1 << 30
"""What a chance between 0 and 1 is counted in."""


class Intuition(NamedTuple):
    """How a seat is taken to choose its plays."""

    net: Sequence[float]
    """The weights of a network, or one number where there is none: the seat is careful then."""
    sharpness: float
    """How strongly it prefers a play that is better at a glance."""
    slip: float
    """The chance that it plays without regard to that."""


def glance(
    rules: Rules,
    before: State,
    own: int,
    held: Four,
    carried: int,
    net: Sequence[float],
    space: Workspace,
) -> int:
    """Write the plays of the seat in turn and what it makes of them; return their number.

    It holds ``own`` and knows how many cards the others hold (``held``), not which. Without a
    choice nothing is weighed. They are left in ``plays`` and ``worths`` of the workspace.
    """
    plays, scratch, work, worths = space.plays, space.scratch, space.work, space.worths
    found = min(legal_plays(rules, before.floor, own, plays, work), ROOM)
    if found == 1:
        return 1
    pool = _unseen(rules, before, own)
    hands = held[0] + held[1] + held[2] + held[3]
    worth = _worth(rules, before, hands, carried)
    after = pick(held, next_seat(rules, before.turn))
    is_last = hands == 1 and packet_size(rules, before.stock) == 0
    for at in range(found):
        if len(net) > 1:
            see(rules, before, plays[at], own, held, worth, pool, scratch, work)
            worths[at] = sense(net, scratch, work)
        else:
            worths[at] = judge(
                rules,
                before.floor,
                plays[at],
                before.trails,
                is_last,
                worth,
                0,
                pool if after else 0,
                after,
                scratch,
                work,
            )
    return found


def _unseen(rules: Rules, before: State, own: int) -> int:
    """Return the cards that the holder of ``own`` does not see."""
    piles = before.piles[0] | before.piles[1] | before.piles[2] | before.piles[3]
    return ((1 << rules.pack) - 1) & ~(before.floor | piles | own)


def _worth(rules: Rules, before: State, hands: int, carried: int) -> float:
    """Return what a card is worth to the seat in turn, ``hands`` being the cards in all hands."""
    lead = lead_of(rules, before.piles, side_of(rules, before.turn))
    return worth_of_card(rules, rules.majority + carried, lead, hands + before.stock)


def best_of(worths: Sequence[float], found: int) -> int:
    """Return which of the first ``found`` is worth most."""
    best = 0
    for at in range(1, found):
        if worths[at] > worths[best]:
            best = at
    return best


def lean(worths: MutableSequence[float], found: int, intuition: Intuition) -> None:
    """Turn what a seat makes of the first ``found`` plays into how likely each is to be made.

    It is taken to prefer plays by ``exp(sharpness * worth)``; with probability ``slip`` it plays
    anything.
    """
    sharpness, slip = intuition.sharpness, intuition.slip
    best = worths[best_of(worths, found)]
    total = 0.0
    for at in range(found):
        power = sharpness * (worths[at] - best)
        worths[at] = exp(power) if power > -30.0 else 0.0
        total += worths[at]
    for at in range(found):
        worths[at] = slip / found + (1.0 - slip) * worths[at] / total


def drawn(likely: Sequence[float], found: int, chance: int) -> int:
    """Return one of ``found`` plays, each as likely as is said, by the state of a generator."""
    left = high_below(chance, _PARTS) / _PARTS
    for at in range(found - 1):
        left -= likely[at]
        if left < 0.0:
            return at
    return found - 1


def cards_of(kind: int) -> int:
    """Return the cards of a kind."""
    if kind < RANKS:
        return 15 << 4 * kind & ~(TWO_OF_CLUBS | TEN_OF_DIAMONDS | KOMI_BIT)
    if kind == RANKS:
        return TWO_OF_CLUBS
    return TEN_OF_DIAMONDS if kind == RANKS + 1 else 1 << KOMI


def see(
    rules: Rules,
    before: State,
    play: int,
    own: int,
    held: Four,
    worth: float,
    pool: int,
    scratch: MutableSequence[float],
    work: MutableSequence[int],
) -> None:
    """Write what the network is told of a play: mostly, what it leaves to be taken."""
    hands = held[0] + held[1] + held[2] + held[3]
    is_end = packet_size(rules, before.stock) == 0
    is_last = is_end and hands == 1
    card = play >> CARDS
    made = effect_of(rules, before.floor, card, play & ALL, before.trails, is_last)
    after = own & ~(1 << card)
    second = pick(held, next_seat(rules, before.turn))
    _see_kinds(rules, made.floor, made.trails, after, pool, second, worth, scratch, work)
    _see_table(rules, before, held, count(pool), is_end, scratch)
    at = _PLAYED
    scratch[at] = gain(made, worth) * _TENTH
    scratch[at + 1] = worth
    scratch[at + 2] = 1.0 if is_sweeper(rules, card) else 0.0
    scratch[at + 3] = _reply(second, count(pool), scratch)
    scratch[at + 4] = count(after) / 4
    scratch[at + 5] = count(made.floor) / 5
    scratch[at + 6] = card_points(made.floor) / 3
    scratch[at + 7] = 1.0 if made.floor == 0 else 0.0
    scratch[at + 8] = 1.0 if count(made.floor) == 1 else 0.0
    scratch[at + 9] = made.trails
    scratch[at + 10] = count(made.taken) / 5
    scratch[at + 11] = made.points / 10
    scratch[at + 12] = card_points(made.taken) / 3
    last = before.turn if play & ALL else before.last
    taker = 0.0
    if last != NOBODY:
        taker = 1.0 if side_of(rules, last) == side_of(rules, before.turn) else -1.0
    scratch[at + 13] = taker
    scratch[at + 14] = taker if is_end else 0.0


def _see_kinds(
    rules: Rules,
    floor: int,
    trails: int,
    after: int,
    pool: int,
    held: int,
    worth: float,
    scratch: MutableSequence[float],
    work: MutableSequence[int],
) -> None:
    """Write what is told of each kind of card, ``held`` of the pool being with the next seat."""
    size = count(pool)
    share = held / size if size else 0.0
    for kind in range(KINDS):
        cards = cards_of(kind)
        mine = count(after & cards)
        out = count(pool & cards)
        value = 0.0
        answer = 0.0
        if mine + out:
            one = lowest((after | pool) & cards)
            taken, best = best_capture(rules, floor, one, trails, worth, work)
            value = best * _TENTH
            if out and rules.seats == 2:
                made = effect_of(rules, floor, one, taken, trails, False)
                answer = _answer(rules, made, after, worth, work) * _TENTH
        likely = min(1.0, out * share)
        at = _SEEN + kind
        scratch[at + AFTER] = mine
        scratch[at + OUT] = out / 4
        scratch[at + LYING] = count(floor & cards)
        scratch[at + GAINS] = value
        scratch[at + FEARED] = value * likely
        scratch[at + OWN] = value if mine else 0.0
        at = _ANSWERED + kind
        scratch[at] = answer
        scratch[at + KINDS] = (value - answer) * likely if rules.seats == 2 else 0.0


def _answer(
    rules: Rules, made: Effect, own: int, worth: float, work: MutableSequence[int]
) -> float:
    """Return the best that one of the own cards brings after the other seat's play."""
    best = 0.0
    rest = own
    while rest:
        best = max(best, best_gain(rules, made.floor, lowest(rest), made.trails, worth, work))
        rest &= rest - 1
    return best


def _see_table(
    rules: Rules,
    before: State,
    held: Four,
    size: int,
    is_end: bool,
    scratch: MutableSequence[float],
) -> None:
    """Write what is told of the table, whatever is played, ``size`` cards being unseen."""
    second = next_seat(rules, before.turn)
    third = next_seat(rules, second)
    at = _SEEN + TABLE
    scratch[at] = pick(held, second) / 4
    scratch[at + 1] = pick(held, third) / 4 if rules.seats > 2 else 0.0
    scratch[at + 2] = pick(held, next_seat(rules, third)) / 4 if rules.seats > 3 else 0.0
    scratch[at + 3] = before.stock / 40
    scratch[at + 4] = 1.0 if is_end else 0.0
    lead = lead_of(rules, before.piles, side_of(rules, before.turn))
    scratch[at + 5] = max(-1.5, min(1.5, lead / 10))
    scratch[at + 6] = size / 40
    scratch[at + 7] = pick(held, second) / size if size else 0.0
    scratch[at + 8] = rules.majority / 30
    scratch[at + 9] = rules.packet / 6
    scratch[at + 10] = rules.basra_points / 10
    scratch[at + 11] = 1.0 if rules.must_capture else 0.0


def _reply(held: int, size: int, scratch: Sequence[float]) -> float:
    """Return the expected best gain of a seat that holds ``held`` of ``size`` cards not seen."""
    expected = 0.0
    missing = 1.0  # the probability that none of the better cards is held
    left = size
    below = 1e9
    while missing > 0.001 and left > 0:
        best = 0.0
        for kind in range(KINDS):
            value = scratch[_SEEN + GAINS + kind]
            if best < value < below and scratch[_SEEN + OUT + kind] > 0.0:
                best = value
        if best <= 0.0:
            break
        out = 0.0
        for kind in range(KINDS):
            if scratch[_SEEN + GAINS + kind] == best:
                out += 4 * scratch[_SEEN + OUT + kind]
        for _ in range(int(out + 0.5)):
            chance = min(1.0, held / left) if left else 1.0
            expected += missing * chance * best
            missing *= 1.0 - chance
            left -= 1
        below = best
    return expected


def sense(
    net: Sequence[float], scratch: MutableSequence[float], work: MutableSequence[int]
) -> float:
    """Return what the network makes of what was seen: how it leans to the play."""
    second = _HIDDEN + FIRST
    row = _layer(net, 0, scratch, _SEEN, INPUTS, _HIDDEN, FIRST, work)
    row = _layer(net, row, scratch, _HIDDEN, FIRST, second, SECOND, work)
    worth = net[row + SECOND]
    for cell in range(SECOND):
        worth += scratch[second + cell] * net[row + cell]
    return worth


def _layer(
    net: Sequence[float],
    row: int,
    scratch: MutableSequence[float],
    start: int,
    inputs: int,
    to: int,
    cells: int,
    work: MutableSequence[int],
) -> int:
    """Write a layer, nothing below 0, and return where the numbers of the next one begin.

    Inputs that are 0 are left out, the others are added four at a time: three times as fast.
    """
    found = 0
    for at in range(inputs):
        value = scratch[start + at]
        scratch[_KEPT + found] = value
        work[found] = row + at * cells
        if value != 0.0:
            found += 1
    for at in range(found, found + 3):
        scratch[_KEPT + at] = 0.0
        work[at] = row
    added = row + inputs * cells
    for cell in range(cells):
        scratch[to + cell] = net[added + cell]
    for at in range(0, found, 4):
        a, b, c, d = work[at], work[at + 1], work[at + 2], work[at + 3]
        by_a, by_b = scratch[_KEPT + at], scratch[_KEPT + at + 1]
        by_c, by_d = scratch[_KEPT + at + 2], scratch[_KEPT + at + 3]
        # None is below 0; a compiler that sees it adds many cells at once.
        if a >= 0 and b >= 0 and c >= 0 and d >= 0:
            for cell in range(cells):
                scratch[to + cell] = (
                    scratch[to + cell]
                    + by_a * net[a + cell]
                    + by_b * net[b + cell]
                    + by_c * net[c + cell]
                    + by_d * net[d + cell]
                )
    for cell in range(cells):
        scratch[to + cell] = max(0.0, scratch[to + cell])
    return row + (inputs + 1) * cells


def see_all(
    rules: Rules,
    before: State,
    own: int,
    held: Four,
    carried: int,
    plays: Sequence[int],
    found: int,
    scratch: MutableSequence[float],
    work: MutableSequence[int],
    seen: MutableSequence[float],
) -> int:
    """Write what the network would be told of each of ``found`` plays, to learn from it."""
    pool = _unseen(rules, before, own)
    worth = _worth(rules, before, held[0] + held[1] + held[2] + held[3], carried)
    for at in range(found):
        see(rules, before, plays[at], own, held, worth, pool, scratch, work)
        for place in range(INPUTS):
            seen[at * INPUTS + place] = scratch[_SEEN + place]
    return found * INPUTS
