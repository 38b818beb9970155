"""Compiles everything ahead of its first use, what players need first."""

import gc
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum

from basra.kernel import jit
from basra.kernel.rollout import playouts
from basra.kernel.searcher import Searcher
from basra.rules import Rules


class Stage(IntEnum):
    """How much is compiled; each stage holds those before it."""

    NOTHING = 0
    SEARCH = 1
    """What a player needs to search worlds."""
    BELIEFS = 2
    """What it needs to judge the others' plays."""


def _search() -> None:
    Searcher().warm_search()


def _beliefs() -> None:
    Searcher().warm_beliefs()


STEPS: tuple[tuple[Stage, Callable[[], None]], ...] = (
    (Stage.SEARCH, _search),
    (Stage.BELIEFS, _beliefs),
)
"""What is compiled for players, in the order in which it is wanted."""


@contextmanager
def _hasty() -> Iterator[None]:
    """Look for no garbage: a compiler makes millions of objects, and loses a tenth of its time."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


def warm() -> float:
    """Compile what players and playouts need, or load it, and return the seconds it took.

    Does nothing where functions cannot be compiled.
    """
    start = time.perf_counter()
    if jit.available():
        with _hasty():
            for _, compiles in STEPS:
                compiles()
            playouts(Rules(), 0, 0)
    return time.perf_counter() - start


_background: list[threading.Thread] = []
_reached = [Stage.NOTHING]


def _prepare() -> None:
    with _hasty():
        for stage, compiles in STEPS:
            compiles()
            _reached[0] = stage


def warm_in_background() -> threading.Thread:
    """Start to compile or load what players need, once, and return the thread.

    An exit of the program does not wait for it.
    """
    if not _background:
        _background.append(threading.Thread(target=_prepare, name="basra-warm", daemon=True))
        _background[0].start()
    return _background[0]


def is_warm(stage: Stage = Stage.BELIEFS) -> bool:
    """Tell whether a stage was reached in the background, or nothing is to be compiled."""
    return not jit.available() or _reached[0] >= stage
