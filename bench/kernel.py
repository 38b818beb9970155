"""Measures the compiled kernel: playouts, searches, start-up. Prints a table, or JSON.

``python bench/kernel.py --json --yardstick random_hands.c``; the yardstick is a program in C that
plays random deals of the Egyptian game and prints ``… plays/s``. With one (``YARDSTICK`` in the
environment will do) and gcc the ratio is printed, measured in turns with it; none is needed.
"""

import argparse
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from basra import VARIANTS, Deal, find_rules, kernel
from basra.position import Position
from basra.rules import Rules

EGYPTIAN = find_rules("egyptian")
FLAGS = ("-O3", "-march=native")


def plays_a_second(rules: Rules, deals: int) -> float:
    """Return the plays a second of random deals on one core, by the time of the processor."""
    begun = process_time()
    played = kernel.playouts(rules, deals, 1)
    return played.plays / (process_time() - begun)


def plays_by_the_clock(rules: Rules, deals: int, workers: int) -> float:
    """Return the plays a second of random deals, by the clock: other programs slow it down."""
    begun = perf_counter()
    played = kernel.playouts(rules, deals, 1, workers=workers)
    return played.plays / (perf_counter() - begun)


def build(source: Path, folder: Path) -> Path | None:
    """Compile the yardstick, if there is a compiler."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return None
    program = folder / "yardstick"
    subprocess.run([compiler, *FLAGS, str(source), "-o", str(program)], check=True)  # noqa: S603
    return program


def yardstick_rate(program: Path, deals: int) -> float:
    """Return the plays a second that the yardstick prints of itself."""
    done = subprocess.run(  # noqa: S603  # the program just compiled
        [str(program), str(deals), "1"], check=True, capture_output=True, text=True
    )
    found = re.search(r"(\d+) plays/s", done.stdout)
    if found is None:
        raise ValueError(done.stdout)
    return float(found[1])


def against_yardstick(program: Path, deals: int, rounds: int) -> dict[str, float]:
    """Measure kernel and yardstick in turns; the ratio is the median of those of the rounds."""
    pairs = [
        (plays_a_second(EGYPTIAN, deals), yardstick_rate(program, deals)) for _ in range(rounds)
    ]
    return {
        "kernel_plays_a_second": max(ours for ours, _ in pairs),
        "yardstick_plays_a_second": max(theirs for _, theirs in pairs),
        "ratio": statistics.median(ours / theirs for ours, theirs in pairs),
    }


def ending(rules: Rules, seed: str, cards: int, chance: Random) -> Position:
    """Return a position of a random deal with at most ``cards`` left to play."""
    deal = Deal(rules, seed=seed)
    while sum(map(int.bit_count, deal.position.state.hands)) + len(deal.position.stock) > cards:
        deal.play(chance.choice(deal.legal_plays))
    return deal.position


def searches(rules: Rules, cards: int, number: int) -> dict[str, float]:
    """Measure exact searches of the last ``cards`` cards."""
    chance = Random(cards)
    positions = [ending(rules, f"{at}", cards, chance) for at in range(number)]
    kernel.solve(rules, positions[0].state, positions[0].stock)
    taken: list[float] = []
    nodes: list[int] = []
    for position in positions:
        begun = perf_counter()
        nodes.append(kernel.solve(rules, position.state, position.stock).nodes)
        taken.append(1000 * (perf_counter() - begun))
    taken.sort()
    return {
        "median_ms": round(statistics.median(taken), 4),
        "p99_ms": round(taken[int(len(taken) * 0.99)], 4),
        "median_nodes": statistics.median(nodes),
    }


def start_up() -> dict[str, float]:
    """Measure a first start, with an empty cache, and later ones, each in a new process.

    By the clock, and by the time of the processor, which other programs do not slow down.
    """
    program = (
        "from time import perf_counter, process_time\n"
        "begun = perf_counter()\n"
        "from basra import kernel\n"
        "kernel.warm()\n"
        "print(perf_counter() - begun, process_time())"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "BASRA_CACHE": folder}
        starts: list[tuple[float, float]] = []
        for _ in range(4):
            done = subprocess.run(  # noqa: S603  # this Python
                [sys.executable, "-c", program],
                check=True,
                capture_output=True,
                text=True,
                env=environment,
            )
            clock, processor = map(float, done.stdout.split())
            starts.append((round(clock, 2), round(processor, 2)))
    load = min(starts[1:])
    return {
        "compile_seconds": starts[0][0],
        "compile_processor_seconds": starts[0][1],
        "load_seconds": load[0],
        "load_processor_seconds": load[1],
    }


def measure(yardstick: Path | None, deals: int, rounds: int) -> dict[str, object]:
    """Measure everything."""
    kernel.warm()
    two = [
        (plays_by_the_clock(EGYPTIAN, deals, 1), plays_by_the_clock(EGYPTIAN, 2 * deals, 2))
        for _ in range(rounds)
    ]
    figures: dict[str, object] = {
        "python": platform.python_version(),
        "machine": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "workers_2_over_1": round(max(both for _, both in two) / max(one for one, _ in two), 2),
    }
    if yardstick is not None:
        with tempfile.TemporaryDirectory() as folder:
            program = build(yardstick, Path(folder))
            if program is not None:
                figures["yardstick"] = against_yardstick(program, deals, rounds)
    figures["plays_a_second"] = {
        f"{key} {seats}/{sides}": round(
            max(plays_a_second(variant.at(seats, sides), deals // 4) for _ in range(3))
        )
        for key, variant in VARIANTS.items()
        for seats, sides in variant.tables
    }
    figures["search"] = {
        "two seats, last packet": searches(EGYPTIAN, 8, 400),
        "two seats, last two packets": searches(EGYPTIAN, 16, 100),
        "two seats, last three packets": searches(EGYPTIAN, 24, 30),
        "two seats, whole pack": searches(EGYPTIAN, 48, 5),
        "partners, last packet": searches(find_rules("egyptian;seats=4;sides=2"), 16, 30),
        "three alone, last packet": searches(find_rules("egyptian;seats=3"), 12, 30),
        "four alone, last packet": searches(find_rules("egyptian;seats=4"), 16, 5),
    }
    figures["start"] = start_up()
    return figures


def show(figures: object, indent: int = 0) -> None:
    """Print figures as an indented list."""
    if isinstance(figures, dict):
        for name, value in figures.items():
            if isinstance(value, dict):
                print(" " * indent + str(name))
                show(value, indent + 2)
            else:
                print(" " * indent + f"{name}: {value}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardstick", type=Path, default=os.environ.get("YARDSTICK"))
    parser.add_argument("--deals", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    if not kernel.available():
        parser.exit(1, "numba is not installed\n")
    yardstick = None if chosen.yardstick is None else Path(chosen.yardstick)
    figures = measure(yardstick, chosen.deals, chosen.rounds)
    if chosen.json:
        print(json.dumps(figures, indent=2))
    else:
        show(figures)


if __name__ == "__main__":
    main()
