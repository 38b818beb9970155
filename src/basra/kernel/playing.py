"""Plays worlds on to the end of the packet, each seat by a search of what it sees itself.

Exact search takes every seat to see all hands. Here nobody does, neither the others nor the seat
that weighs its plays.
"""

from collections.abc import MutableSequence, Sequence

from basra.engine import State, apply, count, pick, side_of
from basra.engine.course import no_hands
from basra.kernel.beliefs import foresee
from basra.kernel.chance import stepped
from basra.kernel.rows import SEATS
from basra.kernel.worlds import WORLD, margin_at_end, with_hands
from basra.rules import Rules

LONGEST = 16
"""Plays of a packet at most that are thought over; each takes ``inner`` salts."""


def play_on(
    rules: Rules,
    world: State,
    undealt: int,
    side: int,
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
    """Return the margin of ``side`` when all seats play on as ``foresee`` has it."""
    state = world
    while not no_hands(state.hands):
        hands = state.hands
        held = (count(hands[0]), count(hands[1]), count(hands[2]), count(hands[3]))
        chance = stepped(chance)
        found = foresee(
            rules,
            state,
            pick(hands, state.turn),
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
        salt += inner
        best = 0
        for root in range(1, found):
            if values[found + root] > values[found + best]:
                best = root
        state = apply(rules, state, roots[best])
    return margin_at_end(rules, state, undealt, carried, boundary, side)


def play_on_worlds(
    rules: Rules,
    state: State,
    worlds: Sequence[int],
    number: int,
    own_plays: Sequence[int],
    found: int,
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
    inner_values: MutableSequence[int],
    values: MutableSequence[int],
) -> int:
    """Write what each of the seat's own plays comes to in each of ``number`` worlds.

    The plays of a world meet the same chance. Returns the state of the chance.
    """
    side = side_of(rules, state.turn)
    for at in range(number):
        world = with_hands(state, worlds, at * WORLD)
        chance = stepped(chance)
        for root in range(found):
            values[at * found + root] = play_on(
                rules,
                apply(rules, world, own_plays[root]),
                worlds[at * WORLD + SEATS],
                side,
                inner,
                chance,
                carried,
                boundary,
                limit,
                salt + (at * found + root) * inner * LONGEST,
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
                inner_values,
            )
    return chance
