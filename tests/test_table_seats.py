"""Seats, hosts and words at a table: who may do what before the first card, and what is refused."""

import pytest

from basra import BadNotation, BadRules
from basra.table import Refusal, Table
from basra.table.commands import (
    AnyCommand,
    Bot,
    Goon,
    Hint,
    Phrase,
    Play,
    Ready,
    Rematch,
    Say,
    Sit,
    Stand,
    Sync,
    Undo,
)
from basra.table.events import (
    Began,
    Dealt,
    Occupant,
    Opened,
    Phrased,
    Policy,
    Readied,
    Said,
    Seated,
    Stood,
)
from basra.table.sayings import PHRASES, clean
from basra.texts import english
from seating import Sitting, kinds, person

STRANGER = person(9)


def refused(sitting: Sitting, who: Occupant | None, command: AnyCommand) -> str:
    """Return the key of a refusal, having seen that it changed nothing."""
    before = (sitting.table.version, sitting.table.picture("u0", sitting.now))
    with pytest.raises(Refusal) as caught:
        sitting.table.decide(who, command, sitting.now, sitting.entropy)
    assert before == (sitting.table.version, sitting.table.picture("u0", sitting.now))
    assert str(caught.value)
    return caught.value.key


@pytest.fixture
def gathering() -> Sitting:
    return Sitting("egyptian;seats=4;sides=2", people=2, begins=False)


def test_a_table_opens_with_its_rules_written_in_full() -> None:
    opened = Table.open("Egyptian ; target=121 ; seats=4", Policy(), person(0), 5)
    assert [
        Opened(
            v=0,
            at=5,
            rules="egyptian;seats=4;target=121",
            seats=4,
            sides=4,
            policy=Policy(),
            host=person(0),
        )
    ] == opened


def test_the_name_of_a_variant_that_is_like_another_is_kept() -> None:
    [opened] = Table.open("jordanian_a", Policy(), person(0), 5)
    assert isinstance(opened, Opened)
    assert opened.rules == "jordanian_a"


@pytest.mark.parametrize(
    "policy",
    [Policy(clock=0), Policy(clock=1_000_000), Policy(absent=0), Policy(stand_in="nobody")],
)
def test_a_policy_that_cannot_be_is_refused(policy: Policy) -> None:
    with pytest.raises(BadNotation):
        Table.open("egyptian", policy, person(0), 0)


def test_rules_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadRules):
        Table.open("egyptain", Policy(), person(0), 0)


def test_two_who_want_the_last_seat_get_one_seat_between_them(gathering: Sitting) -> None:
    gathering.do(person(0), Bot(id="b", seat=2))
    gathering.do(person(5), Sit(id="1", seat=2))
    assert "error.table.taken" == refused(gathering, STRANGER, Sit(id="1", seat=2))


def test_a_third_guest_at_a_full_table_looks_on() -> None:
    sitting = Sitting()
    assert "error.table.playing" == refused(sitting, STRANGER, Sit(id="1", seat=0))
    assert sitting.table.seat_of(STRANGER.id) is None
    picture = sitting.table.picture(STRANGER.id, 0)
    assert picture.deal is not None
    assert [] == picture.deal.hand


def test_whoever_comes_back_has_the_old_seat_and_a_namesake_has_not() -> None:
    sitting = Sitting()
    namesake = Occupant(id="other", name="Guest 0")
    assert 0 == sitting.table.seat_of("u0")
    assert sitting.table.seat_of(namesake.id) is None
    assert "error.table.no_seat" == refused(
        sitting, namesake, Play(id="1", card="7d", take=[], v=9)
    )


def test_a_guest_has_one_seat_only(gathering: Sitting) -> None:
    gathering.do(person(0), Bot(id="b", seat=3))
    events = gathering.do(person(1), Sit(id="1", seat=3))
    assert [Stood, Seated] == kinds([*events])
    assert [3] == [
        seat
        for seat, one in enumerate(gathering.table.occupants)
        if one is not None and one.id == "u1"
    ]


def test_a_seat_that_was_left_can_be_taken_again(gathering: Sitting) -> None:
    gathering.do(person(1), Stand(id="1"))
    gathering.do(person(1), Sit(id="2", seat=1))
    assert 1 == gathering.table.seat_of("u1")
    assert "error.table.seated" == refused(gathering, person(1), Sit(id="3", seat=1))


def test_only_the_host_seats_bots(gathering: Sitting) -> None:
    assert "error.table.host" == refused(gathering, person(1), Bot(id="1", seat=2))


def test_a_bot_takes_no_seat_of_a_person_and_has_a_known_level(gathering: Sitting) -> None:
    host = person(0)
    assert "error.table.taken" == refused(gathering, host, Bot(id="1", seat=1, level="greedy"))
    assert "error.bot" == refused(gathering, host, Bot(id="2", seat=2, level="god"))
    assert "error.table.seat" == refused(Sitting(begins=False), host, Bot(id="3", seat=2))


def test_bots_are_labelled(gathering: Sitting) -> None:
    [events] = gathering.do(person(0), Bot(id="1", seat=2, level="careful"))
    assert isinstance(events, Seated)
    assert Occupant(id="bot", name="", level="careful") == events.who


def test_no_person_can_call_itself_a_bot(gathering: Sitting) -> None:
    fake = Occupant(id="bot", name="x")
    assert "error.table.guest" == refused(gathering, fake, Phrase(id="1", phrase=PHRASES[0]))
    labelled = Occupant(id="u8", name="x", level="master")
    [said] = gathering.do(labelled, Phrase(id="1", phrase=PHRASES[0]))
    assert isinstance(said, Phrased)
    assert Occupant(id="u8", name="x") == said.who


def test_the_match_begins_when_all_are_ready(gathering: Sitting) -> None:
    assert [Readied] == kinds([*gathering.do(person(0), Ready(id="1"))])
    assert [] == gathering.do(person(0), Ready(id="2"))
    assert [Readied] == kinds([*gathering.do(person(0), Ready(id="3", ready=False))])
    assert [Readied] == kinds([*gathering.do(person(0), Ready(id="4"))])
    assert [Readied, Began, Dealt] == kinds([*gathering.do(person(1), Ready(id="5"))])


def test_the_match_begins_when_a_bot_takes_the_last_seat(gathering: Sitting) -> None:
    gathering.do(person(0), Bot(id="1", seat=2))
    gathering.do(person(0), Ready(id="2"))
    gathering.do(person(1), Ready(id="3"))
    assert "gathering" == gathering.table.phase
    events = gathering.do(person(0), Bot(id="4", seat=2, level="random"))
    assert [Seated, Began, Dealt] == kinds([*events])


@pytest.mark.parametrize(
    "command",
    [
        Play(id="1", card="7d", take=[], v=1),
        Goon(id="1"),
        Undo(id="1"),
        Hint(id="1"),
        Rematch(id="1"),
    ],
)
def test_nothing_is_played_before_the_match(gathering: Sitting, command: AnyCommand) -> None:
    assert "error.table.gathering" == refused(gathering, person(0), command)


def test_whoever_has_no_name_only_looks_on(gathering: Sitting) -> None:
    assert "error.table.guest" == refused(gathering, None, Sit(id="1", seat=2))
    assert [] == gathering.do(None, Sync(id="1"))


def test_phrases_are_those_of_the_list(gathering: Sitting) -> None:
    assert [Phrased] == kinds([*gathering.do(STRANGER, Phrase(id="1", phrase="phrase.clap"))])
    assert "error.table.phrase" == refused(gathering, STRANGER, Phrase(id="2", phrase="rude"))


def test_every_phrase_has_words() -> None:
    assert all(english().say(phrase) for phrase in PHRASES)


def test_chat_is_where_it_was_agreed(gathering: Sitting) -> None:
    assert "error.table.chat" == refused(gathering, person(0), Say(id="1", text="hi"))
    talking = Sitting(policy=Policy(chat=True))
    [said] = talking.do(person(0), Say(id="1", text=" hi\x00\n there\u202e "))
    assert isinstance(said, Said)
    assert "hi there" == said.text
    assert "error.table.empty" == refused(talking, person(0), Say(id="2", text="\u202e \n"))


def test_names_are_short_and_without_control_characters() -> None:
    assert "a b" == clean("\u202ea\n\x07b\u2066", 24)
    assert 24 == len(clean("x" * 100, 24))
    sitting = Sitting(begins=False)
    joker = Occupant(id="u7", name="\u202eevil\x1b[31m" + "x" * 99)
    [said] = sitting.do(joker, Phrase(id="1", phrase=PHRASES[0]))
    assert isinstance(said, Phrased)
    assert 24 == len(said.who.name)
    assert said.who.name.isprintable()


def test_a_row_of_the_lobby_shows_no_cards() -> None:
    row = Sitting("egyptian", people=1).table.row("t1", 3)
    assert ("t1", "egyptian", "playing", 3) == (row.id, row.variant, row.phase, row.watching)
