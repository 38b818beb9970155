"""How likely past plays are in a world, by a model of the seats that made them."""

from collections.abc import MutableSequence, Sequence
from math import exp

from basra.engine import ROOM, Four, State, legal_plays, next_seat, pick, put, side_of
from basra.kernel.chance import stepped
from basra.kernel.rows import GRAIN, SEATS
from basra.kernel.worlds import WORLD, draw_world, weigh_world, with_hands
from basra.rules import Rules
from basra.valuation import judge, lead_of, worth_of_card


def foresee(
    rules: Rules,
    before: State,
    own: int,
    held: Four,
    inner: int,
    chance: int,
    carried: int,
    boundary: Sequence[int],
    limit: int,
    salt: int,
    cards: MutableSequence[int],
    inside: MutableSequence[int],
    roots: MutableSequence[int],
    stock: MutableSequence[int],
    award: MutableSequence[int],
    rows: MutableSequence[int],
    plays: MutableSequence[int],
    drafts: MutableSequence[int],
    work: MutableSequence[int],
    memo: MutableSequence[int],
    gains: MutableSequence[float],
    values: MutableSequence[int],
) -> int:
    """Write what a seat with the hand ``own`` makes of its plays, and return their number.

    ``before`` is the state that it plays in, whose hands it does not see; ``held`` are their
    sizes. It searches ``inner`` worlds drawn from what it can see, or is careful if that is 0.
    The plays are left in ``roots``, the sums of their values in the second half of ``values``;
    those of a seat without a choice are not valued.
    """
    seat = before.turn
    found = min(legal_plays(rules, before.floor, own, roots, work), ROOM)
    if found == 1:
        return 1
    piles = before.piles[0] | before.piles[1] | before.piles[2] | before.piles[3]
    pool = ((1 << rules.pack) - 1) & ~(before.floor | piles | own)
    known = put((0, 0, 0, 0), seat, own)
    free = put(held, seat, 0)
    for root in range(found):
        values[found + root] = 0
    if inner == 0:
        after = next_seat(rules, seat)
        left = held[0] + held[1] + held[2] + held[3] + before.stock
        lead = lead_of(rules, before.piles, side_of(rules, seat))
        worth = worth_of_card(rules, rules.majority + carried, lead, left)
        for root in range(found):
            value = judge(
                rules,
                before.floor,
                roots[root],
                before.trails,
                False,
                worth,
                0,
                pool,
                pick(held, after),
                gains,
                work,
            )
            values[found + root] = int(value * GRAIN)
    for world in range(inner):
        chance = draw_world(known, free, pool, chance, cards, inside, 0)
        weigh_world(
            rules,
            with_hands(before, inside, 0),
            inside[SEATS],
            roots,
            found,
            carried,
            boundary,
            limit,
            salt + world,
            stock,
            award,
            rows,
            plays,
            drafts,
            work,
            memo,
            gains,
            values,
            0,
        )
        for root in range(found):
            values[found + root] += values[root]
    return found


def likelihood(
    rules: Rules,
    before: State,
    play: int,
    own: int,
    held: Four,
    inner: int,
    chance: int,
    sharpness: float,
    slip: float,
    carried: int,
    boundary: Sequence[int],
    limit: int,
    salt: int,
    cards: MutableSequence[int],
    inside: MutableSequence[int],
    roots: MutableSequence[int],
    stock: MutableSequence[int],
    award: MutableSequence[int],
    rows: MutableSequence[int],
    plays: MutableSequence[int],
    drafts: MutableSequence[int],
    work: MutableSequence[int],
    memo: MutableSequence[int],
    gains: MutableSequence[float],
    values: MutableSequence[int],
) -> float:
    """Return how likely a seat with the hand ``own`` was to make ``play`` before.

    The seat is taken to think as ``foresee`` has it, and to prefer plays by
    ``exp(sharpness * points)``; with probability ``slip`` it plays anything.
    """
    found = foresee(
        rules,
        before,
        own,
        held,
        inner,
        chance,
        carried,
        boundary,
        limit,
        salt,
        cards,
        inside,
        roots,
        stock,
        award,
        rows,
        plays,
        drafts,
        work,
        memo,
        gains,
        values,
    )
    if found == 1:
        return 1.0
    best = values[found]
    for root in range(found):
        best = max(best, values[found + root])
    total = 0.0
    made = 0.0
    for root in range(found):
        weight = exp_of(sharpness * (values[found + root] - best) / (max(1, inner) * GRAIN))
        total += weight
        if roots[root] == play:
            made = weight
    return slip / found + (1.0 - slip) * made / total


def exp_of(power: float) -> float:
    """Return e to a power that is not positive; below -30 it is nothing."""
    return exp(power) if power > -30.0 else 0.0


PAST = 16
"""The numbers of a past play: floor, trails, turn, last, play, the cards the seat has played since
in this packet, hands by size and piles by side."""


def past_state(past: Sequence[int], at: int, state: State) -> State:
    """Return the state in which a past play was made, without hands."""
    return State(
        past[at],
        (0, 0, 0, 0),
        (past[at + 10], past[at + 11], past[at + 12], past[at + 13]),
        (0, 0, 0, 0),
        past[at + 2],
        past[at + 3],
        past[at + 1],
        state.dealer,
        state.stock,
    )


def weigh_beliefs(
    rules: Rules,
    state: State,
    worlds: Sequence[int],
    number: int,
    past: Sequence[int],
    made: int,
    inner: int,
    chance: int,
    sharpness: float,
    slip: float,
    carried: int,
    boundary: Sequence[int],
    limit: int,
    salt: int,
    cards: MutableSequence[int],
    inside: MutableSequence[int],
    roots: MutableSequence[int],
    stock: MutableSequence[int],
    award: MutableSequence[int],
    rows: MutableSequence[int],
    plays: MutableSequence[int],
    drafts: MutableSequence[int],
    work: MutableSequence[int],
    memo: MutableSequence[int],
    gains: MutableSequence[float],
    values: MutableSequence[int],
    weights: MutableSequence[float],
) -> int:
    """Write how likely the ``made`` past plays of others are in each of ``number`` worlds."""
    for world in range(number):
        weight = 1.0
        for index in range(made):
            at = index * PAST
            before = past_state(past, at, state)
            own = worlds[world * WORLD + before.turn] | past[at + 5]
            held = (past[at + 6], past[at + 7], past[at + 8], past[at + 9])
            chance = stepped(chance)
            weight *= likelihood(
                rules,
                before,
                past[at + 4],
                own,
                held,
                inner,
                chance,
                sharpness,
                slip,
                carried,
                boundary,
                limit,
                salt + (world * made + index) * inner,
                cards,
                inside,
                roots,
                stock,
                award,
                rows,
                plays,
                drafts,
                work,
                memo,
                gains,
                values,
            )
        weights[world] = weight
    return chance
