"""Measures everything beside its peers, prints it, and writes ``bench/results.json``.

``python bench/all.py --yardstick random_hands.c``; the yardstick is a program in C that plays
random deals of the Egyptian game and prints ``… plays/s``. With one (``YARDSTICK`` in the
environment will do) and gcc the ratio to it is measured; none is needed. ``make docs`` then makes
``docs/performance.md`` from the results.
"""

import argparse
import json
import os
import platform
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random

import engine
import kernel
import peers
import players
from basra import Deal, __version__, find_rules, speed
from figures import Figure, median, missing

RESULTS = Path(__file__).parent / "results.json"
NATIVE = "Random games, compiled"
INTERPRETED = "Random games, from Python"
CAPTURES = "Captures, from Python"
SEARCHES = "Exact searches"
PLAYERS = "A play of the computer players"
STARTS = "Starts"
HELP = "from basra.cli import main; main()"
NO_NUMBA = "numba is not installed"
Peers = Mapping[str, tuple[str, Callable[[float], float]]]


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    """Return the model of the processor, as far as the system tells."""
    told = Path("/proc/cpuinfo")
    if told.exists():
        for line in told.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _machine() -> dict[str, object]:
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "numba": _version("numba"),
        "open_spiel": _version("open_spiel"),
        "rlcard": _version("rlcard"),
        "basra": __version__,
        "busy": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
    }


def _present(chosen: Peers) -> Iterator[tuple[str, Callable[[float], float]]]:
    for what, (package, measured) in chosen.items():
        if peers.is_there(package):
            yield what, measured


def _peer_figures(part: str, chosen: Peers, rates: Mapping[str, list[float]]) -> Iterator[Figure]:
    for what, (package, _) in chosen.items():
        if what in rates:
            yield median(part, what, rates[what], "decisions/s")
        else:
            yield missing(part, what, f"{peers.PACKAGES[package]} is not installed")


def _random_games(yardstick: Path | None, seconds: float, rounds: int) -> Iterator[Figure]:
    """Measure random games of all, in turns, so that what else runs slows down all alike."""
    rules = find_rules("egyptian")
    chance = Random(1)
    samples = engine.positions(rules, 20, chance)
    start = Deal(rules, seed="bench").position
    plays: list[float] = []
    captures: list[float] = []
    rates: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        compiled = kernel.Playouts(yardstick, Path(folder), seconds) if kernel.is_there() else None
        for _ in range(rounds):
            if compiled is not None:
                compiled.round()
            plays.append(engine.rate(lambda: engine.random_deal(start, chance), seconds))
            captures.append(engine.rate(lambda: engine.all_captures(rules, samples), seconds))
            for what, measured in _present({**peers.NATIVE, **peers.INTERPRETED}):
                rates.setdefault(what, []).append(measured(seconds))
    if compiled is None:
        yield missing(NATIVE, "Basra", NO_NUMBA)
    else:
        yield from compiled.figures(NATIVE)
    yield from _peer_figures(NATIVE, peers.NATIVE, rates)
    yield median(INTERPRETED, "Basra, egyptian, interpreted", plays)
    yield from _peer_figures(INTERPRETED, peers.INTERPRETED, rates)
    yield median(CAPTURES, "all captures of a card, egyptian", captures, "searches/s")


def _starts(seconds: float) -> Iterator[Figure]:
    """Measure what takes time before anything else can begin."""
    over = "over bare Python"
    programs = {"basra": "import basra", "pyspiel": "import pyspiel", "rlcard": "import rlcard"}
    for package, program in programs.items():
        if peers.is_there(package):
            taken = speed.starts(("-c", program), seconds)["import_ms"]
            yield median(STARTS, f"`{program}`", [taken], "ms", over)
        else:
            why = f"{peers.PACKAGES[package]} is not installed"
            yield missing(STARTS, f"`{program}`", why)
    taken = speed.starts(("-c", HELP, "--help"), seconds)["import_ms"]
    yield median(STARTS, "`--help` of the command", [taken], "ms", over)
    if kernel.is_there():
        yield from kernel.starts(STARTS)


def measure(yardstick: Path | None, seconds: float, rounds: int) -> Iterator[Figure]:
    """Measure everything, part by part."""
    yield from _random_games(yardstick, seconds, rounds)
    if kernel.is_there():
        yield from kernel.searches(SEARCHES, seconds, rounds)
        yield from players.players(PLAYERS, seconds)
    else:
        yield missing(SEARCHES, "all", NO_NUMBA)
        yield missing(PLAYERS, "all", NO_NUMBA)
    yield from _starts(seconds)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments, measure, print, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardstick", type=Path, default=os.environ.get("YARDSTICK") or None)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure of a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--results", type=Path, default=RESULTS)
    asked = parser.parse_args(arguments)
    machine = _machine()
    for package, name in peers.PACKAGES.items():
        if not peers.is_there(package):
            print(f"{name} is not installed, and not measured")
    found: list[Figure] = []
    for figure in measure(asked.yardstick, asked.seconds, asked.rounds):
        if not found or found[-1].part != figure.part:
            print(f"\n{figure.part}")
        value = "not measured" if figure.value is None else f"{figure.value:,}"
        print(f"  {figure.what:70} {value:>14} {figure.unit:12} {figure.note}", flush=True)
        found.append(figure)
    results = {
        "date": datetime.now(UTC).date().isoformat(),
        "rounds": asked.rounds,
        "machine": machine,
        "figures": [figure._asdict() for figure in found],
    }
    text = json.dumps(results, indent=2, ensure_ascii=False)
    asked.results.parent.mkdir(parents=True, exist_ok=True)
    asked.results.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
