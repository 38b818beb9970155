"""What this machine does in a second: playouts, searches, worlds, starts."""

import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from time import perf_counter, process_time
from typing import Final

from basra import kernel
from basra.game import Deal
from basra.position import Position, advance
from basra.rules import Rules
from basra.shuffle import Generator
from basra.view import imagine, look

Figures = dict[str, int | float | bool]
_FIRST = 200
"""Deals of the first round of playouts; later ones grow until a round takes some time."""
_ROUND = 0.2
_SEARCHED: Final = {(2, 2): 16, (4, 2): 16, (3, 3): 12, (4, 4): 8}
"""Cards left to play, by seats and sides, when a deal is searched to its end."""
_STARTS = 5


def playouts(rules: Rules, seconds: float, workers: int = 1) -> Figures:
    """Play random deals on one core, or more, every play legal and every deal scored."""
    kernel.playouts(rules, 1, 0)
    deals, plays, first = _FIRST, 0, 0
    used, begun = process_time(), perf_counter()
    while (spent := perf_counter() - begun) < seconds:
        before = perf_counter()
        plays += kernel.playouts(rules, deals, 1, first=first, workers=workers).plays
        first += deals
        if perf_counter() - before < min(_ROUND, seconds / 10):
            deals *= 2
    busy = process_time() - used
    return {
        "plays_per_second": plays / spent,
        "plays_per_processor_second": plays / busy,
        "deals_per_second": first / spent,
        "plays": plays,
        "seconds": spent,
        "compiled": kernel.available(),
    }


def solve(rules: Rules, seconds: float, cards: int | None = None) -> Figures:
    """Search the ends of deals whose cards are all known, with ``cards`` left if it is given."""
    cards = cards or _SEARCHED[rules.seats, rules.sides]
    solver = kernel.Solver()
    taken: list[float] = []
    nodes = 0
    begun = perf_counter()
    for number in count():
        position = ending(rules, f"solve {number}", cards)
        before = perf_counter()
        nodes += solver.solve(rules, position.state, position.stock).nodes
        taken.append(perf_counter() - before)
        if number == 0:  # it compiles
            taken.clear()
            nodes = 0
            begun = perf_counter()
        elif perf_counter() - begun > seconds:
            break
    return {
        "cards_left": cards,
        "solved": len(taken),
        "median_ms": 1000 * statistics.median(taken),
        "most_ms": 1000 * max(taken),
        "positions_per_second": nodes / sum(taken),
        "compiled": kernel.available(),
    }


def sample(rules: Rules, seconds: float) -> Figures:
    """Draw deals that a seat cannot tell from the true one, as any program may."""
    view = look(Deal(rules, seed="sample").position, 0)
    chance = Generator("sample")
    drawn = 0
    begun = perf_counter()
    while (spent := perf_counter() - begun) < seconds:
        imagine(view, chance)
        drawn += 1
    return {"worlds_per_second": drawn / spent, "worlds": drawn, "seconds": spent}


def starts(arguments: Sequence[str], seconds: float) -> Figures:
    """Start Python bare and with ``arguments``, in turns: what the second takes longer."""
    bare: list[float] = []
    loaded: list[float] = []
    begun = perf_counter()
    while len(bare) < _STARTS or perf_counter() - begun < seconds:
        for asked, taken in ((("-c", "pass"), bare), (arguments, loaded)):
            before = perf_counter()
            subprocess.run(  # noqa: S603 - this Python
                [sys.executable, *asked], check=True, stdout=subprocess.DEVNULL
            )
            taken.append(perf_counter() - before)
    difference = statistics.median(one - other for one, other in zip(loaded, bare, strict=True))
    return {
        "import_ms": 1000 * difference,
        "python_ms": 1000 * statistics.median(bare),
        "starts": len(bare),
    }


def imports(rules: Rules, seconds: float) -> Figures:
    """Measure ``import basra``; the rules do not matter."""
    del rules
    return starts(("-c", "import basra"), seconds)


MEASURES: Final[Mapping[str, Callable[[Rules, float], Figures]]] = {
    "playouts": playouts,
    "solve": solve,
    "sample": sample,
    "imports": imports,
}


def ending(rules: Rules, seed: str, cards: int) -> Position:
    """Return a position of a deal played at random, with at most ``cards`` left to play."""
    deal = Deal(rules, seed=seed)
    chance = Generator(seed)
    position = deal.position
    while sum(map(int.bit_count, position.state.hands)) + len(position.stock) > cards:
        plays = Deal.at(position).legal_plays
        position = advance(position, plays[chance.randrange(len(plays))])
    return position
