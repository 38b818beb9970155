"""Ratings come to the strengths that people have, and say how sure they are."""

import random
from statistics import correlation, fmean

from basra.club.ratings import MU, Skill, rate, scale_of

PLAYERS, MATCHES = 1_000, 80
LUCK = MU / 6
"""The standard deviation of what a player shows in a match."""


def play_on(rng: random.Random, strengths: list[float]) -> list[Skill]:
    """Let everybody play so many matches of two."""
    skills = [Skill()] * len(strengths)
    for _ in range(MATCHES):
        order = rng.sample(range(len(skills)), len(skills))
        for first, second in zip(order[::2], order[1::2], strict=True):
            shown = [rng.gauss(strengths[one], LUCK) for one in (first, second)]
            wins = shown[0] > shown[1]
            ranks = [0, 1] if wins else [1, 0]
            (skills[first],), (skills[second],) = rate([[skills[first]], [skills[second]]], ranks)
    return skills


def test_a_thousand_players_come_to_their_strengths() -> None:
    rng = random.Random(6)
    strengths = [rng.gauss(MU, MU / 4) for _ in range(PLAYERS)]
    skills = play_on(rng, strengths)
    assert correlation(strengths, [one.mu for one in skills]) > 0.95
    middle = fmean(one.mu for one in skills) - fmean(strengths)
    errors = [one.mu - middle - strength for one, strength in zip(skills, strengths, strict=True)]
    within = sum(abs(error) < 2 * one.sigma for error, one in zip(errors, skills, strict=True))
    assert within > 0.9 * PLAYERS  # the uncertainty that is shown is that which there is
    assert sum(one.is_provisional for one in skills) < 0.1 * PLAYERS
    assert {MATCHES} == {one.games for one in skills}


def test_who_wins_rises_and_who_loses_falls_by_what_was_expected() -> None:
    strong, weak = Skill(35, 2, 50), Skill(15, 2, 50)
    (expected,), _ = rate([[strong], [weak]], [0, 1])
    _, (surprise,) = rate([[strong], [weak]], [1, 0])
    assert 0 <= expected.mu - strong.mu < 0.05 < surprise.mu - weak.mu


def test_partners_win_together_and_a_draw_leaves_equals_where_they_are() -> None:
    ours, theirs = rate([[Skill(), Skill()], [Skill(), Skill()]], [1, 0])
    assert len({one.mu for one in ours}) == len({one.mu for one in theirs}) == 1
    assert ours[0].mu < MU < theirs[0].mu
    (one,), (other,) = rate([[Skill()], [Skill()]], [0, 0])
    assert abs(one.mu - MU) + abs(other.mu - MU) < 1e-9


def test_four_sides_are_placed_by_their_ranks() -> None:
    rated = rate([[Skill()] for _ in range(4)], [2, 0, 3, 1])
    assert [1, 3, 0, 2] == sorted(range(4), key=lambda side: -rated[side][0].mu)


def test_a_new_player_is_provisional_and_a_scale_names_the_game() -> None:
    assert (1500, 333, True) == (Skill().points, Skill().spread, Skill().is_provisional)
    assert "cypriot:4:2" == scale_of("cypriot", 4, 2)
