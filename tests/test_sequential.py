"""The sequential test: what it asks, when it decides, and that it errs seldom."""

from random import Random

import pytest

from basra.arena.sequential import LEAST, Question, read_question, verdict
from basra.errors import BadNotation

ASKED = Question(0, 3)


def decided(mean: float, seed: int) -> tuple[str | None, int]:
    chance = Random(seed)
    margins: list[float] = []
    while len(margins) < 3000:
        margins += [chance.gauss(mean, 16) for _ in range(10)]
        accepted = verdict(ASKED, margins).accepted
        if accepted:
            return accepted, len(margins)
    return None, len(margins)


@pytest.mark.parametrize(("mean", "expected"), [(0.0, "H0"), (3.0, "H1")])
def test_it_errs_seldom_and_ends_early(mean: float, expected: str) -> None:
    found = [decided(mean, seed) for seed in range(60)]
    assert sum(accepted == expected for accepted, _ in found) >= 54
    # A test of fixed length with the same errors takes 308 deals.
    assert sum(deals for _, deals in found) / len(found) < 240


def test_few_deals_decide_nothing() -> None:
    assert (0.0, None) == verdict(ASKED, [50.0] * (LEAST - 1))
    assert "H1" == verdict(ASKED, [50.0] * LEAST).accepted


@pytest.mark.parametrize("text", ["", "3", "3,0", "0,0", "a,b", "0,1,2", "nan,3"])
def test_what_is_no_question_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="like 0,3"):
        read_question(text)
