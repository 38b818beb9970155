"""The rules of Basra: what a card captures, what a sweep earns, how cards are dealt and scored.

This is the only place where they are written. The functions are in a dialect that CPython runs
as it is and that numba compiles unchanged: int, bool, fixed tuples and NamedTuples; every value
fits a signed 64-bit number, and so does every step on the way to it (compiled code relies on
that); no None, strings, floats, sets, dicts, comprehensions, generators, exceptions or closures;
no randomness and no input or output. The functions are total: callers pass cards that are there
and plays that are legal (``is_legal`` tells), and buffers of the sizes named here.
``tests/test_dialect.py`` checks it.
"""

from basra.engine.basras import basra_points, earns_komi
from basra.engine.captures import (
    OPEN,
    ROOM,
    WORK,
    can_capture,
    captures,
    capturing,
    forced,
    is_legal,
    legal_plays,
    open_captures,
    playable,
)
from basra.engine.course import (
    Effect,
    State,
    apply,
    arrange,
    barred_turned,
    begin,
    collect,
    deal_packet,
    effect_of,
    hand_dealt,
    is_over,
    needs_packet,
    packet_size,
    places_below,
    taker_of,
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
    "OPEN",
    "ROOM",
    "WORK",
    "Effect",
    "Four",
    "State",
    "apply",
    "arrange",
    "barred",
    "barred_turned",
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
    "effect_of",
    "forced",
    "four",
    "hand_dealt",
    "is_legal",
    "is_over",
    "is_sweeper",
    "legal_plays",
    "lowest",
    "majority",
    "needs_packet",
    "next_seat",
    "next_target",
    "open_captures",
    "packet_size",
    "pick",
    "places_below",
    "playable",
    "put",
    "rank_mates",
    "score",
    "side_of",
    "sum_of",
    "taker_of",
    "winner",
]
