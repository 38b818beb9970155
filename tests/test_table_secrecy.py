"""Nobody is told what it may not know: not in an event, not in a picture, not by what changes."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from msgspec import json, to_builtins
from msgspec.structs import replace

from basra import VARIANTS
from basra.cards import CardSet
from basra.rules import Bury
from basra.shuffle import Generator
from basra.table import Table, redact
from basra.table.dealing import NAMES, named
from basra.table.events import (
    AnyEvent,
    Began,
    Dealt,
    Ended,
    Event,
    Occupant,
    Packet,
    Played,
    Policy,
    Scored,
    SheetRow,
    Standing,
)
from basra.table.secrecy import OPEN
from basra.view import imagine, look
from seating import Sitting

CARD = re.compile("[A2-9TJQK][cdhs]")
GAMES = [
    (key, seats, sides) for key, variant in VARIANTS.items() for seats, sides in variant.tables
]


def frame(event: AnyEvent, seat: int | None, *, open_hands: bool = False) -> bytes:
    return json.encode(redact(event, seat, open_hands))


def cards_in(frame: object) -> Iterator[str]:
    if isinstance(frame, str) and CARD.fullmatch(frame):
        yield frame
    elif isinstance(frame, dict):
        for part in frame.values():
            yield from cards_in(part)
    elif isinstance(frame, list):
        for part in frame:
            yield from cards_in(part)


def secrets_of(log: list[AnyEvent]) -> set[str]:
    """Return the texts that are secret and not open by the end of the log."""
    found: set[str] = set()
    for event in log:
        if isinstance(event, Began):
            found.add(event.seed)
        elif isinstance(event, Dealt):
            found |= {event.salt, json.encode(event.pack).decode()}
        elif isinstance(event, Scored):
            found -= {event.salt, json.encode(event.pack).decode()}
        elif isinstance(event, Ended):
            found.discard(event.seed)
        if event.cause is not None:
            found.add(json.encode(event.cause).decode())
    return found


@pytest.mark.parametrize(("key", "seats", "sides"), GAMES)
def test_no_frame_holds_a_card_that_its_reader_has_not_seen(
    key: str, seats: int, sides: int
) -> None:
    sitting = Sitting(f"{key};seats={seats};sides={sides};target=40", people=seats, seed=key)
    chance = Random(key)
    while sitting.table.phase != "over" and len(sitting.table.state.deals) < 3:
        sitting.step(chance)
    for reader in (None, *range(seats)):
        known: set[str] = set()
        for at, event in enumerate(sitting.log):
            if isinstance(event, Dealt):
                known = {*event.floor, *event.buried}
                known |= {event.bottom or ""} if reader == event.dealer else set()
            if isinstance(event, Dealt | Packet) and reader is not None:
                known |= set(event.hands[reader])
            if isinstance(event, Played):
                known |= {event.card, *event.leavings}
            if isinstance(event, Scored):
                known |= set(event.pack)
            sent = frame(event, reader)
            assert set(cards_in(json.decode(sent))) <= known
            if at % 16 == 0:
                assert not [
                    text for text in secrets_of(sitting.log[: at + 1]) if text in sent.decode()
                ]


@pytest.mark.parametrize(("key", "seats", "sides"), GAMES)
def test_what_a_seat_cannot_see_changes_nothing_that_it_is_sent(
    key: str, seats: int, sides: int
) -> None:
    chance = Random(f"{key}{seats}")
    sitting = Sitting(f"{key};seats={seats};sides={sides}", people=seats, seed=f"{key}{sides}")
    for _ in range(chance.randrange(40)):
        sitting.step(chance)
    for seat in range(seats):
        other = imagined(sitting, seat)
        assert other != sitting.log
        assert [frame(event, seat) for event in sitting.log] == [
            frame(event, seat) for event in other
        ]
        position = sitting.table.state.deals[-1].position
        if position.rules.bury == Bury.BOTTOM or not dealt_of(sitting).buried:
            table = Table.fold(other)
            assert json.encode(sitting.table.picture(f"u{seat}", 0)) == json.encode(
                table.picture(f"u{seat}", 0)
            )
            assert sitting.table.offers(f"u{seat}") == table.offers(f"u{seat}")
            assert sitting.table.view(seat) == table.view(seat)


def dealt_of(sitting: Sitting) -> Dealt:
    return sitting.table.state.deals[-1].dealt


def imagined(sitting: Sitting, seat: int) -> list[AnyEvent]:
    """Return a log that the seat cannot tell from the true one: its unseen cards lie elsewhere."""
    true = sitting.table.state.deals[-1].position
    world = true
    dice = Generator(str(seat))
    while world == true:
        world = imagine(look(true, seat), dice)
    other = {name: name for name in NAMES}
    for mine, its in zip(true.state.hands, world.state.hands, strict=True):
        other |= zip(named(mine & ~its), named(its & ~mine), strict=True)
    other |= {NAMES[a]: NAMES[b] for a, b in zip(true.stock, world.stock, strict=True)}
    changed: list[AnyEvent] = []
    for event in sitting.log:
        if isinstance(event, Began):
            changed.append(replace(event, seed="another"))
        elif isinstance(event, Dealt):
            bottom = event.bottom if seat == event.dealer else other.get(event.bottom or "")
            changed.append(
                replace(
                    event,
                    salt="other",
                    pack=[other[card] for card in event.pack],
                    bottom=bottom,
                    hands=mapped(event.hands, other),
                )
            )
        elif isinstance(event, Packet):
            changed.append(replace(event, hands=mapped(event.hands, other)))
        else:
            changed.append(event)
    return changed


def mapped(hands: list[list[str]], other: dict[str, str]) -> list[list[str]]:
    return [sorted((other[card] for card in hand), key=NAMES.index) for hand in hands]


@pytest.mark.parametrize("reader", [None, "u9", "u0"])
def test_a_picture_holds_no_card_that_its_reader_has_not_seen(reader: str | None) -> None:
    sitting = Sitting("coffeehouse;seats=4;sides=2", people=4)
    chance = Random(5)
    while sitting.table.phase == "playing":
        picture = sitting.table.picture(reader, 0)
        deal = dealt_of(sitting)
        known = {*deal.floor, *deal.buried}
        known |= {card for play in sitting.table.state.deals[-1].plays for card in [play.card]}
        if reader == "u0":
            known |= {
                card for card in NAMES if card in map(str, CardSet(sitting.table.view(0).hand))
            }
            known |= {deal.bottom or ""} if deal.dealer == 0 else set()
        assert set(cards_in(to_builtins(picture))) <= known
        sitting.step(chance)


def test_the_bottom_card_is_shown_to_the_dealer_alone() -> None:
    sitting = Sitting("coffeehouse")
    dealt = dealt_of(sitting)
    assert dealt.bottom is not None
    assert dealt.bottom == redact(dealt, dealt.dealer, open_hands=False)["bottom"]
    assert "bottom" not in redact(dealt, 1 - dealt.dealer, open_hands=False)
    assert "bottom" not in redact(dealt, None, open_hands=True)


def test_hands_are_open_to_those_who_look_on_where_it_was_agreed() -> None:
    sitting = Sitting("egyptian", policy=Policy(open_hands=True))
    dealt = dealt_of(sitting)
    assert dealt.hands == redact(dealt, None, open_hands=True)["hands"]
    assert [dealt.hands[0], []] == redact(dealt, 0, open_hands=True)["hands"]
    assert [[], []] == redact(dealt, None, open_hands=False)["hands"]
    watched, played = sitting.table.picture("u9", 0).deal, sitting.table.picture("u0", 0).deal
    assert watched is not None
    assert played is not None
    assert (dealt.hands, None) == (watched.hands, played.hands)


def test_a_kind_that_nobody_listed_is_its_version_alone() -> None:
    class Gossip(Event, frozen=True, kw_only=True):
        hand: list[str]

    assert {"v": 7} == redact(Gossip(v=7, at=1, hand=["7d"]), 0, open_hands=True)


def test_every_kind_is_listed_and_no_secret_field() -> None:
    assert set(OPEN) == set(AnyEvent.__args__)
    hidden = {
        kind.__name__: {*kind.__struct_fields__} - {"v", "at", *names.split()}
        for kind, names in OPEN.items()
    }
    assert {
        "Began": {"cause", "seed"},
        "Dealt": {"cause", "pack", "salt", "bottom", "hands"},
        "Packet": {"cause", "hands"},
    } == {kind: names for kind, names in hidden.items() if names != {"cause"}}


def test_what_stands_inside_of_events_is_known() -> None:
    inside = {kind: kind.__struct_fields__ for kind in (Occupant, Standing, SheetRow, Policy)}
    assert {
        Occupant: ("id", "name", "level", "bot"),
        Standing: ("totals", "carried", "target", "wins", "winner", "over"),
        SheetRow: ("label", "points", "cards", "counts"),
        Policy: ("public", "clock", "absent", "stand_in", "chat", "open_hands", "rated"),
    } == inside
