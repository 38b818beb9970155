"""How likely past plays are in a world, by a model of the seats that made them."""

from collections.abc import MutableSequence, Sequence

from basra.engine import Four, State
from basra.kernel.intuition import Intuition, glance, lean
from basra.kernel.workspace import Workspace
from basra.kernel.worlds import WORLD
from basra.rules import Rules


def likelihood(
    rules: Rules,
    before: State,
    play: int,
    own: int,
    held: Four,
    carried: int,
    intuition: Intuition,
    space: Workspace,
) -> float:
    """Return how likely a seat with the hand ``own`` was to make ``play`` before.

    The seat is taken to lean to what it makes of its plays at a glance.
    """
    plays, worths = space.plays, space.worths
    found = glance(rules, before, own, held, carried, intuition.net, space)
    if found == 1:
        return 1.0
    lean(worths, found, intuition)
    likely = intuition.slip / found
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
    past: Sequence[int],
    carried: int,
    intuition: Intuition,
    space: Workspace,
    weights: MutableSequence[float],
) -> None:
    """Write how likely the past plays of others, all together, are in each world."""
    for world in range(len(worlds) // WORLD):
        weight = 1.0
        for at in range(0, len(past), PAST):
            before = past_state(past, at, state)
            own = worlds[world * WORLD + before.turn] | past[at + 5]
            held = (past[at + 6], past[at + 7], past[at + 8], past[at + 9])
            weight *= likelihood(rules, before, past[at + 4], own, held, carried, intuition, space)
        weights[world] = weight
