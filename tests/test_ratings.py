"""Ratings: they give back the strengths that made the results, with honest intervals."""

from itertools import combinations
from random import Random

import pytest

from basra.arena.duel import ELO, elo_of
from basra.arena.ratings import Meeting, Rating, ratings

TRUE = (-150.0, -50.0, 20.0, 180.0)


def drawn(seed: int, deals: int, sides: int = 2) -> list[Rating]:
    chance = Random(seed)
    meetings = []
    for one, other in combinations(range(len(TRUE)), 2):
        odds = 10 ** ((TRUE[one] - TRUE[other]) / 400) / (sides - 1)
        shares = [float(chance.random() < odds / (1 + odds)) for _ in range(deals)]
        meetings.append(Meeting(one, other, shares))
    return ratings(len(TRUE), meetings, sides)


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_the_strengths_are_found_again(sides: int) -> None:
    assert list(TRUE) == pytest.approx([one.elo for one in drawn(1, 20_000, sides)], abs=8)


def test_intervals_cover_the_truth_19_times_of_20() -> None:
    found = [one for seed in range(120) for one in zip(TRUE, drawn(seed, 150), strict=True)]
    covered = sum(abs(true - one.elo) <= one.ci95 for true, one in found) / len(found)
    assert 0.93 < covered < 0.97


def test_between_two_it_is_the_elo_of_the_share() -> None:
    shares = [1.0, 1.0, 1.0, 0.0] * 2000
    first, second = ratings(2, [Meeting(0, 1, shares)])
    assert elo_of(0.75) == pytest.approx(first.elo - second.elo, abs=0.1)
    assert pytest.approx(1.96 * ELO / 2 / (0.25 * 0.75 * 8000) ** 0.5, rel=0.01) == first.ci95


def test_who_wins_all_or_nothing_is_rated() -> None:
    first, second = ratings(2, [Meeting(0, 1, [1.0] * 50)])
    assert 300 < first.elo - second.elo < 1000
    assert first.ci95 > 100


def test_mirrored_deals_that_spread_less_are_surer() -> None:
    coins, shared = [1.0, 0.0] * 50, [0.5, 0.5, 0.5, 0.5, 1.0] * 20
    sure, unsure = (ratings(2, [Meeting(0, 1, shares)])[0].ci95 for shares in (shared, coins))
    assert sure < 0.5 * unsure
