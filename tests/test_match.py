"""Matches: dealers, totals, carry, ties, rubbers and records; at random over all tables too.

``BASRA_MATCHES=2000`` plays that many random matches.
"""

import os
from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

import tables
from basra import (
    VARIANTS,
    BadNotation,
    Deal,
    Generator,
    Match,
    Rules,
    engine,
    find_rules,
    loads_bgn,
    rules_text,
)
from basra.match import Standing, followed, going_on
from basra.shuffle import joined

MATCHES = int(os.environ.get("BASRA_MATCHES", "96"))


def with_scores(rules: str, *scores: tuple[int, ...], carried: tuple[int, ...] = ()) -> Match:
    """Return a match whose deals are over and scored so."""
    match = Match(rules, seed=1, dealer=0)
    held = [*carried, *[0] * len(scores)]
    deals = [
        SimpleNamespace(
            is_over=True,
            dealer=number % match.rules.seats,
            sheet=SimpleNamespace(scores=points, carried=carry),
        )
        for number, (points, carry) in enumerate(zip(scores, held, strict=False))
    ]
    match.deals = cast("list[Deal]", deals)
    return match


def finished(match: Match, chance: Random) -> Match:
    while not match.is_over:
        tables.play_at_random(match.deal, chance)
    return match


def test_a_seed_fixes_the_dealer_and_every_deal() -> None:
    match = finished(Match("palestinian", seed=5), Random(5))
    dealer = Generator(joined("dealer", "5")).randrange(2)
    for number, deal in enumerate(match.deals):
        assert (dealer + number) % 2 == deal.dealer
        assert Deal("palestinian", seed=f"5/{number + 1}").pack == deal.pack
    assert {0, 1} == {Match("cypriot", seed=n).deals[0].dealer for n in range(20)}
    assert 1 == Match("cypriot", seed=1, dealer=1).deals[0].dealer
    with pytest.raises(BadNotation, match="2 is no seat"):
        Match("cypriot", seed=1, dealer=2)


def test_the_next_deal_begins_when_asked_for() -> None:
    match = Match("cypriot", seed=1)
    first = match.deal
    assert first is match.deal
    tables.play_at_random(first, Random(1))
    assert 1 == len(match.deals)
    assert first.scores == match.scores
    assert first is not match.deal
    assert 2 == len(match.deals)


def test_what_is_carried_goes_into_the_next_deal() -> None:
    match = with_scores("egyptian", (10, 10), carried=(30,))
    assert 30 == match.carried == match.deal.position.carried
    over = with_scores("egyptian", (110, 10), carried=(30,))
    assert (True, 30) == (over.is_over, over.carried)
    assert 0 == going_on(over.rules, over.standing).carried


def test_an_even_tie_goes_on_with_everybody() -> None:
    match = with_scores("cypriot;seats=3", (104, 104, 3))
    assert (False, None) == (match.is_over, match.winner)
    match = with_scores("cypriot;seats=3", (104, 104, 3), (1, 0, 110))
    assert (True, 2) == (match.is_over, match.winner)


def test_a_tie_may_be_a_draw_or_raise_the_target() -> None:
    drawn = with_scores("cypriot;tie_break=draw", (104, 104))
    assert (True, None, (0, 0)) == (drawn.is_over, drawn.winner, drawn.standing.wins)
    raised = with_scores("cypriot;tie_break=extend;extension=20", (104, 104), (10, 5))
    assert (False, 120) == (raised.is_over, raised.standing.target)
    won = with_scores("cypriot;tie_break=extend;extension=20", (104, 104), (16, 5))
    assert (True, 0) == (won.is_over, won.winner)


def test_a_rubber_is_the_best_of_three() -> None:
    rules = "egyptian;rubber=3"
    one = with_scores(rules, (110, 5))
    assert (False, (1, 0), (110, 5)) == (one.is_over, one.standing.wins, one.scores)
    assert 0 == one.deal.position.carried
    two = with_scores(rules, (110, 5), (7, 9))
    assert (False, (1, 0), (7, 9)) == (two.is_over, two.standing.wins, two.scores)
    done = with_scores(rules, (110, 5), (7, 120), (101, 3))
    assert (True, 0, (2, 1)) == (done.is_over, done.winner, done.standing.wins)
    lost = with_scores(rules, (1, 150), (7, 120))
    assert (True, 1, (0, 2)) == (lost.is_over, lost.winner, lost.standing.wins)


def test_a_rubber_forgets_the_carry_and_the_raised_target_between_its_matches() -> None:
    rules = "egyptian;rubber=3;tie_break=extend"
    match = with_scores(rules, (104, 104), (60, 5), (3, 4), carried=(30, 30, 30))
    assert (101, (3, 4), 30) == (match.standing.target, match.scores, match.carried)
    before = with_scores(rules, (104, 104), (60, 5), carried=(30, 30))
    assert 0 == before.deal.position.carried


def test_a_draw_in_a_rubber_is_played_again() -> None:
    match = with_scores("cypriot;rubber=3;tie_break=draw", (104, 104))
    assert (False, (0, 0)) == (match.is_over, match.standing.wins)


def test_names_and_tags_are_written() -> None:
    match = Match("cypriot", seed=1, names=["Umm Kulthum", "Farid"])
    text = match.bgn({"Place": "Cairo"})
    for line in ('[A "Umm Kulthum"]', '[B "Farid"]', '[Place "Cairo"]', '[Result "*"]'):
        assert line in text.splitlines()
    assert ("Umm Kulthum", "Farid") == loads_bgn(text).names
    assert repr(match) == match.bgn()


def test_a_match_keeps_the_name_it_was_asked_for() -> None:
    match = Match("jordanian_a", seed=1)
    assert "jordanian_a" == match.variant == loads_bgn(match.bgn()).variant
    assert "palestinian" == Match(match.rules, seed=1).variant


def test_a_match_goes_on_from_its_record() -> None:
    match = Match("coffeehouse", seed="on", names=["x", "y"])
    chance = Random("record")
    finished_plays = 0
    while not match.is_over:
        match.deal.play(chance.choice(match.deal.legal_plays))
        finished_plays += 1
        if finished_plays % 17 == 0:
            match = loads_bgn(match.bgn())
    assert match.bgn() == loads_bgn(match.bgn()).bgn()


def test_a_record_without_a_seed_is_played_on_by_its_last_pack() -> None:
    text = Match("cypriot", seed=3).bgn().replace('[Seed "3"]\n', "")
    match = loads_bgn(text)
    assert "".join(map(str, match.deals[0].pack)) == match.seed
    assert () == match.names
    finished(match, Random(1))


def a_table(chance: Random, number: int) -> Rules:
    """Return a table: variants and seatings in turn, with house rules at random."""
    variant = list(VARIANTS.values())[number % len(VARIANTS)]
    seats, sides = tables.SEATINGS[number // len(VARIANTS) % 4]
    rules = tables.house_rules(chance, variant.at(seats, sides))
    if number % 3 == 0:
        rules = tables.any_rules(chance)._replace(seats=seats, sides=sides)
    if rules.basra_points * rules.majority == 0 or rules.target > 200:
        rules = rules._replace(majority=max(rules.majority, 3), target=min(rules.target, 200))
    return rules._replace(rubber=1 if rules.target > 60 else rules.rubber)


@pytest.mark.parametrize("part", range(10))
def test_random_matches_end_conserve_and_replay(part: int) -> None:
    chance = Random(f"matches {part}")
    for number in range(part, MATCHES, 10):
        match = Match(a_table(chance, number), seed=f"random {number}")
        rules = match.rules
        assert rules == find_rules(rules_text(rules))
        finished(match, chance)
        carried = 0
        for deal in match.deals:
            sheet = deal.sheet
            assert rules.pack == sum(sheet.cards)
            assert 13 == sum(sheet.card_points)
            if rules.tie == 2:
                assert rules.majority + deal.position.carried == sum(sheet.majority) + sheet.carried
            assert deal.position.carried in (0, carried)
            carried = sheet.carried
        standing = match.standing
        assert standing.is_over
        assert engine.NOBODY != engine.winner(
            rules, engine.four(standing.totals), standing.target
        ), "the last match of a rubber has been won or drawn"
        text = match.bgn()
        again = loads_bgn(text)
        assert text == again.bgn()
        assert standing == again.standing


@pytest.mark.parametrize("seed", ["my  seed", " 7", "\t"])
def test_white_space_in_a_seed_is_that_of_the_record(seed: str) -> None:
    match = Match("egyptian", seed)
    again = loads_bgn(match.bgn())
    assert (" ".join(seed.split()), match.bgn()) == (again.seed, again.bgn())


def test_a_record_without_its_seed_stays_without() -> None:
    written = Match("egyptian", seed=7).bgn().replace('[Seed "7"]\n', "")
    match = loads_bgn(written)
    assert written == match.bgn()
    while len(match.deals) < 3:
        match.deal.play(match.deal.legal_plays[0])
    assert match.bgn() == loads_bgn(match.bgn()).bgn()


def test_more_names_than_seats_are_refused() -> None:
    with pytest.raises(BadNotation, match="names of 3 players: expected at most 2"):
        Match("egyptian", 1, names=["A", "B", "C"])


def test_a_record_is_counted_once_however_many_deals_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match("egyptian;target=1000", seed=1)
    while not match.is_over:
        tables.play_at_random(match.deal, Random(len(match.deals)))
    written = match.bgn()
    counted = []

    def follow(rules: Rules, standing: Standing, scores: Sequence[int], carried: int) -> Standing:
        counted.append(scores)
        return followed(rules, standing, scores, carried)

    monkeypatch.setattr("basra.match.followed", follow)
    again = loads_bgn(written)
    assert len(match.deals) == len(again.deals)
    assert len(match.deals) == len(counted)
