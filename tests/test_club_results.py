"""Results are read from the log of a table: who played, who left, who is before whom."""

from msgspec.structs import replace

from basra.club.results import MatchResult, results
from basra.table.events import (
    Absent,
    AnyEvent,
    Began,
    Dealt,
    Ended,
    Occupant,
    Opened,
    Played,
    Policy,
    Returned,
    Seated,
    Standing,
)

NAMES = ("u0", "u1", "u2", "u3")


def log_of(rules: str, sides: int, *then: AnyEvent, rated: bool = True) -> list[AnyEvent]:
    """Return a log: all sit down, a match begins, and then something happens."""
    seats = 4 if "4" in rules else 2
    host = Occupant(id="u0", name="u0")
    opened = Opened(
        v=0, at=0, rules=rules, seats=seats, sides=sides, policy=Policy(rated=rated), host=host
    )
    sat = [
        Seated(v=0, at=0, seat=seat, who=Occupant(id=NAMES[seat], name=NAMES[seat]))
        for seat in range(seats)
    ]
    return [opened, *sat, Began(v=0, at=0, match=1, seed="s"), *then]


def ended(totals: list[int], winner: int | None, reason: str = "won") -> Ended:
    standing = Standing(
        totals=totals, carried=0, target=101, wins=[0] * len(totals), winner=winner, over=True
    )
    over = Ended(v=0, at=9, reason="won", winner=winner, standing=standing, seed="s")
    return replace(over, reason=reason)


def played(seat: int, card: str, captured: str = "", by: str = "person") -> Played:
    play = Played(v=0, at=0, seat=seat, card=card, captured=captured.split(), scores=[])
    return replace(play, by=by)


def dealt() -> Dealt:
    return Dealt(
        v=0,
        at=0,
        deal=1,
        dealer=0,
        carried=0,
        commit="",
        pack=[],
        salt="",
        floor=[],
        buried=[],
        packet=1,
        packets=1,
        hands=[],
        held=[],
        stock=0,
        turn=0,
    )


def only(log: list[AnyEvent]) -> MatchResult:
    (found,) = results(log)
    return found


def test_a_match_of_two_has_a_winner() -> None:
    found = only(log_of("egyptian", 2, ended([50, 101], 1)))
    assert (["u0", "u1"], [1, 0], "egyptian:2:2", True) == (
        found.players,
        found.ranks,
        found.scale,
        found.rated,
    )


def test_who_resigns_loses_whatever_the_points_are() -> None:
    assert [0, 1] == only(log_of("egyptian", 2, ended([5, 90], 0, "resigned"))).ranks


def test_a_draw_has_equal_ranks_and_an_abandoned_match_is_none() -> None:
    assert [0, 0] == only(log_of("egyptian", 2, ended([101, 101], None, "drawn"))).ranks
    assert [] == results(log_of("egyptian", 2, ended([0, 0], None, "abandoned")))


def test_four_alone_are_ranked_by_points_and_who_left_is_last() -> None:
    bot = Seated(v=0, at=5, seat=1, who=Occupant(id="bot", name="", level="careful"))
    found = only(log_of("egyptian;seats=4", 4, bot, ended([40, 100, 120, 40], 2)))
    assert ["u0", "u1", "u2", "u3"] == found.players
    assert [1, 2, 0, 1] == found.ranks
    assert [True, False, True, True] == found.stayed


def test_who_is_away_at_the_end_has_not_stayed_and_who_came_back_has() -> None:
    away = [Absent(v=0, at=0, seat=seat, level="careful") for seat in (0, 1)]
    back = Returned(v=0, at=0, seat=0)
    plays = [played(0, "2c"), played(1, "3c", by="bot")]
    found = only(log_of("egyptian", 2, dealt(), *away, back, *plays, ended([101, 0], 0)))
    assert ([True, False], [True, False]) == (found.stayed, found.moved)


def test_gifts_are_counted_where_all_play_alone() -> None:
    plays = [
        played(0, "2c"),
        played(1, "2d", "2c"),
        played(2, "5h"),
        played(3, "9s"),
        played(0, "3c"),
        played(1, "8h", "5h 3c"),
    ]
    found = only(log_of("egyptian;seats=4", 4, dealt(), *plays, ended([0, 0, 0, 0], 1)))
    by_pair = {(one.giver, one.taker): one for one in found.gifts}
    assert (2, 2, 2 / 3) == (
        by_pair[0, 1].cards,
        by_pair[0, 1].trails,
        by_pair[0, 1].expected,
    )
    assert 1 == by_pair[2, 1].cards
    assert (3, 1) not in by_pair
    assert [] == only(log_of("egyptian;seats=4", 2, dealt(), *plays, ended([0, 0], 1))).gifts
