"""The compiled kernel: the engine's own functions in loops of machine code.

Importing it loads neither numba nor NumPy; the first call does, and compiles what it needs or
loads it from the cache. Without numba the same loops run in CPython, to the same results.
"""

from basra.kernel.jit import available, cache_folder
from basra.kernel.rollout import Playouts, playouts
from basra.kernel.solver import Boundary, Solution, Solver, solve
from basra.kernel.warming import Stage, is_warm, warm, warm_in_background

__all__ = [
    "Boundary",
    "Playouts",
    "Solution",
    "Solver",
    "Stage",
    "available",
    "cache_folder",
    "is_warm",
    "playouts",
    "solve",
    "warm",
    "warm_in_background",
]
