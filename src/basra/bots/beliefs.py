"""What the others' plays tell of their hands: how likely those plays are in a world."""

from collections.abc import Sequence

from basra import engine
from basra.cards import ALL, CARDS
from basra.engine import NOBODY, State, count
from basra.kernel import jit
from basra.kernel.alphabeta import EVEN, FLOORS
from basra.kernel.beliefs import PAST
from basra.kernel.intuition import Intuition
from basra.kernel.jit import Room
from basra.kernel.rows import GRAIN, SEATS
from basra.kernel.searcher import Searcher
from basra.kernel.worlds import WORLD
from basra.rules import Rules
from basra.valuation import majority_value
from basra.view import View, floor_before


def set_boundary(search: Searcher, view: View, floors: Sequence[int]) -> None:
    """Tell a search what leads of cards and ``floors`` are worth at the end of the packet."""
    stake = view.rules.majority + view.carried
    for lead in range(-EVEN, EVEN + 1):
        value = majority_value(view.rules, stake, lead, len(view.stock))
        search.boundary[EVEN + lead] = round(value * GRAIN)
    for at, worth in enumerate(floors):
        search.boundary[FLOORS + at] = worth


def weigh_past(
    search: Searcher,
    rules: Rules,
    state: State,
    carried: int,
    worlds: Room,
    past: Room,
    intuition: Intuition,
) -> list[float]:
    """Return how likely the past plays, all together, are in each world.

    Rules and state are as ``jit.plain_rules`` and ``jit.plain_state`` make them.
    """
    number = len(worlds) // WORLD
    if not len(past):
        return [1.0] * number
    weights = jit.float_room(number)
    search.believe(rules, state, worlds, past, carried, intuition, weights)
    return [float(weight) for weight in weights]


def past_plays(view: View) -> Room:
    """Return the others' plays of this packet, the last first, each with what it was made in."""
    rules = view.rules
    made_so_far = len(view.plays)
    packet = _last_packet(rules, rules.pack - 4 - len(view.stock)) - sum(view.held)
    begin = max(0, made_so_far - packet)
    floors = _floors(view, begin)
    piles, held, since = list(view.piles), list(view.held), [0] * SEATS
    rows: list[list[int]] = []
    for at in range(made_so_far - 1, begin - 1, -1):
        play = view.plays[at]
        seat = (view.turn - made_so_far + at) % rules.seats
        card, captured = play >> CARDS, play & ALL
        since[seat] |= 1 << card
        held[seat] += 1
        if captured:
            piles[engine.side_of(rules, seat)] &= ~(captured | 1 << card)
        if seat != view.seat:
            trails = at > 0 and not view.plays[at - 1] & ALL and count(floors[at - 1]) == 1
            last = _last_before(view, at)
            row = [floors[at], int(trails), seat, last, play, since[seat], *held, *piles]
            rows.append(row)
    past = jit.room(len(rows) * PAST)
    for index, row in enumerate(rows):
        for at, number in enumerate(row):
            past[index * PAST + at] = number
    return past


def _floors(view: View, begin: int) -> dict[int, int]:
    """Return the floor before each play from ``begin`` on, and before the one that led to it."""
    floors: dict[int, int] = {}
    floor = view.floor
    for at in range(len(view.plays) - 1, max(0, begin - 1) - 1, -1):
        floor = floor_before(floor, view.plays[at])
        floors[at] = floor
    return floors


def _last_before(view: View, at: int) -> int:
    """Return the seat that had captured last before a play."""
    for earlier in range(at - 1, -1, -1):
        if view.plays[earlier] & ALL:
            return (view.turn - len(view.plays) + earlier) % view.rules.seats
    return NOBODY


def _last_packet(rules: Rules, dealt: int) -> int:
    """Return how many cards the last packet had, of ``dealt`` in all."""
    full = rules.packet * rules.seats
    return dealt % full or full
