"""In a rematch everybody moves on by one seat, and the deal passes to the next in turn."""

from random import Random

import pytest
from msgspec.structs import replace

from basra import loads_bgn
from basra.club.results import results
from basra.engine import side_of
from basra.table import Table
from basra.table.commands import Bot, Rematch, Resign, Sit, Stand
from basra.table.events import Began, Dealt, Occupant, Played, Policy
from basra.table.secrecy import redact
from seating import Sitting, person


def again(sitting: Sitting) -> list[object]:
    """Let all who sit here want a rematch; return what happened last."""
    done = [sitting.do(one, Rematch(id=sitting.fresh())) for one in sitting.people]
    return [*done[-1]]


def over(rules: str, people: int, policy: Policy = Policy()) -> Sitting:  # noqa: B008 - it is frozen
    """Return a table where a match is over."""
    sitting = Sitting(rules, people, policy)
    sitting.play_match(Random(1))
    return sitting


def names(sitting: Sitting) -> list[str]:
    return [f"{one.id}{one.level or ''}" for one in sitting.table.occupants if one is not None]


def dealer(sitting: Sitting) -> str:
    return names(sitting)[sitting.table.state.first_dealer]


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        ("cypriot;target=1", 2),
        ("cypriot;seats=3;target=1", 3),
        ("egyptian;seats=4;sides=4;target=1", 4),
        ("egyptian;seats=4;sides=2;target=1", 4),
    ],
)
def test_all_deal_first_once_in_the_order_of_play(rules: str, seats: int) -> None:
    sitting = over(rules, seats)
    order, first, dealers = names(sitting), dealer(sitting), []
    for number in range(1, seats + 1):
        dealers.append(dealer(sitting))
        began, dealt = again(sitting)[-2:]
        assert isinstance(began, Began)
        assert isinstance(dealt, Dealt)
        assert (number + 1, 1) == (began.match, began.shift)
        assert dealt.dealer == sitting.table.state.first_dealer
        assert order[-number % seats :] + order[: -number % seats] == names(sitting)
        sitting.play_match(Random(number))
    start = order.index(first)
    assert order[start:] + order[:start] == dealers
    assert order == names(sitting)


def test_partners_stay_together_and_change_sides() -> None:
    sitting = over("egyptian;seats=4;sides=2;target=1", 4)
    rules = sitting.table.state.rules
    before = {one: side_of(rules, seat) for seat, one in enumerate(names(sitting))}
    again(sitting)
    after = {one: side_of(rules, seat) for seat, one in enumerate(names(sitting))}
    assert {one: 1 - side for one, side in before.items()} == after


def test_computer_players_move_along_and_play_from_where_they_are() -> None:
    sitting = over("egyptian;seats=4;target=1", 2)
    sitting.do(person(0), Bot(id="b", seat=3, level="careful"))
    assert ["u0", "u1", "botgreedy", "botcareful"] == names(sitting)
    dealt = again(sitting)[-1]
    assert isinstance(dealt, Dealt)
    assert ["botcareful", "u0", "u1", "botgreedy"] == names(sitting)
    sitting.play_match(Random(2))
    level = {0: "bot", 1: "person", 2: "person", 3: "bot"}
    plays = [one for one in sitting.log if isinstance(one, Played) and one.v > dealt.v]
    assert set(level.items()) == {(one.seat, one.by) for one in plays}


@pytest.mark.parametrize("people", [1, 2])
def test_the_time_of_the_first_play_is_that_of_who_sits_there_now(people: int) -> None:
    sitting = over("cypriot;target=1", people, Policy(clock=30))
    dealt = again(sitting)[-1]
    assert isinstance(dealt, Dealt)
    in_turn = sitting.table.occupants[dealt.turn]
    assert in_turn is not None
    assert (in_turn.level is None) == (dealt.deadline is not None)


def test_a_seat_that_a_bot_plays_moves_with_its_person() -> None:
    sitting = Sitting("egyptian;seats=4;sides=2", 4)
    sitting.do(person(1), Stand(id="s"))
    for number in (0, 2):
        sitting.do(person(number), Resign(id=f"r{number}"))
    assert [1] == list(sitting.table.state.absent)
    for number in (0, 2, 3):
        sitting.do(person(number), Rematch(id=f"m{number}"))
    absent = sitting.table.state.absent
    assert {2: 2} == {seat: event.seat for seat, event in absent.items()}
    assert [False, False, True, False] == sitting.table.picture(None, 0).absent
    assert sitting.table.state == Table.fold(sitting.log).state
    back = sitting.do(person(1), Sit(id="b", seat=2))
    assert 1 == len(back)
    assert {} == sitting.table.state.absent


def test_all_see_their_own_hands_on_their_new_seats() -> None:
    sitting = over("egyptian;seats=4;target=1", 4)
    dealt = again(sitting)[-1]
    assert isinstance(dealt, Dealt)
    for one in sitting.people:
        seat = sitting.table.seat_of(one.id)
        deal = sitting.table.picture(one.id, 0).deal
        assert seat is not None
        assert deal is not None
        told = redact(dealt, seat, open_hands=False)["hands"]
        assert deal.hand == dealt.hands[seat] == told[seat]  # type: ignore[index]


def test_records_and_results_name_who_sat_there() -> None:
    sitting = over("cypriot;target=1", 2)
    first = loads_bgn(sitting.table.record())
    again(sitting)
    sitting.play_match(Random(3))
    second = loads_bgn(sitting.table.record())
    assert ("Guest 0", "Guest 1") == first.names
    assert ("Guest 1", "Guest 0") == second.names
    assert [["u0", "u1"], ["u1", "u0"]] == [one.players for one in results(sitting.log)]
    assert all(all(one.stayed) for one in results(sitting.log))


def test_who_changed_seats_after_the_match_moves_on_from_the_new_one() -> None:
    sitting = over("egyptian;seats=3;target=1", 2)
    sitting.do(person(0), Bot(id="b", seat=2))
    sitting.do(person(1), Sit(id="s", seat=2))
    sitting.do(person(0), Bot(id="c", seat=1, level="greedy"))
    assert ["u0", "botgreedy", "u1"] == names(sitting)
    again(sitting)
    assert ["u1", "u0", "botgreedy"] == names(sitting)


def test_a_log_of_before_is_read_as_it_was_played() -> None:
    """Logs in which nobody moved are kept in databases, and matches of them may go on."""
    sitting = over("cypriot;target=1", 2)
    began, dealt = again(sitting)[-2:]
    assert isinstance(began, Began)
    assert isinstance(dealt, Dealt)
    old = Table.fold([*sitting.log[:-2], replace(began, shift=0), dealt])
    assert ["u0", "u1"] == [one.id for one in old.occupants if isinstance(one, Occupant)]
    assert "shift" not in redact(replace(began, shift=0), 0, open_hands=False)


def test_everybody_is_told_how_far_seats_moved() -> None:
    sitting = over("cypriot;target=1", 2)
    began = again(sitting)[-2]
    assert isinstance(began, Began)
    assert 1 == redact(began, None, open_hands=False)["shift"]
    first = next(event for event in sitting.log if isinstance(event, Began))
    assert 0 == first.shift
