"""Nothing that a reader may not know is in any byte that it is sent, whatever is played."""

import os
import re
from contextlib import AsyncExitStack
from typing import Any

import pytest

from .sitting import House, Message, Sitting, guest, log_of, open_table, play_on, sitting

MATCHES = int(os.environ.get("BASRA_MATCHES", "3"))
CARD = re.compile("[A2-9TJQK][cdhs]")
TABLES = (
    "coffeehouse;target=21",
    "egyptian;seats=4;sides=2;target=21",
    "cypriot;seats=3;target=21",
    "lebanese_a;target=21",
    "palestinian;seats=4;target=21",
)


def cards_in(value: Any) -> set[str]:  # noqa: ANN401 - any JSON
    """Return all cards that stand anywhere in a message."""
    if isinstance(value, str):
        return {value} if CARD.fullmatch(value) else set()
    if isinstance(value, dict):
        value = list(value.values())
    return set().union(*map(cards_in, value)) if isinstance(value, list) else set()


def known_to(seat: int | None, log: list[Message]) -> list[set[str]]:
    """Return by version the cards of the deal that a reader may know."""
    known: list[set[str]] = []
    cards: set[str] = set()
    for event in log:
        kind = event["k"]
        if kind == "dealt":
            cards = {*event["floor"], *event.get("buried", [])}
            if event.get("bottom") and seat == event["dealer"]:
                cards = cards | {event["bottom"]}
        if kind in {"dealt", "packet"} and seat is not None:
            cards = cards | set(event["hands"][seat])
        if kind == "played":
            cards = cards | {event["card"], *event["captured"], *event.get("leavings", [])}
        if kind == "scored":
            cards = cards | set(event["pack"])
        known.append(cards)
    return known


def check(reader: Sitting, log: list[Message]) -> int:
    """Fail if a frame shows more than its reader may know; return how many cards were looked at."""
    known = known_to(reader.seat, log)
    looked_at = 0
    for text, message in zip(reader.frames, reader.messages, strict=True):
        if message["t"] == "welcome" and message["picture"]:
            told = [(message["picture"]["v"], message)]
        elif message["t"] == "events":
            told = [(event["v"], event) for event in message["events"]]
            told.append((message["events"][-1]["v"], {"offers": message["offers"]}))
        else:
            assert set() == cards_in(message)
            continue
        for version, part in told:
            looked_at += len(cards_in(part))
            assert set() == cards_in(part) - known[version], (version, part)
        check_secrets(text, told[-1][0], log)
    return looked_at


def check_secrets(text: str, version: int, log: list[Message]) -> None:
    """Fail if a salt or a seed is told before its time."""
    salts = {event["deal"]: event["v"] for event in log if event["k"] == "scored"}
    ends = [event["v"] for event in log if event["k"] == "ended"]
    for event in log:
        if event["k"] == "dealt" and version < salts.get(event["deal"], version + 1):
            assert event["salt"] not in text
        if event["k"] == "began" and version < min(ends, default=version + 1):
            assert event["seed"] not in text
    assert "cause" not in text


@pytest.mark.parametrize("number", range(MATCHES))
async def test_no_frame_tells_what_its_reader_may_not_know(house: House, number: int) -> None:
    rules = TABLES[number % len(TABLES)]  # SERVER-001, 002, 039
    seats = 4 if "seats=4" in rules else 3 if "seats=3" in rules else 2
    persons = [await guest(house, f"Person {seat}") for seat in range(seats)]
    table = await open_table(house, persons[0], rules)
    async with AsyncExitStack() as stack:
        readers = [
            await stack.enter_async_context(sitting(house, table, who)) for who in (*persons, None)
        ]
        players = readers[:-1]
        for seat, player in enumerate(players):
            assert "ack" == (await player.do("sit", seat=seat))["t"]
        for player in players:
            await player.do("ready")
        await play_on(players, lambda: all(one.version > 25 for one in players), number)
        readers.append(await stack.enter_async_context(sitting(house, table)))
        await play_on(players, lambda: all(one.over for one in players), number)
        for looker in readers[seats:]:
            await looker.event("ended")
        log = log_of(house, table)
        assert all(check(reader, log) > 100 for reader in readers)


async def test_the_check_finds_a_leak(house: House) -> None:
    hani, salma = await guest(house), await guest(house)
    table = await open_table(house, hani, sit=0)
    async with sitting(house, table, hani) as first, sitting(house, table, salma) as second:
        await second.do("sit", seat=1)
        await first.do("ready")
        await second.do("ready")
        await first.event("dealt") if first.version < 5 else None
        log = log_of(house, table)
        check(second, log)
        second.seat = 0
        with pytest.raises(AssertionError):
            check(second, log)
