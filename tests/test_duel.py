"""Duels: mirrored deals, figures that do not depend on the workers, and the least strength."""

from collections.abc import Sequence
from itertools import product

import pytest

from basra import Deal, find_rules
from basra.arena.duel import Job, Outcome, elo_of, jobs, play, seatings, summary
from basra.arena.players import find_seated
from basra.arena.referee import FORFEIT, Ended
from basra.arena.workers import run
from basra.bots import Bot, Limit


def outcomes(first: str, second: str, deals: int, *, workers: int = 1) -> list[Outcome]:
    job = Job("coffeehouse", first, second, "duel", 0, deals, mirrored=True, limit=Limit())
    return [one for part in run(play, jobs(job), workers=workers) for one in part]


def test_a_player_is_level_with_itself_on_mirrored_deals() -> None:
    figures = summary(outcomes("greedy", "greedy", 40))
    assert (40, 0.0, 0.0, 0.5, 0.0) == figures[:5]


def test_the_figures_do_not_depend_on_the_workers() -> None:
    assert outcomes("careful", "random", 45) == outcomes("careful", "random", 45, workers=2)


def test_the_margin_changes_its_sign_with_the_order_of_the_players() -> None:
    one, other = outcomes("greedy", "random", 30), outcomes("random", "greedy", 30)
    assert [outcome.margin for outcome in one] == [-outcome.margin for outcome in other]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("cypriot", [(True, False), (False, True)]),
        (
            "cypriot;seats=3",
            [(True, False, False), (False, True, False), (False, False, True)],
        ),
    ],
)
def test_the_first_player_sits_on_each_side_once(
    rules: str, expected: list[tuple[bool, ...]]
) -> None:
    assert expected == seatings(find_rules(rules))


def test_without_mirroring_each_deal_is_played_once() -> None:
    job = Job("cypriot", "greedy", "random", "duel", 0, 12, mirrored=False, limit=Limit())
    assert {0.0, 0.5, 1.0} >= {outcome.won for outcome in play(job)}


def test_the_interval_is_that_of_the_mean() -> None:
    figures = summary([Outcome(1.0, 1.0), Outcome(3.0, 1.0), Outcome(5.0, 0.0)])
    assert (3, 3.0) == figures[:2]
    assert [1.96 * 2 / 3**0.5, 2 / 3] == pytest.approx(figures[2:4], abs=1e-5)


@pytest.mark.parametrize(
    ("first", "second", "least"), [("greedy", "random", 18.0), ("careful", "greedy", 8.0)]
)
def test_each_player_is_clearly_ahead_of_the_weaker(first: str, second: str, least: float) -> None:
    figures = summary(outcomes(first, second, 400, workers=2))
    assert figures.margin - figures.ci95 > least


@pytest.mark.parametrize("rules", ["cypriot;seats=3", "cypriot;seats=4", "cypriot;seats=4;sides=2"])
def test_level_players_share_what_can_be_won(rules: str) -> None:
    job = Job(rules, "greedy", "greedy", "duel", 0, 4, mirrored=True)
    figures = summary(play(job))
    assert (0.0, 1 / find_rules(rules).sides) == pytest.approx((figures.margin, figures.win_rate))


def test_whole_matches_are_won_more_surely_than_deals() -> None:
    deals = Job("egyptian", "careful", "greedy", "duel", 0, 25, mirrored=True)
    matches = deals._replace(matches=True)
    assert summary(play(matches)).win_rate > summary(play(deals)).win_rate > 0.5


def test_a_failing_player_forfeits_deals_and_matches_by_name() -> None:
    job = Job("coffeehouse", "rogues:Crashing", "greedy", "duel", 0, 3, mirrored=True)
    for one in (job, job._replace(matches=True)):
        figures = summary(play(one))
        assert (3, -FORFEIT, 0.0) == (figures.pairs, figures.margin, figures.win_rate)
        assert {"rogues:Crashing": 6} == figures.forfeits
    turned = job._replace(first="greedy", second="rogues:Crashing")
    assert (FORFEIT, 1.0) == (summary(play(turned)).margin, summary(play(turned)).win_rate)


def test_elo_is_that_of_the_share() -> None:
    assert [0.0, -191.0, float("-inf")] == [round(elo_of(share), 0) for share in (0.5, 0.25, 0.0)]


@pytest.mark.parametrize("rules", ["cypriot", "egyptian;seats=3", "coffeehouse;seats=4"])
def test_without_mirroring_everybody_deals_as_often(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = find_rules(rules)
    met = []

    def note(deal: Deal, bots: Sequence[Bot], *_: object) -> Ended:
        met.append((deal.dealer, tuple(bot.name == "greedy" for bot in bots)))
        return Ended((0,) * table.sides, None)

    monkeypatch.setattr("basra.arena.duel.play_out", note)
    number = table.seats * table.sides
    play(Job(rules, "greedy", "random", "duel", 0, number, mirrored=False))
    assert set(product(range(table.seats), seatings(table))) == set(met)


def test_strangers_are_not_told_the_seed_of_the_packs() -> None:
    ours, strange = find_seated("sharp", "secret", 1.0), find_seated("rogues:Told", "secret", 1.0)
    assert "secret" == vars(ours)["_seed"]
    assert "secret" not in vars(strange)["seed"]
    assert vars(strange) == vars(find_seated("rogues:Told", "secret", 1.0))
