"""Pairings: everybody meets whom it should, rests come round, strong ones meet late."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from basra.club.pairing import Pair, bracket, round_robin, swiss


def names(number: int) -> list[str]:
    return [f"e{at:03}" for at in range(number)]


def met(rounds: list[list[Pair]]) -> Counter[frozenset[str]]:
    return Counter(
        frozenset((one, other)) for pairs in rounds for one, other in pairs if other is not None
    )


@pytest.mark.parametrize("number", range(2, 13))
def test_in_a_round_robin_everybody_meets_everybody_once(number: int) -> None:
    rounds = round_robin(names(number))
    assert number - 1 + number % 2 == len(rounds)
    assert Counter(map(frozenset, combinations(names(number), 2))) == met(rounds)
    for pairs in rounds:
        assert sorted(names(number)) == sorted(one for pair in pairs for one in pair if one)
    firsts = Counter(one for pairs in rounds for one, other in pairs if other)
    assert max(firsts.values()) - min(firsts[name] for name in names(number)) <= 2 + number // 4


@settings(max_examples=30, deadline=None, derandomize=True)
@given(number=st.integers(2, 40), rng=st.randoms(use_true_random=False))
def test_in_a_swiss_tournament_nobody_meets_twice_and_nobody_rests_twice(
    number: int, rng: Random
) -> None:
    points, byes, firsts = Counter[str](), Counter[str](), Counter[str]()
    seen: set[frozenset[str]] = set()
    for _ in range(min(5, number - 1)):
        ranked = sorted(names(number), key=lambda name: (-points[name], name))
        pairs = swiss(ranked, lambda one, other: frozenset((one, other)) in seen, byes, firsts)
        assert sorted(ranked) == sorted(one for pair in pairs for one in pair if one)
        for one, other in pairs:
            if other is None:
                byes[one] += 1
                points[one] += 2
                continue
            if number > 10:
                assert frozenset((one, other)) not in seen
            seen.add(frozenset((one, other)))
            firsts[one] += 1
            firsts[other] -= 1
            points[rng.choice((one, other))] += 2
        assert number % 2 == sum(other is None for _, other in pairs)
    assert not byes or max(byes.values()) == 1


def test_when_all_have_met_they_meet_again_rather_than_not_at_all() -> None:
    assert [("e000", "e001"), ("e002", "e003")] == swiss(names(4), lambda *_: True, {}, {})


@pytest.mark.parametrize("number", range(3, 34))
def test_in_a_knock_out_the_strongest_rest_and_the_two_strongest_meet_last(number: int) -> None:
    pairs = bracket(names(number))
    size = 1 << (number - 1).bit_length()
    assert size // 2 == len(pairs)
    assert names(size - number) == sorted(one for one, other in pairs if other is None)
    through = [one for one, _ in pairs]
    while len(through) > 2:
        through = [min(pair) for pair in zip(through[::2], through[1::2], strict=True)]
    assert ["e000", "e001"] == sorted(through)
