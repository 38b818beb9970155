"""Contests: the same packs and the same rival for everybody, and nothing told before the end."""

from datetime import date, timedelta

import pytest

from basra import BasraError, find_rules, loads_bgn
from basra.contest import Attempt, Contest, contest_of, rival_play, rules_of, seed_of
from basra.variants import VARIANTS


def played(contest: Contest, pick: int) -> Attempt:
    """Return an attempt in which the person plays the legal play of that number."""
    attempt = Attempt(contest)
    while not attempt.is_over:
        if attempt.is_own_turn:
            plays = attempt.deal.legal_plays
            attempt.play(plays[pick % len(plays)])
        else:
            attempt.play(rival_play("careful", attempt.view(), contest.seed))
    return attempt


def test_twelve_days_play_twelve_games() -> None:
    days = [date(2026, 3, 1) + timedelta(days=n) for n in range(12)]
    assert set(VARIANTS) == {rules_of(day) for day in days}


def test_seeds_differ_by_secret_and_contest() -> None:
    pairs = [("a", "2026-03-01"), ("a", "2026-03-02"), ("b", "2026-03-01"), ("a2", "026-03-01")]
    assert 4 == len({seed_of(*pair) for pair in pairs})


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_plays_alike_fares_alike(variant: str) -> None:
    contest = contest_of(variant, "7", deals=2)
    one, other = played(contest, 0), played(contest, 0)
    assert (one.plays, one.margin) == (other.plays, other.margin)
    assert [deal.pack for deal in one.deals] == [deal.pack for deal in played(contest, 1).deals]
    assert 2 == len(one.scores)
    assert sum(own - rival for own, rival in one.scores) == one.margin


def test_an_attempt_goes_on_from_its_plays() -> None:
    whole = played(contest_of("egyptian", "7"), 0)
    half = Attempt(whole.contest, whole.plays[:20])
    assert (False, whole.plays[:20]) == (half.is_over, half.plays)
    again = Attempt(whole.contest, whole.plays)
    assert (True, whole.margin) == (again.is_over, again.margin)


def test_nothing_is_played_after_the_end() -> None:
    whole = played(contest_of("egyptian", "7"), 0)
    with pytest.raises(BasraError):
        whole.play("7c")


def test_a_contest_is_for_two() -> None:
    with pytest.raises(BasraError):
        contest_of("egyptian;seats=4", "7")


def test_records_are_sound() -> None:
    attempt = played(Contest(find_rules("yemeni"), "7", 2), 0)
    for number in range(2):
        match = loads_bgn(attempt.record(number, ("Hani", "careful")))
        assert attempt.scores[number] == match.deals[0].scores
        assert ("Hani", "careful") == match.names
