"""Compiles the very functions of the engine, and keeps the machine code in a stamped cache.

The engine is not decorated and not written twice: each of its functions is registered with numba
from outside, and only its primitives are given native bodies. numba keeps compiled code by the
file of the function that was called and does not see edits in the files that this one calls, so
the folder of the cache carries a stamp of every source and of the machine.
"""

import hashlib
import importlib
import importlib.util
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, MutableSequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, ParamSpec, TypeVar, cast

from basra.engine import State, four
from basra.rules import Rules

P = ParamSpec("P")
R = TypeVar("R")

Room = MutableSequence[int]
"""Numbers that compiled code reads and writes; a list where it is interpreted."""
FloatRoom = MutableSequence[float]

ENGINE: Final = ("primitives", "scores", "captures", "basras", "course")
"""The modules of the engine, each after those that it imports."""
LOOPS: Final = (
    "basra.valuation",
    "basra.features",
    "basra.kernel.chance",
    "basra.kernel.rollout",
    "basra.kernel.rows",
    "basra.kernel.alphabeta",
    "basra.kernel.maxn",
    "basra.kernel.search",
    "basra.kernel.intuition",
    "basra.kernel.worlds",
    "basra.kernel.beliefs",
    "basra.kernel.foresight",
)
"""The modules in the dialect, besides the engine, whose functions compiled code may call."""
NATIVE: Final = frozenset({"count", "lowest", "buffer", "way"})
"""The functions of the engine that get a body of machine code."""
CALLED: Final = frozenset(
    {
        "_choose",
        "_is_ordinary_capture",
        "_komi_captures",
        "_largest",
        "_spread",
        "can_capture",
        "captures",
        "capturing",
        "divides",
        "earns_komi",
        "is_legal",
        "legal_plays",
        "minimal_rests",
        "search",
        "search_child",
        "best_capture",
        "best_gain",
        "draw_world",
        "expected_reply",
        "judge",
        "glance",
        "likelihood",
        "margin_at_end",
        "play_out",
        "see",
        "sense",
    }
)
"""The functions that stay calls: long, and off the path of most plays. All others are inlined."""
SOURCES: Final = (
    "cards.py",
    "rules.py",
    "sums.py",
    "valuation.py",
    "features.py",
    "engine",
    "kernel",
)
"""What compiled code is made of, in the package."""
_KINDS: Final = tuple(type(value) for value in Rules())
_KEPT_STAMPS = 3
"""How many caches may stand side by side: two checkouts and one with bounds checks."""
_SWEPT_AFTER = 24 * 3600.0
"""Seconds for which a cache that is not used stays: another process may still be filling it."""


def available() -> bool:
    """Tell whether functions can be compiled; ``BASRA_INTERPRETED=1`` says no."""
    if os.environ.get("BASRA_INTERPRETED", "0") not in ("", "0"):
        return False
    return _has_compiler()


@cache
def _has_compiler() -> bool:
    return importlib.util.find_spec("numba") is not None


def engine_functions() -> Iterator[FunctionType]:
    """Yield every function of the engine, those with native bodies included."""
    for name in ENGINE:
        yield from functions_of(importlib.import_module(f"basra.engine.{name}"))


def functions_of(module: ModuleType) -> Iterator[FunctionType]:
    """Yield the functions that a module defines."""
    for member in vars(module).values():
        if isinstance(member, FunctionType) and member.__module__ == module.__name__:
            yield member


def stamp(package: Path, machine: str) -> str:
    """Return the name of the cache for the sources of a package on a kind of machine."""
    digest = hashlib.sha256(machine.encode())
    for source in SOURCES:
        path = package / source
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(f"\0{file.relative_to(package).as_posix()}\0".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """Return the folder of all caches: ``BASRA_CACHE``, or that of the user."""
    named = os.environ.get("BASRA_CACHE")
    if named:
        return Path(named)
    # Only a process that compiles looks for the folder.
    from platformdirs import user_cache_path  # noqa: PLC0415

    return user_cache_path("basra") / "kernel"


@cache
def cache_folder() -> Path:
    """Return the folder of the cache that fits the sources and the machine; sweep old ones."""
    package = Path(__file__).parent.parent
    folder = cache_home() / stamp(package, _machine())
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        sweep(folder)
    return folder


def sweep(current: Path) -> None:
    """Remove caches beside ``current`` that were not used lately, but for the newest."""
    others = [path for path in current.parent.iterdir() if path.is_dir() and path != current]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[_KEPT_STAMPS - 1 :]:
        if time.time() - path.stat().st_mtime > _SWEPT_AFTER:
            shutil.rmtree(path, ignore_errors=True)


def _machine() -> str:
    """Describe what compiled code depends on besides the sources."""
    # Only a process that compiles needs them.
    import llvmlite.binding as llvm  # noqa: PLC0415
    import numba  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    config: Any = numba.config
    return "|".join(
        (
            sys.version,
            numba.__version__,
            np.__version__,
            llvm.get_process_triple(),
            llvm.get_host_cpu_name(),
            llvm.get_host_cpu_features().flatten(),
            str(config.BOUNDSCHECK),
            str(config.OPT),
        )
    )


@cache
def register_engine() -> None:
    """Make every function of the engine known to numba, the primitives with native bodies."""
    importlib.import_module("basra.kernel.native")
    for function in engine_functions():
        if function.__name__ not in NATIVE:
            register(function)
    for name in LOOPS:
        register_module(name)


@cache
def register_module(name: str) -> None:
    """Make the functions that a module defines known to numba; all are in the dialect."""
    for function in functions_of(importlib.import_module(name)):
        register(function)


def register(function: FunctionType) -> None:
    """Make a function known to numba, so that compiled code may call it."""
    # Only a process that compiles needs it.
    from numba.extending import register_jitable  # noqa: PLC0415

    from basra.kernel.parts import PartCompiler  # noqa: PLC0415

    register_jitable(
        error_model="numpy",
        pipeline_class=PartCompiler,
        # The state of a deal stays in registers only where nothing is called with all of it.
        forceinline=function.__name__ not in CALLED,
        # Only entries are called from CPython.
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        # Who makes no buffer needs not count who refers to one: its caller does.
        _nrt="buffer" in function.__code__.co_names,
    )(function)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function compiled by numba when it is first called, or loaded from the cache.

    It may call the engine, the loops here and the other functions of its own module.
    """
    # Only a process that compiles needs it.
    import numba  # noqa: PLC0415

    register_engine()
    register_module(function.__module__)
    folder = cache_folder()
    with _cache_in(numba.config, folder):
        kept = os.access(folder, os.W_OK)
        return numba.njit(cache=kept, nogil=True, error_model="numpy")(function)


@cache
def entry(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function compiled if that can be, else the function as it is."""
    return compiled(function) if available() else function


def room(size: int, *, interpreted: bool = False) -> Room:
    """Return zeros to be written by an ``entry``, or by interpreted functions."""
    if interpreted or not available():
        return [0] * size
    # Only a process that compiles needs it.
    import numpy as np  # noqa: PLC0415

    return cast("Room", np.zeros(size, np.int64))


def float_room(size: int, *, interpreted: bool = False) -> FloatRoom:
    """Return zeros as ``room`` does, for numbers that are not whole."""
    if interpreted or not available():
        return [0.0] * size
    # Only a process that compiles needs it.
    import numpy as np  # noqa: PLC0415

    return cast("FloatRoom", np.zeros(size, np.float64))


def plain_rules(rules: Rules) -> Rules:
    """Return rules whose fields are of the types that code was compiled for."""
    fields = (kind(value) for kind, value in zip(_KINDS, rules, strict=True))
    return Rules._make(fields)


def plain_state(state: State) -> State:
    """Return a state whose fields are of the types that code was compiled for."""
    return State(
        int(state.floor),
        four([int(hand) for hand in state.hands]),
        four([int(pile) for pile in state.piles]),
        four([int(points) for points in state.bonus]),
        int(state.turn),
        int(state.last),
        int(state.trails),
        int(state.dealer),
        int(state.stock),
    )


@contextmanager
def _cache_in(config: Any, folder: Path) -> Iterator[None]:  # noqa: ANN401  # a module
    """Let numba keep what is decorated here in ``folder``, and nothing of others."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before
