"""A table is the fold of its log, whatever is asked of it, well or ill."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from basra import VARIANTS
from basra.table import Refusal, Table
from basra.table.commands import (
    AnyCommand,
    Bot,
    Decline,
    Goon,
    Hint,
    Phrase,
    Play,
    Ready,
    Rematch,
    Resign,
    Say,
    Sit,
    Stand,
    Sync,
    Undo,
)
from basra.table.events import AnyEvent, Event, Occupant, Policy
from basra.texts import english
from seating import Sitting, person
from tables import SEATINGS

DECODER = json.Decoder(AnyEvent)
EVERY_GAME = [
    (key, seats, sides)
    for key, variant in VARIANTS.items()
    for seats, sides in SEATINGS
    if (seats, sides) in variant.tables
]


@pytest.mark.parametrize(("key", "seats", "sides"), EVERY_GAME)
def test_a_table_is_the_fold_of_its_log_at_every_version(key: str, seats: int, sides: int) -> None:
    chance = Random(f"{key}{seats}{sides}")
    rules = f"{key};seats={seats};sides={sides};target=30"
    people = chance.randrange(1, seats + 1)
    sitting = Sitting(rules, people, Policy(clock=30), seed=key)
    twin = Table.fold(sitting.log)
    done = len(sitting.log)
    while sitting.table.phase != "over" and len(sitting.table.state.deals) < 4:
        sitting.step(chance)
        for event in sitting.log[done:]:
            twin.apply([DECODER.decode(json.encode(event))])
        done = len(sitting.log)
        assert twin.state == sitting.table.state
    assert [event.v for event in sitting.log] == list(range(done))
    folded = Table.fold(sitting.log)
    assert folded.state == sitting.table.state
    for reader in (None, "u0"):
        assert folded.picture(reader, 0) == sitting.table.picture(reader, 0)


def test_every_kind_of_event_survives_its_text() -> None:
    sitting = Sitting("coffeehouse;seats=4;sides=2;target=30", people=4, policy=Policy(chat=True))
    sitting.do(person(1), Stand(id="a"))
    sitting.do(person(1), Sit(id="b", seat=1))
    sitting.do(person(1), Say(id="c", text="hi"))
    sitting.do(person(1), Phrase(id="d", phrase="phrase.wow"))
    sitting.do(person(1), Resign(id="e"))
    sitting.do(person(3), Decline(id="f"))
    sitting.play_match(Random(3))
    sitting.do(person(1), Rematch(id="g"))
    sitting.do(person(1), Stand(id="h"))
    assert len({type(event) for event in sitting.log}) > 14
    assert sitting.log == [DECODER.decode(json.encode(event)) for event in sitting.log]


def test_a_log_with_a_gap_or_without_a_beginning_is_no_table() -> None:
    log = Sitting().log
    for broken in ([], log[1:], [*log[:2], *log[3:]], [*log, log[-1]]):
        with pytest.raises(Refusal, match="does not follow"):
            Table.fold(broken)


def test_an_event_that_nobody_knows_does_not_happen() -> None:
    class Strange(Event, frozen=True, kw_only=True):
        pass

    sitting = Sitting()
    with pytest.raises(Refusal, match="Strange is nothing that happens"):
        sitting.table.apply([Strange(v=sitting.table.version + 1, at=0)])  # type: ignore[list-item]


# --- whatever is asked --------------------------------------------------------------------------

ids = st.sampled_from([f"i{number}" for number in range(40)]) | st.text(min_size=1, max_size=8)
seats = st.integers(-1, 4)
card_texts = st.sampled_from(["Ac", "7d", "Jh", "Td", "Ks", "2c"]) | st.text(max_size=3)
hostile = st.one_of(
    st.builds(Sit, id=ids, seat=seats),
    st.builds(Stand, id=ids),
    st.builds(Bot, id=ids, seat=seats, level=st.sampled_from([None, "random", "greedy", "x"])),
    st.builds(Ready, id=ids, ready=st.booleans()),
    st.builds(
        Play,
        id=ids,
        card=card_texts,
        take=st.lists(card_texts, max_size=5),
        v=st.integers(-1, 60),
    ),
    st.builds(Goon, id=ids),
    st.builds(Undo, id=ids),
    st.builds(Hint, id=ids),
    st.builds(Resign, id=ids),
    st.builds(Decline, id=ids),
    st.builds(Rematch, id=ids),
    st.builds(Phrase, id=ids, phrase=st.sampled_from(["phrase.wow", "x"])),
    st.builds(Say, id=ids, text=st.text(min_size=1, max_size=20)),
    st.builds(Sync, id=ids),
)
whoever = st.one_of(
    st.none(),
    st.integers(0, 4).map(person),
    st.builds(Occupant, id=st.text(max_size=4), name=st.text(max_size=40)),
)
moves: Any = st.one_of(
    st.tuples(whoever, hostile),
    st.sampled_from(["play", "play", "play", "bots", "goon", "tick", "arrive", "leave"]),
)


def seen(table: Table) -> list[object]:
    readers = [None, *(f"u{number}" for number in range(5))]
    return [table.version, table.bot_turn, *(table.picture(reader, 0) for reader in readers)]


def ask(sitting: Sitting, who: Occupant | None, command: AnyCommand) -> None:
    before = seen(sitting.table)
    events: list[AnyEvent] = []
    refusal: Refusal | None = None
    try:
        events = sitting.table.decide(who, command, sitting.now, sitting.entropy)
    except Refusal as caught:
        refusal = caught
    assert before == seen(sitting.table)
    if refusal is not None:
        assert english().say(refusal.key, **refusal.facts)
        assert all(type(fact) in (str, int) for fact in refusal.facts.values())
    sitting.keep(events)


def go_on(sitting: Sitting, move: str, chance: Random) -> None:
    table = sitting.table
    sitting.now += chance.randrange(40_000)
    one = person(chance.randrange(4))
    if move == "tick":
        sitting.tick()
    elif move == "arrive":
        table.arrive(one.id, sitting.now)
    elif move == "leave":
        table.leave(one.id, sitting.now)
    elif move == "bots":
        sitting.bots()
    elif move == "goon":
        for number in range(4):
            ask(sitting, person(number), Goon(id=sitting.fresh()))
    elif table.state.turn is not None and table.offers(sitting.in_turn.id):
        sitting.do(sitting.in_turn, sitting.first_play(chance.randrange(9)))


@settings(max_examples=60)
@given(
    st.lists(moves, min_size=30, max_size=60),
    st.sampled_from(["egyptian", "cypriot;seats=3;target=9", "coffeehouse;seats=4;sides=2"]),
    st.integers(1, 2),
    st.booleans(),
)
def test_whatever_is_asked_is_done_or_refused_and_the_log_tells_it(
    asked: list[Any],
    rules: str,
    people: int,
    begins: bool,  # noqa: FBT001 - given by hypothesis
) -> None:
    sitting = Sitting(rules, people, Policy(clock=30, chat=True), begins=begins)
    chance = Random(1)
    for move in asked:
        if isinstance(move, str):
            go_on(sitting, move, chance)
        else:
            ask(sitting, *move)
    assert Table.fold(sitting.log).state == sitting.table.state
    assert len(sitting.log) == sitting.table.version + 1
