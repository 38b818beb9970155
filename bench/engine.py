"""Measures the engine as CPython runs it: captures found, plays made. Prints a table, or JSON.

``python bench/engine.py --json --seconds 2 egyptian yemeni``
"""

import argparse
import json
import platform
from collections.abc import Callable, Sequence
from random import Random
from time import process_time
from typing import NamedTuple

from basra import VARIANTS, Deal, engine, find_rules
from basra.engine import ROOM, WORK
from basra.position import Position, advance
from basra.rules import Rules


class Figures(NamedTuple):
    """What was measured for one variant."""

    variant: str
    captures_a_second: int
    """Searches for all captures of one card of a hand."""
    plays_a_second: int
    """Random plays of whole deals: all legal plays found, one chosen and made."""
    deals_a_second: int


def positions(rules: Rules, deals: int, chance: Random) -> list[Position]:
    """Return the positions of deals that are played at random."""
    found: list[Position] = []
    for number in range(deals):
        deal = Deal(rules, seed=f"bench {number}")
        while not deal.is_over:
            found.append(deal.position)
            deal.play(chance.choice(deal.legal_plays))
    return found


def rate(work: Callable[[], int], seconds: float) -> float:
    """Return how much work is done in a second of processor time; ``work`` says how much it did."""
    done = work() * 0  # warms up
    begun = process_time()
    while (spent := process_time() - begun) < seconds:
        done += work()
    return done / spent


def all_captures(rules: Rules, samples: Sequence[Position]) -> int:
    """Find the captures of every card in turn, and return how often that was."""
    room = engine.buffer(WORK)
    searches = 0
    for position in samples:
        state = position.state
        hand = state.hands[state.turn]
        while hand:
            card = engine.lowest(hand)
            engine.captures(rules, state.floor, card, room)
            hand &= hand - 1
            searches += 1
    return searches


def random_deal(start: Position, chance: Random) -> int:
    """Play a deal at random to its end, and return the number of plays."""
    plays, room = engine.buffer(ROOM), engine.buffer(WORK)
    position = start
    made = 0
    while not position.is_over:
        rules, state = position.rules, position.state
        hand = state.hands[state.turn]
        found = engine.legal_plays(rules, state.floor, hand, plays, room)
        position = advance(position, plays[chance.randrange(found)])
        made += 1
    return made


def measure(variant: str, seconds: float) -> Figures:
    """Measure one variant for about twice ``seconds``."""
    rules = find_rules(variant)
    chance = Random(1)
    samples = positions(rules, 20, chance)
    start = Deal(rules, seed="bench").position
    captures = rate(lambda: all_captures(rules, samples), seconds)
    plays = rate(lambda: random_deal(start, chance), seconds)
    return Figures(variant, round(captures), round(plays), round(plays / (rules.pack - 4)))


def table(figures: Sequence[Figures]) -> str:
    """Return the figures in columns."""
    names = [name.replace("_", " ") for name in Figures._fields]
    rows = [names] + [
        [f"{cell:,}" if isinstance(cell, int) else cell for cell in row] for row in figures
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    )


def main() -> None:
    """Measure the variants named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*", default=list(VARIANTS), metavar="variant")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    asked = parser.parse_args()
    figures = [measure(variant, asked.seconds) for variant in asked.variants]
    if asked.json:
        machine = {"python": platform.python_version(), "machine": platform.machine()}
        print(json.dumps({**machine, "figures": [row._asdict() for row in figures]}, indent=2))
    else:
        print(table(figures))


if __name__ == "__main__":
    main()
