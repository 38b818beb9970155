"""Giving a match up, with a partner or alone; leaving a table and coming back to it."""

from random import Random

from basra.table.commands import (
    Decline,
    Resign,
    Sit,
    Stand,
)
from basra.table.events import (
    Absent,
    Declined,
    Ended,
    Offered,
    Played,
    Returned,
    Seated,
)
from seating import Sitting, kinds, person, refusal

# --- giving up ----------------------------------------------------------------------------------


def test_of_two_the_other_wins_when_one_gives_up() -> None:
    sitting = Sitting()
    [ended] = sitting.do(person(0), Resign(id="r"))
    assert isinstance(ended, Ended)
    assert ("resigned", 1, 1, True) == (
        ended.reason,
        ended.winner,
        ended.standing.winner,
        ended.standing.over,
    )
    assert "error.table.over" == refusal(sitting, person(1), Resign(id="r")).key


def test_partners_give_up_together() -> None:
    sitting = Sitting("egyptian;seats=4;sides=2", people=4)
    assert "error.table.not_offered" == refusal(sitting, person(3), Decline(id="d0")).key
    assert [Offered] == kinds(sitting.do(person(1), Resign(id="1")))
    assert "error.table.offered" == refusal(sitting, person(1), Resign(id="2")).key
    assert "error.table.not_offered" == refusal(sitting, person(0), Decline(id="3")).key
    assert [Declined] == kinds(sitting.do(person(3), Decline(id="4")))
    assert [Offered] == kinds(sitting.do(person(1), Resign(id="5")))
    [ended] = sitting.do(person(3), Resign(id="6"))
    assert isinstance(ended, Ended)
    assert 0 == ended.winner


def test_a_bot_agrees_with_its_partner_at_once() -> None:
    sitting = Sitting("egyptian;seats=4;sides=2", people=2)
    [ended] = sitting.do(person(1), Resign(id="1"))
    assert isinstance(ended, Ended)
    assert 0 == ended.winner


def test_of_three_who_play_alone_one_can_go_and_a_bot_plays_on() -> None:
    sitting = Sitting("cypriot;seats=3", people=3)
    chance = Random(1)
    [seated] = sitting.do(person(1), Resign(id="1"))
    assert isinstance(seated, Seated)
    assert (1, "careful") == (seated.seat, seated.who.level)
    assert sitting.table.seat_of("u1") is None
    sitting.people.pop(1)
    seats = []
    while sitting.table.phase == "playing":
        played = sitting.step(chance)[0]
        assert isinstance(played, Played)
        seats.append(played.seat)
    assert 48 == len(seats)
    assert [(seats[0] + at) % 3 for at in range(48)] == seats


def test_a_match_without_persons_ends() -> None:
    sitting = Sitting("cypriot;seats=3", people=1)
    [ended] = sitting.do(person(0), Resign(id="1"))
    assert isinstance(ended, Ended)
    assert ("resigned", None) == (ended.reason, ended.winner)


# --- leaving and coming back --------------------------------------------------------------------


def test_whoever_stands_up_gets_the_same_hand_back() -> None:
    sitting = Sitting("egyptian;seats=3", people=3)
    before = sitting.table.picture("u1", 0).deal
    [absent] = sitting.do(person(1), Stand(id="1"))
    assert isinstance(absent, Absent)
    assert ("left", "careful") == (absent.why, absent.level)
    assert "error.table.left" == refusal(sitting, person(1), Stand(id="2")).key
    assert "error.table.left" == refusal(sitting, person(1), Resign(id="3")).key
    assert "error.table.playing" == refusal(sitting, person(2), Sit(id="3", seat=1)).key
    assert [Returned] == kinds(sitting.do(person(1), Sit(id="4", seat=1)))
    after = sitting.table.picture("u1", 0).deal
    assert before is not None
    assert after is not None
    assert before.hand == after.hand


def test_a_bot_plays_for_whoever_left_until_it_sits_down_again() -> None:
    sitting = Sitting()
    leaver = sitting.in_turn
    seat = sitting.table.seat_of(leaver.id)
    sitting.do(leaver, Stand(id="1"))
    assert [] == sitting.table.offers(leaver.id)
    [played] = sitting.bot()
    assert isinstance(played, Played)
    assert (seat, "bot") == (played.seat, played.by)
    sitting.do(sitting.in_turn, sitting.first_play())
    sitting.do(leaver, Sit(id="2", seat=seat or 0))
    assert sitting.table.bot_turn is None
    assert leaver == sitting.in_turn
    assert sitting.table.offers(leaver.id)
