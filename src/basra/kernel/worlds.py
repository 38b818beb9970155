"""Weighs the plays of a seat over worlds: hands that the others may hold, drawn by chance.

In each world the rest of the packet is searched exactly, or played out by seats that look at their
own hands alone; what comes after the packet is worth what a table of leads says (``boundary``).
"""

from collections.abc import MutableSequence, Sequence

from basra.engine import (
    Four,
    State,
    apply,
    card_points,
    collect,
    count,
    lowest,
    majority,
    packet_size,
    pick,
    side_of,
)
from basra.engine.course import no_hands
from basra.kernel.alphabeta import EVEN, floor_margin
from basra.kernel.chance import high_below, stepped
from basra.kernel.intuition import Intuition, best_of, drawn, glance, lean
from basra.kernel.rows import BEST, GRAIN, SEATS, VALUES
from basra.kernel.search import search
from basra.kernel.workspace import Workspace
from basra.rules import Rules
from basra.valuation import lead_of

WORLD = 5
"""The numbers of a world: hands by seat, and the cards that are in no hand."""


def draw_world(
    known: Four,
    free: Four,
    pool: int,
    chance: int,
    cards: MutableSequence[int],
    worlds: MutableSequence[int],
    at: int,
) -> int:
    """Write a world in which each seat holds ``free`` cards of ``pool`` beside those known.

    Each way is equally likely. ``cards`` has room for the pool. Returns the state of the chance.
    """
    size = 0
    rest = pool
    while rest:
        cards[size] = lowest(rest)
        rest &= rest - 1
        size += 1
    drawn = 0
    left = pool
    for seat in range(SEATS):
        hand = pick(known, seat)
        for _ in range(pick(free, seat)):
            chance = stepped(chance)
            other = drawn + high_below(chance, size - drawn)
            card = cards[other]
            cards[other] = cards[drawn]
            cards[drawn] = card
            drawn += 1
            hand |= 1 << card
        worlds[at + seat] = hand
        left &= ~hand
    worlds[at + SEATS] = left
    return chance


def with_hands(state: State, worlds: Sequence[int], at: int) -> State:
    """Return a state in which the seats hold what they do in a world."""
    return State(
        state.floor,
        (worlds[at], worlds[at + 1], worlds[at + 2], worlds[at + 3]),
        state.piles,
        state.bonus,
        state.turn,
        state.last,
        state.trails,
        state.dealer,
        state.stock,
    )


def held_cards(state: State) -> int:
    """Return how many cards all seats hold."""
    hands = state.hands
    return count(hands[0] | hands[1] | hands[2] | hands[3])


def lay_undealt(rules: Rules, world: State, undealt: int, stock: MutableSequence[int]) -> None:
    """Write the cards that cannot be dealt after the last packet at the end of ``stock``.

    Without any, the stock is known.
    """
    if undealt and packet_size(rules, world.stock) == 0:
        rest = undealt
        for place in range(len(stock) - world.stock, len(stock)):
            stock[place] = lowest(rest)
            rest &= rest - 1


def search_child(
    rules: Rules,
    child: State,
    side: int,
    carried: int,
    boundary: Sequence[int],
    limit: int,
    salt: int,
    space: Workspace,
) -> tuple[int, int]:
    """Return how many positions were seen, at most ``limit``, and what perfect play comes to.

    The value is the margin of ``side`` in thousandths of a point; it is none at the limit.
    """
    rows = space.rows
    looked = search(rules, child, carried, boundary, limit, salt, space)
    if rules.sides == 2:
        return looked, rows[BEST] if side == 0 else -rows[BEST]
    total = 0
    for other in range(rules.sides):
        total += rows[VALUES + other]
    own = rows[VALUES + side]
    return looked, own - (total - own) // (rules.sides - 1)


def play_out(
    rules: Rules,
    world: State,
    carried: int,
    seat: int,
    intuition: Intuition,
    chance: int,
    space: Workspace,
) -> State:
    """Return the state when all have played the packet to its end at a glance.

    Each looks at its own hand alone. The seat makes what it thinks best, the others lean to it.
    """
    plays, worths = space.plays, space.worths
    state = world
    while not no_hands(state.hands):
        hands = state.hands
        held = (count(hands[0]), count(hands[1]), count(hands[2]), count(hands[3]))
        own = pick(hands, state.turn)
        found = glance(rules, state, own, held, carried, intuition.net, space)
        choice = 0
        if found > 1 and state.turn == seat:
            choice = best_of(worths, found)
        elif found > 1:
            lean(worths, found, intuition)
            chance = stepped(chance)
            choice = drawn(worths, found, chance)
        state = apply(rules, state, plays[choice])
    return state


def margin_at_end(
    rules: Rules, state: State, undealt: int, carried: int, boundary: Sequence[int], side: int
) -> int:
    """Return the margin of ``side`` where a packet has ended, in thousandths of a point.

    Beyond it stands what the ``boundary`` says of the lead, and between two of the floor.
    """
    last = packet_size(rules, state.stock) == 0
    end = collect(rules, state, undealt) if last else state
    piles = end.piles
    counts = (count(piles[0]), count(piles[1]), count(piles[2]), count(piles[3]))
    awards, _ = majority(rules, counts, carried)
    own = 0
    others = 0
    for other in range(rules.sides):
        value = (card_points(pick(piles, other)) + pick(end.bonus, other)) * GRAIN
        if last:
            value += pick(awards, other) * GRAIN
        elif rules.sides > 2:
            value += boundary[EVEN + lead_of(rules, piles, other)]
        if other == side:
            own = value
        else:
            others += value
    margin = own - others // (rules.sides - 1)
    if rules.sides == 2 and not last:
        margin += boundary[EVEN + lead_of(rules, piles, side)]
        margin += floor_margin(rules, boundary, end.floor, end.turn, side)
    return margin


def weigh_worlds(
    rules: Rules,
    state: State,
    worlds: Sequence[int],
    roots: Sequence[int],
    carried: int,
    boundary: Sequence[int],
    limit: int,
    salt: int,
    intuition: Intuition,
    chance: int,
    space: Workspace,
    values: MutableSequence[int],
) -> int:
    """Write the value of each root play in each world; return the positions seen.

    Worlds are searched, each child up to ``limit`` positions; where a search gives up, and in all
    worlds if the limit is 0, they are played out. In a world all roots meet the same chance, so
    that they can be compared. The stock of the workspace has room at its end for the cards that
    are not dealt. Without roots a world is searched as it stands, and the rows of the workspace
    tell a best play: not by an entry of its own, for that would be compiled again with all that it
    calls.
    """
    side = side_of(rules, state.turn)
    nodes = 0
    found = len(roots)
    children = max(found, 1)
    for at in range(len(worlds) // WORLD):
        chance = stepped(chance)
        world = with_hands(state, worlds, at * WORLD)
        undealt = worlds[at * WORLD + SEATS]
        if limit:
            lay_undealt(rules, world, undealt, space.stock)
        for root in range(children):
            child = apply(rules, world, roots[root]) if found else world
            looked = 0
            value = 0
            if limit:
                looked, value = search_child(
                    rules, child, side, carried, boundary, limit, salt + at, space
                )
            if looked >= limit and found:
                end = play_out(rules, child, carried, state.turn, intuition, chance, space)
                value = margin_at_end(rules, end, undealt, carried, boundary, side)
            values[at * children + root] = value
            nodes += looked if limit else held_cards(child)
    return nodes


def draw_worlds(
    known: Four,
    free: Four,
    pool: int,
    chance: int,
    cards: MutableSequence[int],
    worlds: MutableSequence[int],
) -> int:
    """Write as many worlds as there is room for, see ``draw_world``."""
    for at in range(0, len(worlds), WORLD):
        chance = draw_world(known, free, pool, chance, cards, worlds, at)
    return chance
