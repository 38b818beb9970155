"""How likely past plays are in a world, by a model of the seats that made them."""

from collections.abc import MutableSequence, Sequence

from basra.engine import Four, State
from basra.kernel.intuition import glance, lean
from basra.kernel.worlds import WORLD
from basra.rules import Rules


def likelihood(
    rules: Rules,
    before: State,
    play: int,
    own: int,
    held: Four,
    sharpness: float,
    slip: float,
    carried: int,
    net: Sequence[float],
    plays: MutableSequence[int],
    scratch: MutableSequence[float],
    work: MutableSequence[int],
    worths: MutableSequence[float],
) -> float:
    """Return how likely a seat with the hand ``own`` was to make ``play`` before.

    The seat is taken to lean to what it makes of its plays at a glance.
    """
    found = glance(rules, before, own, held, carried, net, plays, scratch, work, worths)
    if found == 1:
        return 1.0
    lean(worths, found, sharpness, slip)
    likely = slip / found
    for at in range(found):
        if plays[at] == play:
            likely = worths[at]
    return likely


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
    sharpness: float,
    slip: float,
    carried: int,
    net: Sequence[float],
    plays: MutableSequence[int],
    scratch: MutableSequence[float],
    work: MutableSequence[int],
    worths: MutableSequence[float],
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
            weight *= likelihood(
                rules,
                before,
                past[at + 4],
                own,
                held,
                sharpness,
                slip,
                carried,
                net,
                plays,
                scratch,
                work,
                worths,
            )
        weights[world] = weight
    return number * made
