"""Measures the compiled kernel beside a yardstick in C, its searches, and its starts."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from basra import VARIANTS, find_rules, kernel, speed
from basra.rules import Rules
from basra.variants import rules_text
from figures import Figure, median, missing, rounded

FLAGS = ("-O3", "-march=native")
YARDSTICK_DEALS = 100_000
LONGER = 5
"""Times as many deals where the clock counts: starting a program must not."""
COLD_START = """
from time import perf_counter, process_time
begun = perf_counter()
from basra import kernel
kernel.warm()
print(perf_counter() - begun, process_time())
"""
LOADS = 5
LOOKS = 5
SEARCHES = {
    "two seats, last packet (8 cards)": ("egyptian", 8),
    "two seats, last two packets (16 cards)": ("egyptian", 16),
    "two seats, whole pack (48 cards)": ("egyptian", 48),
    "partners, last packet (16 cards)": ("egyptian;seats=4;sides=2", 16),
}


def rate(rules: Rules, seconds: float) -> float:
    """Return the plays of random deals in a second of one processor's time."""
    return speed.playouts(rules, seconds)["plays_per_processor_second"]


def slowest_table(seconds: float) -> str:
    """Return the table at which the fewest plays are made, by the best of some looks at each.

    Other programs can only slow a look down; all tables are within a tenth of each other.
    """
    tables = [
        variant.at(seats, sides) for variant in VARIANTS.values() for seats, sides in variant.tables
    ]
    looks = [[rate(rules, seconds) for rules in tables] for _ in range(LOOKS)]
    rates = map(max, zip(*looks, strict=True))
    return rules_text(min(zip(rates, tables, strict=True))[1])


def build(source: Path, folder: Path) -> Path | None:
    """Compile the yardstick, if there is a compiler."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return None
    program = folder / "yardstick"
    subprocess.run([compiler, *FLAGS, str(source), "-o", str(program)], check=True)  # noqa: S603
    return program


def yardstick_rate(program: Path) -> float:
    """Return the plays in a second of processor time that the yardstick prints of itself."""
    done = subprocess.run(  # noqa: S603 - the program just compiled
        [str(program), str(YARDSTICK_DEALS), "1"], check=True, capture_output=True, text=True
    )
    found = re.search(r"(\d+) plays/s", done.stdout)
    if found is None:
        raise ValueError(done.stdout)
    return float(found[1])


def yardstick_scaling(program: Path) -> float:
    """Return how much more two processes of the yardstick play in a time than one."""
    words = [str(program), str(LONGER * YARDSTICK_DEALS), "1"]
    seconds: list[float] = []
    for processes in (1, 2):
        begun = perf_counter()
        running = [
            subprocess.Popen(words, stdout=subprocess.DEVNULL)  # noqa: S603 - just compiled
            for _ in range(processes)
        ]
        for one in running:
            one.wait()
        seconds.append(perf_counter() - begun)
    alone, together = seconds
    return 2 * alone / together


def searches(part: str, seconds: float, rounds: int) -> list[Figure]:
    """Measure exact searches of the ends of deals, in turns."""
    medians: dict[str, list[float]] = {what: [] for what in SEARCHES}
    slowest: dict[str, list[float]] = {what: [] for what in SEARCHES}
    for _ in range(rounds):
        for what, (text, cards) in SEARCHES.items():
            solved = speed.solve(find_rules(text), seconds, cards)
            medians[what].append(solved["median_ms"])
            slowest[what].append(solved["most_ms"])
    # Every round solves the same deals: the least of the slowest is the least disturbed.
    return [
        median(part, what, found, "ms", f"slowest {rounded(min(slowest[what]))} ms")
        for what, found in medians.items()
    ]


def starts(part: str) -> list[Figure]:
    """Measure a first start, with an empty cache, and later ones, each in a new process."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "BASRA_CACHE": folder}
        taken: list[tuple[float, float]] = []
        for _ in range(1 + LOADS):
            done = subprocess.run(  # noqa: S603 - this Python
                [sys.executable, "-c", COLD_START],
                check=True,
                capture_output=True,
                text=True,
                env=environment,
            )
            clock, processor = map(float, done.stdout.split())
            taken.append((clock, processor))
    cold, *loads = taken
    once = f"measured once; {rounded(cold[1])} s of processor time"
    return [
        Figure(part, "kernel compiled, empty cache", rounded(1000 * cold[0]), "ms", once),
        median(part, "kernel loaded from the cache", [1000 * clock for clock, _ in loads], "ms"),
    ]


class Playouts:
    """Random deals of compiled code, in rounds that others take turns with."""

    def __init__(self, yardstick: Path | None, folder: Path, seconds: float) -> None:
        self._seconds = seconds
        self._slowest = slowest_table(seconds / 10)
        self._program = None if yardstick is None else build(yardstick, folder)
        self._why = "no C program was given" if yardstick is None else "there is no gcc"
        self._rates: dict[str, list[float]] = {}
        self._ratios: list[float] = []
        self._scalings: dict[str, list[float]] = {"Basra": [], "C": []}

    def round(self) -> None:
        """Measure every figure once."""
        tables = {"egyptian": "egyptian", f"slowest table ({self._slowest})": self._slowest}
        for shown, text in tables.items():
            rules = find_rules(text)
            one = speed.playouts(rules, self._seconds)
            two = speed.playouts(rules, self._seconds, workers=2)
            name = f"Basra, {shown}"
            self._add(f"{name}, one core", one["plays_per_processor_second"])
            self._add(f"{name}, one core by the clock", one["plays_per_second"])
            self._add(f"{name}, two cores by the clock", two["plays_per_second"])
            self._add(f"{name}, each of two cores at work", two["plays_per_processor_second"])
            self._scalings["Basra"].append(two["plays_per_second"] / one["plays_per_second"])
        if self._program is not None:
            ours, theirs = (
                rate(find_rules("egyptian"), self._seconds),
                yardstick_rate(self._program),
            )
            self._add("the same game in C, written for speed alone, one core", theirs)
            self._ratios.append(ours / theirs)
            self._scalings["C"].append(yardstick_scaling(self._program))

    def _add(self, what: str, plays: float) -> None:
        self._rates.setdefault(what, []).append(plays)

    def figures(self, part: str) -> list[Figure]:
        """Return the medians of the rounds."""
        what = "Basra ÷ C, one core"
        ratio = (
            median(part, what, self._ratios, "×", "the two in turns; median of their ratios")
            if self._ratios
            else missing(part, what, self._why)
        )
        scalings = [
            median(part, f"{what}, two cores ÷ one, by the clock", found, "×")
            for what, found in self._scalings.items()
            if found
        ]
        rates = [median(part, name, found) for name, found in self._rates.items()]
        return [*rates, ratio, *scalings]


def is_there() -> bool:
    """Tell whether there is anything compiled to measure."""
    return kernel.available()
