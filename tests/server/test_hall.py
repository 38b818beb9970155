"""The hall asks for many at once, forgets who has left, and hears from other processes."""

import asyncio
import json
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from basra.club.notices import Notice
from basra.club.whereabouts import Place
from basra.server import hub as hubs
from basra.server.answers import Guest, Opening
from basra.server.broker import Within
from basra.server.club_tables import MARKS
from basra.server.hall import Hall, Own
from basra.server.hub import Hub
from basra.server.letters import Anew
from basra.server.live import World
from basra.server.notice_answers import NewPreferences
from basra.server.notices.keeping import Notices
from basra.server.notices.reading import FOLLOWED, read_own
from basra.server.people.accounts import Accounts
from basra.server.people.marks import Marks
from basra.server.schema import GUESTS
from basra.server.store import Store
from basra.server.thinking import Thinkers
from basra.table.events import Occupant, Policy
from housing import Chance

from .conftest import settings_in

HERE = Place(state="here")
NOTICE = Notice(kind="review", about="r1", at=5, path="/me")


class Reader:
    """A reader that keeps what it is told."""

    def __init__(self, person: str | None) -> None:
        self.person = None if person is None else Occupant(id=person, name=person)
        self.told: list[dict[str, Any]] = []

    def tell(self, text: str) -> None:
        self.told.append(json.loads(text))

    def leave(self, code: int) -> None:
        raise AssertionError(code)

    def last(self, kind: str) -> dict[str, Any] | None:
        return next((one for one in self.told[::-1] if one["t"] == kind), None)

    @property
    def people(self) -> dict[str, Any]:
        found = self.last("whereabouts")
        return {} if found is None else dict(found["people"])


class Fakes:
    """Where everybody is and what concerns them, and what was asked."""

    def __init__(self) -> None:
        self.places: dict[str, Place] = {}
        self.own: dict[str, Own] = {}
        self.asked: list[set[str]] = []
        self.fails = 0

    async def read(self, people: Collection[str]) -> dict[str, Own]:
        if self.fails:
            self.fails -= 1
            raise OSError
        self.asked.append(set(people))
        return {one: self.own[one] for one in people if one in self.own}


@asynccontextmanager
async def hall_with(fakes: Fakes, grace: float = 0.0) -> AsyncIterator[Hall]:
    hall = Hall(lambda: fakes.places, fakes.read, 0.01, grace)
    yield hall
    await hall.close()


async def until(found: Any) -> None:  # noqa: ANN401 - a function that tells whether it is so
    async with asyncio.timeout(10):
        while not found():  # noqa: ASYNC110 - what is waited for says nothing
            await asyncio.sleep(0.005)


def own(*sees: str, follows: Collection[str] = ()) -> Own:
    return Own([NOTICE], frozenset(follows or sees), frozenset(sees))


async def test_many_who_come_at_once_are_asked_for_at_once() -> None:
    fakes = Fakes()
    fakes.own = {f"u{number}": own("u0") for number in range(100)}
    readers = [Reader(person) for person in fakes.own]
    async with hall_with(fakes) as hall:
        for reader in readers:
            hall.enter(reader)
            hall.listen(reader)
        await until(lambda: all(reader.last("whereabouts") for reader in readers))
    assert [set(fakes.own)] == fakes.asked
    assert ["r1"] == [one["about"] for one in (readers[7].last("notices") or {})["notices"]]


async def test_who_moves_is_told_to_those_who_see_it_and_nobody_is_asked_again() -> None:
    fakes = Fakes()
    fakes.own = {"u1": own("u2"), "u3": own(follows=["u2"])}
    sees, does_not = Reader("u1"), Reader("u3")
    async with hall_with(fakes) as hall:
        for reader in (sees, does_not):
            hall.listen(reader)
        await until(lambda: sees.told and does_not.told)
        fakes.places = {"u2": HERE, "u9": HERE}
        hall.change()
        await until(lambda: sees.people)
        fakes.places = {"u2": Place(state="playing", table="t1")}
        hall.change()
        await until(lambda: sees.people["u2"]["state"] == "playing")
    assert {"u2": {"state": "playing", "table": "t1"}} == sees.people
    assert [] == [one for one in does_not.told if one.get("people")]
    assert 1 == len(fakes.asked)


async def test_what_is_stirred_concerns_those_who_follow_too() -> None:
    fakes = Fakes()
    fakes.own = {"u1": own("u2")}
    reader = Reader("u1")
    async with hall_with(fakes) as hall:
        hall.listen(reader)
        fakes.places = {"u2": HERE}
        await until(lambda: reader.people)
        fakes.own["u1"] = own(follows=["u2"])  # the other blocks, or hides
        hall.stir(["u2"])
        await until(lambda: not reader.people)
        fakes.own["u1"] = own("u2")
        hall.stir(["u2"])
        await until(lambda: reader.people)
        hall.stir(["u7"])  # whom nobody here follows
        hall.stir(None)
        await until(lambda: len(fakes.asked) == 4)
    assert [{"u1"}] * 4 == fakes.asked


async def test_a_database_that_is_lost_for_a_while_loses_nothing() -> None:
    fakes = Fakes()
    fakes.own, fakes.fails = {"u1": own()}, 3
    reader = Reader("u1")
    async with hall_with(fakes) as hall:
        hall.listen(reader)
        await until(lambda: reader.last("notices"))
    assert 0 == fakes.fails


async def test_who_has_left_hears_nothing_and_is_forgotten() -> None:
    fakes = Fakes()
    fakes.own = {"u1": own("u2")}
    one, other, stranger = Reader("u1"), Reader("u1"), Reader(None)
    async with hall_with(fakes) as hall:
        for reader in (one, other, stranger):
            hall.enter(reader)
            hall.listen(reader)
        await until(lambda: other.told)
        for reader in (one, stranger):
            hall.ignore(reader)
            hall.leave(reader)
        told = len(one.told)
        hall.stir(["u1"])
        await until(lambda: len(other.told) > told)
        assert (told, []) == (len(one.told), stranger.told)
        assert ["u1"] == [*hall.here()]
        hall.ignore(other)
        hall.leave(other)
        await until(lambda: not hall.here())
        hall.stir(["u2"])  # whom nobody follows any more
        hall.listen(Reader("u3"))
        await until(lambda: len(fakes.asked) == 3)
    assert [{"u1"}, {"u1"}, {"u3"}] == fakes.asked


async def test_who_comes_back_soon_was_never_gone() -> None:
    fakes = Fakes()
    reader = Reader("u1")
    async with hall_with(fakes, grace=0.05) as hall:
        hall.enter(reader)
        hall.leave(reader)
        assert ["u1"] == [*hall.here()]
        hall.enter(reader)
        await asyncio.sleep(0.1)
        assert ["u1"] == [*hall.here()]
        hall.leave(reader)
        await until(lambda: not hall.here())


# --- several processes ----------------------------------------------------------------------------


class Process:
    """A process of a server, as far as the hall is concerned."""

    def __init__(self, store: Store, thinkers: Thinkers, folder: Path, name: str) -> None:
        self.store = store
        self.settings = settings_in(folder, beat=0.05, broker="within")
        ids = count()
        world = World(store, thinkers, self.settings, lambda: next(ids), Chance(name), self.change)
        self.hub = Hub(world, lambda: f"{name}{next(ids)}")
        self.notices = Notices(store.engine, lambda: next(ids) + 1_000_000)
        self.accounts = Accounts(store, lambda: next(ids), lambda: f"{name}{next(ids)}")
        self.marks = Marks(self.accounts, self.notices)
        read = partial(read_own, store.engine, self.notices)
        self.hall: Hall | None = Hall(self.hub.places, read, 0.01, 0.05)
        self.hub.here, self.hub.stirred = self.hall.here, self.hall.stir
        self.notices.stir = self.hub.stir

    def change(self) -> None:
        assert self.hall is not None
        self.hall.change()

    def come(self, person: str) -> Reader:
        assert self.hall is not None
        reader = Reader(person)
        self.hall.enter(reader)
        self.hall.listen(reader)
        return reader

    def go(self, reader: Reader) -> None:
        assert self.hall is not None
        self.hall.ignore(reader)
        self.hall.leave(reader)

    async def close(self) -> None:
        assert self.hall is not None
        await self.hall.close()
        await self.notices.close()
        await self.hub.close()
        await self.store.close()


@pytest.fixture
async def both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Process, Process]]:
    """Two processes with one database and one broker, and three guests."""
    broker = Within(is_shared=True)
    monkeypatch.setattr(hubs, "broker_at", lambda _: broker)
    thinkers = Thinkers(1)
    found = []
    for name in ("a", "b"):
        store = await Store.open(settings_in(tmp_path).database)
        found.append(Process(store, thinkers, tmp_path, name))
    for person in ("u1", "u2", "u3"):
        await found[0].store.add_guest(Guest(id=person, name=person), person, 1)
    for process in found:
        await process.hub.begin()
    yield found[0], found[1]
    for process in found:
        await process.close()
    thinkers.close()


async def test_whereabouts_come_from_another_process(both: tuple[Process, Process]) -> None:
    here, there = both
    await here.marks.put("u1", "u2", "follow")
    reader = here.come("u1")
    assert {} == reader.people
    other = there.come("u2")
    await until(lambda: reader.people == {"u2": {"state": "here"}})
    host = Occupant(id="u2", name="u2")
    opening = Opening(rules="egyptian", policy=Policy(public=True), bots={"1": "random"}, sit=0)
    await there.hub.open(opening, host)
    there.go(other)
    await until(lambda: not reader.people)


async def test_a_block_and_hiding_are_obeyed_across_processes(
    both: tuple[Process, Process],
) -> None:
    here, there = both
    await here.marks.put("u1", "u2", "follow")
    reader, _ = here.come("u1"), there.come("u2")
    await until(lambda: reader.people)
    await there.marks.put("u2", "u1", "block")
    await until(lambda: not reader.people)
    await there.marks.take_away("u2", "u1", "block")
    await until(lambda: reader.people)
    await there.notices.prefer("u2", NewPreferences(hidden=True))
    await until(lambda: not reader.people)
    await there.notices.prefer("u2", NewPreferences(hidden=False))
    await until(lambda: reader.people)
    await here.marks.put("u1", "u2", "block")
    await until(lambda: not reader.people)


async def test_a_notice_made_elsewhere_comes_live(both: tuple[Process, Process]) -> None:
    here, there = both
    reader = here.come("u1")
    await until(lambda: reader.last("notices"))
    there.notices.tell(["u1", "u3"], "round", "t1", "/t/t1", name="Friday", round=2)
    await until(lambda: (reader.last("notices") or {})["notices"])
    (notice,) = (reader.last("notices") or {})["notices"]
    assert ("round", {"name": "Friday", "round": 2}) == (notice["kind"], notice["facts"])


async def test_what_came_while_the_broker_was_away_is_told_when_it_is_back(
    both: tuple[Process, Process],
) -> None:
    here, there = both
    reader = here.come("u1")
    await until(lambda: reader.last("notices"))
    await there.notices._add(["u1"], NOTICE, None)  # noqa: SLF001 - as if no letter came
    here.hub._hear("b", Anew())  # noqa: SLF001 - what a process says that is back
    await until(lambda: (reader.last("notices") or {})["notices"])


async def test_only_the_last_marked_of_very_many_are_shown(both: tuple[Process, Process]) -> None:
    here, _ = both
    many = [f"p{number}" for number in range(FOLLOWED + 3)]
    guests = [{"id": one, "token_hash": one, "name": one, "created": 1} for one in many]
    follow = {"guest_id": "u1", "kind": "follow"}
    marks = [{**follow, "other": one, "at": number} for number, one in enumerate(many)]
    async with here.store.engine.begin() as connection:
        await connection.execute(insert(GUESTS), guests)
        await connection.execute(insert(MARKS), marks)
    found = (await read_own(here.store.engine, here.notices, ["u1", "u2"]))["u1"]
    assert set(many[3:]) == found.sees == found.follows
