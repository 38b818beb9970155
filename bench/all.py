"""Measures everything beside its peers, prints it, and writes ``bench/results.json``.

``python bench/all.py --yardstick random_hands.c``; the yardstick is a program in C that plays
random deals of the Egyptian game and prints ``… plays/s``. With one (``YARDSTICK`` in the
environment will do) and gcc the ratio to it is measured; none is needed. ``make docs`` then makes
``docs/performance.md`` from the results.
"""

import argparse
import importlib
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random
from typing import Any

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
ENVIRONMENTS = "Environments, one core"
SERVER = "A table server, 500 tables of four, 2,000 sockets"
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


def _environments(seconds: float, rounds: int) -> Iterator[Figure]:
    """Measure the environments beside those of other libraries."""
    if importlib.util.find_spec("numpy") is None:
        yield missing(ENVIRONMENTS, "all", "numpy is not installed")
        return
    environments = importlib.import_module("environments")
    rates = environments.measure(seconds, rounds)
    for what, rate in rates.items():
        yield median(ENVIRONMENTS, what, [rate], "steps/s")
    for goal in environments.GOALS:
        what = f"{goal.ours} : {goal.peer}"
        if goal.ours in rates and goal.peer in rates:
            ratio = rates[goal.ours] / rates[goal.peer]
            yield median(ENVIRONMENTS, what, [ratio], "times", f"goal {goal.times:g}")
        else:
            yield missing(ENVIRONMENTS, what, "one of them is not installed")


def _served(seconds: float, *arguments: str) -> dict[str, Any]:
    """Return what a run of the server under load came to."""
    command = [sys.executable, str(Path(__file__).with_name("serving.py")), *arguments]
    command += ["--seconds", str(seconds)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    figures: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return figures


def _server(seconds: float) -> Iterator[Figure]:
    """Measure the server; the load runs on the same machine and takes its share of it."""
    if importlib.util.find_spec("fastapi") is None or not Path("/proc/self/stat").exists():
        yield missing(SERVER, "all", "the extra `serve` and Linux are needed")
        return
    fast = _served(seconds, "--tables", "500")
    note = f"the server on {fast['processor_share']:g} of a core"
    yield median(SERVER, "plays, as fast as it answers", [fast["plays_per_second"]], note=note)
    memory = [fast["kilobytes_per_socket"]]
    yield median(SERVER, "memory of the process for a socket", memory, "KB")
    steady = _served(seconds, "--tables", "500", "--rate", "500")
    for place in ("p50", "p99"):
        taken = [steady["answer_ms"][place]]
        yield median(SERVER, f"an answer at 500 plays a second, {place}", taken, "ms")
    beside = _served(seconds, "--tables", "475", "--bots", "25", "--rate", "100")
    taken = [beside["bot_ms"]["p99"]]
    yield median(SERVER, "the play of a `careful` bot beside 100 plays a second, p99", taken, "ms")


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
    yield from _environments(seconds, rounds)
    yield from _server(20 * seconds)
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
