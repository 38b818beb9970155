"""Playing against bots: what they are asked, what is taken back, and hints."""

from random import Random

import pytest

from basra import Deal
from basra.cards import Play as CardPlay
from basra.table import Refusal, Table
from basra.table.commands import (
    Hint,
    Stand,
    Undo,
)
from basra.table.events import (
    Packet,
    Policy,
    Takenback,
)
from seating import Sitting, person, refusal

# --- bots ---------------------------------------------------------------------------------------


def test_a_stale_or_foreign_choice_of_a_bot_is_refused() -> None:
    sitting = Sitting("egyptian", people=1)
    while sitting.table.bot_turn is None:
        sitting.do(sitting.in_turn, sitting.first_play())
    turn = sitting.table.bot_turn
    play = CardPlay(0)
    for seat, version in ((turn.seat, turn.version - 1), (1 - turn.seat, turn.version)):
        with pytest.raises(Refusal):
            sitting.table.decide_bot(seat, play, version, 0, sitting.entropy)
    own = sitting.table.picture("u0", 0).deal
    assert own is not None
    held = CardPlay(own.hand[0], "")
    with pytest.raises(Refusal):
        sitting.table.decide_bot(turn.seat, held, turn.version, 0, sitting.entropy)


def test_a_bot_is_given_the_view_of_its_seat() -> None:
    sitting = Sitting("egyptian", people=1)
    while sitting.table.bot_turn is None:
        sitting.do(sitting.in_turn, sitting.first_play())
    turn = sitting.table.bot_turn
    assert Deal.at(sitting.table.state.deals[-1].position).view(turn.seat) == turn.view


# --- taking back --------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["egyptian", "lebanese_a;seats=3", "syrian_a;seats=4;sides=2"])
def test_taking_back_restores_everything(rules: str) -> None:
    sitting = Sitting(rules, people=1)
    chance = Random(6)
    tried = 0
    while sitting.table.phase == "playing":
        sitting.bots()
        if sitting.table.phase != "playing":
            break
        before = sitting.table.picture("u0", 0)
        offers = sitting.table.offers("u0")
        sitting.do(sitting.in_turn, sitting.first_play(chance.randrange(9)))
        sitting.bots()
        if sitting.table.picture("u0", 0).can_undo:
            tried += 1
            [back] = sitting.do(person(0), Undo(id=sitting.fresh()))
            assert isinstance(back, Takenback)
            after = sitting.table.picture("u0", 0)
            assert before.deal == after.deal
            assert offers == sitting.table.offers("u0")
            sitting.do(sitting.in_turn, sitting.first_play(chance.randrange(9)))
        elif sitting.table.phase == "playing":
            key = refusal(sitting, person(0), Undo(id=sitting.fresh())).key
            assert "error.table.undo_packet" == key
    assert tried > 5
    assert sitting.table.state == Table.fold(sitting.log).state


def test_nothing_is_taken_back_once_new_cards_were_seen() -> None:
    sitting = Sitting("egyptian", people=1)
    chance = Random(6)
    while not isinstance(sitting.log[-1], Packet):
        sitting.step(chance)
    assert not sitting.table.picture("u0", 0).can_undo
    assert "error.table.undo_packet" == refusal(sitting, person(0), Undo(id="u")).key


def test_nothing_is_taken_back_before_a_play_nor_after_the_sheet() -> None:
    sitting = Sitting("egyptian", people=1)
    assert "error.table.undo" == refusal(sitting, person(0), Undo(id="u")).key
    sitting.play_deal(Random(1))
    assert "error.table.sheet" == refusal(sitting, person(0), Undo(id="v")).key


def test_taking_back_and_hints_are_for_those_who_play_against_bots() -> None:
    sitting = Sitting("egyptian;seats=3", people=2)
    sitting.bots()
    sitting.do(sitting.in_turn, sitting.first_play())
    assert "error.table.alone" == refusal(sitting, person(0), Undo(id="u")).key
    assert "error.table.alone" == refusal(sitting, person(0), Hint(id="h")).key
    assert not sitting.table.picture("u0", 0).can_undo
    assert not sitting.table.picture("u0", 0).can_hint


def test_what_is_refused_at_a_rated_table_is_not_offered_there() -> None:
    sitting = Sitting("egyptian", people=1, policy=Policy(rated=True))
    sitting.bots()
    assert "error.table.rated" == refusal(sitting, person(0), Hint(id="h")).key
    assert not sitting.table.picture("u0", 0).can_hint
    sitting.do(sitting.in_turn, sitting.first_play())
    assert "error.table.rated" == refusal(sitting, person(0), Undo(id="u")).key
    assert not sitting.table.picture("u0", 0).can_undo


def test_who_has_stood_up_is_offered_neither() -> None:
    sitting = Sitting("egyptian", people=1)
    sitting.bots()
    sitting.do(sitting.in_turn, sitting.first_play())
    sitting.bots()
    seen = sitting.table.picture("u0", 0)
    assert (True, True) == (seen.can_undo, seen.can_hint)
    sitting.do(person(0), Stand(id="s"))
    assert "error.table.left" == refusal(sitting, person(0), Undo(id="u")).key
    assert "error.table.turn" == refusal(sitting, person(0), Hint(id="h")).key
    seen = sitting.table.picture("u0", 0)
    assert (False, False) == (seen.can_undo, seen.can_hint)


def test_a_hint_is_granted_in_turn() -> None:
    sitting = Sitting("egyptian", people=1)
    sitting.bots()
    assert [] == sitting.do(person(0), Hint(id="h"))
    assert sitting.table.picture("u0", 0).can_hint
    sitting.do(sitting.in_turn, sitting.first_play())
    assert "error.table.turn" == refusal(sitting, person(0), Hint(id="i")).key
