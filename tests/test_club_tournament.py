"""Tournaments keep the rules that are written: entry, rounds, absence, standings."""

from collections.abc import Callable
from itertools import count

import pytest
from msgspec import json
from msgspec.structs import replace

from basra.club.results import MatchResult
from basra.club.tournament import (
    Kind,
    Tournament,
    enter,
    expire,
    go_on,
    leave,
    people_at,
    settle,
    standings,
    start,
)
from basra.errors import BasraError

MINUTE = 60_000


def made(kind: Kind, number: int, **more: object) -> Tournament:
    found = Tournament(
        id="t",
        name="Friday",
        host="u0",
        kind=kind,
        rules="egyptian",
        size=1,
        rounds=3,
        rated=False,
        clock=None,
        duplicate=False,
        minutes=60,
        created=0,
    )
    found = replace(found, **more)
    for at in range(number):
        found = enter(found, f"u{at}", f"e{at}", None)
    return found


IDS = count()


def next_round(tournament: Tournament, now: int = 0) -> Tournament:
    return go_on(tournament, now, lambda: f"table{next(IDS)}", lambda: "seed")


def result(
    ranks: tuple[int, int], totals: tuple[int, int] = (0, 0), moved: tuple[bool, ...] = (True, True)
) -> MatchResult:
    return MatchResult(
        match=1,
        scale="egyptian:2:2",
        rated=False,
        at=0,
        reason="won",
        sides=2,
        players=["", ""],
        stayed=[True, True],
        moved=list(moved),
        totals=list(totals),
        ranks=list(ranks),
        gifts=[],
    )


def play(
    tournament: Tournament, winner: Callable[[str, str], str] = min, margin: int = 10
) -> Tournament:
    """Play the last round: who is named wins."""
    for one in tournament.played[-1].meetings:
        if one.table is not None and one.second is not None:
            wins = winner(one.first, one.second) == one.first
            totals = (margin, 0) if wins else (0, margin)
            ranks = (0, 1) if wins else (1, 0)
            tournament = settle(tournament, one.table, result(ranks, totals))
    return tournament


def whole(tournament: Tournament) -> Tournament:
    """Play a tournament to its end; the entrant that came earlier always wins."""
    tournament = next_round(start(tournament, "u0"))
    while tournament.state != "over":
        tournament = next_round(play(tournament))
    return tournament


@pytest.mark.parametrize(
    ("kind", "number", "rounds"),
    [("robin", 5, 5), ("robin", 6, 5), ("swiss", 9, 3), ("knockout", 6, 3), ("knockout", 2, 1)],
)
def test_the_best_wins_after_all_rounds(kind: Kind, number: int, rounds: int) -> None:
    over = whole(made(kind, number))
    assert rounds == len(over.played) == over.planned
    assert ["e0"] == [line.entrant for line in standings(over) if line.place == 1]
    assert over == json.decode(json.encode(over), type=Tournament)


def test_points_of_a_round_robin_and_its_ties() -> None:
    lines = standings(whole(made("robin", 4)))
    assert [("e0", 3.0, 3.0), ("e1", 2.0, 1.0), ("e2", 1.0, 0.0), ("e3", 0.0, 0.0)] == [
        (line.entrant, line.points, line.tie) for line in lines
    ]
    assert [30, 10, -10, -30] == [line.margin for line in lines]


def test_a_bye_is_a_point_in_a_swiss_tournament_and_none_in_a_round_robin() -> None:
    for kind, points in (("swiss", 1.0), ("robin", 0.0)):
        first = next_round(start(made(kind, 3), "u0"))  # type: ignore[arg-type]
        (resting,) = [one for one in first.played[0].meetings if one.second is None]
        assert (points, 0.0) == resting.points


def test_a_draw_is_half_a_point_and_in_a_knock_out_the_earlier_entrant_goes_on() -> None:
    swiss = next_round(start(made("swiss", 2), "u0"))
    swiss = settle(swiss, swiss.played[0].meetings[0].table or "", result((0, 0)))
    assert [0.5, 0.5] == [line.points for line in standings(swiss)]
    cup = next_round(start(made("knockout", 2), "u0"))
    cup = next_round(settle(cup, cup.played[0].meetings[0].table or "", result((0, 0))))
    assert ("over", "e0") == (cup.state, standings(cup)[0].entrant)


def test_who_plays_no_card_has_lost_and_is_gone_after_two() -> None:
    now = next_round(start(made("swiss", 2), "u0"))
    for absences in (1, 2):
        meeting = now.played[-1].meetings[0]
        moved = (meeting.first == "e0", meeting.second == "e0")
        ranks = (1, 0) if moved[0] else (0, 1)  # the cards say that the bot has won
        now = settle(now, meeting.table or "", result(ranks, (0, 90), moved))
        assert absences == standings(now)[0].points
        now = next_round(now)
    assert ("over", [False, True]) == (now.state, [one.gone for one in now.entrants])


def test_a_match_that_nobody_came_to_gives_nothing() -> None:
    now = next_round(start(made("robin", 2), "u0"))
    now = settle(now, now.played[0].meetings[0].table or "", None)
    assert [0.0, 0.0] == [line.points for line in standings(now)]
    assert now == settle(now, "another table", result((0, 1)))


def test_a_round_that_lasts_too_long_gives_half_a_point_each() -> None:
    now = next_round(start(made("swiss", 4), "u0"), now=5)
    assert now == expire(now, 4 + 60 * MINUTE)
    assert [0.5] * 4 == [line.points for line in standings(expire(now, 5 + 60 * MINUTE))]


def test_late_entry_into_the_first_half_of_a_swiss_tournament_alone() -> None:
    swiss = next_round(start(made("swiss", 4), "u0"))
    late = enter(swiss, "u9", "e9", None)
    assert 1 == late.entrants[-1].since
    later = next_round(play(late))
    assert "e9" in str(later.played[1].meetings)
    for closed in (next_round(start(made("robin", 4), "u0")), next_round(play(later))):
        with pytest.raises(BasraError, match="entry"):
            enter(closed, "u8", "e8", None)


def test_who_leaves_meets_nobody_any_more() -> None:
    now = leave(next_round(start(made("swiss", 4), "u0")), "u3")
    now = next_round(play(now))
    assert "e3" not in str(now.played[1].meetings)
    assert 3 == len(leave(made("robin", 4), "u3").entrants)
    cup = whole_cup_without("e0")
    assert "e1" == standings(cup)[0].entrant


def whole_cup_without(gone: str) -> Tournament:
    cup = next_round(start(made("knockout", 4), "u0"))
    cup = leave(play(cup), gone.replace("e", "u"))
    return next_round(play(next_round(cup)))


def test_pairs_are_two_and_sit_across() -> None:
    pairs = made("swiss", 3, size=2)
    for entrant, person in (("e0", "u5"), ("e1", "u6")):
        pairs = enter(pairs, person, "", entrant)
    with pytest.raises(BasraError):
        enter(pairs, "u7", "", "e0")
    now = next_round(start(pairs, "u0"))
    assert ["e0", "e1"] == [one.id for one in now.entrants]  # the half pair was sent home
    (meeting,) = now.played[0].meetings
    assert ["u0", "u1", "u5", "u6"] == people_at(now, meeting)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda one: enter(one, "u1", "e9", None),
        lambda one: enter(one, "u9", "e9", "nobody"),
        lambda one: leave(one, "u9"),
        lambda one: start(one, "u1"),
        lambda _: start(made("swiss", 1), "u0"),
        lambda _: made("robin", 25),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(
    wrong: Callable[[Tournament], Tournament],
) -> None:
    with pytest.raises(BasraError):
        wrong(made("robin", 3))


def test_with_duplicate_deals_a_round_has_one_seed() -> None:
    assert "seed" == next_round(start(made("swiss", 4, duplicate=True), "u0")).played[0].seed
    assert None is next_round(start(made("swiss", 4), "u0")).played[0].seed


@pytest.mark.parametrize("duplicate", [True, False])
def test_a_round_with_one_seed_is_sealed_while_it_is_played(*, duplicate: bool) -> None:
    now = next_round(start(made("swiss", 3, duplicate=duplicate), "u0"))
    assert duplicate == now.played[0].is_sealed
    assert not play(now).played[0].is_sealed
    bye = next(one for one in now.played[0].meetings if one.second is None)
    assert [bye.first.replace("e", "u")] == people_at(now, bye)
