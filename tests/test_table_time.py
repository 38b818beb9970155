"""Time at a table: clocks, people who go and come back, hosts, and tables that nobody looks at."""

from random import Random

import pytest

from basra.table import Refusal, Table
from basra.table.commands import Bot, Goon, Phrase, Play, Rematch, Resign, Sit, Stand
from basra.table.events import (
    Absent,
    Again,
    Began,
    Closed,
    Dealt,
    Ended,
    Hosted,
    Played,
    Policy,
    Returned,
    Seated,
    Stood,
)
from basra.table.presence import PATIENCE
from basra.table.waiting import HOST, SHEET
from seating import Sitting, kinds, person

CLOCK = Policy(clock=30, absent=60)


def gone(sitting: Sitting, number: int) -> None:
    sitting.table.leave(f"u{number}", sitting.now)


def back(sitting: Sitting, number: int) -> None:
    sitting.table.arrive(f"u{number}", sitting.now)


def number_in_turn(sitting: Sitting) -> int:
    return int(sitting.in_turn.id[1:])


# --- clocks -------------------------------------------------------------------------------------


def test_a_deadline_stands_in_the_event_and_in_the_picture() -> None:
    sitting = Sitting(policy=CLOCK)
    dealt = sitting.log[-1]
    assert isinstance(dealt, Dealt)
    deal = sitting.table.picture(None, 0).deal
    assert deal is not None
    assert sitting.now + 30_000 == dealt.deadline == deal.deadline == sitting.table.wake_at


def test_without_a_clock_nothing_is_due_while_all_are_there() -> None:
    assert Sitting().table.wake_at is None


def test_bots_have_no_deadline() -> None:
    sitting = Sitting("egyptian", people=1, policy=CLOCK)
    sitting.bots()
    [played] = sitting.do(person(0), sitting.first_play())
    assert isinstance(played, Played)
    assert (1, None) == (played.turn, played.deadline)


def test_when_the_time_is_out_a_bot_plays_once_and_the_person_goes_on() -> None:
    sitting = Sitting(policy=CLOCK)
    late = sitting.in_turn
    seat = sitting.table.state.turn
    before = sitting.now
    assert [] == sitting.tick(before + 29_999)
    [absent] = sitting.tick(before + 30_000)
    assert isinstance(absent, Absent)
    assert (seat, "late", "careful") == (absent.seat, absent.why, absent.level)
    play = Play(id="x", card="7d", take=[], v=sitting.table.version)
    with pytest.raises(Refusal, match="your time is up"):
        sitting.table.decide(late, play, sitting.now, sitting.entropy)
    [played] = sitting.bot()
    assert isinstance(played, Played)
    assert "bot" == played.by
    assert [Returned] == kinds(sitting.tick())
    sitting.do(sitting.in_turn, sitting.first_play())
    assert late == sitting.in_turn
    assert sitting.table.bot_turn is None
    assert [Played] == kinds(sitting.do(late, sitting.first_play()))


def test_against_quick_bots_the_seat_is_given_back_before_the_next_turn() -> None:
    sitting = Sitting("egyptian", people=1, policy=CLOCK)
    sitting.bots()
    sitting.tick(sitting.now + 30_000)
    assert [Played, Played] == kinds(sitting.bots())
    assert sitting.table.bot_turn is None
    [returned] = sitting.tick()
    assert isinstance(returned, Returned)
    assert sitting.now + 30_000 == returned.deadline
    assert sitting.table.offers("u0")


def test_nobody_gets_more_time_by_standing_up_and_sitting_down() -> None:
    sitting = Sitting(policy=CLOCK)
    away = number_in_turn(sitting)
    deadline = sitting.table.wake_at
    for number in range(3):
        sitting.now += 5_000
        sitting.do(person(away), Stand(id=f"s{number}"))
        deal = sitting.table.picture(None, 0).deal
        assert deal is not None
        assert deal.deadline is None
        sitting.do(person(away), Sit(id=f"t{number}", seat=away))
        assert deadline == sitting.table.wake_at
    sitting.tick(deadline)
    with pytest.raises(Refusal, match="your time is up"):
        sitting.do(person(away), Sit(id="t", seat=away))


def test_the_time_that_a_server_was_down_is_given_back() -> None:
    sitting = Sitting(policy=CLOCK)
    deadline = sitting.table.wake_at
    assert deadline is not None
    table = Table.fold(sitting.log)
    down = 5_000_000
    table.credit(down)
    sitting.table, sitting.now = table, sitting.now + down
    back(sitting, 0)
    back(sitting, 1)
    assert [] == sitting.tick()
    deal = table.picture(None, 0).deal
    assert deal is not None
    assert deadline + down == table.wake_at == deal.deadline
    sitting.do(sitting.in_turn, sitting.first_play())
    assert sitting.now + 30_000 == table.wake_at


# --- absence ------------------------------------------------------------------------------------


def test_a_short_absence_changes_nothing() -> None:
    sitting = Sitting()
    away = sitting.in_turn
    before = sitting.table.picture(away.id, 0)
    gone(sitting, number_in_turn(sitting))
    assert [] == sitting.tick(sitting.now + 10_000)
    back(sitting, number_in_turn(sitting))
    assert [] == sitting.tick(sitting.now + 500_000)
    assert before == sitting.table.picture(away.id, 0)
    assert [Played] == kinds(sitting.do(away, sitting.first_play()))


def test_after_a_while_a_bot_plays_until_the_person_is_back() -> None:
    sitting = Sitting()
    away = number_in_turn(sitting)
    hand = sitting.table.picture(f"u{away}", 0).deal
    gone(sitting, away)
    assert [] == sitting.tick(sitting.now + 59_999)
    [absent] = sitting.tick(sitting.now + 1)[:1]
    assert isinstance(absent, Absent)
    assert (away, "gone") == (absent.seat, absent.why)
    assert sitting.table.picture(None, 0).absent[away]
    [played] = sitting.bot()
    assert isinstance(played, Played)
    sitting.now += 1_000
    back(sitting, away)
    assert [Returned] == kinds(sitting.tick())
    after = sitting.table.picture(f"u{away}", 0).deal
    assert hand is not None
    assert after is not None
    assert {*hand.hand} - {played.card} == {*after.hand}
    sitting.do(sitting.in_turn, sitting.first_play())
    assert sitting.table.bot_turn is None


def test_whoever_acts_is_back() -> None:
    sitting = Sitting()
    away = number_in_turn(sitting)
    one = person(away)
    offer = sitting.table.offers(one.id)[0]
    gone(sitting, away)
    sitting.tick(sitting.now + 60_000)
    play = Play(id="x", card=offer.card, take=offer.take, v=sitting.table.version)
    assert [Returned, Played] == kinds(sitting.do(one, play))
    assert not sitting.table.picture(None, 0).absent[away]


def test_whoever_left_on_purpose_is_not_back_by_being_connected() -> None:
    sitting = Sitting()
    away = number_in_turn(sitting)
    sitting.do(person(away), Stand(id="s"))
    gone(sitting, away)
    back(sitting, away)
    assert [] == sitting.tick()
    assert [Returned] == kinds(sitting.do(person(away), Sit(id="t", seat=away)))


def test_an_absent_partner_has_no_say_in_giving_up() -> None:
    sitting = Sitting("egyptian;seats=4;sides=2", people=4)
    sitting.do(person(1), Resign(id="1"))
    gone(sitting, 3)
    sitting.tick(sitting.now + 60_000)
    assert [Ended] == kinds(sitting.do(person(1), Resign(id="2")))


def test_a_seat_is_free_again_when_its_person_does_not_come() -> None:
    sitting = Sitting(begins=False)
    gone(sitting, 1)
    assert [] == sitting.tick(sitting.now + 59_999)
    assert [Stood] == kinds(sitting.tick(sitting.now + 1))
    assert [Seated] == kinds(sitting.do(person(5), Sit(id="1", seat=1)))


# --- bots alone, nobody -------------------------------------------------------------------------


def test_bots_do_not_play_on_by_themselves() -> None:
    sitting = Sitting("egyptian;seats=4;sides=2", people=1)
    gone(sitting, 0)
    assert sitting.table.bot_turn is None
    assert [] == sitting.tick(sitting.now + PATIENCE - 1)
    assert [Ended, Closed] == kinds(sitting.tick(sitting.now + 1))
    ended = sitting.log[-2]
    assert isinstance(ended, Ended)
    assert ("abandoned", None) == (ended.reason, ended.winner)
    assert sitting.table.wake_at is None
    with pytest.raises(Refusal, match="closed"):
        sitting.do(person(0), Sit(id="x", seat=0))


def test_bots_do_not_play_for_those_who_only_look_on() -> None:
    sitting = Sitting("egyptian", people=1)
    sitting.table.arrive("u9", sitting.now)
    gone(sitting, 0)
    assert sitting.table.bot_turn is None
    assert not [
        event
        for event in sitting.tick(sitting.now + 10 * PATIENCE)
        if isinstance(event, Played | Absent | Closed)
    ]
    sitting.do(person(0), Stand(id="s"))
    back(sitting, 0)
    assert sitting.table.bot_turn is None


def test_a_person_who_comes_back_finds_the_bots_waiting_and_its_time_whole() -> None:
    sitting = Sitting("egyptian", people=1, policy=CLOCK)
    sitting.bots()
    sitting.now += 10_000
    gone(sitting, 0)
    sitting.now += 300_000
    back(sitting, 0)
    assert [] == sitting.tick()
    assert sitting.now + 20_000 == sitting.table.wake_at


def test_a_table_that_was_never_used_closes() -> None:
    sitting = Sitting(begins=False)
    for number in (0, 1):
        gone(sitting, number)
    assert [Closed] == kinds(sitting.tick(sitting.now + PATIENCE))
    with pytest.raises(Refusal):
        sitting.table.record()


def test_how_long_nobody_may_be_there_is_an_argument() -> None:
    table = Table.fold(Sitting().log, patience=5_000)
    assert table.at + 5_000 == table.wake_at


# --- hosts --------------------------------------------------------------------------------------


def test_the_host_that_goes_hands_the_table_on() -> None:
    sitting = Sitting("egyptian;seats=3", people=2, begins=False)
    gone(sitting, 0)
    assert [] == sitting.tick(sitting.now + HOST - 1)
    [hosted] = sitting.tick(sitting.now + 1)
    assert isinstance(hosted, Hosted)
    assert person(1) == hosted.host
    assert [Seated] == kinds(sitting.do(person(1), Bot(id="b", seat=2, level="random")))


def test_a_host_that_loads_the_page_again_stays_host() -> None:
    sitting = Sitting(begins=False)
    gone(sitting, 0)
    sitting.tick(sitting.now + HOST - 1)
    back(sitting, 0)
    assert [] == sitting.tick(sitting.now + 10 * HOST)


def test_whoever_looks_on_and_has_spoken_can_become_host() -> None:
    sitting = Sitting("egyptian", people=1, begins=False)
    sitting.table.arrive("u7", sitting.now)
    gone(sitting, 0)
    assert [] == sitting.tick(sitting.now + HOST)
    sitting.do(person(7), Phrase(id="p", phrase="phrase.hello"))
    [hosted] = sitting.tick()
    assert isinstance(hosted, Hosted)
    assert person(7) == hosted.host


# --- the sheet and the next match ---------------------------------------------------------------


def test_the_sheet_waits_a_minute_for_those_who_still_read() -> None:
    sitting = Sitting()
    sitting.play_deal(Random(1))
    sitting.do(person(0), Goon(id="g"))
    assert [] == sitting.tick(sitting.now + SHEET - 1)
    assert [Dealt] == kinds(sitting.tick(sitting.now + 1))


def test_the_sheet_does_not_wait_for_those_who_have_gone() -> None:
    sitting = Sitting()
    sitting.play_deal(Random(1))
    sitting.do(person(0), Goon(id="g"))
    gone(sitting, 1)
    assert [Dealt] == kinds(sitting.tick())


def test_no_deal_begins_without_anybody() -> None:
    sitting = Sitting()
    sitting.play_deal(Random(1))
    gone(sitting, 0)
    gone(sitting, 1)
    assert [] == sitting.tick(sitting.now + 2 * SHEET)
    back(sitting, 1)
    assert [Hosted, Absent] == kinds(sitting.tick())
    assert [Dealt] == kinds(sitting.tick(sitting.now + SHEET))


def test_a_rematch_waits_for_those_who_may_come_back_but_not_for_ever() -> None:
    sitting = Sitting()
    sitting.do(person(0), Resign(id="r"))
    gone(sitting, 1)
    assert [Again] == kinds(sitting.do(person(0), Rematch(id="a")))
    assert [] == sitting.tick(sitting.now + 59_999)
    assert [Began, Dealt, Absent] == kinds(sitting.tick(sitting.now + 1))


def test_a_rematch_does_not_begin_without_a_word_of_those_who_are_there() -> None:
    sitting = Sitting()
    sitting.do(person(0), Resign(id="r"))
    sitting.do(person(0), Rematch(id="a"))
    assert sitting.table.wake_at is None
    assert [Again, Began, Dealt] == kinds(sitting.do(person(1), Rematch(id="a")))


def test_what_is_due_is_done_one_thing_at_a_time() -> None:
    sitting = Sitting("egyptian;seats=3", people=3)
    gone(sitting, 0)
    gone(sitting, 1)
    sitting.now += 60_000
    first = sitting.table.tick(sitting.now, sitting.entropy)
    assert [] != first
    assert first == sitting.table.tick(sitting.now, sitting.entropy)
    assert 3 == len(sitting.tick())
