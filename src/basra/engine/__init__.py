"""The rules of Basra: what a card captures, what a sweep earns, how cards are dealt and scored.

This is the only place where they are written. The functions are in a dialect that CPython runs
as it is and that numba compiles unchanged: int, bool, fixed tuples and NamedTuples; every value
fits a signed 64-bit number; no None, strings, floats, sets, dicts, comprehensions, generators,
exceptions or closures; no randomness and no input or output. The functions are total: callers
pass cards that are there and plays that are legal (``is_legal`` tells), and buffers of the sizes
named here. ``tests/test_dialect.py`` checks it.
"""

from basra.engine.basras import basra_points, earns_komi
from basra.engine.captures import (
    ROOM,
    WORK,
    can_capture,
    captures,
    capturing,
    is_legal,
    legal_plays,
    playable,
)
from basra.engine.course import (
    State,
    apply,
    arrange,
    begin,
    collect,
    deal_packet,
    is_over,
    needs_packet,
    packet_size,
)
from basra.engine.primitives import (
    NOBODY,
    Four,
    barred,
    buffer,
    count,
    four,
    is_sweeper,
    lowest,
    next_seat,
    pick,
    put,
    rank_mates,
    side_of,
    sum_of,
)
from basra.engine.scores import DRAWN, card_points, majority, next_target, score, winner

__all__ = [
    "DRAWN",
    "NOBODY",
    "ROOM",
    "WORK",
    "Four",
    "State",
    "apply",
    "arrange",
    "barred",
    "basra_points",
    "begin",
    "buffer",
    "can_capture",
    "captures",
    "capturing",
    "card_points",
    "collect",
    "count",
    "deal_packet",
    "earns_komi",
    "four",
    "is_legal",
    "is_over",
    "is_sweeper",
    "legal_plays",
    "lowest",
    "majority",
    "needs_packet",
    "next_seat",
    "next_target",
    "packet_size",
    "pick",
    "playable",
    "put",
    "rank_mates",
    "score",
    "side_of",
    "sum_of",
    "winner",
]
