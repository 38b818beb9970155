"""Pairing: who meets whom in a round; numbers are entrants in the order of their seeds.

A pair is (first, second); ``None`` instead of the second is a bye.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

Pair = tuple[str, str | None]
_TRIES: Final = 20_000
"""Pairs that are tried before people may meet again."""


def round_robin(entrants: Sequence[str]) -> list[list[Pair]]:
    """Return all rounds in which everybody meets everybody once, by the circle method.

    >>> from basra.club.pairing import round_robin
    >>> round_robin(["a", "b", "c"])
    [[('b', 'a'), ('c', None)], [('a', 'c'), ('b', None)], [('c', 'b'), ('a', None)]]
    """
    circle: list[str | None] = [*entrants] if len(entrants) % 2 == 0 else [None, *entrants]
    rounds = []
    for number in range(len(circle) - 1):
        half = len(circle) // 2
        met = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        rounds.append(_ordered(met, number))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def _ordered(met: Sequence[tuple[str | None, str | None]], number: int) -> list[Pair]:
    """Return pairs with byes last, and the fixed place of the circle first in every other round."""
    pairs: list[Pair] = []
    byes: list[Pair] = []
    for at, (one, other) in enumerate(met):
        if one is None or other is None:
            alone = one or other
            if alone is not None:
                byes.append((alone, None))
        else:
            pairs.append((other, one) if (at or number) % 2 else (one, other))
    return pairs + byes


def swiss(
    ranked: Sequence[str],
    have_met: Callable[[str, str], bool],
    byes: Mapping[str, int],
    firsts: Mapping[str, int],
) -> list[Pair]:
    """Return a round: neighbours in the standings meet who have not met yet.

    If the number is odd, the last who had fewest byes has one. Who was first less often is first.

    >>> from basra.club.pairing import swiss
    >>> swiss(["a", "b", "c"], lambda *pair: set(pair) == {"a", "b"}, {"c": 1}, {"a": 1})
    [('c', 'a'), ('b', None)]
    """
    places = {name: at for at, name in enumerate(ranked)}
    if len(ranked) % 2 == 0:
        found = _neighbours(list(ranked), have_met)
        return [_sided(pair, firsts) for pair in found or _any(ranked)]
    resting = sorted(ranked, key=lambda name: (byes.get(name, 0), -places[name]))
    fewest = byes.get(resting[0], 0)
    for name in resting:
        if byes.get(name, 0) > fewest:
            break
        found = _neighbours([one for one in ranked if one != name], have_met)
        if found is not None:
            return [*(_sided(pair, firsts) for pair in found), (name, None)]
    rest = [one for one in ranked if one != resting[0]]
    return [*(_sided(pair, firsts) for pair in _any(rest)), (resting[0], None)]


def _neighbours(
    ranked: list[str], have_met: Callable[[str, str], bool]
) -> list[tuple[str, str]] | None:
    """Return pairs of people who have not met, the first of the list served best."""
    tries = 0

    def pair_up(left: list[str]) -> list[tuple[str, str]] | None:
        nonlocal tries
        if not left:
            return []
        first, *others = left
        for other in others:
            tries += 1
            if tries > _TRIES:
                return None
            if have_met(first, other):
                continue
            rest = pair_up([one for one in others if one != other])
            if rest is not None:
                return [(first, other), *rest]
        return None

    return pair_up(ranked)


def _any(ranked: Sequence[str]) -> list[tuple[str, str]]:
    return list(pairwise(ranked))[::2]


def _sided(pair: tuple[str, str], firsts: Mapping[str, int]) -> Pair:
    one, other = pair
    return (other, one) if firsts.get(one, 0) > firsts.get(other, 0) else (one, other)


def bracket(entrants: Sequence[str]) -> list[Pair]:
    """Return the first round of a knock-out: strong against weak, byes for the strongest.

    Winners meet in the order of the pairs: the two strongest can meet in the last round only.

    >>> from basra.club.pairing import bracket
    >>> bracket(["a", "b", "c", "d", "e"])
    [('a', None), ('d', 'e'), ('b', None), ('c', None)]
    """
    seeds = [0]
    while len(seeds) < len(entrants):
        size = 2 * len(seeds)
        seeds = [place for seed in seeds for place in (seed, size - 1 - seed)]
    names = [entrants[seed] if seed < len(entrants) else None for seed in seeds]
    pairs: list[Pair] = []
    for one, other in zip(names[::2], names[1::2], strict=True):
        if one is not None:
            pairs.append((one, other))
        elif other is not None:
            pairs.append((other, None))
    return pairs
