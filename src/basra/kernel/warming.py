"""Compiles everything ahead of its first use."""

import threading
import time

from basra.engine import NOBODY, State
from basra.kernel import jit
from basra.kernel.rollout import playouts
from basra.kernel.searcher import Searcher
from basra.kernel.solver import Solver
from basra.rules import Rules


def warm() -> float:
    """Compile all loops, or load them from the cache, and return the seconds it took.

    Does nothing where functions cannot be compiled.
    """
    start = time.perf_counter()
    if jit.available():
        none = (0, 0, 0, 0)
        over = State(0, none, none, none, 0, NOBODY, 0, 0, 0)
        solver = Solver()
        playouts(Rules(), 0, 0)
        solver.solve(Rules(), over)
        solver.solve(Rules(seats=3, sides=3), over)
        Searcher().warm()
    return time.perf_counter() - start


_background: list[threading.Thread] = []


def warm_in_background() -> threading.Thread:
    """Start to compile or load everything, once, and return the thread; exits do not wait."""
    if not _background:
        _background.append(threading.Thread(target=warm, name="basra-warm", daemon=True))
        _background[0].start()
    return _background[0]


def is_warm() -> bool:
    """Tell whether what was started in the background is done, or nothing is to be compiled."""
    return not jit.available() or (bool(_background) and not _background[0].is_alive())
