"""The bodies of machine code that the primitives of the engine have when they are compiled.

Importing this module makes them known to numba.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from basra.engine import primitives
from basra.sums import WAYS

_WAYS = np.array(WAYS, dtype=np.int64)


def _population(_typing: Any, cards: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


def _trailing_zeros(_typing: Any, cards: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


_ctpop: Any = intrinsic(_population)
_cttz: Any = intrinsic(_trailing_zeros)


@overload(primitives.count, strict=False)
def _count(cards: Any) -> Callable[..., Any]:
    return lambda cards: _ctpop(cards)


@overload(primitives.lowest, strict=False)
def _lowest(cards: Any) -> Callable[..., Any]:
    return lambda cards: _cttz(cards)


@overload(primitives.buffer, strict=False)
def _buffer(size: Any) -> Callable[..., Any]:
    return lambda size: np.zeros(size, np.int64)


@overload(primitives.way, strict=False)
def _way(index: Any) -> Callable[..., Any]:
    return lambda index: _WAYS[index]
