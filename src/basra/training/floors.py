"""Learns what the floor at the end of a packet is worth to the side that leads the next one.

Deals are played at a glance by the network of the table, the last packet perfectly. What the
leader makes from the end of a packet on, less what the race for the majority is said to be worth
there, is fitted by least squares to how many cards lie and which.
"""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from basra.arena.workers import run
from basra.bots.floors import SPECIAL, Floors, game_of
from basra.bots.intuition import intuition_of
from basra.cards import CARDS
from basra.kernel import jit
from basra.kernel.alphabeta import SOME
from basra.kernel.foresight import END, FINAL, FLOOR, LEAD, LEFT, MADE, play_deals_at_a_glance
from basra.kernel.intuition import RANKS
from basra.kernel.rows import GRAIN
from basra.kernel.searcher import Searcher
from basra.rules import Rules
from basra.valuation import majority_value
from basra.variants import VARIANTS, find_rules

Numbers = NDArray[np.float64]

DEALS: Final = 60_000
"""Deals of each game; of partners they have half as many packets."""
PORTION: Final = 2000
"""Deals that a worker plays at once."""
PACKETS: Final = 13
"""No deal has more packets."""


class Task(NamedTuple):
    """Some deals of a game."""

    game: str
    first: int
    deals: int
    seed: int


class Sums(NamedTuple):
    """What a fit needs to know of some packet ends."""

    ends: int
    squares: Numbers
    """The sums of the products of all pairs of columns."""
    products: Numbers
    """The sums of the products of the columns and what they are to tell."""


class Learnt(NamedTuple):
    """What was learnt of a game."""

    game: str
    floors: Floors
    ends: int
    """How many packet ends were looked at."""
    tells: float
    """The standard deviation of what the floor is said to be worth, in points."""


def games() -> list[str]:
    """Return the games between two sides, by the names under which they are kept."""
    tables = [
        variant.at(seats, sides)
        for variant in VARIANTS.values()
        for seats, sides in variant.tables
        if sides == 2
    ]
    return list(dict.fromkeys(game_of(rules) for rules in tables))


def learn(names: list[str], deals: int, seed: int, workers: int | None = None) -> Iterator[Learnt]:
    """Yield what ``deals`` deals of each game teach; the same for any number of workers."""
    tasks = [
        Task(name, first, min(PORTION, deals - first), seed)
        for name in names
        for first in range(0, deals, PORTION)
    ]
    portions = len(tasks) // len(names)
    found: list[Sums] = []
    for task, sums in zip(tasks, run(look, tasks, workers=workers), strict=True):
        found.append(sums)
        if len(found) == portions:
            yield fitted(task.game, found)
            found = []


def look(task: Task) -> Sums:
    """Play some deals and look at the ends of their packets."""
    rules = rules_of(task.game)
    ends = jit.room(task.deals * PACKETS * END)
    number = jit.entry(play_deals_at_a_glance)(
        jit.plain_rules(rules),
        task.first,
        task.deals,
        task.seed,
        intuition_of(rules),
        jit.room(0),
        Searcher().space,
        ends,
    )
    rows = np.asarray(ends[:number], np.int64).reshape(-1, END)
    told = rows[:, FINAL] / GRAIN - rows[:, MADE] - _race(rules, rows)
    columns = columns_of(rows[:, FLOOR])
    return Sums(len(rows), columns.T @ columns, columns.T @ told)


def rules_of(game: str) -> Rules:
    """Return the rules of a game by its name: its four seats are two sides."""
    rules = find_rules(game)
    return rules if rules.sides == 2 else find_rules(f"{game};sides=2")


def _race(rules: Rules, rows: NDArray[np.int64]) -> Numbers:
    """Return what the race for the majority is said to be worth at the ends of packets."""
    pairs, which = np.unique(rows[:, [LEAD, LEFT]], axis=0, return_inverse=True)
    worth = [majority_value(rules, rules.majority, lead, left) for lead, left in pairs.tolist()]
    return np.array(worth, np.float64)[which.ravel()]


def columns_of(floors: NDArray[np.int64]) -> Numbers:
    """Return a row of numbers for each floor: which count it is, its ranks, the special cards."""
    cards = (floors[:, None] >> np.arange(CARDS)) & 1
    counts = np.minimum(cards.sum(1), SOME)[:, None] == np.arange(SOME + 1)
    ranks = cards.reshape(-1, RANKS, 4).sum(2)
    return np.concatenate([counts, ranks, cards[:, SPECIAL]], 1).astype(np.float64)


def fitted(game: str, found: list[Sums]) -> Learnt:
    """Return what some portions of a game teach; of what never lies there, nothing is said."""
    ends = sum(one.ends for one in found)
    squares = sum((one.squares for one in found), np.zeros_like(found[0].squares))
    products = sum((one.products for one in found), np.zeros_like(found[0].products))
    values = np.linalg.lstsq(squares, products, rcond=None)[0]
    mean = squares[: SOME + 1].sum(0) @ values / ends
    tells = np.sqrt(max(0.0, values @ squares @ values / ends - mean * mean))
    numbers = [round(100 * float(value)) for value in values]
    begins = (0, SOME + 1, SOME + 1 + RANKS, len(numbers))
    parts = (tuple(numbers[begin:end]) for begin, end in pairwise(begins))
    return Learnt(game, Floors(*parts), ends, round(float(tells), 2))


def text(found: list[Learnt], deals: int, seed: int) -> str:
    """Return the file of what was learnt: how it was made, then each game with its figures."""
    games = {
        one.game: {"ends": one.ends, "tells": one.tells, **one.floors._asdict()} for one in found
    }
    made = {"deals": deals, "seed": seed, "games": games}
    return json.dumps(made, separators=(",", ":"), ensure_ascii=False) + "\n"
