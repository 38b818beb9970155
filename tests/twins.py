"""Positions visited in the dialect, each with a number for all that the engine says of it.

The same function runs in CPython and compiled; the numbers must be the same.
"""

from collections.abc import MutableSequence, Sequence

from basra.cards import CARDS
from basra.engine import (
    ROOM,
    WORK,
    State,
    apply,
    arrange,
    basra_points,
    begin,
    buffer,
    can_capture,
    captures,
    capturing,
    card_points,
    collect,
    count,
    deal_packet,
    earns_komi,
    forced,
    is_legal,
    is_over,
    legal_plays,
    lowest,
    majority,
    needs_packet,
    next_target,
    pick,
    playable,
    score,
    sum_of,
    winner,
)
from basra.kernel.chance import low_below, seeded, stepped
from basra.kernel.rollout import shuffle_pack
from basra.rules import Rules


def noted(note: int, value: int) -> int:
    """Return a number for what was noted before and ``value``, which may be -1 or more."""
    return stepped(note ^ (value + 2))


def note_four(note: int, values: tuple[int, int, int, int]) -> int:
    for place in range(4):
        note = noted(note, values[place])
    return note


def note_state(note: int, state: State) -> int:
    note = noted(note, state.floor)
    note = note_four(note, state.hands)
    note = note_four(note, state.piles)
    note = note_four(note, state.bonus)
    note = noted(noted(note, state.turn), state.last)
    note = noted(noted(note, state.trails), state.dealer)
    return noted(note, state.stock)


def note_floor(
    note: int,
    rules: Rules,
    floor: int,
    hand: int,
    chance: int,
    plays: MutableSequence[int],
    work: MutableSequence[int],
) -> int:
    """Note what may be played on a floor, what it earns and what is refused."""
    note = noted(noted(note, capturing(rules, floor, hand)), playable(rules, floor, hand))
    note = noted(noted(note, sum_of(floor)), card_points(floor))
    note = noted(note, 1 if earns_komi(rules, floor) else 0)
    rest = hand
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        found = captures(rules, floor, card, work)
        note = noted(note, found)
        for at in range(min(found, ROOM)):
            note = noted(note, work[at])
        note = noted(note, forced(rules, floor, card))
        note = noted(note, 1 if can_capture(rules, floor, card) else 0)
        for trails in range(2):
            note = noted(note, basra_points(rules, floor, card, floor, trails, trails == 1))
        tried = card << CARDS | (floor & chance)
        note = noted(note, 1 if is_legal(rules, floor, hand, tried, work) else 0)
    found = legal_plays(rules, floor, hand, plays, work)
    note = noted(note, found)
    for at in range(min(found, 8)):
        legal = is_legal(rules, floor, hand, plays[at], work)
        note = noted(noted(note, plays[at]), 1 if legal else 0)
    return note


def note_strange_floor(
    note: int,
    rules: Rules,
    chance: int,
    is_full: bool,
    plays: MutableSequence[int],
    work: MutableSequence[int],
) -> int:
    """Note a floor that no play would leave: about six cards, or thirteen where it is full."""
    everything = (1 << rules.pack) - 1
    floor = everything & chance & stepped(chance)
    if not is_full:
        floor &= stepped(stepped(chance))
    held = everything & ~floor
    while count(held) > 3:
        chance = stepped(chance)
        held &= chance
    return note_floor(note, rules, floor, held, chance, plays, work)


def note_end(note: int, rules: Rules, state: State, order: Sequence[int], carried: int) -> int:
    """Note who takes the leavings and how the deal is scored."""
    undealt = 0
    for at in range(rules.pack - state.stock, rules.pack):
        undealt |= 1 << order[at]
    state = collect(rules, state, undealt)
    note = note_state(note, state)
    scores, carry = score(rules, state.piles, state.bonus, carried)
    note = noted(note_four(note, scores), carry)
    awards, carry = majority(rules, state.bonus, carried)
    note = noted(note_four(note, awards), carry)
    return noted(noted(note, winner(rules, scores, 20)), next_target(rules, scores, 20))


def visit(rules: Rules, seed: int, notes: MutableSequence[int]) -> int:
    """Play random deals until ``notes`` are full, one a position; return the deals begun."""
    plays = buffer(ROOM)
    work = buffer(WORK)
    pack = buffer(rules.pack)
    order = buffer(rules.pack)
    places = buffer(rules.pack)
    visited = 0
    deals = 0
    while visited < len(notes):
        chance = shuffle_pack(rules, seeded(seed, deals), pack, places)
        note = noted(1, arrange(rules, pack, places, order))
        state = begin(rules, order, deals % rules.seats)
        note = note_state(note, state)
        while not is_over(rules, state) and visited < len(notes):
            hand = pick(state.hands, state.turn)
            note = note_floor(note, rules, state.floor, hand, chance, plays, work)
            chance = stepped(chance)
            note = note_strange_floor(note, rules, chance, visited % 8 == 0, plays, work)
            found = legal_plays(rules, state.floor, hand, plays, work)
            state = apply(rules, state, plays[low_below(chance, min(found, ROOM))])
            note = note_state(note, state)
            if needs_packet(rules, state):
                state = deal_packet(rules, state, order)
                note = note_state(note, state)
            elif is_over(rules, state):
                note = note_end(note, rules, state, order, deals % 3)
            notes[visited] = note
            visited += 1
        deals += 1
    return deals


def past_the_end(numbers: MutableSequence[int]) -> int:
    """Read what is not there, to see that bounds are checked where they should be."""
    return _read(numbers, len(numbers))


def _read(numbers: MutableSequence[int], at: int) -> int:
    return numbers[at]
